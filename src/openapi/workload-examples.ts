const TOKEN = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJyZXBvOm9jdG8vYXBwIn0.c2lnbmF0dXJl';
const ROLE = 'arn:aws:iam::123456789012:role/deploy';
const AZURE_TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const AZURE_PRINCIPAL = '1f3c9c0e-4b0f-4f0e-9d5a-7a4b8f6d2c11';
const inBase64 = (text: string) => Buffer.from(text).toString('base64');

/** What fields of workload logins may hold, by name, where their declaration gives no example itself. */
export const WORKLOAD_EXAMPLES: Readonly<Record<string, unknown>> = {
  jwt: TOKEN,
  // The roots of the system.
  caCert: '',
  jwksCaCert: '',
  oidcDiscoveryUrl: 'https://token.actions.githubusercontent.com',
  boundIssuer: 'https://token.actions.githubusercontent.com',
  boundAudiences: 'https://github.com/octo',
  boundSubject: 'repo:octo/app:ref:refs/heads/main',
  boundClaims: { repository: 'octo/app' },
  claimMetadataMapping: { team: 'team' },
  kubernetesHost: 'https://kubernetes.example.org:6443',
  tokenReviewerJwt: TOKEN,
  allowedNamespaces: 'shop,billing',
  allowedNames: 'api',
  allowedAudience: 'strongroom',
  issuer: 'https://oidc.example.org',
  jwksUrl: 'https://oidc.example.org/keys',
  stsEndpoint: 'https://sts.eu-central-1.amazonaws.com/',
  allowedPrincipalArns: ROLE,
  allowedAccountIds: '123456789012',
  iamRequestBody: inBase64('Action=GetCallerIdentity&Version=2011-06-15'),
  iamRequestHeaders: inBase64(
    JSON.stringify({
      Host: 'sts.amazonaws.com',
      'X-Amz-Date': '20261121T120000Z',
      'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
      Authorization: `AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20261121/us-east-1/sts/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=${'0123456789abcdef'.repeat(4)}`,
    }),
  ),
  resource: 'https://management.azure.com/',
  allowedServicePrincipalIds: AZURE_PRINCIPAL,
  allowedServiceAccounts: 'deploy@shop.iam.gserviceaccount.com',
  allowedProjects: 'shop',
  allowedZones: 'europe-west1-b',
  hint: 'Bind the audience that the job asks for.',
  wouldIssue: { ttl: 7200, maxTTL: 2592000, facts: { oidc: { claims: { team: 'payments' } } } },
};

const GITHUB = 'https://token.actions.githubusercontent.com';
const TTL = { accessTokenTTL: 3600 };

/** Settings worth showing: enough for a login, by the name of the operation. */
export const WORKLOAD_REQUEST_EXAMPLES: Readonly<Record<string, object>> = {
  attachOidcAuth: {
    oidcDiscoveryUrl: GITHUB,
    boundIssuer: GITHUB,
    boundAudiences: 'https://github.com/octo',
    boundSubject: 'repo:octo/app:ref:refs/heads/main',
  },
  updateOidcAuth: { boundClaims: { environment: 'production' } },
  attachJwtAuth: {
    configurationType: 'jwks',
    jwksUrl: 'https://issuer.example.org/jwks.json',
    boundIssuer: 'https://issuer.example.org',
    boundAudiences: 'strongroom',
    boundSubject: 'spiffe://example.org/ns/shop/sa/api',
  },
  updateJwtAuth: TTL,
  attachKubernetesAuth: {
    kubernetesHost: 'https://kubernetes.example.org:6443',
    allowedNamespaces: 'shop',
    allowedNames: 'api',
  },
  updateKubernetesAuth: { allowedNames: 'api,worker' },
  attachAwsAuth: { allowedPrincipalArns: ROLE },
  updateAwsAuth: TTL,
  attachAzureAuth: {
    tenantId: AZURE_TENANT,
    resource: 'https://management.azure.com/',
    allowedServicePrincipalIds: AZURE_PRINCIPAL,
  },
  updateAzureAuth: TTL,
  attachGcpAuth: { type: 'iam', allowedServiceAccounts: 'deploy@shop.iam.gserviceaccount.com' },
  updateGcpAuth: TTL,
};
