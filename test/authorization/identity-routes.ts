import { WORKLOAD_METHODS } from './workload-methods.js';
import { type Fields, fresh, may, type RouteTable, the, under } from './route-entry.js';

const IDENTITY = { identityId: the('identity') };
const STRANGER = { identityId: the('stranger') };

const IDENTITIES: RouteTable = under(['/api/v1/identities'], {
  'POST ': {
    demands: may('create', 'identity'),
    body: {
      name: fresh('identity'),
      organizationId: the('organization'),
      role: the('orgRoleSlug'),
    },
    invalid: { body: { name: '' }, at: ['name'] },
    renews: ['orgRole'],
  },
  'GET ': {
    demands: may('read', 'identity'),
    query: { orgId: the('organization') },
    invalid: { query: { limit: '0' }, at: ['limit'] },
  },
  'GET /details': { demands: 'token' },
  'GET /:identityId': { demands: may('read', 'identity'), path: IDENTITY },
  'PATCH /:identityId': {
    demands: may('edit', 'identity'),
    path: IDENTITY,
    body: { name: 'Another name', role: the('orgRoleSlug') },
    invalid: { body: { hasDeleteProtection: 'yes' }, at: ['hasDeleteProtection'] },
    renews: ['orgRole'],
  },
  'DELETE /:identityId': {
    demands: may('delete', 'identity'),
    path: IDENTITY,
    invalid: { query: { takeOverProjects: 'perhaps' }, at: ['takeOverProjects'] },
    renews: ['identity'],
  },
  'GET /:identityId/identity-memberships': { demands: may('read', 'identity'), path: IDENTITY },
});

const SEARCH: RouteTable = under(['/api/v1/identities', '/api/v2/identities'], {
  'POST /search': {
    demands: may('read', 'identity'),
    body: { limit: 10, search: { name: { $contains: 'identity' } } },
    invalid: { body: { limit: 101 }, at: ['limit'] },
  },
});

/** Attaching takes an identity without it, and the rest one that has it. */
const attachment = (takesInvalid: string, body: Fields = {}): RouteTable => ({
  'POST /identities/:identityId': {
    demands: may('edit-auth', 'identity'),
    path: STRANGER,
    body,
    invalid: { body: { [takesInvalid]: -1 }, at: [takesInvalid] },
    renews: ['stranger'],
  },
  'GET /identities/:identityId': { demands: may('read', 'identity'), path: IDENTITY },
  'PATCH /identities/:identityId': {
    demands: may('edit-auth', 'identity'),
    path: IDENTITY,
    body: { accessTokenTTL: 60 },
    invalid: { body: { [takesInvalid]: '60' }, at: [takesInvalid] },
  },
  'DELETE /identities/:identityId': {
    demands: may('revoke-auth', 'identity'),
    path: IDENTITY,
    renews: ['identity'],
  },
});

const CLIENT_SECRET = { ...IDENTITY, clientSecretId: the('clientSecret') };

const UNIVERSAL_AUTH: RouteTable = under(['/api/v1/auth/universal-auth'], {
  ...attachment('accessTokenTTL'),
  'POST /identities/:identityId/clear-lockouts': {
    demands: may('edit-auth', 'identity'),
    path: IDENTITY,
  },
  'POST /identities/:identityId/client-secrets': {
    demands: may('create-token', 'identity'),
    path: IDENTITY,
    body: { description: 'Cluster A' },
    invalid: { body: { ttl: -1 }, at: ['ttl'] },
  },
  'GET /identities/:identityId/client-secrets': {
    demands: may('get-token', 'identity'),
    path: IDENTITY,
  },
  'GET /identities/:identityId/client-secrets/:clientSecretId': {
    demands: may('get-token', 'identity'),
    path: CLIENT_SECRET,
  },
  'POST /identities/:identityId/client-secrets/:clientSecretId/revoke': {
    demands: may('delete-token', 'identity'),
    path: CLIENT_SECRET,
    renews: ['clientSecret'],
  },
  'POST /login': {
    demands: 'nothing',
    body: { clientId: the('clientId'), clientSecret: the('clientSecretValue') },
    invalid: { body: { clientId: 7 }, at: ['clientId'] },
  },
});

