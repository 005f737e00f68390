import { CERTIFICATE_REQUEST_EXAMPLES } from './certificate-examples.js';
import { WORKLOAD_REQUEST_EXAMPLES } from './workload-examples.js';

const PLACE = {
  projectId: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a',
  environment: 'dev',
  secretPath: '/',
};
const PLACE_V3 = { workspaceId: PLACE.projectId, environment: 'dev', secretPath: '/' };
const CREATED = [
  { secretKey: 'DB_PASSWORD', secretValue: 's3cret', secretComment: 'Rotated every quarter' },
  { secretKey: 'DB_URL', secretValue: 'postgres://app:${DB_PASSWORD}@db/shop' },
];
const CHANGED = [{ secretKey: 'DB_PASSWORD', secretValue: 'n3w', expectedVersion: 1 }];
const READ_PROD = {
  subject: 'secrets',
  action: ['describeSecret', 'readValue'],
  conditions: { environment: 'prod', secretPath: { $glob: '/apps/**' } },
};
const WEEKEND = {
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '2d',
  temporaryAccessStartTime: '2026-11-21T12:00:00Z',
} as const;
const IDENTITY = { identityId: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', projectSlug: 'the-shop' };
const V1_RULES = { actions: ['read'], subject: 'secrets', conditions: { environment: 'prod' } };

/** Bodies worth showing that do not follow from their fields, by the name of the operation with its version or without. */
export const REQUEST_EXAMPLES: Readonly<Record<string, object>> = {
  ...WORKLOAD_REQUEST_EXAMPLES,
  ...CERTIFICATE_REQUEST_EXAMPLES,
  createSecret: { ...PLACE, secretValue: 's3cret', secretComment: 'Rotated every quarter' },
  createSecretV3: { ...PLACE_V3, secretValue: 's3cret', secretComment: 'Rotated every quarter' },
  updateSecret: { ...PLACE, secretValue: 'n3w', expectedVersion: 1 },
  updateSecretV3: { ...PLACE_V3, secretValue: 'n3w', expectedVersion: 1 },
  deleteSecret: PLACE,
  deleteSecretV3: PLACE_V3,
  createSecrets: { ...PLACE, secrets: CREATED },
  createSecretsV3: { ...PLACE_V3, secrets: CREATED },
  updateSecrets: { ...PLACE, mode: 'upsert', secrets: CHANGED },
  updateSecretsV3: { ...PLACE_V3, mode: 'upsert', secrets: CHANGED },
  deleteSecrets: { ...PLACE, secrets: [{ secretKey: 'DB_PASSWORD' }] },
  deleteSecretsV3: { ...PLACE_V3, secrets: [{ secretKey: 'DB_PASSWORD' }] },
  rollBackFolder: { ...PLACE, asOf: '2026-11-21T12:00:00Z', dryRun: true },
  createIdentity: {
    name: 'deploy-bot',
    role: 'no-access',
    metadata: [{ key: 'team', value: 'payments' }],
  },
  invitePeople: {
    inviteeEmails: ['ann@example.org'],
    organizationId: PLACE.projectId,
    organizationRoleSlug: 'member',
    projects: [{ id: PLACE.projectId, projectRoleSlug: ['viewer'] }],
  },
  addProjectMembers: { emails: ['ann@example.org'], roleSlugs: ['viewer'] },
  removeProjectMembers: { emails: ['ann@example.org'] },
  addProjectGroup: { roles: [{ role: 'viewer', isTemporary: false }] },
  createApprovalPolicy: {
    projectId: PLACE.projectId,
    ...{ environment: 'prod', secretPath: '/apps/**', approvals: 1 },
    approvers: [{ type: 'user', username: 'ann@example.org' }],
  },
  createAccessPolicy: {
    projectSlug: 'the-shop',
    ...{ environment: 'prod', secretPath: '/apps/**', approvals: 1 },
    approvers: [{ type: 'user', username: 'ann@example.org' }],
  },
  verifyEmailDomain: { withoutDns: false },
  updateOrganization: { enforceMfa: true },
  createProject: { projectName: 'Shop', slug: 'the-shop' },
  attachUniversalAuth: {
    accessTokenTTL: 3600,
    accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }],
  },
  updateUniversalAuth: { accessTokenTTL: 3600, lockoutThreshold: 5 },
  attachTokenAuth: { accessTokenTTL: 3600 },
  updateTokenAuth: { accessTokenTTL: 3600 },
  createClientSecret: { description: 'cluster A', numUsesLimit: 0, ttl: 0 },
  createToken: { name: 'pipeline' },
  createOAuthToken: {
    grant_type: 'client_credentials',
    client_id: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a',
    client_secret: 'r2UMbHp2HwKzJFJAew32WjXsqYSSICuAv6CyoAO4NXM',
  },
  addIdentityMembership: { roles: [{ role: 'viewer', isTemporary: false }] },
  updateIdentityMembership: { roles: [{ role: 'member', ...WEEKEND }, { role: 'viewer' }] },
  createPrivilege: { ...privilege(), type: WEEKEND },
  updatePrivilege: { type: { isTemporary: false } },
  createPermanentPrivilege: {
    ...IDENTITY,
    slug: 'deploy-on-friday',
    privilegePermission: V1_RULES,
  },
  createTemporaryPrivilege: {
    ...{ ...IDENTITY, slug: 'deploy-on-friday', privilegePermission: V1_RULES },
    ...{ temporaryMode: 'relative', temporaryRange: '2h' },
    temporaryAccessStartTime: WEEKEND.temporaryAccessStartTime,
  },
  updatePrivilegeV1: {
    ...IDENTITY,
    privilegeSlug: 'deploy-on-friday',
    privilegeDetails: { temporaryRange: '2h' },
  },
  createFolder: { projectId: PLACE.projectId, environment: 'dev', path: '/apps', name: 'web' },
  updateFolder: { projectId: PLACE.projectId, environment: 'dev', path: '/apps', name: 'shop' },
  deleteFolder: { projectId: PLACE.projectId, environment: 'dev', path: '/apps' },
  updateSecretImport: {
    ...{ projectId: PLACE.projectId, environment: 'dev' },
    path: '/',
    import: { position: 1 },
  },
  deleteSecretImport: { projectId: PLACE.projectId, environment: 'dev', path: '/' },
  explainPermission: {
    ...{ userId: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', subject: 'secrets', action: 'readValue' },
    attributes: { environment: 'prod', secretPath: '/apps/web', secretName: 'DB_URL' },
  },
  searchIdentities: { search: { name: { $contains: 'bot' } }, limit: 50 },
  subscribeToProjectEvents: {
    projectId: PLACE.projectId,
    register: [
      { event: 'secret:update', conditions: { environmentSlug: 'dev', secretPath: '/apps/**' } },
    ],
  },
};

function privilege() {
  const { identityId } = IDENTITY;
  return {
    identityId,
    projectId: PLACE.projectId,
    slug: 'deploy-on-friday',
    permissions: [READ_PROD],
  };
}
