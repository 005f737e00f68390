import { json } from '../support/outgoing/fake-network.js';
import { isLong, runs, timeLimit } from '../support/runs.js';
import { aScene, type Caller } from '../support/scene.js';
import {
  aSigningKey,
  nowSeconds,
  signed,
  type SigningKey,
  TestIssuer,
} from '../support/workloads/issuer.js';
import { StaticTrust } from '../support/workloads/static-trust.js';
import { amzDate, anSts, identityOf, signedLogin } from '../support/workloads/sts.js';
import {
  anIdentityOf,
  attachPath,
  loginPath,
  REFUSED,
  refusal,
  useWorkloadApp,
} from '../support/workloads/workload-scene.js';
import { leastOf } from '../support/quiet-stopwatch.js';

const server = useWorkloadApp();
/** Logins of each kind, by turns. */
const TURNS = runs(2, 200);

const UNKNOWN = '019a0000-0000-7000-8000-000000000000';
const TENANT = '72f988bf-86f1-41af-91ab-2d7cd011db47';
const OID = '0c2a7d3e-1b1c-4f5e-9b1a-6d5a4b3c2d1e';
const MAIL = 'deploy@the-shop.iam.gserviceaccount.com';
const ACCOUNT = '123456789012';
const USERNAME = 'system:serviceaccount:shop:api';

let admin: Caller;
let stranger: Caller;
let bare: string;
let key: SigningKey;
let evil: SigningKey;
let issuer: TestIssuer;

beforeAll(async () => {
  ({ admin } = await aScene(server));
  ({ admin: stranger } = await aScene(server));
  bare = await anIdentityOf(admin);
  key = await aSigningKey('key-1', 'RS256');
  evil = await aSigningKey('key-1', 'RS256');
  issuer = await TestIssuer.open(server.network, 'issuer.example');
  issuer.keys.splice(0, 1, key);
  for (const name of ['login.microsoftonline.com', 'www.googleapis.com'])
    await server.network.host(name, json({ keys: [key.publicJwk] }));
});

/** Sends a login of an identity with what is wrong with it. */
type Try = readonly [kind: string, send: (turn: number) => Promise<{ identityId: string }>];

interface Prepared {
  readonly method: string;
  /** Logs in well, so that keys are known. */
  readonly good: () => Promise<object>;
  readonly tries: readonly Try[];
}

const attach = async (method: string, settings: object): Promise<string> => {
  const id = await anIdentityOf(admin);
  await admin.http.post(attachPath(method, id)).send(settings).expect(200);
  return id;
};

/** A method of tokens: each claim in turn is another one. */
async function ofTokens(
  method: string,
  settings: object,
  claims: (identityId: string) => object,
  wrong: Readonly<Record<string, object>>,
): Promise<Prepared> {
  const identityId = await attach(method, settings);
  const jwt = (more: object = {}, by = key) => {
    const iat = nowSeconds();
    return signed({ iat, exp: iat + 3_600, ...claims(identityId), ...more }, by);
  };
  const login = async (more: object = {}, id = identityId, by = key) => ({
    identityId: id,
    jwt: await jwt(more, by),
  });
  return {
    method,
    good: () => login(),
    tries: [
      ['an unknown id', () => login({}, UNKNOWN)],
      ['a method that is not attached', () => login({}, bare)],
      ['another signature', () => login({}, identityId, evil)],
      [
        'another organization',
        async () => ({ ...(await login()), organizationSlug: `org-${stranger.orgId}` }),
      ],
      ...Object.entries(wrong).map(([name, more]): Try => [name, () => login(more)]),
    ],
  };
}

