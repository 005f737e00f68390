import { fresh, may, type RouteTable, the, under } from './route-entry.js';

/** The username of a person of every tenant: in the organization, and not in the project. */
export const NEWCOMER = 'newcomer@example.org';
/** The username of a person of every tenant: in the organization and in the project. */
export const LEAVER = 'leaver@example.org';

const FAMILIES = ['/api/v1/projects', '/api/v1/workspace', '/api/v2/workspace'];
const PROJECT = { projectId: the('project') };

const PAGE = { query: { offset: '-1' }, at: ['offset'] } as const;

const ORG_MEMBER = { orgId: the('organization'), membershipId: the('orgMembership') };

const ORG_MEMBERS: RouteTable = under(['/api/v2/organizations/:orgId/memberships'], {
  'GET ': {
    demands: may('read', 'member'),
    path: { orgId: the('organization') },
    invalid: PAGE,
  },
  'DELETE ': {
    demands: may('delete', 'member'),
    path: { orgId: the('organization') },
    body: { membershipIds: [the('orgMembership')] },
    invalid: { body: { membershipIds: [] }, at: ['membershipIds'] },
    renews: ['person', 'group'],
  },
  'GET /:membershipId': { demands: may('read', 'member'), path: ORG_MEMBER },
  'GET /:membershipId/project-memberships': { demands: may('read', 'member'), path: ORG_MEMBER },
  'PATCH /:membershipId': {
    demands: may('edit', 'member'),
    path: ORG_MEMBER,
    body: { role: the('orgRoleSlug') },
    invalid: { body: { isActive: 'no' }, at: ['isActive'] },
    renews: ['orgRole', 'person', 'group'],
  },
  // The person has none.
  'DELETE /:membershipId/second-factor': {
    demands: may('edit', 'member'),
    path: ORG_MEMBER,
    status: 400,
  },
  'DELETE /:membershipId': {
    demands: may('delete', 'member'),
    path: ORG_MEMBER,
    renews: ['person', 'group'],
  },
});

const ROLES = [{ role: the('projectRoleSlug'), isTemporary: false }];
const NO_ROLES = { body: { roles: [] }, at: ['roles'] } as const;

const PEOPLE: RouteTable = under(
  FAMILIES.map((family) => `${family}/:projectId`),
  {
    'GET /memberships': { demands: may('read', 'member'), path: PROJECT, invalid: PAGE },
    'POST /memberships': {
      demands: may('create', 'member'),
      path: PROJECT,
      body: { usernames: [NEWCOMER], roleSlugs: [the('projectRoleSlug')] },
      also: [{ path: PROJECT, body: { emails: [NEWCOMER] } }],
      invalid: { body: { emails: [7] }, at: ['emails', 0] },
      renews: ['newcomer', 'projectRole'],
    },
    'DELETE /memberships': {
      demands: may('delete', 'member'),
      path: PROJECT,
      body: { usernames: [LEAVER] },
      invalid: { body: { emails: [7] }, at: ['emails', 0] },
      renews: ['leaver'],
    },
    'PATCH /memberships/:membershipId': {
      demands: may('edit', 'member'),
      path: { ...PROJECT, membershipId: the('memberOfProject') },
      body: { roles: ROLES },
      invalid: NO_ROLES,
      renews: ['projectRole', 'person', 'group'],
    },
    'DELETE /memberships/:membershipId': {
      demands: may('delete', 'member'),
      path: { ...PROJECT, membershipId: the('memberOfProject') },
      renews: ['memberOfProject'],
    },
    'POST /memberships/details': {
      demands: may('read', 'member'),
      path: PROJECT,
      body: { username: the('username') },
      invalid: { body: { username: '' }, at: ['username'] },
    },
    'GET /memberships/:membershipId': {
      demands: may('read', 'member'),
      path: { ...PROJECT, membershipId: the('memberOfProject') },
    },
    'GET /user/:userId/membership': {
      demands: may('read', 'member'),
      path: { ...PROJECT, userId: the('user') },
    },
  },
);

const PLACE = { ...PROJECT, group: the('groupOfProject') };

