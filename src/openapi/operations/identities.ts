import { texts } from './operation-text.js';

const SEARCH =
  'By name and role, in pages. Needs `read` on `identity`; rules with conditions filter the list and its count.';

/** The instance, organizations, machine identities and what they sign in with, the audit log, events, the system. */
export const IDENTITY_OPERATIONS = texts({
  'StatusController.status': [
    'getStatus',
    'For clients that ask what a server is before they sign in. Needs no token.',
  ],
  'StatusController.live': [
    'getLiveness',
    'For the orchestrator. 200 as long as the process answers at all.',
  ],
  'StatusController.ready': [
    'getReadiness',
    'For the load balancer. 503 where the database does not answer, or the server is ending.',
  ],
  'EventsController.makeTicket': [
    'createEventStreamTicket',
    'For browsers, which cannot send a header with an `EventSource`. Any token may ask; the rights are checked when the stream opens.',
  ],
  'AuditLogsController.list': [
    'listAuditLogs',
    'In pages of a cursor. A page may be short or empty where most entries do not match: follow `nextCursor` until it is absent.',
  ],
  'ChainStatusController.get': [
    'getAuditChainStatus',
    'For auditors of the organization. How many entries are linked, how many wait, and whether a record that was noted elsewhere fits. It compares and does not recompute: `strongroom audit:verify` does.',
  ],
  'ExposureController.list': [
    'listIdentityExposure',
    'By the audit log of reads, in pages of up to a thousand reads, the newest first; a version may come again on a later page. For auditors of the organization who may read identities. What an identity read while the recording of reads was off, or before its entries were removed, is not known. Names are those of the time of the read.',
  ],
  'OrganizationsController.bootstrap': [
    'bootstrapInstance',
    'Makes the first organization with an administrator identity, and answers its token. Needs the setup token, and works once.',
  ],
  'OrganizationsController.create': [
    'createOrganization',
    'Needs an administrator of the instance. The credentials of its admin identity are shown this once.',
  ],
  'OrganizationsController.list': ['listOrganizations', 'Needs an administrator of the instance.'],
  'IdentitiesController.create': [
    'createIdentity',
    'Needs `create` on `identity` in the organization, and `grant-privileges` for a role. It has no way to sign in yet.',
  ],
  'IdentitiesController.list': [
    'listIdentities',
    'Needs `read` on `identity` in the organization.',
  ],
  'IdentitiesController.details': [
    'getOwnIdentityDetails',
    'Any valid token may ask. Tells clients in which organization they are.',
  ],
  'IdentitiesController.get': ['getIdentity', 'Needs `read` on `identity` in the organization.'],
  'IdentitiesController.update': [
    'updateIdentity',
    "Needs `edit` on `identity`. Metadata that rules refer to may give rights: what is gained must be the caller's own.",
  ],
  'IdentitiesController.remove': [
    'deleteIdentity',
    'Needs `delete` on `identity`. 409 while it is protected, or alone administers a project.',
  ],
  'IdentitiesController.listProjects': [
    'listProjectsOfIdentity',
    'Needs `read` on `identity` in the organization.',
  ],
  'IdentitySearchController.search': ['searchIdentities', SEARCH],
  'UniversalAuthController.attach': [
    'attachUniversalAuth',
    'Needs `edit-auth` on `identity`. The answer has the client id; make a client secret next.',
  ],
  'UniversalAuthController.get': ['getUniversalAuth', 'Needs `read` on `identity`.'],
  'UniversalAuthController.update': [
    'updateUniversalAuth',
    'Needs `edit-auth` on `identity`. What is left out stays.',
  ],
  'UniversalAuthController.detach': [
    'detachUniversalAuth',
    'Needs `revoke-auth` on `identity`. Its client secrets and tokens end at once.',
  ],
  'UniversalAuthController.clearLockouts': [
    'clearUniversalAuthLockouts',
    'Needs `edit-auth` on `identity`. The answer says how many locks there were.',
  ],
  'ClientSecretsController.create': [
    'createClientSecret',
    'Needs `create-token` on `identity`. The server keeps a hash and cannot show the secret again.',
  ],
  'ClientSecretsController.list': [
    'listClientSecrets',
    'Needs `get-token` on `identity`. Shows a prefix of each, never the secret.',
  ],
  'ClientSecretsController.get': [
    'getClientSecret',
    'Needs `get-token` on `identity`. Shows a prefix, never the secret.',
  ],
  'ClientSecretsController.revoke': [
    'revokeClientSecret',
    'Needs `delete-token` on `identity`. Tokens that it made end at once.',
  ],
  'UniversalAuthLoginController.login': [
    'loginWithUniversalAuth',
    'Answers an access token for the header `Authorization: Bearer`. Wrong secrets lock the client id for a while; `Retry-After` says how long.',
  ],
  'TokenAuthController.attach': [
    'attachTokenAuth',
    'Needs `edit-auth` on `identity`. Make a token next.',
  ],
  'TokenAuthController.get': ['getTokenAuth', 'Needs `read` on `identity`.'],
  'TokenAuthController.update': [
    'updateTokenAuth',
    'Needs `edit-auth` on `identity`. What is left out stays.',
  ],
  'TokenAuthController.detach': [
    'detachTokenAuth',
    'Needs `revoke-auth` on `identity`. Its tokens end at once.',
  ],
  'StoredTokensController.create': [
    'createToken',
    'Needs `create-token` on `identity`. The server cannot show the token again.',
  ],
  'StoredTokensController.list': [
    'listTokens',
    'Needs `get-token` on `identity`. Shows names and uses, never the tokens.',
  ],
  'StoredTokensController.get': [
    'getToken',
    'Needs `get-token` on `identity`. Shows its name and uses, never the token.',
  ],
  'StoredTokensController.rename': [
    'updateToken',
    'Needs `create-token` on `identity`. Only the name can change.',
  ],
  'StoredTokensController.revoke': [
    'revokeToken',
    'Needs `delete-token` on `identity`. Counts from the next request on, on every replica.',
  ],
  'TokensController.renew': [
    'renewAccessToken',
    'The token to renew is in the body and must be alive. The answer has a new one; the old one lives on until its end.',
  ],
  'TokensController.revoke': [
    'revokeAccessToken',
    'The token to revoke is in the body. For a program that is done. Service tokens that were made after a login live on; those that were made with a token of token auth end with it.',
  ],
  'OAuthController.token': [
    'createOAuthToken',
    'The client credentials grant of RFC 6749, 4.4, as a form or as JSON; client id and secret in the body or as HTTP Basic, not both.',
  ],
});