const METHODS: Readonly<Record<string, () => Promise<Prepared>>> = {
  'oidc-auth': () =>
    ofTokens(
      'oidc-auth',
      {
        ...{ oidcDiscoveryUrl: issuer.url, boundIssuer: issuer.url, caCert: issuer.host.ca },
        ...{ boundAudiences: 'strongroom', boundSubject: 'job:a', boundClaims: { env: 'prod' } },
      },
      () => ({ iss: issuer.url, aud: 'strongroom', sub: 'job:a', env: 'prod' }),
      { 'another aud': { aud: 'other' }, 'another sub': { sub: 'job:b' }, 'a claim': { env: 'x' } },
    ),
  'jwt-auth': async () => {
    const { publicKeys: _, ...settings } = (await StaticTrust.open()).settings() as {
      publicKeys: unknown;
    };
    const host = await server.network.host('keys.example', json({ keys: [key.publicJwk] }));
    return ofTokens(
      'jwt-auth',
      { ...settings, configurationType: 'jwks', jwksUrl: host.url, jwksCaCert: host.ca },
      () => ({ iss: 'https://jobs.example', aud: 'strongroom', sub: 'job:a' }),
      { 'another aud': { aud: 'other' }, 'another sub': { sub: 'job:b' } },
    );
  },
  'azure-auth': () =>
    ofTokens(
      'azure-auth',
      {
        ...{ tenantId: TENANT, resource: 'https://management.azure.com' },
        allowedServicePrincipalIds: OID,
      },
      () => ({
        ...{ ver: '1.0', iss: `https://sts.windows.net/${TENANT}/`, tid: TENANT, oid: OID },
        aud: 'https://management.azure.com',
      }),
      { 'another aud': { aud: 'other' }, 'another principal': { oid: TENANT } },
    ),
  'gcp-auth': () =>
    ofTokens(
      'gcp-auth',
      { type: 'gce', allowedServiceAccounts: MAIL },
      (identityId) => ({
        ...{ iss: 'https://accounts.google.com', aud: identityId, sub: '1', email: MAIL },
        email_verified: true,
      }),
      { 'another aud': { aud: 'other' }, 'another account': { email: `x${MAIL}` } },
    ),
  'kubernetes-auth': async () => {
    const reviewed = (body: string) => {
      const { token } = (JSON.parse(body) as { spec: { token: string } }).spec;
      return token.endsWith(good.split('.')[2]!);
    };
    const good = await signed({ sub: USERNAME, exp: nowSeconds() + 3_600 }, key);
    const cluster = await server.network.host('cluster.example', (call, res) =>
      json({
        ...{ kind: 'TokenReview', apiVersion: 'authentication.k8s.io/v1' },
        status: {
          authenticated: reviewed(call.body),
          user: { username: USERNAME, groups: ['system:serviceaccounts:shop'] },
        },
      })(call, res),
    );
    const settings = { kubernetesHost: cluster.url, caCert: cluster.ca, allowedNamespaces: 'shop' };
    const prepared = await ofTokens('kubernetes-auth', settings, () => ({ sub: USERNAME }), {
      'another namespace': { sub: 'system:serviceaccount:other:api' },
      'a person': { sub: 'ann' },
    });
    const { identityId } = (await prepared.good()) as { identityId: string };
    return { ...prepared, good: async () => ({ identityId, jwt: good }) };
  },
  'aws-auth': async () => {
    const own = { id: 'OWN', secret: 'of own' };
    const other = { id: 'OTHER', secret: 'of other' };
    const answerOf = (account: string) => identityOf(`arn:aws:iam::${account}:user/a`);
    const keys = new Map([
      [own.id, { secret: own.secret, answer: answerOf(ACCOUNT) }],
      [other.id, { secret: other.secret, answer: answerOf('210987654321') }],
    ]);
    await anSts(server.network, 'sts.eu-central-1.amazonaws.com', keys);
    const id = await attach('aws-auth', { allowedAccountIds: ACCOUNT });
    const login = async (turn: number, by = own, identityId = id) => ({
      identityId,
      ...signedLogin(by, { date: amzDate(-turn) }),
    });
    const guessed = { ...own, secret: 'guessed' };
    return {
      method: 'aws-auth',
      good: () => login(0),
      tries: [
        ['an unknown id', (turn) => login(turn + 1, own, UNKNOWN)],
        ['a method that is not attached', (turn) => login(turn + 1, own, bare)],
        ['another signature', (turn) => login(turn + 1, guessed)],
        ['another account', (turn) => login(turn + 1, other)],
      ],
    };
  },
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

describe('A refused login', () => {
  it.each(Object.keys(METHODS))(
    'takes as long for one reason as for any other, in one text: %s (T300)',
    async (name) => {
      const { method, good, tries } = await METHODS[name]!();
      const send = (body: object) => server.http.post(loginPath(method)).send(body);
      await send(await good()).expect(200);
      const isPaced = ['kubernetes-auth', 'aws-auth'].includes(name);
      const turns = isPaced ? Math.ceil(TURNS / 10) : TURNS;
      let sent = 0;
      const measure = async () => {
        const times = new Map<string, number[]>(tries.map(([kind]) => [kind, []]));
        const one = async (turn: number, [kind, make]: Try) => {
          const body = await make(turn);
          const start = performance.now();
          const answer = await send(body);
          times.get(kind)!.push(performance.now() - start);
          expect(refusal(answer)).toEqual(REFUSED);
        };
        for (let turn = 0; turn < turns; turn++, sent++) {
          // Each kind comes first, second, … as often as any other.
          const order = tries.map((_, index) => tries[(index + turn) % tries.length]!);
          // Refusals that leave at a full second wait for it together.
          if (isPaced) await Promise.all(order.map((each) => one(sent % 50, each)));
          else for (const each of order) await one(sent, each);
        }
        return times;
      };

      // By how much the medians differ. What is unequal stays so, however often it is measured.
      const unevenness = async () => {
        const times = await measure();
        expect(Math.min(...[...times.values()].flat())).toBeGreaterThan(isPaced ? 990 : 24);
        const medians = [...times].map(([kind, each]) => [kind, median(each)] as const);
        const values = medians.map(([, value]) => value);
        if (!isLong) return 1;
        const shown = medians.map(([kind, value]) => `${kind} ${value.toFixed(2)}`);
        process.stdout.write(`${name}: ${shown.join(', ')}\n`);
        return Math.max(...values) / Math.min(...values);
      };
      expect(await leastOf(1.05, unevenness)).toBeLessThan(1.05);
    },
    timeLimit(120_000),
  );
});
