import { fresh, may, type RouteTable, the } from './route-entry.js';

const domain = { path: { domainId: the('emailDomain') } };

const organizationId = the('organization');
const tooLong = { invalid: { query: { state: 'a'.repeat(600) }, at: ['state'] } };

/** Verified domains, and signing in through the provider of an organization. */
export const SSO_ROUTES: RouteTable = {
  'GET /api/v1/organization/email-domains': { demands: may('read', 'email-domains') },
  'POST /api/v1/organization/email-domains': {
    demands: may('create', 'email-domains'),
    body: { domain: () => `${fresh('domain')()}.test` },
    invalid: { body: { domain: 'no domain' }, at: ['domain'] },
  },
  // No name server knows the record.
  'POST /api/v1/organization/email-domains/:domainId/verify': {
    demands: may('verify-domain', 'email-domains'),
    ...domain,
    status: 400,
    invalid: { body: { withoutDns: 'yes' }, at: ['withoutDns'] },
  },
  'DELETE /api/v1/organization/email-domains/:domainId': {
    demands: may('delete', 'email-domains'),
    ...domain,
    renews: ['emailDomain'],
  },
  'PATCH /api/v1/organization/:organizationId': {
    demands: may('edit', 'settings'),
    path: { organizationId },
    body: { enforceMfa: false },
    invalid: { body: { enforceMfa: 'no' }, at: ['enforceMfa'] },
  },
  'GET /api/v1/sso/oidc/config': {
    demands: may('read', 'sso'),
    query: { organizationId },
    invalid: { query: { organizationId: 'a'.repeat(300) }, at: ['organizationId'] },
  },
  // Nothing is called at this address.
  'POST /api/v1/sso/oidc/config': {
    demands: may('create', 'sso'),
    body: { organizationId, discoveryURL: 'https://127.0.0.1', clientId: 'x', clientSecret: 'x' },
    status: 400,
    invalid: { body: { jitRole: 'admin' }, at: ['jitRole'] },
  },
  'PATCH /api/v1/sso/oidc/config': {
    demands: may('edit', 'sso'),
    body: { organizationId, jitProvisioning: false },
    invalid: { body: { jitRole: 'admin' }, at: ['jitRole'] },
  },
  'GET /api/v1/sso/oidc/login': {
    demands: 'nothing',
    query: { orgSlug: 'nobody' },
    status: 401,
    invalid: { query: { callbackPort: '80' }, at: ['callbackPort'] },
  },
  'GET /api/v1/sso/oidc/logout': {
    demands: 'nothing',
    query: { orgSlug: 'nobody' },
    status: 401,
    invalid: { query: { orgSlug: 'a'.repeat(100) }, at: ['orgSlug'] },
  },
  'POST /api/v1/sso/oidc/link': {
    demands: 'person',
    body: { organizationId: 'any' },
    invalid: { body: { organizationId: 7 }, at: ['organizationId'] },
  },
  'GET /api/v1/sso/oidc/callback': { demands: 'nothing', status: 401, ...tooLong },
  'GET /api/v1/sso/oidc/callback/:organizationId': {
    demands: 'nothing',
    path: { organizationId: 'any' },
    status: 401,
    ...tooLong,
  },
};
