import { inYears } from '../support/certificates.js';
import { fresh, may, type RouteTable, the, under } from './route-entry.js';

const AUTHORITIES = 'certificate-authorities';
const authority = { path: { authorityId: the('certificateAuthority') } };
const waiting = { path: { authorityId: the('waitingAuthority') } };
const intermediate = { path: { authorityId: the('intermediateAuthority') } };
const inProject = {
  query: { projectId: the('project') },
  invalid: { query: { projectId: 'a'.repeat(300) }, at: ['projectId'] },
};
const certificate = {
  path: { ...authority.path, certificateId: the('authorityCertificate') },
};
const policy = { path: { policyId: the('certificatePolicy') } };
const profile = { path: { profileId: the('certificateProfile') } };
const acmeProfile = { path: { profileId: the('acmeProfile') } };
const POLICIES = 'certificate-policies';
const PROFILES = 'certificate-profiles';
const issued = { path: { certificateId: the('certificate') } };
const CERTIFICATES = 'certificates';
const list = { demands: 'nothing', path: { crlId: the('crl') } } as const;

/** A request of an authority elsewhere, whose key nobody has. */
const SIGNING_REQUEST =
  '-----BEGIN CERTIFICATE REQUEST-----\n' +
  'MIHaMIGAAgEAMB4xHDAaBgNVBAMME0F1dGhvcml0eSBlbHNld2hlcmUwWTATBgcq\n' +
  'hkjOPQIBBggqhkjOPQMBBwNCAAQxB0Y45/iMtxigUS1X8AL4z8JmDc5CCWbarl8p\n' +
  'GjWl4uudvd144P7WoFYMgcznOyEY+3aTTG9OaFY3BbMdy4A+oAAwCgYIKoZIzj0E\n' +
  'AwIDSQAwRgIhAN2TaKVIrvdw8uaVNbK+FX7UgKUm3HV7J7mloIdXR7zOAiEA9TWq\n' +
  '+5S31py8GdOBH7tHYxrgA3FbS2RR2R1aJGaKaeE=\n' +
  '-----END CERTIFICATE REQUEST-----\n';

const ATTRIBUTES = { commonName: 'a.example.org', keyAlgorithm: 'EC_prime256v1', ttl: '1h' };