const TOKEN_AUTH: RouteTable = under(['/api/v1/auth/token-auth'], {
  ...attachment('accessTokenMaxTTL'),
  'POST /identities/:identityId/tokens': {
    demands: may('create-token', 'identity'),
    path: IDENTITY,
    body: { name: 'pipeline', organizationSlug: the('organizationSlug') },
    invalid: { body: { name: 7 }, at: ['name'] },
  },
  'GET /identities/:identityId/tokens': {
    demands: may('get-token', 'identity'),
    path: IDENTITY,
    invalid: { query: { limit: '101' }, at: ['limit'] },
  },
  'GET /tokens/:tokenId': {
    demands: may('get-token', 'identity'),
    path: { tokenId: the('token') },
  },
  'PATCH /tokens/:tokenId': {
    demands: may('create-token', 'identity'),
    path: { tokenId: the('token') },
    body: { name: 'renamed' },
    invalid: { body: { name: 7 }, at: ['name'] },
  },
  'POST /tokens/:tokenId/revoke': {
    demands: may('delete-token', 'identity'),
    path: { tokenId: the('token') },
    renews: ['token'],
  },
});

const WORKLOADS: RouteTable = Object.assign(
  {},
  ...WORKLOAD_METHODS.map(({ method, settings, login, invalidLogin }) =>
    under([`/api/v1/auth/${method}`], {
      ...attachment('accessTokenTTL', settings),
      'POST /login': {
        demands: 'nothing',
        body: { identityId: the('identity'), ...login },
        status: 401,
        invalid: { body: invalidLogin, at: [Object.keys(invalidLogin)[0]!] },
      },
      'POST /login/explain': {
        demands: may('edit-auth', 'identity'),
        body: { identityId: the('identity'), ...login },
        invalid: { body: invalidLogin, at: [Object.keys(invalidLogin)[0]!] },
      },
    }),
  ),
) as RouteTable;

const WORKLOAD_GUIDES: RouteTable = {
  ...under(['/api/v1/auth/oidc-auth/templates'], {
    'POST /github': {
      demands: 'token',
      body: { repository: 'octo/app', environment: 'production' },
      invalid: { body: { repository: 'octo' }, at: ['repository'] },
    },
    'POST /gitlab': {
      demands: 'token',
      body: { repository: 'octo/app', branch: 'main' },
      invalid: { body: { repository: 'octo/*' }, at: ['repository'] },
    },
    'POST /terraform-cloud': {
      demands: 'token',
      body: { organization: 'octo' },
      invalid: { body: { organization: 'octo,evil' }, at: ['organization'] },
    },
    'POST /kubernetes': {
      demands: 'token',
      body: { issuer: 'https://oidc.example.org', namespace: 'shop', serviceAccount: 'api' },
      invalid: { body: { issuer: 'http://oidc.example.org' }, at: ['issuer'] },
    },
  }),
  'GET /api/v1/organization/workload-auths': {
    demands: may('read', 'identity'),
    invalid: { query: { limit: '0' }, at: ['limit'] },
  },
};

const ACCESS_TOKEN = {
  demands: 'nothing',
  body: { accessToken: the('accessToken') },
  invalid: { body: { accessToken: 7 }, at: ['accessToken'] },
  renews: ['accessToken'],
} as const;

const TOKENS: RouteTable = {
  'GET /api/v1/identities/:identityId/sessions': {
    demands: may('get-token', 'identity'),
    path: IDENTITY,
  },
  'DELETE /api/v1/identities/:identityId/sessions': {
    demands: may('delete-token', 'identity'),
    path: IDENTITY,
    renews: ['consoleSession'],
  },
  'DELETE /api/v1/identities/:identityId/sessions/:sessionId': {
    demands: may('delete-token', 'identity'),
    path: { ...IDENTITY, sessionId: the('consoleSession') },
    renews: ['consoleSession'],
  },
  'POST /api/v1/auth/token/renew': ACCESS_TOKEN,
  'POST /api/v1/auth/token/revoke': ACCESS_TOKEN,
  'POST /api/v1/oauth/token': {
    demands: 'nothing',
    body: {
      grant_type: 'client_credentials',
      client_id: the('clientId'),
      client_secret: the('clientSecretValue'),
    },
    invalid: { body: { grant_type: 7 }, at: ['grant_type'] },
  },
};

export const IDENTITY_ROUTES: RouteTable = {
  ...IDENTITIES,
  ...SEARCH,
  ...UNIVERSAL_AUTH,
  ...TOKEN_AUTH,
  ...WORKLOADS,
  ...WORKLOAD_GUIDES,
  ...TOKENS,
};
