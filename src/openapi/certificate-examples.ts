const PEM = (label: string, text: string) =>
  `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`;

/** The beginning of what a real one has, which has no meaning by itself. */
const CERTIFICATE = PEM(
  'CERTIFICATE',
  'MIIBVzCB/qADAgECAhBiskK5YlfqDAoGCCqGSM49BAMCMAwxCjAIBgNVBAMMAVI=',
);

const PRIVATE_KEY = PEM('PRIVATE KEY', 'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg');

/** What a field about certificates may hold, by its name. */
export const CERTIFICATE_EXAMPLES: Readonly<Record<string, unknown>> = {
  certificate: CERTIFICATE,
  certificateChain: CERTIFICATE,
  issuingCaCertificate: CERTIFICATE,
  privateKey: PRIVATE_KEY,
  privateKeyPem: PRIVATE_KEY,
  certificatePem: CERTIFICATE,
  chainPem: CERTIFICATE,
  number: '1',
  ocspRequest: 'MEIwQDA-MDwwOjAJBgUrDgMCGgUABBQ',
  requestId: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a',
  commonName: 'Example Issuing Authority',
  country: 'CH',
  crl: PEM('X509 CRL', 'MIIBhTBvAgEBMA0GCSqGSIb3DQEBCwUAMAwxCjAIBgNVBAMMAU0XDTI2MTEyMzA='),
  crlDistributionPointUrls: ['http://pki.example.org/internal.crl'],
  csr: PEM(
    'CERTIFICATE REQUEST',
    'MIICUTCCATkCAQAwDDEKMAgGA1UEAwwBTTCCASIwDQYJKoZIhvcNAQEBBQADggE=',
  ),
  friendlyName: 'Issuing authority',
  keyAlgorithm: 'EC_prime256v1',
  locality: 'Winterthur',
  maxPathLength: 0,
  notAfter: '2036-11-23T00:00:00Z',
  notBefore: '2026-11-23T00:00:00Z',
  ou: 'Platform',
  province: 'Zurich',
  revocationReason: 'SUPERSEDED',
  revokedAt: '2026-11-23T12:00:00.000Z',
  serialNumber: '5f1c6e0b2a7d4c3e9b8a7f6e5d4c3b2a',
};

const ROOT = {
  ...{ type: 'root', keyAlgorithm: 'EC_prime256v1', commonName: 'Example Internal Root' },
  notAfter: '2046-11-23T00:00:00Z',
};

/** Bodies worth showing that do not follow from their fields, by the name of the operation. */
export const CERTIFICATE_REQUEST_EXAMPLES: Readonly<Record<string, object>> = {
  createCertificatePolicy: {
    ...{ name: 'web-servers', description: 'Internal web servers' },
    sans: [{ type: 'dns_name', allowed: ['*.example.org'], denied: ['secret.example.org'] }],
    ...{ subject: [{ type: 'common_name', allowed: ['*'] }], validity: { max: '90d' } },
  },
  updateCertificatePolicy: { validity: { max: '90d' } },
  renewCertificate: { removeRootsFromChain: true },
  requestCertificate: {
    profileId: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a',
    attributes: {
      commonName: 'api.example.org',
      altNames: [{ type: 'dns_name', value: 'api.example.org' }],
      ttl: '90d',
    },
  },
  createCertificateAuthority: { name: 'internal-root', configuration: ROOT },
  updateCertificateAuthority: { status: 'disabled' },
  makeAuthorityCertificate: {
    notAfter: '2031-11-23T00:00:00Z',
    maxPathLength: 0,
    parentCaId: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a',
  },
};