/** Authorities that issue certificates, and their lists of revoked ones. */
export const CERTIFICATE_ROUTES: RouteTable = {
  'GET /api/v1/cert-manager/ca': { demands: may('read', AUTHORITIES), ...inProject },
  ...under(['/api/v1/cert-manager/ca/internal'], {
    'GET ': { demands: may('read', AUTHORITIES), ...inProject },
    'POST ': {
      demands: may('create', AUTHORITIES),
      body: {
        name: fresh('authority'),
        projectId: the('project'),
        configuration: { type: 'root', keyAlgorithm: 'EC_prime256v1', commonName: 'Root' },
      },
      invalid: { body: { status: 'gone' }, at: ['status'] },
    },
    'GET /:authorityId': { demands: may('read', AUTHORITIES), ...authority },
    'PATCH /:authorityId': {
      demands: may('edit', AUTHORITIES),
      ...authority,
      body: { configuration: { friendlyName: fresh('name') } },
      invalid: { body: { status: 'gone' }, at: ['status'] },
    },
    'DELETE /:authorityId': {
      demands: may('delete', AUTHORITIES),
      ...intermediate,
      query: { force: 'true' },
      invalid: { query: { force: 'perhaps' }, at: ['force'] },
      renews: ['certificateAuthority'],
    },
    'POST /:authorityId/certificate': {
      demands: may('issue-ca-certificate', AUTHORITIES),
      ...waiting,
      body: { notAfter: inYears(1), maxPathLength: 0 },
      invalid: { body: { maxPathLength: -2 }, at: ['maxPathLength'] },
      renews: ['certificateAuthority'],
    },
    'GET /:authorityId/certificate': { demands: may('read', AUTHORITIES), ...authority },
    'GET /:authorityId/certificate/:certificateId': {
      demands: may('read', AUTHORITIES),
      ...certificate,
    },
    'GET /:authorityId/ca-certificates': { demands: may('read', AUTHORITIES), ...authority },
    'GET /:authorityId/csr': { demands: may('read', AUTHORITIES), ...intermediate },
    'POST /:authorityId/sign-intermediate': {
      demands: may('sign-intermediate', AUTHORITIES),
      ...authority,
      body: { csr: SIGNING_REQUEST, notAfter: inYears(1) },
      invalid: { body: { maxPathLength: -2 }, at: ['maxPathLength'] },
    },
    // Nothing was signed for it.
    'POST /:authorityId/import-certificate': {
      demands: may('issue-ca-certificate', AUTHORITIES),
      ...intermediate,
      body: { certificate: 'none', certificateChain: 'none' },
      status: 400,
      invalid: { body: { certificate: 7 }, at: ['certificate'] },
    },
    'POST /:authorityId/renew': {
      demands: may('issue-ca-certificate', AUTHORITIES),
      ...authority,
      body: { type: 'existing', notAfter: inYears(10) },
      invalid: { body: { type: 'other' }, at: ['type'] },
    },
    'POST /:authorityId/revoke': {
      demands: may('delete', AUTHORITIES),
      ...intermediate,
      body: { revocationReason: 'SUPERSEDED' },
      invalid: { body: { revocationReason: 'CERTIFICATE_HOLD' }, at: ['revocationReason'] },
      renews: ['certificateAuthority'],
    },
    'GET /:authorityId/crls': { demands: may('read', AUTHORITIES), ...authority },
    'GET /:authorityId/certificates/:certificateId/der': { demands: 'nothing', ...certificate },
  }),
  ...under(['/api/v1/cert-manager/certificate-policies'], {
    'GET ': { demands: may('read', POLICIES), ...inProject },
    'POST ': {
      demands: may('create', POLICIES),
      body: { name: fresh('policy'), projectId: the('project') },
      invalid: { body: { validity: { max: '90' } }, at: ['validity', 'max'] },
    },
    'GET /:policyId': { demands: may('read', POLICIES), ...policy },
    'PATCH /:policyId': {
      demands: may('edit', POLICIES),
      ...policy,
      body: { description: fresh('text') },
      invalid: { body: { description: 7 }, at: ['description'] },
    },
    'DELETE /:policyId': {
      demands: may('delete', POLICIES),
      path: { policyId: the('unusedPolicy') },
      renews: ['certificateProfile'],
    },
  }),
  ...under(['/api/v1/cert-manager/certificate-profiles'], {
    'GET ': { demands: may('read', PROFILES), ...inProject },
    'POST ': {
      demands: may('create', PROFILES),
      body: {
        slug: fresh('profile'),
        projectId: the('project'),
        caId: the('certificateAuthority'),
        certificatePolicyId: the('certificatePolicy'),
      },
      invalid: { body: { storePrivateKey: 'perhaps' }, at: ['storePrivateKey'] },
    },
    'GET /slug/:slug': {
      demands: may('read', PROFILES),
      path: { slug: the('certificateProfileSlug') },
      ...inProject,
    },
    'GET /:profileId': { demands: may('read', PROFILES), ...profile },
    'GET /:profileId/acme/eab-secret/reveal': {
      demands: may('reveal-acme-eab-secret', PROFILES),
      ...acmeProfile,
    },
    'POST /:profileId/acme/eab-secret/rotate': {
      demands: may('rotate-acme-eab-secret', PROFILES),
      ...acmeProfile,
    },
    'POST /:profileId/acme/eab-keys': {
      demands: may('rotate-acme-eab-secret', PROFILES),
      ...acmeProfile,
      body: { name: fresh('text') },
      invalid: { body: { name: 7 }, at: ['name'] },
    },
    'GET /:profileId/acme/eab-keys': {
      demands: may('reveal-acme-eab-secret', PROFILES),
      ...acmeProfile,
    },
    'DELETE /:profileId/acme/eab-keys/:bindingKeyId': {
      demands: may('rotate-acme-eab-secret', PROFILES),
      path: { ...acmeProfile.path, bindingKeyId: the('acmeBindingKey') },
      renews: ['acmeBindingKey'],
    },
    'GET /:profileId/certificates': {
      demands: may('read', PROFILES),
      ...profile,
      invalid: { query: { limit: 'many' }, at: ['limit'] },
    },
    'GET /:profileId/certificates/latest-active-bundle': {
      demands: may('read', PROFILES),
      ...profile,
    },
    'PATCH /:profileId': {
      demands: may('edit', PROFILES),
      ...profile,
      body: { description: fresh('text') },
      invalid: { body: { description: 7 }, at: ['description'] },
    },
    'DELETE /:profileId': {
      demands: may('delete', PROFILES),
      ...profile,
      renews: ['certificateProfile'],
    },
  }),
  ...under(['/api/v1/cert-manager/certificates'], {
    'POST ': {
      demands: may('issue-cert', PROFILES),
      body: { profileId: the('certificateProfile'), attributes: ATTRIBUTES },
      also: [
        {
          body: {
            profileId: the('certificateProfile'),
            applicationId: the('certificateApplication'),
            attributes: ATTRIBUTES,
          },
        },
      ],
      invalid: { body: { attributes: { ttl: 'long' } }, at: ['attributes', 'ttl'] },
    },
    // Nobody has a certificate for it.
    'POST /import-certificate': {
      demands: may('import', CERTIFICATES),
      body: {
        projectId: the('project'),
        ...{ certificatePem: 'none', privateKeyPem: 'none', chainPem: 'none' },
      },
      also: [
        {
          body: {
            projectSlug: the('projectSlug'),
            ...{ certificatePem: 'none', privateKeyPem: 'none', chainPem: 'none' },
          },
        },
      ],
      status: 400,
      invalid: { body: { certificatePem: 7 }, at: ['certificatePem'] },
    },
    'GET /certificate-requests/:requestId': {
      demands: may('read', CERTIFICATES),
      path: { requestId: the('certificate') },
    },
    'POST /revoke-by-thumbprint': {
      demands: may('delete', CERTIFICATES),
      body: {
        projectId: the('project'),
        thumbprint: the('certificateThumbprint'),
        revocationReason: 'SUPERSEDED',
      },
      invalid: { body: { revocationReason: 'CERTIFICATE_HOLD' }, at: ['revocationReason'] },
      renews: ['certificate'],
    },
    'GET /:certificateId': { demands: may('read', CERTIFICATES), ...issued },
    'DELETE /:certificateId': {
      demands: may('delete', CERTIFICATES),
      ...issued,
      renews: ['certificate'],
    },
    'GET /:certificateId/bundle': { demands: may('read', CERTIFICATES), ...issued },
    'GET /:certificateId/certificate': { demands: may('read', CERTIFICATES), ...issued },
    'GET /:certificateId/private-key': { demands: may('read', CERTIFICATES), ...issued },
    'POST /:certificateId/renew': {
      demands: may('issue-cert', PROFILES),
      ...issued,
      body: {},
      invalid: { body: { removeRootsFromChain: 'no' }, at: ['removeRootsFromChain'] },
      renews: ['certificate'],
    },
    'POST /:certificateId/revoke': {
      demands: may('delete', CERTIFICATES),
      ...issued,
      body: { revocationReason: 'SUPERSEDED' },
      invalid: { body: { revocationReason: 'CERTIFICATE_HOLD' }, at: ['revocationReason'] },
      renews: ['certificate'],
    },
  }),
  ...under(['/api/v1/projects/:projectId/certificates'], {
    'GET ': {
      demands: may('read', CERTIFICATES),
      path: { projectId: the('project') },
      invalid: { query: { status: 'gone' }, at: ['status'] },
    },
    'POST /search': {
      demands: may('read', CERTIFICATES),
      path: { projectId: the('project') },
      body: { status: ['active'] },
      invalid: { body: { limit: 1_000 }, at: ['limit'] },
    },
  }),
  'GET /api/v1/cert-manager/ocsp/:caId/:ocspRequest': {
    demands: 'nothing',
    path: { caId: the('certificateAuthority'), ocspRequest: 'MAA=' },
  },
  'POST /api/v1/cert-manager/ocsp/:caId': {
    demands: 'nothing',
    path: { caId: the('certificateAuthority') },
  },
  'GET /api/v1/cert-manager/crl/:crlId': list,
  'GET /api/v1/cert-manager/crl/:crlId/der': list,
  'GET /api/v1/pki/crl/:crlId': list,
};
