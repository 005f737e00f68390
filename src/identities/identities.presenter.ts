import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { CustomRole, IdentityRecord } from './identities.repository.js';

export class MetadataView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'team' })
  key: string;
  @ApiProperty({ example: 'payments' })
  value: string;
}

/** What a change of an identity answers. */
export class IdentityView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'deploy-bot' })
  name: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  projectId: string | null;
  @ApiProperty({ type: [String], example: ['universal-auth'] })
  authMethods: string[];
  @ApiProperty()
  hasDeleteProtection: boolean;
  @ApiProperty({ type: [MetadataView] })
  metadata: MetadataView[];
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class IdentityCustomRoleView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Auditor' })
  name: string;
  @ApiProperty({ example: 'auditor' })
  slug: string;
  @ApiProperty({ type: 'string', nullable: true })
  description: string | null;
  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    example: [{ subject: 'audit-logs', action: ['read'] }],
  })
  permissions: readonly object[];
}

export class MemberIdentityView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'deploy-bot' })
  name: string;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty()
  hasDeleteProtection: boolean;
  @ApiProperty({ type: [String], example: ['universal-auth'] })
  authMethods: string[];
  @ApiProperty({ type: [String], description: 'Login methods that are locked at the moment' })
  activeLockoutAuthMethods: string[];
}

/** An identity as a member of its organization. */
export class OrgIdentityView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'member', description: '`custom` for a role of the organization’s own' })
  role: string;
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true })
  roleId: string | null;
  @ApiProperty({ format: 'uuid' })
  orgId: string;
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
  @ApiProperty({ type: 'string', nullable: true })
  lastLoginAuthMethod: string | null;
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true })
  lastLoginTime: string | null;
  @ApiProperty({ type: [MetadataView] })
  metadata: MetadataView[];
  @ApiPropertyOptional({ type: IdentityCustomRoleView })
  customRole?: IdentityCustomRoleView;
  @ApiProperty({ type: MemberIdentityView })
  identity: MemberIdentityView;
}

export class OwnOrganizationView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ example: 'Example' })
  name: string;
  @ApiProperty({ example: 'example' })
  slug: string;
}

export class IdentityDetailsView {
  @ApiProperty({ type: OwnOrganizationView })
  organization: OwnOrganizationView;
}

const authMethodsOf = ({ clientId, hasTokenAuth, workloadMethods }: IdentityRecord): string[] => [
  ...(clientId === null ? [] : ['universal-auth']),
  ...(hasTokenAuth ? ['token-auth'] : []),
  ...workloadMethods,
];

const presentMetadata = ({ metadata }: IdentityRecord): MetadataView[] =>
  metadata.map(({ id, key, value }) => ({ id, key, value }));

export const presentIdentity = (identity: IdentityRecord): IdentityView => ({
  id: identity.id,
  name: identity.name,
  orgId: identity.orgId,
  projectId: null,
  authMethods: authMethodsOf(identity),
  hasDeleteProtection: identity.hasDeleteProtection,
  metadata: presentMetadata(identity),
  createdAt: identity.createdAt.toISOString(),
  updatedAt: identity.updatedAt.toISOString(),
});

const presentCustomRole = (role: CustomRole): IdentityCustomRoleView => ({
  id: role.id,
  name: role.name,
  slug: role.slug,
  description: role.description,
  permissions: role.permissions,
});

/** `locked`: the client ids that failed logins have locked. */
export const presentOrgIdentities = (
  identities: readonly IdentityRecord[],
  locked: ReadonlySet<string | null>,
): OrgIdentityView[] =>
  identities.map((identity) => presentOrgIdentity(identity, locked.has(identity.clientId)));

const presentOrgIdentity = (identity: IdentityRecord, isLocked: boolean): OrgIdentityView => ({
  id: identity.membershipId,
  role: identity.role,
  roleId: identity.roleId,
  orgId: identity.orgId,
  identityId: identity.id,
  createdAt: identity.createdAt.toISOString(),
  updatedAt: identity.updatedAt.toISOString(),
  // Tokens of token auth are handed out: it has no login.
  lastLoginAuthMethod: identity.lastLoginMethod,
  lastLoginTime: identity.lastLoginTime?.toISOString() ?? null,
  metadata: presentMetadata(identity),
  ...(identity.customRole ? { customRole: presentCustomRole(identity.customRole) } : {}),
  identity: {
    id: identity.id,
    name: identity.name,
    orgId: identity.orgId,
    hasDeleteProtection: identity.hasDeleteProtection,
    authMethods: authMethodsOf(identity),
    activeLockoutAuthMethods: isLocked ? ['universal-auth'] : [],
  },
});
