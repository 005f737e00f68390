import { ApiProperty } from '@nestjs/swagger';

export interface IdentityProject {
  readonly id: string;
  readonly identityId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly roles: readonly IdentityProjectRoleView[];
  readonly name: string;
  readonly orgId: string;
  readonly authMethods: readonly string[];
  readonly projectId: string;
  readonly projectName: string;
}

const NULLABLE = { type: 'string', nullable: true } as const;
const NULLABLE_TIME = { ...NULLABLE, format: 'date-time' } as const;

export class IdentityProjectRoleView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'custom' })
  role: string;
  @ApiProperty()
  isTemporary: boolean;
  @ApiProperty({ ...NULLABLE, format: 'uuid' })
  customRoleId: string | null;
  @ApiProperty(NULLABLE)
  customRoleName: string | null;
  @ApiProperty(NULLABLE)
  customRoleSlug: string | null;
  @ApiProperty(NULLABLE)
  temporaryMode: string | null;
  @ApiProperty(NULLABLE)
  temporaryRange: string | null;
  @ApiProperty(NULLABLE_TIME)
  temporaryAccessStartTime: string | null;
  @ApiProperty(NULLABLE_TIME)
  temporaryAccessEndTime: string | null;
}

export class IdentityOfProjectView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'deploy-bot' })
  name: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty({ type: [String] })
  authMethods: readonly string[];
  @ApiProperty({ ...NULLABLE, format: 'uuid' })
  projectId: string | null;
}

export class ProjectOfIdentityView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Payments' })
  name: string;
}

/** A project membership as its identity sees it. */
export class IdentityProjectView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty({ type: [IdentityProjectRoleView] })
  roles: readonly IdentityProjectRoleView[];
  @ApiProperty({ type: IdentityOfProjectView })
  identity: IdentityOfProjectView;
  @ApiProperty({ type: ProjectOfIdentityView })
  project: ProjectOfIdentityView;
}

const toIso = (time: string | null) => (time === null ? null : new Date(time).toISOString());

const presentRole = (role: IdentityProjectRoleView): IdentityProjectRoleView => ({
  id: role.id,
  role: role.role,
  isTemporary: role.isTemporary,
  customRoleId: role.customRoleId,
  customRoleName: role.customRoleName,
  customRoleSlug: role.customRoleSlug,
  temporaryMode: role.temporaryMode,
  temporaryRange: role.temporaryRange,
  temporaryAccessStartTime: toIso(role.temporaryAccessStartTime),
  temporaryAccessEndTime: toIso(role.temporaryAccessEndTime),
});

export const presentIdentityProject = (membership: IdentityProject): IdentityProjectView => ({
  id: membership.id,
  identityId: membership.identityId,
  createdAt: membership.createdAt.toISOString(),
  updatedAt: membership.updatedAt.toISOString(),
  roles: membership.roles.map(presentRole),
  identity: {
    id: membership.identityId,
    name: membership.name,
    orgId: membership.orgId,
    authMethods: membership.authMethods,
    projectId: null,
  },
  project: { id: membership.projectId, name: membership.projectName },
});
