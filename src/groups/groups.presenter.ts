import { ApiProperty } from '@nestjs/swagger';

export interface GroupRecord {
  readonly id: string;
  readonly orgId: string;
  readonly name: string;
  readonly slug: string;
  /** Predefined organization role, or `custom` with `roleId`. */
  readonly role: string;
  readonly roleId: string | null;
  readonly customRoleSlug: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A person of the organization, beside a group. */
export interface GroupUserRecord {
  readonly id: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** Null for one who is not in the group. */
  readonly joinedGroupAt: Date | null;
}

export interface GroupIdentityRecord {
  readonly id: string;
  readonly name: string;
  readonly joinedGroupAt: Date | null;
}

/** Somebody in a group: of a person `name` is null, of an identity `email`. */
export interface GroupMemberRecord {
  readonly id: string;
  readonly type: 'user' | 'machineIdentity';
  readonly name: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly joinedGroupAt: Date;
}

export interface GroupProjectRecord {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly joinedGroupAt: Date;
}

const NULLABLE = { type: 'string', nullable: true } as const;
const NULLABLE_TIME = { ...NULLABLE, format: 'date-time' } as const;

export class GroupView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty({ example: 'Backend' })
  name: string;
  @ApiProperty({ example: 'backend' })
  slug: string;
  @ApiProperty({
    example: 'no-access',
    description: '`custom` for a role of the organization’s own',
  })
  role: string;
  @ApiProperty({ ...NULLABLE, format: 'uuid' })
  roleId: string | null;
  @ApiProperty(NULLABLE)
  customRoleSlug: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

/** What joining and leaving answer. */
export class GroupPersonView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'ann@example.org' })
  email: string;
  @ApiProperty({ example: 'ann@example.org' })
  username: string;
  @ApiProperty(NULLABLE)
  firstName: string | null;
  @ApiProperty(NULLABLE)
  lastName: string | null;
}

export class GroupUserView extends GroupPersonView {
  @ApiProperty()
  isPartOfGroup: boolean;
  @ApiProperty(NULLABLE_TIME)
  joinedGroupAt: string | null;
}

export class GroupIdentityIdView {
  @ApiProperty({ format: 'uuid' })
  id: string;
}

export class GroupIdentityView extends GroupIdentityIdView {
  @ApiProperty({ example: 'deploy-bot' })
  name: string;
  @ApiProperty()
  isPartOfGroup: boolean;
  @ApiProperty(NULLABLE_TIME)
  joinedGroupAt: string | null;
}

export class GroupMemberUserView {
  @ApiProperty({ example: 'ann@example.org' })
  email: string;
  @ApiProperty({ example: 'ann@example.org' })
  username: string;
  @ApiProperty(NULLABLE)
  firstName: string | null;
  @ApiProperty(NULLABLE)
  lastName: string | null;
}

export class GroupMemberIdentityView {
  @ApiProperty({ example: 'deploy-bot' })
  name: string;
}

export class GroupMemberView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ enum: ['user', 'machineIdentity'] })
  type: 'user' | 'machineIdentity';
  @ApiProperty({ format: 'date-time' })
  joinedGroupAt: string;
  @ApiProperty({ type: GroupMemberUserView, required: false })
  user?: GroupMemberUserView;
  @ApiProperty({ type: GroupMemberIdentityView, required: false })
  machineIdentity?: GroupMemberIdentityView;
}

export class GroupProjectView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Payments' })
  name: string;
  @ApiProperty({ example: 'payments' })
  slug: string;
  @ApiProperty({
    format: 'date-time',
    description: 'When the group became a member of the project',
  })
  joinedGroupAt: string;
}

const isoOrNull = (time: Date | null) => time?.toISOString() ?? null;

export const presentGroup = (group: GroupRecord): GroupView => ({
  id: group.id,
  orgId: group.orgId,
  name: group.name,
  slug: group.slug,
  role: group.role,
  roleId: group.roleId,
  customRoleSlug: group.customRoleSlug,
  createdAt: group.createdAt.toISOString(),
  updatedAt: group.updatedAt.toISOString(),
});

export const presentGroupPerson = (
  user: Omit<GroupUserRecord, 'joinedGroupAt'>,
): GroupPersonView => ({
  id: user.id,
  email: user.email,
  username: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
});

export const presentGroupUser = (user: GroupUserRecord): GroupUserView => ({
  ...presentGroupPerson(user),
  isPartOfGroup: user.joinedGroupAt !== null,
  joinedGroupAt: isoOrNull(user.joinedGroupAt),
});

export const presentGroupIdentity = (identity: GroupIdentityRecord): GroupIdentityView => ({
  id: identity.id,
  name: identity.name,
  isPartOfGroup: identity.joinedGroupAt !== null,
  joinedGroupAt: isoOrNull(identity.joinedGroupAt),
});

export const presentGroupMember = (member: GroupMemberRecord): GroupMemberView => ({
  id: member.id,
  type: member.type,
  joinedGroupAt: member.joinedGroupAt.toISOString(),
  ...(member.type === 'user'
    ? {
        user: {
          email: member.email ?? '',
          username: member.email ?? '',
          firstName: member.firstName,
          lastName: member.lastName,
        },
      }
    : { machineIdentity: { name: member.name ?? '' } }),
});

export const presentGroupProject = (project: GroupProjectRecord): GroupProjectView => ({
  id: project.id,
  name: project.name,
  slug: project.slug,
  joinedGroupAt: project.joinedGroupAt.toISOString(),
});
