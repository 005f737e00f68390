import { texts } from './operation-text.js';

const READ_GROUPS = 'Needs `read` on `groups` in the organization.';
const FIRST_PAGE =
  'Without `limit` the members of the group come first, up to 1,000 in all: nobody in the group is left out who would ' +
  'fit.';

/** People of organizations and projects, and groups. */
export const PEOPLE_OPERATIONS = texts({
  'OrgMembersController.list': [
    'listOrganizationMembers',
    'Needs `read` on `member` in the organization. Names of the account are shown once the person has accepted.',
  ],
  'OrgMembersController.get': [
    'getOrganizationMember',
    'Needs `read` on `member` in the organization.',
  ],
  'OrgMembersController.update': [
    'updateOrganizationMember',
    'Needs `edit` on `member`. Nobody gives beyond their own rights, or changes somebody who is stronger. Nobody deactivates themselves (400).',
  ],
  'OrgMembersController.removeSecondFactor': [
    'removeSecondFactorOfMember',
    'Needs `edit` on `member`, of people a proof of the last ten minutes, and as many rights as the member. 403 for an account of other organizations too. All its sessions end.',
  ],
  'OrgMembersController.remove': [
    'removeOrganizationMember',
    'Needs `delete` on `member`, but for leaving oneself. The account stays; its memberships, groups and sessions here end.',
  ],
  'OrgMembersController.removeSeveral': [
    'removeOrganizationMembers',
    'Needs `delete` on `member`. At most 100; one that may not go keeps all.',
  ],
  'OrgMembersController.listProjects': [
    'listProjectsOfOrganizationMember',
    'Needs `read` on `member` in the organization, and shows the projects in which it holds for this person too.',
  ],
  'ProjectInvitationsController.add': [
    'addProjectMembers',
    'Needs `create` on `member`, `assign-role` for each role, and every right that the roles give. Members already are left out. Who is not in the organization is invited to it as `member` where the caller holds `create` on `member` there; else it is a 400.',
  ],
  'ProjectPeopleController.removeSeveral': [
    'removeProjectMembers',
    'Needs `delete` on `member` for each. Names that are no members are skipped; 404 where none is one.',
  ],
  'ProjectPeopleController.changeRoles': [
    'updateProjectMemberRoles',
    'Needs `edit` on `member` and `assign-role` for each role. The list replaces what was held; at least one is permanent.',
  ],
  'ProjectPeopleController.remove': [
    'removeProjectMember',
    'Needs `delete` on `member`, but for leaving oneself. `groups` names those through which the person stays in.',
  ],
  'ProjectGroupsController.add': [
    'addProjectGroup',
    'Needs `create` on `groups`, `assign-role` for each role, and every right that the roles give. 409 for a member.',
  ],
  'ProjectGroupsController.changeRoles': [
    'updateProjectGroupRoles',
    'Needs `edit` on `groups` and `assign-role` for each role. Roles come back in the order given; at least one is permanent.',
  ],
  'ProjectGroupsController.remove': [
    'removeProjectGroup',
    'Needs `delete` on `groups`. What its members lose, and what the group kept from them, is weighed.',
  ],
  'GroupsController.create': [
    'createGroup',
    'Needs `create` on `groups`, and `grant-privileges` for a role that allows anything. 409 where name or slug is taken.',
  ],
  'GroupsController.update': [
    'updateGroup',
    'Needs `edit` on `groups`, and `grant-privileges` for another role.',
  ],
  'GroupsController.remove': [
    'deleteGroup',
    'Needs `delete` on `groups`. What its members lose, and what the group kept from them, is weighed.',
  ],
  'GroupMembersController.addUser': [
    'addUserToGroup',
    'Needs `add-members` on `groups`, and every right that the group holds anywhere. 409 for a member.',
  ],
  'GroupMembersController.removeUser': [
    'removeUserFromGroup',
    'Needs `remove-members` on `groups`. What the group kept from the person must be yours to give.',
  ],
  'GroupMembersController.addIdentity': [
    'addMachineIdentityToGroup',
    'Needs `add-identities` on `groups`, and every right that the group holds anywhere. 409 for a member.',
  ],
  'GroupMembersController.removeIdentity': [
    'removeMachineIdentityFromGroup',
    'Needs `remove-identities` on `groups`. 404 for an identity that is not in the group.',
  ],
  'ProjectPeopleController.list': [
    'listProjectMembers',
    'Needs `read` on `member` in the project; rules with conditions filter the list and its count. Who is in through a ' +
      'group alone is listed with the group.',
  ],
  'ProjectPeopleController.details': [
    'getProjectMemberByUsername',
    'Needs `read` on `member`. One 404 for whoever is not to be seen: no account, no member, or not readable for you.',
  ],
  'ProjectPeopleController.get': ['getProjectMember', 'Needs `read` on `member` in the project.'],
  'ProjectMemberByUserController.get': [
    'getProjectMemberByUserId',
    'Needs `read` on `member` in the project. A body is ignored.',
  ],
  'ProjectGroupsController.list': [
    'listProjectGroups',
    'Needs `read` on `groups` in the project; rules with conditions filter the list.',
  ],
  'ProjectGroupsController.get': [
    'getProjectGroup',
    'Needs `read` on `groups` in the project. A text that is the id of a group is taken as that, else as a name.',
  ],
  'ProjectGroupsController.listUsers': [
    'listProjectGroupUsers',
    'Needs `read` on `groups` in the project. Shows and counts those on whom `read` on `member` holds.',
  ],
  'GroupsController.list': ['listGroups', READ_GROUPS],
  'GroupsController.get': ['getGroup', READ_GROUPS],
  'GroupsController.listProjects': ['listGroupProjects', READ_GROUPS],
  'GroupMembersController.listUsers': ['listGroupUsers', `${READ_GROUPS} ${FIRST_PAGE}`],
  'GroupMembersController.listIdentities': [
    'listGroupMachineIdentities',
    `${READ_GROUPS} ${FIRST_PAGE}`,
  ],
  'GroupMembersController.listMembers': ['listGroupMembers', READ_GROUPS],
  'UserPrivilegesController.create': [
    'createUserPrivilege',
    'Needs `read` on `member`, and `assign-additional-privileges` (or its older name `grant-privileges`) for each pair of subject and action. Who ' +
      'is in the project through a group alone gets a membership without rights, which goes with the last privilege.',
  ],
  'UserPrivilegesController.list': ['listUserPrivileges', 'Needs `read` on `member`.'],
  'UserPrivilegesController.get': ['getUserPrivilege', 'Needs `read` on `member`.'],
  'UserPrivilegesController.update': [
    'updateUserPrivilege',
    'Needs `read` on `member` and `assign-additional-privileges`. What is given and what is taken is weighed.',
  ],
  'UserPrivilegesController.remove': [
    'deleteUserPrivilege',
    'Needs `read` on `member` and `assign-additional-privileges`. Taking away what forbids is a grant.',
  ],
});
