import { generateKeyPairSync } from 'node:crypto';
import { json } from '../support/outgoing/fake-network.js';
import { type RawAnswer, sendRaw } from '../support/raw-http.js';
import { aProject, aScene, type Caller } from '../support/scene.js';
import {
  aSigningKey,
  nowSeconds,
  signed,
  type SigningKey,
  TestIssuer,
} from '../support/workloads/issuer.js';
import { amzDate, anSts, identityOf, signatureOf } from '../support/workloads/sts.js';
import { anIdentityOf, attachPath, useWorkloadApp } from '../support/workloads/workload-scene.js';

/** The Go SDK 0.8.0 was recorded; the CLI, the operator and External Secrets log in by it, under names of their own. */
const server = useWorkloadApp();

const ACCOUNT = '123456789012';
const NAMESPACE = 'shop';
const USERNAME = `system:serviceaccount:${NAMESPACE}:api`;

let admin: Caller;
let slug: string;
let issuer: TestIssuer;
let key: SigningKey;
let cloudKey: SigningKey;
let cluster: Awaited<ReturnType<typeof server.network.host>>;

beforeAll(async () => {
  const scene = await aScene(server);
  ({ admin } = scene);
  slug = `org-${scene.orgId}`;
  issuer = await TestIssuer.open(server.network, 'issuer.example');
  key = await aSigningKey('cluster');
  const user = { username: USERNAME, groups: [`system:serviceaccounts:${NAMESPACE}`] };
  const kind = { kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1' };
  const review = json({ ...kind, status: { authenticated: true, user } }, 201);
  cluster = await server.network.host('cluster.example', review, { port: 6_443 });
  cloudKey = await aSigningKey('cloud', 'RS256');
  for (const name of ['login.microsoftonline.com', 'www.googleapis.com'])
    await server.network.host(name, json({ keys: [cloudKey.publicJwk] }));
  const answer = identityOf(`arn:aws:iam::${ACCOUNT}:user/a`);
  const keys = new Map([['OWN', { secret: 'of own', answer }]]);
  await anSts(server.network, 'sts.eu-central-1.amazonaws.com', keys);
});

interface Recorded {
  readonly line: string;
  readonly agent: string;
  /** After the length, as Go sends them. */
  readonly type?: string;
  readonly token?: string;
  readonly body: string;
}

/** The headers of Go's net/http with resty 2, in their order. */
async function send({ line, agent, type, token, body }: Recorded): Promise<RawAnswer> {
  const lines = [
    `${line} HTTP/1.1`,
    `Host: ${new URL(server.url).host}`,
    `User-Agent: ${agent}`,
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === '' ? [] : [`Content-Type: ${type ?? 'application/json'}`]),
    'Accept-Encoding: gzip',
  ];
  const { answers } = await sendRaw(server.url, `${lines.join('\r\n')}\r\n\r\n${body}`);
  return answers[0]!;
}

const bodyOf = <T>({ status, text }: RawAnswer): T => {
  expect({ status, text }).toEqual({ status: 200, text });
  return JSON.parse(text) as T;
};

const attached = async (method: string, settings: object): Promise<string> => {
  const id = await anIdentityOf(admin);
  await admin.http.post(attachPath(method, id)).send(settings).expect(200);
  return id;
};

const bound = () => ({ boundAudiences: 'strongroom', boundSubject: 'job:a' });

const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const EMAIL = 'deploy@the-shop.iam.gserviceaccount.com';

const cloudToken = async (claims: object): Promise<string> => {
  const iat = nowSeconds();
  return `"jwt":"${await signed({ iat, nbf: iat, exp: iat + 3_000, ...claims }, cloudKey)}"`;
};

