import { fresh, may, type RouteTable, the, under } from './route-entry.js';

const PROJECT = { projectId: the('project') };
const MEMBER = { ...PROJECT, identityId: the('identity') };
const FAMILIES = ['/api/v1/projects', '/api/v1/workspace', '/api/v2/workspace'];

const PAGE = { query: { offset: '-1' }, at: ['offset'] } as const;
const NO_ROLES = { body: { roles: [] }, at: ['roles'] } as const;

const MEMBERSHIPS: RouteTable = {
  ...under(
    [
      ...FAMILIES.map((family) => `${family}/:projectId/identity-memberships`),
      '/api/v1/projects/:projectId/memberships/identities',
    ],
    {
      'GET ': { demands: may('read', 'identity'), path: PROJECT, invalid: PAGE },
      'POST /:identityId': {
        demands: may('create', 'identity'),
        path: { ...PROJECT, identityId: the('stranger') },
        body: { roles: [{ role: the('projectRoleSlug') }] },
        invalid: NO_ROLES,
        renews: ['stranger', 'projectRole'],
      },
      'GET /:identityId': { demands: may('read', 'identity'), path: MEMBER },
      'PATCH /:identityId': {
        demands: may('edit', 'identity'),
        path: MEMBER,
        body: { roles: [{ role: the('projectRoleSlug') }] },
        invalid: NO_ROLES,
        renews: ['projectRole'],
      },
      'DELETE /:identityId': {
        demands: may('delete', 'identity'),
        path: MEMBER,
        renews: ['membership'],
      },
    },
  ),
  ...under(FAMILIES, {
    'GET /identity-memberships/:membershipId': {
      demands: may('read', 'identity'),
      path: { membershipId: the('membership') },
    },
  }),
};

const RULES = [{ subject: 'secrets', action: ['describeSecret'] }];
const BAD_RULES = { permissions: [{ subject: 'no-such-subject', action: ['read'] }] };
const ROLE = { roleId: the('projectRole') };

const ROLES: RouteTable = {
  ...under(
    FAMILIES.map((family) => `${family}/:projectId/roles`),
    {
      'POST ': {
        demands: may('create', 'role'),
        path: PROJECT,
        body: { slug: fresh('role'), name: 'Role', permissions: RULES },
        also: [
          {
            path: { projectId: the('projectSlug') },
            body: { slug: fresh('role'), name: 'Role', permissions: RULES },
          },
        ],
        invalid: { body: BAD_RULES, at: ['permissions', 0, 'subject'] },
      },
      'GET ': {
        demands: may('read', 'role'),
        path: PROJECT,
        also: [{ path: { projectId: the('projectSlug') } }],
      },
      'GET /slug/:roleSlug': {
        demands: may('read', 'role'),
        path: { ...PROJECT, roleSlug: the('projectRoleSlug') },
      },
      'GET /:roleId': { demands: may('read', 'role'), path: { ...PROJECT, ...ROLE } },
      'PATCH /:roleId': {
        demands: may('edit', 'role'),
        path: { ...PROJECT, ...ROLE },
        body: { description: 'Changed' },
        invalid: { body: { name: '' }, at: ['name'] },
      },
      'DELETE /:roleId': {
        demands: may('delete', 'role'),
        path: { ...PROJECT, ...ROLE },
        renews: ['projectRole'],
      },
    },
  ),
  'GET /api/v1/projects/roles/:roleId': { demands: may('read', 'role'), path: ROLE },
};

const PRIVILEGE = { id: the('privilege') };
const MEMBER_QUERY = { identityId: the('identity'), projectSlug: the('projectSlug') };
const NO_IDENTITY = { identityId: '' };

const V2: RouteTable = under(['/api/v2/identity-project-additional-privilege'], {
  'POST ': {
    demands: may('edit', 'identity'),
    body: {
      identityId: the('identity'),
      projectId: the('project'),
      permissions: RULES,
      type: { isTemporary: false },
    },
    invalid: { body: BAD_RULES, at: ['permissions', 0, 'subject'] },
  },
  'GET ': {
    demands: may('read', 'identity'),
    query: { identityId: the('identity'), projectId: the('project') },
    also: [{ query: MEMBER_QUERY }],
    invalid: { query: NO_IDENTITY, at: ['identityId'] },
  },
  'GET /slug/:privilegeSlug': {
    demands: may('read', 'identity'),
    path: { privilegeSlug: the('privilegeSlug') },
    query: MEMBER_QUERY,
    invalid: { query: NO_IDENTITY, at: ['identityId'] },
  },
  'GET /:id': { demands: may('read', 'identity'), path: PRIVILEGE },
  'PATCH /:id': {
    demands: may('edit', 'identity'),
    path: PRIVILEGE,
    body: { permissions: RULES },
    invalid: { body: { slug: 'No Slug' }, at: ['slug'] },
  },
  'DELETE /:id': { demands: may('edit', 'identity'), path: PRIVILEGE, renews: ['privilege'] },
});

