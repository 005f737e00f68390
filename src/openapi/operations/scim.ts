import { texts } from './operation-text.js';

const TOKEN = 'Takes a SCIM token alone; the organization is that of the token.';
const PART =
  '`attributes` and `excludedAttributes` say what to return; `schemas` and `id` are there always.';
const LIST = `${TOKEN} In the order in which they came. ${PART}`;
const OF_ANOTHER = '404 for one of another organization, as for one that does not exist.';

/** Provisioning: SCIM 2.0, and its tokens. */
export const SCIM_OPERATIONS = texts({
  'ScimTokensController.create': [
    'createScimToken',
    'Needs `create` on `scim` in the organization; people also need to have proved within ten minutes who they are. At most 20 tokens.',
  ],
  'ScimTokensController.list': [
    'listScimTokens',
    'Needs `read` on `scim` in the organization. The tokens themselves are kept nowhere.',
  ],
  'ScimTokensController.remove': [
    'deleteScimToken',
    'Needs `delete` on `scim` in the organization. The token is dead at the next request.',
  ],
  'ScimTokensController.listEvents': [
    'listScimEvents',
    'Needs `read` on `scim` in the organization. They are entries of the audit log, which shows who, from where and with which client.',
  ],
  'ScimDiscoveryController.config': ['getScimServiceConfig', `${TOKEN} As RFC 7643, 5 has it.`],
  'ScimDiscoveryController.listResourceTypes': [
    'listScimResourceTypes',
    `${TOKEN} Users and groups. A filter is 403.`,
  ],
  'ScimDiscoveryController.getResourceType': [
    'getScimResourceType',
    `${TOKEN} \`User\` or \`Group\`.`,
  ],
  'ScimDiscoveryController.listSchemas': [
    'listScimSchemas',
    `${TOKEN} Only attributes that are kept are in them; other standard ones are taken and dropped. A filter is 403.`,
  ],
  'ScimDiscoveryController.getSchema': ['getScimSchema', `${TOKEN} By its URN, in any case.`],
  'ScimSearchController.search': ['searchScim', `${LIST} Users first, then groups.`],
  'ScimUsersController.list': [
    'listScimUsers',
    `${LIST} All people of the organization, however they came, deactivated ones too.`,
  ],
  'ScimUsersController.search': ['searchScimUsers', `${LIST} Like the list of users.`],
  'ScimUsersController.create': [
    'createScimUser',
    `${TOKEN} The account with the e-mail address is found or made; the user is invited, with the role \`member\`. 409 where the organization has the user already.`,
  ],
  'ScimUsersController.get': ['getScimUser', `${TOKEN} ${OF_ANOTHER}`],
  'ScimUsersController.replace': [
    'replaceScimUser',
    `${TOKEN} Names and \`externalId\` that are left out are cleared; \`active\` and \`emails\` stay. ${OF_ANOTHER}`,
  ],
  'ScimUsersController.patch': [
    'updateScimUser',
    `${TOKEN} \`active\` false ends sessions and open streams at once, and is never refused. ${OF_ANOTHER}`,
  ],
  'ScimUsersController.remove': [
    'deleteScimUser',
    `${TOKEN} With all that the user holds in the organization; the account stays. Never refused for who the user is. ${OF_ANOTHER}`,
  ],
  'ScimGroupsController.list': [
    'listScimGroups',
    `${LIST} Groups that providers made: those made by hand are not shown.`,
  ],
  'ScimGroupsController.search': ['searchScimGroups', `${LIST} Like the list of groups.`],
  'ScimGroupsController.create': [
    'createScimGroup',
    `${TOKEN} It holds nothing until a person gives it a role. 409 for a name that is taken, by a group made by hand as well.`,
  ],
  'ScimGroupsController.get': ['getScimGroup', `${TOKEN} ${OF_ANOTHER}`],
  'ScimGroupsController.replace': [
    'replaceScimGroup',
    `${TOKEN} \`externalId\` that is left out is cleared; members that it does not speak of stay. ${OF_ANOTHER}`,
  ],
  'ScimGroupsController.patch': [
    'updateScimGroup',
    `${TOKEN} Members are changed as a set, so changes at the same time all hold. ${OF_ANOTHER}`,
  ],
  'ScimGroupsController.remove': [
    'deleteScimGroup',
    `${TOKEN} What its members held through it ends. ${OF_ANOTHER}`,
  ],
});