/** The method, and what goes out as the rest of the body, for an identity that trusts it. */
const LOGINS: Readonly<Record<string, () => Promise<readonly [id: string, rest: string]>>> = {
  'oidc-auth': async () => {
    const settings = { ...bound(), oidcDiscoveryUrl: issuer.url, boundIssuer: issuer.url };
    const id = await attached('oidc-auth', { ...settings, caCert: issuer.host.ca });
    return [id, `"jwt":"${await issuer.token({ aud: 'strongroom', sub: 'job:a' })}"`];
  },
  'jwt-auth': async () => {
    const url = `${issuer.url}/keys`;
    const source = { configurationType: 'jwks', jwksUrl: url, jwksCaCert: issuer.host.ca };
    const id = await attached('jwt-auth', { ...bound(), ...source, boundIssuer: issuer.url });
    return [id, `"jwt":"${await issuer.token({ aud: 'strongroom', sub: 'job:a' })}"`];
  },
  'kubernetes-auth': async () => {
    const settings = { kubernetesHost: cluster.url, caCert: cluster.ca };
    const id = await attached('kubernetes-auth', { ...settings, allowedNamespaces: NAMESPACE });
    const jwt = await signed({ sub: USERNAME, exp: nowSeconds() + 600 }, key);
    // The mounted file as it is.
    return [id, `"jwt":"${jwt}\\n"`];
  },
  'azure-auth': async () => {
    const [tid, oid] = [TENANT, '0c2a7d3e-1b1c-4f5e-9b1a-6d5a4b3c2d1e'];
    const resource = 'https://management.azure.com/';
    const settings = { tenantId: tid, resource, allowedServicePrincipalIds: oid };
    const id = await attached('azure-auth', settings);
    const iss = `https://sts.windows.net/${tid}/`;
    return [id, await cloudToken({ ver: '1.0', iss, tid, aud: resource, oid })];
  },
  'gcp-auth': async () => {
    const id = await attached('gcp-auth', { type: 'gce', allowedServiceAccounts: EMAIL });
    const iss = 'https://accounts.google.com';
    return [id, await cloudToken({ iss, aud: id, sub: '1', email: EMAIL, email_verified: true })];
  },
  'gcp-auth, signed by the account': async () => {
    const id = await attached('gcp-auth', { type: 'iam', allowedServiceAccounts: EMAIL });
    return [id, await cloudToken({ sub: EMAIL, aud: id })];
  },
};

const CLIENTS = [
  ['the Go SDK', 'infisical-go-sdk'],
  ['the CLI', 'cli'],
  ['the operator', 'k8-operator'],
  ['External Secrets', 'k8-external-secrets-operator'],
] as const;

interface Issued {
  readonly accessToken: string;
}

