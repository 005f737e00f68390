import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** What comes as JSON out of the database has its times as text. */
export interface HeldRoleRecord {
  readonly id: string;
  readonly role: string;
  readonly isTemporary: boolean;
  readonly customRoleId: string | null;
  readonly customRoleName: string | null;
  readonly customRoleSlug: string | null;
  readonly temporaryMode: string | null;
  readonly temporaryRange: string | null;
  readonly temporaryAccessStartTime: string | null;
  readonly temporaryAccessEndTime: string | null;
}

export interface MembershipRow {
  readonly id: string;
  readonly identityId: string;
  readonly projectId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A membership of a caller, an identity or a person, that made itself an administrator. */
export interface TakenMembership extends Omit<MembershipRow, 'identityId'> {
  readonly identityId: string | null;
  readonly userId: string | null;
}

/** A membership with what is shown of its identity and project. */
export interface MembershipRecord {
  readonly id: string;
  readonly identityId: string;
  readonly projectId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly roles: readonly HeldRoleRecord[];
  readonly name: string;
  readonly orgId: string;
  readonly hasDeleteProtection: boolean;
  readonly hasUniversalAuth: boolean;
  readonly hasTokenAuth: boolean;
  readonly projectName: string;
}

export interface MembershipWithLogin extends MembershipRecord {
  /** The last login by universal auth; tokens of token auth are handed out without one. */
  readonly lastLoginTime: string | null;
}

const NULLABLE = { type: 'string', nullable: true } as const;
const NULLABLE_ID = { ...NULLABLE, format: 'uuid' } as const;
const NULLABLE_TIME = { ...NULLABLE, format: 'date-time' } as const;

export class HeldRoleView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'member', description: '`custom` for a role of the project’s own' })
  role: string;
  @ApiProperty()
  isTemporary: boolean;
  @ApiProperty(NULLABLE_ID)
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

export class ChangedRoleView extends HeldRoleView {
  @ApiProperty({ format: 'uuid' })
  projectMembershipId: string;
}

export class MemberView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'deploy-bot' })
  name: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty({ type: [String], example: ['universal-auth'] })
  authMethods: readonly string[];
  @ApiProperty()
  hasDeleteProtection: boolean;
  @ApiProperty({ ...NULLABLE_ID, description: 'Null: the identity belongs to the organization' })
  projectId: string | null;
}

export class ProjectOfMembershipView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Payments' })
  name: string;
}

export class IdentityMembershipView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty({ type: [HeldRoleView] })
  roles: readonly HeldRoleView[];
  @ApiProperty({ type: MemberView })
  identity: MemberView;
  @ApiProperty({ type: ProjectOfMembershipView })
  project: ProjectOfMembershipView;
  @ApiPropertyOptional({ ...NULLABLE, description: 'Only where one membership is read' })
  lastLoginAuthMethod?: string | null;
  @ApiPropertyOptional({ ...NULLABLE_TIME, description: 'Only where one membership is read' })
  lastLoginTime?: string | null;
}

/** What adding and removing answer. */
export class MembershipChangeView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

/** The membership of a caller who took the project over: it has `identityId` or `userId`. */
export class TakenMembershipView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'Of a machine identity' })
  identityId?: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'Of a person' })
  userId?: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

const toIso = (time: string) => new Date(time).toISOString();
const toIsoOrNull = (time: string | null) => (time === null ? null : toIso(time));

export const presentHeldRole = (role: HeldRoleRecord): HeldRoleView => ({
  id: role.id,
  role: role.role,
  isTemporary: role.isTemporary,
  customRoleId: role.customRoleId,
  customRoleName: role.customRoleName,
  customRoleSlug: role.customRoleSlug,
  temporaryMode: role.temporaryMode,
  temporaryRange: role.temporaryRange,
  temporaryAccessStartTime: toIsoOrNull(role.temporaryAccessStartTime),
  temporaryAccessEndTime: toIsoOrNull(role.temporaryAccessEndTime),
});

const authMethodsOf = (membership: MembershipRecord): string[] => [
  ...(membership.hasUniversalAuth ? ['universal-auth'] : []),
  ...(membership.hasTokenAuth ? ['token-auth'] : []),
];

export const presentMembership = (membership: MembershipRecord): IdentityMembershipView => ({
  id: membership.id,
  identityId: membership.identityId,
  createdAt: toIso(membership.createdAt),
  updatedAt: toIso(membership.updatedAt),
  roles: membership.roles.map(presentHeldRole),
  identity: {
    id: membership.identityId,
    name: membership.name,
    orgId: membership.orgId,
    authMethods: authMethodsOf(membership),
    hasDeleteProtection: membership.hasDeleteProtection,
    projectId: null,
  },
  project: { id: membership.projectId, name: membership.projectName },
});

export const presentWithLogin = (membership: MembershipWithLogin): IdentityMembershipView => ({
  ...presentMembership(membership),
  lastLoginAuthMethod: membership.lastLoginTime ? 'universal-auth' : null,
  lastLoginTime: toIsoOrNull(membership.lastLoginTime),
});

export const presentTakenMembership = (row: TakenMembership): TakenMembershipView => ({
  id: row.id,
  ...(row.identityId === null ? {} : { identityId: row.identityId }),
  ...(row.userId === null ? {} : { userId: row.userId }),
  projectId: row.projectId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentMembershipChange = (row: MembershipRow): MembershipChangeView => ({
  id: row.id,
  identityId: row.identityId,
  projectId: row.projectId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});
