import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { MetadataEntry } from '../database/entities/identity.entity.js';
import type { PersonColumns } from '../database/person-columns.js';
import {
  HeldRoleView,
  type HeldRoleRecord,
  presentHeldRole,
} from '../memberships/memberships.presenter.js';

/** A member of an organization. Times are text: they come as JSON out of the database. */
export interface OrgMemberRecord extends PersonColumns {
  readonly id: string;
  readonly orgId: string;
  readonly role: string;
  readonly roleId: string | null;
  readonly customRoleSlug: string | null;
  readonly status: string;
  readonly isActive: boolean;
  readonly metadata: readonly MetadataEntry[];
  readonly inviterKind: string | null;
  readonly inviterId: string | null;
  readonly lastLoginMethod: string | null;
  readonly lastLoginAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A project of which a member of the organization is a member by itself. */
export interface ProjectOfMemberRecord {
  readonly id: string;
  readonly projectId: string;
  readonly projectName: string;
  readonly projectSlug: string;
  readonly roles: readonly HeldRoleRecord[];
}

const NULLABLE = { type: 'string', nullable: true } as const;

export class OrgMemberUserView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'ann@example.org' })
  username: string;
  @ApiProperty({ example: 'ann@example.org' })
  email: string;
  @ApiProperty()
  isEmailVerified: boolean;
  @ApiProperty({ example: 'Ann' })
  firstName: string;
  @ApiProperty({ example: 'Example' })
  lastName: string;
  @ApiProperty({ example: '', description: 'Always empty: a field that older clients have' })
  publicKey: string;
}

export class MemberMetadataView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'team' })
  key: string;
  @ApiProperty({ example: 'payments' })
  value: string;
}

export class InviterView {
  @ApiProperty({ enum: ['identity', 'user'] })
  kind: string;
  @ApiProperty({ format: 'uuid' })
  id: string;
}

export class OrgMemberView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  userId: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty({ example: 'member', description: '`custom` for a role of the organization’s own' })
  role: string;
  @ApiProperty({ ...NULLABLE, format: 'uuid' })
  roleId: string | null;
  @ApiProperty({ enum: ['invited', 'accepted'] })
  status: string;
  @ApiProperty()
  isActive: boolean;
  @ApiProperty({ example: 'ann@example.org' })
  inviteEmail: string;
  @ApiProperty({
    type: InviterView,
    nullable: true,
    description: 'Null for who was not invited',
    example: { kind: 'user', id: '01a206a9-0ecb-7040-8f5e-d6beff8b7f8b' },
  })
  inviter: InviterView | null;
  @ApiProperty(NULLABLE)
  lastLoginAuthMethod: string | null;
  @ApiProperty({ ...NULLABLE, format: 'date-time' })
  lastLoginTime: string | null;
  @ApiProperty({ type: OrgMemberUserView })
  user: OrgMemberUserView;
  @ApiPropertyOptional({ ...NULLABLE, description: 'Only where one membership is read or changed' })
  customRoleSlug?: string | null;
  @ApiPropertyOptional({
    type: [MemberMetadataView],
    description: 'Only where one membership is read or changed',
  })
  metadata?: readonly MemberMetadataView[];
}

export class ProjectOfMemberView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Payments' })
  name: string;
  @ApiProperty({ example: 'payments' })
  slug: string;
}

export class ProjectMembershipOfMemberView {
  @ApiProperty({ format: 'uuid', description: 'The membership in the project' })
  id: string;
  @ApiProperty({ type: ProjectOfMemberView })
  project: ProjectOfMemberView;
  @ApiProperty({ type: [HeldRoleView] })
  roles: readonly HeldRoleView[];
}

const isoOrNull = (time: string | null) => (time === null ? null : new Date(time).toISOString());

const inviterOf = ({ inviterKind: kind, inviterId: id }: OrgMemberRecord): InviterView | null =>
  kind !== null && id !== null ? { kind, id } : null;

export const presentOrgMember = (member: OrgMemberRecord): OrgMemberView => ({
  id: member.id,
  userId: member.userId,
  orgId: member.orgId,
  role: member.role,
  roleId: member.roleId,
  status: member.status,
  isActive: member.isActive,
  inviteEmail: member.email,
  inviter: inviterOf(member),
  lastLoginAuthMethod: member.lastLoginMethod,
  lastLoginTime: isoOrNull(member.lastLoginAt),
  user: {
    id: member.userId,
    username: member.email,
    email: member.email,
    isEmailVerified: member.isEmailVerified,
    firstName: member.firstName,
    lastName: member.lastName,
    publicKey: '',
  },
});

export const presentOrgMemberDetails = (member: OrgMemberRecord): OrgMemberView => ({
  ...presentOrgMember(member),
  customRoleSlug: member.customRoleSlug,
  metadata: member.metadata.map(({ id, key, value }) => ({ id, key, value })),
});

export const presentProjectOfMember = (
  membership: ProjectOfMemberRecord,
): ProjectMembershipOfMemberView => ({
  id: membership.id,
  project: {
    id: membership.projectId,
    name: membership.projectName,
    slug: membership.projectSlug,
  },
  roles: membership.roles.map(presentHeldRole),
});