const IN_GO = {
  accessToken: expect.stringMatching(/^eyJ/) as string,
  expiresIn: 7_200,
  accessTokenMaxTTL: 2_592_000,
  tokenType: 'Bearer',
};

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Body and headers of a request to STS, in base64; each of another ten seconds, so that none is a repetition. */
function signedRequest(turn: number): readonly [body: string, headers: string] {
  const [action, region] = ['Action=GetCallerIdentity&Version=2011-06-15', 'eu-central-1'];
  const date = amzDate(-10 * turn);
  const lower = {
    ...{ 'content-length': '43', host: `sts.${region}.amazonaws.com` },
    ...{ 'x-amz-date': date, 'x-amz-security-token': 'session' },
  };
  const names = Object.keys(lower);
  const signing = { key: { id: 'OWN', secret: 'of own' }, region, date };
  const signature = signatureOf({ ...signing, headers: lower, signed: names, body: action });
  const scope = `${date.slice(0, 8)}/${region}/sts/aws4_request`;
  // Go's map of headers, sorted by name. The content type is not signed.
  const headers = JSON.stringify({
    Authorization: `AWS4-HMAC-SHA256 Credential=OWN/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
    'Content-Length': '43',
    'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
    Host: lower.host,
    'X-Amz-Date': date,
    'X-Amz-Security-Token': 'session',
  });
  return [base64(action), base64(headers)];
}

/** `turn`: another for each login, since a request to STS counts once. */
async function logInByAws(agent: string, turn: number): Promise<void> {
  const id = await attached('aws-auth', { allowedAccountIds: ACCOUNT });
  const [iamRequestBody, iamRequestHeaders] = signedRequest(turn);
  const body = `{"iamHttpRequestMethod":"POST","iamRequestBody":"${iamRequestBody}","iamRequestHeaders":"${iamRequestHeaders}","identityId":"${id}"}`;

  const line = 'POST /api/v1/auth/aws-auth/login';
  expect(bodyOf(await send({ line, agent, body }))).toEqual(IN_GO);
}

describe.each(CLIENTS)('the bytes of %s', (_, agent) => {
  it.each(Object.keys(LOGINS))(
    'log in by %s, with the slug of the organization and without',
    async (method) => {
      const [id, rest] = await LOGINS[method]!();
      const line = `POST /api/v1/auth/${method.split(',')[0]}/login`;

      for (const more of ['', `,"organizationSlug":"${slug}"`]) {
        const body = `{"identityId":"${id}",${rest}${more}}`;
        const issued = bodyOf<Issued>(await send({ line, agent, body }));
        expect(issued).toEqual(IN_GO);
        const token = issued.accessToken;
        const revoked = { line: 'POST /api/v1/auth/token/revoke', agent, token };
        bodyOf(await send({ ...revoked, body: `{"accessToken":"${token}"}` }));
      }
    },
  );

  it('log in by aws-auth', () =>
    logInByAws(
      agent,
      CLIENTS.findIndex(([, each]) => each === agent),
    ));
});

describe('the bytes of the GitHub action', () => {
  const logIn = async (method: string, fields: Readonly<Record<string, string>>) => {
    const form = { agent: 'axios/1.8.4', type: 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams(fields).toString();
    return bodyOf(await send({ line: `POST /api/v1/auth/${method}/login`, ...form, body }));
  };

  it('log in by a form, by oidc-auth and aws-auth', async () => {
    const [identityId, rest] = await LOGINS['oidc-auth']!();
    expect(await logIn('oidc-auth', { identityId, jwt: rest.slice(7, -1) })).toEqual(IN_GO);

    const [iamRequestBody, iamRequestHeaders] = signedRequest(CLIENTS.length);
    const request = { iamHttpRequestMethod: 'POST', iamRequestBody, iamRequestHeaders };
    const id = await attached('aws-auth', { allowedAccountIds: ACCOUNT });
    expect(await logIn('aws-auth', { ...request, identityId: id })).toEqual(IN_GO);
  });
});

describe('the bytes of service tokens', () => {
  const place = (id: string) =>
    `projectId=${id}&environment=dev&secretPath=%2F&includeImports=true&recursive=false&expandSecretReferences=true&includePersonalOverrides=true`;

  it('are made by the CLI, and read with by the CLI in three parts, by others in four', async () => {
    const { id } = await aProject(admin);
    const key = { line: 'POST /api/v3/secrets/raw/KEY', agent: 'cli', token: admin.token };
    const secret = `{"workspaceId":"${id}","environment":"dev","secretPath":"/","type":"shared","secretValue":"one","secretKey":"KEY"}`;
    bodyOf(await send({ ...key, body: secret }));
    const line = 'POST /api/v2/service-token/';
    const order = `{"name":"cli","workspaceId":"${id}","scopes":[{"environment":"dev","secretPath":"/"}],"expiresIn":86400,"encryptedKey":"","iv":"","tag":"","randomBytes":"","permissions":["read"]}`;

    const made = await send({ line, agent: 'cli', token: admin.token, body: order });
    const { serviceToken } = bodyOf<{ serviceToken: string }>(made);
    expect(serviceToken).toMatch(/^st\.[^.]+\.[^.]+$/);

    for (const [agent, token] of [
      ['cli', serviceToken],
      ['terraform', `${serviceToken}.${'ab'.repeat(16)}`],
      ['k8-operator', `${serviceToken}.${'ab'.repeat(16)}`],
    ] as const) {
      const get = (path: string) => send({ line: `GET ${path}`, agent, token, body: '' });
      const details = bodyOf<object>(await get('/api/v2/service-token'));
      expect(details).toMatchObject({ workspace: id, permissions: ['read'] });
      const list = await get(`/api/v4/secrets?${place(id)}`);
      expect(bodyOf<object>(list)).toMatchObject({
        secrets: [{ secretKey: 'KEY', secretValue: 'one' }],
      });
    }
  });
});

const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString();

/** As Go writes a text in JSON. */
const text = (value: string) =>
  JSON.stringify(value).replace(/[<>&]/g, (each) => `\\u00${each.charCodeAt(0).toString(16)}`);

const IPS = '"accessTokenTrustedIps":[{"ipAddress":"0.0.0.0/0"},{"ipAddress":"::/0"}]';
/** A limit of 0 is left out by most resources, and so are their empty lists. */
const TERMS = `${IPS},"accessTokenTTL":2592000,"accessTokenMaxTTL":2592000`;

/** By resource of the Terraform provider: its own fields in the order of its structs, when made and when changed. */
const RESOURCES: Readonly<Record<string, () => readonly [made: string, changed?: string]>> = {
  'oidc-auth': () => [
    `"oidcDiscoveryUrl":"${issuer.url}","caCert":${text(issuer.host.ca)},"boundIssuer":"${issuer.url}","boundAudiences":"b,a","boundClaims":{"env":"prod,stage"},"claimMetadataMapping":null,"boundSubject":"",${TERMS}`,
  ],
  'jwt-auth': () => [
    `"configurationType":"static","jwksUrl":"","jwksCaCert":"","publicKeys":[${text(pem)}],"boundIssuer":"","boundAudiences":"b,a","boundClaims":null,"boundSubject":"job:b,job:a",${TERMS}`,
  ],
  'kubernetes-auth': () => [
    `"kubernetesHost":"${cluster.url}","caCert":${text(cluster.ca)},"tokenReviewerJwt":"","tokenReviewMode":"api","allowedNamespaces":"z,a","allowedNames":"y,b","allowedAudience":"",${TERMS}`,
  ],
  'aws-auth': () => [
    `"stsEndpoint":"https://sts.amazonaws.com/","allowedAccountIds":"210987654321,${ACCOUNT}",${TERMS},"accessTokenNumUsesLimit":0`,
  ],
  'azure-auth': () => [
    `"tenantId":"72F988BF-86f1-41af-91ab-2d7cd011db47","resource":"https://management.azure.com/","allowedServicePrincipalIds":"1f3c9c0e-4b0f-4f0e-9d5a-7a4b8f6d2c11",${TERMS}`,
  ],
  'gcp-auth': () => [
    `"type":"gce","allowedServiceAccounts":"z@p.iam.gserviceaccount.com,a@p.iam.gserviceaccount.com",${TERMS}`,
    `"type":"gce","allowedServiceAccounts":"z@p.iam.gserviceaccount.com,a@p.iam.gserviceaccount.com","allowedProjects":"","allowedZones":"",${TERMS}`,
  ],
};

/** What a plan compares: Go has no null in a text, a list or a map. */
const planned = (sent: object, answered: Record<string, unknown>): object =>
  Object.fromEntries(
    Object.keys(sent).map((name) => {
      const value = answered[name];
      if (name !== 'accessTokenTrustedIps') return [name, value];
      const ips = value as { ipAddress: string; prefix: number }[];
      return [name, ips.map(({ ipAddress, prefix }) => ({ ipAddress: `${ipAddress}/${prefix}` }))];
    }),
  );

const EMPTY: Readonly<Record<string, unknown>> = { boundClaims: {}, claimMetadataMapping: {} };

describe('the bytes of Terraform', () => {
  it.each(Object.keys(RESOURCES))(
    'make, read, change and remove %s, and the second plan is empty',
    async (method) => {
      const id = await anIdentityOf(admin);
      const [made, changed = made] = RESOURCES[method]!();
      const terraform = { agent: 'terraform', token: admin.token };
      const path = attachPath(method, id);
      const bodyWith = (fields: string) => `{"identityId":"${id}",${fields}}`;
      const { identityId: _, ...sent } = JSON.parse(bodyWith(made)) as Record<string, unknown>;
      const state = Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [name, value ?? EMPTY[name]]),
      );
      const shown = (answer: RawAnswer) =>
        planned(sent, Object.values(bodyOf<Record<string, Record<string, unknown>>>(answer))[0]!);
      const get = () => send({ ...terraform, line: `GET ${path}`, body: '' });

      expect(
        shown(await send({ ...terraform, line: `POST ${path}`, body: bodyWith(made) })),
      ).toEqual(state);
      expect(shown(await get())).toEqual(state);
      expect(
        shown(await send({ ...terraform, line: `PATCH ${path}`, body: bodyWith(changed) })),
      ).toEqual(state);
      expect(shown(await get())).toEqual(state);
      const removed = await send({
        ...terraform,
        line: `DELETE ${path}`,
        body: `{"identityId":"${id}"}`,
      });
      expect(shown(removed)).toEqual(state);
      expect((await get()).status).toBe(404);
    },
  );

  it('log in by aws-auth', () => logInByAws('terraform', CLIENTS.length + 1));

  it.each(['oidc-auth', 'kubernetes-auth'])('log in by %s', async (method) => {
    const [id, rest] = await LOGINS[method]!();
    const line = `POST /api/v1/auth/${method}/login`;
    const body = `{"identityId":"${id}",${rest}}`;

    const { accessToken: token } = bodyOf<Issued>(await send({ line, agent: 'terraform', body }));
    const details = { line: 'GET /api/v1/identities/details', agent: 'terraform', token };
    bodyOf(await send({ ...details, body: '' }));
  });
});
