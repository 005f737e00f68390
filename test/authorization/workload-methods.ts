import { generateKeyPairSync } from 'node:crypto';

const PUBLIC_KEY = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();

/** No address of a private network is called: it is a warning. */
const INSIDE = 'https://10.0.0.1/issuer';
const JWT_LOGIN = { jwt: 'no token' };

/** A method of workloads: settings that pass, and a login that is refused in the one way. */
interface WorkloadMethodSample {
  readonly method: string;
  readonly settings: Readonly<Record<string, string | readonly string[]>>;
  readonly login: Readonly<Record<string, string>>;
  readonly invalidLogin: Readonly<Record<string, number>>;
}

export const WORKLOAD_METHODS: readonly WorkloadMethodSample[] = [
  {
    method: 'oidc-auth',
    settings: {
      oidcDiscoveryUrl: INSIDE,
      boundIssuer: INSIDE,
      boundAudiences: 'strongroom',
      boundSubject: 'job:a',
    },
    login: JWT_LOGIN,
    invalidLogin: { jwt: 7 },
  },
  {
    method: 'jwt-auth',
    settings: {
      configurationType: 'static',
      publicKeys: [PUBLIC_KEY],
      boundAudiences: 'strongroom',
      boundSubject: 'job:a',
    },
    login: JWT_LOGIN,
    invalidLogin: { jwt: 7 },
  },
  {
    method: 'kubernetes-auth',
    settings: { kubernetesHost: 'https://10.0.0.1:6443', allowedNamespaces: 'shop' },
    login: JWT_LOGIN,
    invalidLogin: { jwt: 7 },
  },
  {
    method: 'aws-auth',
    settings: { allowedAccountIds: '123456789012' },
    login: { iamRequestBody: 'eA==', iamRequestHeaders: 'e30=' },
    invalidLogin: { iamRequestBody: 7 },
  },
  {
    method: 'azure-auth',
    settings: {
      tenantId: '72f988bf-86f1-41af-91ab-2d7cd011db47',
      resource: 'https://management.azure.com/',
      allowedServicePrincipalIds: '72f988bf-86f1-41af-91ab-2d7cd011db48',
    },
    login: JWT_LOGIN,
    invalidLogin: { jwt: 7 },
  },
  {
    method: 'gcp-auth',
    settings: { type: 'gce', allowedProjects: 'shop' },
    login: JWT_LOGIN,
    invalidLogin: { jwt: 7 },
  },
];
