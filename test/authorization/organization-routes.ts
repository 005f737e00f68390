import { fresh, may, type RouteTable, the, under } from './route-entry.js';

const NEW_ROLE = {
  slug: fresh('role'),
  name: 'Role',
  permissions: [{ subject: 'role', action: ['read'] }],
};

const ROLES: RouteTable = under(['/api/v1/organization/roles'], {
  'POST ': {
    demands: may('create', 'role'),
    body: NEW_ROLE,
    invalid: { body: { name: 7 }, at: ['name'] },
  },
  'GET ': { demands: may('read', 'role') },
  'GET /slug/:roleSlug': { demands: may('read', 'role'), path: { roleSlug: the('orgRoleSlug') } },
  'GET /:roleId': { demands: may('read', 'role'), path: { roleId: the('orgRole') } },
  'PATCH /:roleId': {
    demands: may('edit', 'role'),
    path: { roleId: the('orgRole') },
    body: { description: 'Changed' },
    invalid: { body: { unknown: true }, at: ['unknown'] },
  },
  'DELETE /:roleId': {
    demands: may('delete', 'role'),
    path: { roleId: the('orgRole') },
    renews: ['orgRole'],
  },
});

/** Whoever is not the admin of the instance is of the wrong kind: there is no permission for it. */
const ADMIN: RouteTable = under(['/api/v1/admin'], {
  'POST /bootstrap': {
    demands: 'nothing',
    status: 400,
    body: { email: 'admin@example.org', password: 'correct horse', organization: 'Example' },
    invalid: { body: { email: 7 }, at: ['email'] },
  },
  'POST /organizations': {
    demands: 'instance admin',
    body: { name: 'Another', slug: fresh('another') },
    invalid: { body: { name: '' }, at: ['name'] },
  },
  'GET /organizations': {
    demands: 'instance admin',
    invalid: { query: { limit: '101' }, at: ['limit'] },
  },
});

const AUDIT: RouteTable = {
  'GET /api/v1/organization/audit-logs': {
    demands: may('read', 'audit-logs'),
    invalid: { query: { limit: '1001' }, at: ['limit'] },
  },
  'GET /api/v1/organization/audit-logs/chain': {
    demands: may('read', 'audit-logs'),
    invalid: { query: { checkpoint: '0:x' }, at: ['checkpoint'] },
  },
  'GET /api/v1/identities/:identityId/exposure': {
    demands: may('read', 'audit-logs'),
    path: { identityId: the('identity') },
    invalid: { query: { currentOnly: 'perhaps' }, at: ['currentOnly'] },
  },
};

const SYSTEM: RouteTable = {
  'GET /api/status': { demands: 'nothing' },
  'GET /api/health/live': { demands: 'nothing' },
  'GET /api/health/ready': { demands: 'nothing' },
};

export const ORGANIZATION_ROUTES: RouteTable = { ...ROLES, ...ADMIN, ...AUDIT, ...SYSTEM };