const PERMISSION = { subject: 'secrets', actions: ['read'], conditions: { environment: 'dev' } };
const GRANT = { ...MEMBER_QUERY, slug: fresh('privilege'), privilegePermission: PERMISSION };
const BY_SLUG = { ...MEMBER_QUERY, privilegeSlug: the('privilegeSlug') };
const RELATIVE = {
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime: '2090-01-01T12:00:00Z',
};

const V1: RouteTable = under(['/api/v1/additional-privilege/identity'], {
  'POST /permanent': {
    demands: may('edit', 'identity'),
    body: GRANT,
    invalid: { body: NO_IDENTITY, at: ['identityId'] },
  },
  'POST /temporary': {
    demands: may('edit', 'identity'),
    body: { ...GRANT, ...RELATIVE },
    invalid: { body: { temporaryRange: 'soon' }, at: ['temporaryRange'] },
  },
  'PATCH ': {
    demands: may('edit', 'identity'),
    body: { ...BY_SLUG, privilegeDetails: { isTemporary: false } },
    invalid: { body: { privilegeDetails: 7 }, at: ['privilegeDetails'] },
  },
  'DELETE ': {
    demands: may('edit', 'identity'),
    body: BY_SLUG,
    invalid: { body: NO_IDENTITY, at: ['identityId'] },
    renews: ['privilege'],
  },
  'GET ': {
    demands: may('read', 'identity'),
    query: MEMBER_QUERY,
    invalid: { query: NO_IDENTITY, at: ['identityId'] },
  },
  'GET /:privilegeSlug': {
    demands: may('read', 'identity'),
    path: { privilegeSlug: the('privilegeSlug') },
    query: MEMBER_QUERY,
    invalid: { query: NO_IDENTITY, at: ['identityId'] },
  },
});

const QUESTION = {
  subject: 'secrets',
  action: 'readValue',
  attributes: { environment: 'dev', secretPath: '/' },
};
const BAD_QUESTION = { body: { action: 7 }, at: ['action'] } as const;

const QUERIES: RouteTable = under(['/api/v1/projects/:projectId/permissions'], {
  'POST /explain': {
    demands: may('read', 'identity'),
    path: PROJECT,
    body: { identityId: the('identity'), ...QUESTION },
    invalid: BAD_QUESTION,
  },
  'POST /mine': {
    demands: 'membership',
    path: PROJECT,
    body: { questions: [QUESTION] },
    invalid: { body: { questions: [{ ...QUESTION, action: 7 }] }, at: ['questions', 0, 'action'] },
  },
  'POST /matrix': {
    demands: may('read', 'identity'),
    path: PROJECT,
    body: { questions: [QUESTION] },
    also: [
      { path: PROJECT, body: { questions: [QUESTION], identityId: the('identity') } },
      {
        path: PROJECT,
        body: {
          questions: [QUESTION],
          change: { roleSlug: the('projectRoleSlug'), permissions: RULES },
        },
      },
    ],
    invalid: { body: { questions: [] }, at: ['questions'] },
  },
  'POST /who-can': {
    demands: may('read', 'identity'),
    path: PROJECT,
    body: QUESTION,
    invalid: BAD_QUESTION,
  },
  'POST /preview': {
    demands: may('read', 'identity'),
    path: PROJECT,
    body: { change: { identityId: the('identity'), grant: { permissions: RULES } } },
    also: [
      { path: PROJECT, body: { change: { privilegeId: the('privilege'), revoke: true } } },
      {
        path: PROJECT,
        body: { change: { roleSlug: the('projectRoleSlug'), permissions: RULES } },
      },
    ],
    invalid: { body: { change: { grant: 7 } }, at: ['change', 'grant'] },
  },
  'POST /effect': {
    demands: may('read', 'identity'),
    path: PROJECT,
    body: { change: { identityId: the('identity'), grant: { permissions: RULES } } },
    also: [
      { path: PROJECT, body: { change: { privilegeId: the('privilege'), revoke: true } } },
      {
        path: PROJECT,
        body: { change: { roleSlug: the('projectRoleSlug'), permissions: RULES } },
      },
    ],
    invalid: { body: { change: { grant: 7 } }, at: ['change', 'grant'] },
  },
});

const CATALOG: RouteTable = { 'GET /api/v1/permissions/catalog': { demands: 'token' } };

export const ACCESS_ROUTES: RouteTable = {
  ...MEMBERSHIPS,
  ...ROLES,
  ...V2,
  ...V1,
  ...QUERIES,
  'POST /api/v1/organization/permissions/mine': {
    demands: 'token',
    body: { questions: [{ subject: 'member', action: 'create' }] },
    invalid: { body: { questions: [] }, at: ['questions'] },
  },
  ...CATALOG,
};
