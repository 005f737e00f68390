import type { Rule } from '../../src/permissions/rule.js';

const secrets = (action: readonly string[], conditions?: object): Rule => ({
  subject: 'secrets',
  action,
  ...(conditions ? { conditions } : {}),
});
const plain = (subject: string, ...action: string[]): Rule => ({ subject, action });
const forbidding = (rule: Rule): Rule => ({ ...rule, inverted: true });

const READ = ['describeSecret', 'readValue'];
const ALL = ['describeSecret', 'readValue', 'create', 'edit', 'delete'];
const DEV = { environment: 'dev' };
const PROD = { environment: 'prod' };
const PUBLIC = { secretPath: { $glob: '/pub/**' } };
const HIDDEN = { secretPath: { $glob: '/hid/**' } };
const OPEN = { secretTags: { $in: ['open'] } };
const RESTRICTED = { secretTags: { $in: ['restricted'] } };
const TEAM = { environment: '{{identity.metadata.team}}' };

/** Rules of a project that allow, over an alphabet so small that they meet. The first ones administer. */
export const ALLOWING: readonly Rule[] = [
  plain('role', 'read', 'edit'),
  plain('identity', 'read', 'edit', 'assign-role'),
  plain('identity', 'read', 'edit', 'grant-privileges'),
  plain('identity', 'read', 'create', 'delete'),
  plain('environments', 'read', 'edit'),
  plain('environments', 'create', 'delete'),
  plain('tags', 'read', 'create', 'edit', 'delete'),
  plain('secret-folders', 'read', 'create', 'edit', 'delete'),
  plain('secret-imports', 'read', 'create', 'edit', 'delete'),
  plain('role', 'create', 'delete'),
  plain('settings', 'edit'),
  plain('workspace', 'delete'),
  secrets(READ, DEV),
  secrets(READ, PROD),
  secrets(READ, PUBLIC),
  secrets(READ, HIDDEN),
  secrets(READ, OPEN),
  secrets(READ, TEAM),
  secrets(['describeSecret']),
  secrets(['describeSecret', 'edit']),
  secrets(ALL, DEV),
  secrets(ALL, PUBLIC),
  secrets(['create', 'edit', 'delete'], { environment: { $ne: 'prod' } }),
  secrets(['edit', 'delete'], { secretName: { $glob: 'A*' } }),
  { ...plain('identity', 'assign-role'), conditions: { assignableRole: { $ne: 'admin' } } },
  secrets(ALL),
  plain('secret-rollback', 'read', 'create'),
  plain('groups', 'read', 'create', 'edit', 'delete', 'assign-role'),
  { ...plain('groups', 'read', 'edit', 'assign-role'), conditions: { groupName: 'crew' } },
  plain('member', 'read', 'create', 'edit', 'delete', 'assign-role'),
  plain('member', 'read', 'edit', 'grant-privileges'),
];

/** Rules of a project that forbid. */
export const FORBIDDING: readonly Rule[] = [
  secrets(['describeSecret', 'readValue'], PROD),
  secrets(['readValue'], RESTRICTED),
  secrets(['delete'], PROD),
  secrets(['delete'], { environment: 'nowhere' }),
  secrets(['readValue', 'edit'], HIDDEN),
  secrets(ALL, { secretName: { $glob: 'B*' } }),
  secrets(['readValue'], TEAM),
  { ...plain('groups', 'edit', 'delete', 'assign-role'), conditions: { groupName: 'crew' } },
].map(forbidding);

export const RULES: readonly Rule[] = [...ALLOWING, ...FORBIDDING];

/** What an attacker writes into a role or a privilege. */
export const BUNDLES: readonly (readonly Rule[])[] = [
  [secrets(ALL), plain('workspace', 'delete')],
  [secrets(READ)],
  [secrets(ALL, DEV)],
  [plain('identity', 'read', 'edit', 'create', 'delete', 'assign-role', 'grant-privileges')],
  [secrets(READ, TEAM)],
  [forbidding(secrets(ALL))],
  [forbidding(plain('identity', 'edit', 'delete', 'assign-role', 'grant-privileges'))],
  [],
];

/** Rules of the organization that a custom role of its may hold. */
export const ORG_RULES: readonly Rule[] = [
  plain('identity', 'read', 'edit-auth', 'create-token', 'get-token'),
  plain('identity', 'read', 'create', 'edit', 'delete', 'grant-privileges'),
  plain('role', 'read', 'create', 'edit', 'delete'),
  plain('identity', 'revoke-auth', 'delete-token'),
  plain('project', 'create'),
  plain('settings', 'edit'),
  plain('groups', 'read', 'create', 'edit', 'delete', 'grant-privileges'),
  plain(
    'groups',
    ...['read', 'add-members', 'remove-members', 'add-identities', 'remove-identities'],
  ),
  plain('member', 'read', 'create', 'edit', 'delete'),
];

export const ORG_BUNDLES: readonly (readonly Rule[])[] = [
  [...ORG_RULES, plain('organization-admin-console', 'access-all-projects')],
  [plain('identity', 'read', 'edit-auth', 'create-token', 'edit', 'grant-privileges')],
  [],
];