const PROJECT_GROUPS: RouteTable = under(
  [
    ...FAMILIES.map((family) => `${family}/:projectId/groups`),
    '/api/v1/projects/:projectId/memberships/groups',
  ],
  {
    'GET ': { demands: may('read', 'groups'), path: PROJECT },
    'POST /:group': {
      demands: may('create', 'groups'),
      path: { ...PROJECT, group: the('strangeGroup') },
      body: { roles: ROLES },
      invalid: NO_ROLES,
      renews: ['projectRole', 'group'],
    },
    'PATCH /:group': {
      demands: may('edit', 'groups'),
      path: PLACE,
      body: { roles: ROLES },
      invalid: NO_ROLES,
      renews: ['projectRole', 'group'],
    },
    'DELETE /:group': { demands: may('delete', 'groups'), path: PLACE, renews: ['group'] },
    'GET /:group': { demands: may('read', 'groups'), path: PLACE },
    'GET /:group/users': { demands: may('read', 'groups'), path: PLACE, invalid: PAGE },
  },
);

const GROUP = { groupId: the('group') };

const GROUPS: RouteTable = under(['/api/v1/groups'], {
  'GET ': { demands: may('read', 'groups') },
  'POST ': {
    demands: may('create', 'groups'),
    body: { name: fresh('group') },
    invalid: { body: { name: '' }, at: ['name'] },
  },
  'PATCH /:groupId': {
    demands: may('edit', 'groups'),
    path: GROUP,
    body: { role: the('orgRoleSlug') },
    invalid: { body: { slug: 'No Slug' }, at: ['slug'] },
    renews: ['orgRole', 'group'],
  },
  'DELETE /:groupId': { demands: may('delete', 'groups'), path: GROUP, renews: ['group'] },
  'POST /:groupId/users/:username': {
    demands: may('add-members', 'groups'),
    path: { groupId: the('strangeGroup'), username: the('username') },
    renews: ['group'],
  },
  'DELETE /:groupId/users/:username': {
    demands: may('remove-members', 'groups'),
    path: { ...GROUP, username: the('username') },
    renews: ['group'],
  },
  'POST /:groupId/machine-identities/:identityId': {
    demands: may('add-identities', 'groups'),
    path: { groupId: the('strangeGroup'), identityId: the('identity') },
    renews: ['group'],
  },
  'DELETE /:groupId/machine-identities/:identityId': {
    demands: may('remove-identities', 'groups'),
    path: { groupId: the('groupOfIdentity'), identityId: the('identity') },
    renews: ['group'],
  },
  'GET /:groupId': { demands: may('read', 'groups'), path: GROUP },
  'GET /:groupId/projects': { demands: may('read', 'groups'), path: GROUP, invalid: PAGE },
  'GET /:groupId/users': { demands: may('read', 'groups'), path: GROUP, invalid: PAGE },
  'GET /:groupId/machine-identities': {
    demands: may('read', 'groups'),
    path: GROUP,
    invalid: PAGE,
  },
  'GET /:groupId/members': { demands: may('read', 'groups'), path: GROUP, invalid: PAGE },
});

const RULES = [{ subject: 'secrets', action: ['describeSecret'] }];
const BAD_RULES = { permissions: [{ subject: 'no-such-subject', action: ['read'] }] };
const PRIVILEGE = { privilegeId: the('privilegeOfPerson') };
const FOR_GOOD = { permissions: RULES, type: { isTemporary: false } };

const PRIVILEGES: RouteTable = under(['/api/v1/user-project-additional-privilege'], {
  'POST ': {
    demands: may('read', 'member'),
    body: { projectMembershipId: the('memberOfProject'), ...FOR_GOOD },
    also: [{ body: { userId: the('user'), projectId: the('project'), ...FOR_GOOD } }],
    invalid: { body: BAD_RULES, at: ['permissions', 0, 'subject'] },
  },
  'GET ': {
    demands: may('read', 'member'),
    query: { projectMembershipId: the('memberOfProject') },
    invalid: { query: { projectMembershipId: '' }, at: ['projectMembershipId'] },
  },
  'GET /:privilegeId': { demands: may('read', 'member'), path: PRIVILEGE },
  'PATCH /:privilegeId': {
    demands: may('read', 'member'),
    path: PRIVILEGE,
    body: { permissions: RULES },
    invalid: { body: { slug: 'No Slug' }, at: ['slug'] },
  },
  'DELETE /:privilegeId': {
    demands: may('read', 'member'),
    path: PRIVILEGE,
    renews: ['privilegeOfPerson'],
  },
});

export const PEOPLE_ROUTES: RouteTable = {
  ...ORG_MEMBERS,
  ...PEOPLE,
  ...PROJECT_GROUPS,
  ...PRIVILEGES,
  ...GROUPS,
};
