import { texts } from './operation-text.js';

const READ_ROLE = 'Needs `read` on `role`.';
const READ = 'Needs `read` on `identity`.';
const GIVE = 'Needs `edit` and `grant-privileges` on `identity`, and every right that is given.';
const TAKE =
  'Needs `edit` on `identity`. Removing a rule that forbids is a grant and is checked like one.';

const ADD =
  'Needs `create` on `identity` in the project, and every right that the roles give. 400 where it is a member already.';
const GET = 'Needs `read` on `identity` in the project.';
const CHANGE =
  'Needs `edit` on `identity`. The list replaces what was held. Nobody gives or takes beyond their own rights.';
const REMOVE =
  'Needs `delete` on `identity`. Privileges of the identity in the project end with the membership.';
const LIST = 'Needs `read` on `identity`; rules with conditions filter the list and its count.';

/** Roles, memberships, additional privileges, and questions about permissions. */
export const ACCESS_OPERATIONS = texts({
  'OrgRolesController.create': [
    'createOrganizationRole',
    'Needs `create` on `role` in the organization. 409 where the slug is taken.',
  ],
  'OrgRolesController.list': [
    'listOrganizationRoles',
    'Needs `read` on `role`. The permissions of each are left out; ask for one role to see them.',
  ],
  'OrgRolesController.getBySlug': ['getOrganizationRoleBySlug', READ_ROLE],
  'OrgRolesController.get': ['getOrganizationRole', READ_ROLE],
  'OrgRolesController.update': [
    'updateOrganizationRole',
    'Needs `edit` on `role`. New permissions are checked against what its holders and the caller have.',
  ],
  'OrgRolesController.remove': [
    'deleteOrganizationRole',
    'Needs `delete` on `role`. 400 with the count while somebody holds it.',
  ],
  'ProjectRoleByIdController.get': [
    'getProjectRoleById',
    'For those who know the id of the role and not its project.',
  ],
  'ProjectRolesController.create': [
    'createProjectRole',
    'Needs `create` on `role` in the project. 409 where the slug is taken.',
  ],
  'ProjectRolesController.list': [
    'listProjectRoles',
    'Needs `read` on `role`. The permissions of each are left out.',
  ],
  'ProjectRolesController.getBySlug': [
    'getProjectRoleBySlug',
    'Needs `read` on `role`. Predefined roles have slugs too.',
  ],
  'ProjectRolesController.get': ['getProjectRole', READ_ROLE],
  'ProjectRolesController.update': [
    'updateProjectRole',
    'Needs `edit` on `role`. For everybody who holds it, what they gain or lose is checked: see Project roles.',
  ],
  'ProjectRolesController.remove': [
    'deleteProjectRole',
    'Needs `delete` on `role`. 400 while somebody holds it.',
  ],
  'MembershipByIdController.get': [
    'getIdentityMembershipById',
    'For those who know the id of the membership alone.',
  ],
  'MembershipsController.add': ['addIdentityMembership', ADD],
  'MembershipsController.get': ['getIdentityMembership', GET],
  'MembershipsController.changeRoles': ['updateIdentityMembership', CHANGE],
  'MembershipsController.remove': ['removeIdentityMembership', REMOVE],
  'MembershipListController.list': ['listIdentityMemberships', LIST],
  'MemberIdentitiesController.list': [
    'listMemberIdentities',
    `${LIST} Filters by the slugs of roles as well.`,
  ],
  'OrganizationAdminController.grantAdminAccess': [
    'grantProjectAdminAccess',
    'The way back into a project that nobody administers. Needs `access-all-projects` on `organization-admin-console`.',
  ],
  'PrivilegesV1Controller.createPermanent': ['createPermanentPrivilege', GIVE],
  'PrivilegesV1Controller.createTemporary': [
    'createTemporaryPrivilege',
    'As a permanent one, from a moment on and for a time, after which it counts no longer.',
  ],
  'PrivilegesV1Controller.update': [
    'updatePrivilege',
    'Needs `edit` and `grant-privileges` on `identity`. 404 where the identity has no privilege of that slug.',
  ],
  'PrivilegesV1Controller.remove': ['deletePrivilege', TAKE],
  'PrivilegesV1Controller.list': ['listPrivileges', READ],
  'PrivilegesV1Controller.get': ['getPrivilege', READ],
  'PrivilegesV2Controller.create': ['createPrivilege', GIVE],
  'PrivilegesV2Controller.list': [
    'listPrivileges',
    'Needs `read` on `identity`. Rules are left out; ask for one privilege to see them.',
  ],
  'PrivilegesV2Controller.getBySlug': [
    'getPrivilegeBySlug',
    'Needs `read` on `identity`. The query says whose privilege, and where.',
  ],
  'PrivilegesV2Controller.get': ['getPrivilege', READ],
  'PrivilegesV2Controller.update': [
    'updatePrivilege',
    'Needs `edit` and `grant-privileges` on `identity`. Rules, if given, replace those before.',
  ],
  'PrivilegesV2Controller.remove': ['deletePrivilege', TAKE],
  'PermissionQueriesController.explain': [
    'explainPermission',
    'Names the role or privilege and the rule that decides, how long it holds, and where nothing allows it the rules that nearly did.',
  ],
  'PermissionQueriesController.whoCan': [
    'listPermittedIdentities',
    'Every member of the project that may do it, each with the rule that lets it. Needs `read` on `role` and on `identity`.',
  ],
  'PermissionQueriesController.preview': [
    'previewPermissionChange',
    'Nothing is changed. The change is a new grant, a change or end of a privilege, or new rules of a role.',
  ],
  'PermissionQueriesController.effect': [
    'getPermissionChangeEffect',
    'Nothing is changed. What a change gives and takes in every folder of every environment that the caller may see, and what it does not look at.',
  ],
  'PermissionMatrixController.mine': [
    'listOwnPermissions',
    'Up to 200 questions, answered by the rights that decide requests. Needs a membership of the project only.',
  ],
  'OrgPermissionsController.mine': [
    'listOwnOrganizationPermissions',
    'Up to 200 questions, answered by the rights that decide requests. Needs no right.',
  ],
  'PermissionMatrixController.matrix': [
    'getPermissionMatrix',
    'Members by up to 50 questions, each with the rule that decides. With a `change`, each cell before and after it, and what ' +
      'the caller may not give. Needs `read` on `role` and on `identity`; everybody may ask about themselves.',
  ],
});
