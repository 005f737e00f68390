import { fresh, may, type RouteTable, the } from './route-entry.js';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const SEARCH = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

const provider = { demands: 'SCIM token' } as const;
const user = { path: { userId: the('scimUser') } };
const group = { path: { groupId: the('scimGroup') } };
const address = () => `${fresh('person')()}@example.org`;
const newUser = { schemas: [USER], userName: address };
const newGroup = { schemas: [GROUP], displayName: fresh('group') };
const search = { body: { schemas: [SEARCH], count: 1 }, invalid: { body: { count: 'x' }, at: [] } };
const asked = { invalid: { query: { startIndex: 'x' }, at: [] } };
const inPart = { invalid: { query: { attributes: 'a'.repeat(5_000) }, at: [] } };
const unfiltered = { invalid: { query: { filter: 'a'.repeat(5_000) }, at: [] } };

/** Provisioning: its errors have a shape of their own, and its routes tokens of their own. */
export const SCIM_ROUTES: RouteTable = {
  'POST /api/v1/scim/scim-tokens': {
    demands: may('create', 'scim'),
    body: { organizationId: the('organization') },
    invalid: { body: { ttlDays: -1 }, at: ['ttlDays'] },
  },
  'GET /api/v1/scim/scim-tokens': {
    demands: may('read', 'scim'),
    query: { organizationId: the('organization') },
    invalid: { query: { organizationId: 'a'.repeat(300) }, at: ['organizationId'] },
  },
  'DELETE /api/v1/scim/scim-tokens/:scimTokenId': {
    demands: may('delete', 'scim'),
    path: { scimTokenId: the('scimToken') },
    renews: ['provider'],
  },
  'GET /api/v1/scim/scim-events': {
    demands: may('read', 'scim'),
    invalid: { query: { limit: '0' }, at: ['limit'] },
  },
  'GET /api/v1/scim/ServiceProviderConfig': provider,
  'GET /api/v1/scim/ResourceTypes': { ...provider, ...unfiltered },
  'GET /api/v1/scim/ResourceTypes/:name': { ...provider, path: { name: 'User' }, ...unfiltered },
  'GET /api/v1/scim/Schemas': { ...provider, ...unfiltered },
  'GET /api/v1/scim/Schemas/:urn': { ...provider, path: { urn: USER }, ...unfiltered },
  'POST /api/v1/scim/.search': { ...provider, ...search },
  'GET /api/v1/scim/Users': { ...provider, ...asked },
  'POST /api/v1/scim/Users/.search': { ...provider, ...search },
  'POST /api/v1/scim/Users': {
    ...provider,
    status: 201,
    body: newUser,
    invalid: { body: { userName: 7 }, at: [] },
  },
  'GET /api/v1/scim/Users/:userId': { ...provider, ...user, ...inPart },
  'PUT /api/v1/scim/Users/:userId': {
    ...provider,
    ...user,
    body: newUser,
    invalid: { body: { userName: 7 }, at: [] },
  },
  'PATCH /api/v1/scim/Users/:userId': {
    ...provider,
    ...user,
    body: { schemas: [PATCH], Operations: [{ op: 'replace', path: 'active', value: false }] },
    invalid: { body: { Operations: [] }, at: [] },
  },
  'DELETE /api/v1/scim/Users/:userId': { ...provider, ...user, status: 204, renews: ['provider'] },
  'GET /api/v1/scim/Groups': { ...provider, ...asked },
  'POST /api/v1/scim/Groups/.search': { ...provider, ...search },
  'POST /api/v1/scim/Groups': {
    ...provider,
    status: 201,
    body: newGroup,
    invalid: { body: { displayName: 7 }, at: [] },
  },
  'GET /api/v1/scim/Groups/:groupId': { ...provider, ...group, ...inPart },
  'PUT /api/v1/scim/Groups/:groupId': {
    ...provider,
    ...group,
    body: newGroup,
    invalid: { body: { displayName: 7 }, at: [] },
  },
  'PATCH /api/v1/scim/Groups/:groupId': {
    ...provider,
    ...group,
    status: 204,
    body: {
      schemas: [PATCH],
      Operations: [{ op: 'add', path: 'members', value: [{ value: the('scimUser') }] }],
    },
    invalid: { body: { Operations: [] }, at: [] },
  },
  'DELETE /api/v1/scim/Groups/:groupId': {
    ...provider,
    ...group,
    status: 204,
    renews: ['provider'],
  },
};
