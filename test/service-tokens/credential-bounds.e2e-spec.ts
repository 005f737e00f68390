import { ConsoleCodes } from '../../src/identities/console-codes/console-codes.js';
import { StaticTrust } from '../support/workloads/static-trust.js';
import { attachPath, useWorkloadApp } from '../support/workloads/workload-scene.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  join,
  type TestProject,
} from '../support/scene.js';

const server = useWorkloadApp({
  PUBLIC_URL: 'https://s.example',
  TRUSTED_PROXIES: '127.0.0.1,::1',
});
const ROUTE = '/api/v2/service-token';
const INSIDE = '192.0.2.7';
const OUTSIDE = '198.51.100.7';
const NETWORK = [{ ipAddress: '192.0.2.0/24' }];
const YEAR = 365 * 86_400;

let admin: Caller;
let orgId: string;
let project: TestProject;
let trust: StaticTrust;

beforeAll(async () => {
  ({ admin, orgId } = await aScene(server));
  project = await aProject(admin);
  trust = await StaticTrust.open();
});

const codeOf = ({ headers }: { headers: Record<string, string> }) =>
  /errors#([a-z-]+)/.exec(headers.link ?? '')?.[1];

const order = (token: string, from = INSIDE) =>
  server
    .as(token)
    .post(ROUTE)
    .set('X-Forwarded-For', from)
    .send({
      ...{ name: 'made', workspaceId: project.id, permissions: ['read'], expiresIn: null },
      scopes: [{ environment: 'dev', secretPath: '/**' }],
    });

interface Made {
  readonly token: string;
  readonly id: string;
  /** Seconds. */
  readonly life: number;
}

async function make(token: string, from = INSIDE): Promise<Made> {
  const { body } = await order(token, from).expect(200);
  const { serviceToken, serviceTokenData: data } = body as {
    serviceToken: string;
    serviceTokenData: { id: string; expiresAt: string };
  };
  const life = (Date.parse(data.expiresAt) - Date.now()) / 1_000;
  return { token: serviceToken, id: data.id, life };
}

const use = (token: string, from = INSIDE) =>
  server.as(token).get(ROUTE).set('X-Forwarded-For', from);

const isDead = async (token: string) =>
  expect(codeOf(await use(token).expect(401))).toBe('service-token-invalid');

const universal = (id: string) => `/api/v1/auth/universal-auth/identities/${id}`;
const stored = (id: string) => `/api/v1/auth/token-auth/identities/${id}`;

/** What an identity signs in with, and how an administrator ends it. */
interface Credential {
  readonly token: string;
  readonly change: (settings: object) => PromiseLike<unknown>;
  readonly ends: Readonly<Record<string, () => PromiseLike<{ body: object }>>>;
}

type Terms = Readonly<Record<string, unknown>>;

async function loginOf(clientId: string, clientSecret: string): Promise<string> {
  const { body } = await server.http
    .post('/api/v1/auth/universal-auth/login')
    .set('X-Forwarded-For', INSIDE)
    .send({ clientId, clientSecret })
    .expect(200);
  return (body as { accessToken: string }).accessToken;
}

const CREDENTIALS = {
  'a client secret': async ({ id }: Caller, terms: Terms, secretTerms: object = {}) => {
    const path = universal(id);
    const auth = await admin.http.post(path).send(terms).expect(200);
    const made = await admin.http.post(`${path}/client-secrets`).send(secretTerms).expect(200);
    const { clientId } = (auth.body as { identityUniversalAuth: { clientId: string } })
      .identityUniversalAuth;
    const { clientSecret, clientSecretData } = made.body as {
      clientSecret: string;
      clientSecretData: { id: string };
    };
    return {
      token: await loginOf(clientId, clientSecret),
      change: (settings) => admin.http.patch(path).send(settings).expect(200),
      ends: {
        revoked: () =>
          admin.http.post(`${path}/client-secrets/${clientSecretData.id}/revoke`).expect(200),
        detached: () => admin.http.delete(path).expect(200),
      },
    };
  },
  'a stored token': async ({ id }: Caller, terms: Terms) => {
    const path = stored(id);
    await admin.http.patch(path).send(terms).expect(200);
    const { body } = await admin.http.post(`${path}/tokens`).send({}).expect(200);
    const { accessToken, tokenData } = body as { accessToken: string; tokenData: { id: string } };
    const revoke = `/api/v1/auth/token-auth/tokens/${tokenData.id}/revoke`;
    return {
      token: accessToken,
      change: (settings) => admin.http.patch(path).send(settings).expect(200),
      ends: {
        revoked: () => admin.http.post(revoke).expect(200),
        detached: () => admin.http.delete(path).expect(200),
      },
    };
  },
  'a platform': async ({ id }: Caller, terms: Terms) => {
    const path = attachPath('jwt-auth', id);
    await admin.http.post(path).send(trust.settings(terms)).expect(200);
    const jwt = await trust.jwt();
    const { body } = await server.http
      .post('/api/v1/auth/jwt-auth/login')
      .set('X-Forwarded-For', INSIDE)
      .send({ identityId: id, jwt })
      .expect(200);
    return {
      token: (body as { accessToken: string }).accessToken,
      change: (settings) => admin.http.patch(path).send(settings).expect(200),
      ends: {
        'trusted no more': () =>
          admin.http.patch(path).send({ boundIssuer: 'https://other.example' }).expect(200),
        'told to end': () => admin.http.patch(path).send({ revokeTokens: true }).expect(200),
        detached: () => admin.http.delete(path).expect(200),
      },
    };
  },
} satisfies Readonly<
  Record<string, (of: Caller, terms: Terms, secretTerms?: object) => Promise<Credential>>
>;

type Way = keyof typeof CREDENTIALS;
const WAYS = Object.keys(CREDENTIALS) as Way[];

/** A member of the project that may not set up credentials of its own. */
const aMaker = () => aMember(server, project, orgId, 'admin');

/** A member of the project that may. */
async function aManager(): Promise<Caller> {
  const manager = await anIdentity(server, orgId, 'member');
  await join(server, project, manager, 'admin');
  return manager;
}

describe('a service token of who may set up no credentials of its own', () => {
  it.each(WAYS)('works from where its credential works, as that is now: %s', async (way) => {
    const maker = await aMaker();
    const { token, change } = await CREDENTIALS[way](maker, { accessTokenTrustedIps: NETWORK });
    await order(token, OUTSIDE).expect(401);
    const made = await make(token);

    await use(made.token).expect(200);
    expect(codeOf(await use(made.token, OUTSIDE).expect(401))).toBe('service-token-invalid');
    await server
      .as(made.token)
      .get('/api/v4/secrets')
      .query({ projectId: project.id, environment: 'dev' })
      .set('X-Forwarded-For', OUTSIDE)
      .expect(401);
    await change({ accessTokenTrustedIps: [{ ipAddress: OUTSIDE }] });
    await use(made.token).expect(401);
    await use(made.token, OUTSIDE).expect(200);
  });

  it.each(WAYS)('is not made where uses are counted (403): %s', async (way) => {
    const maker = await aMaker();
    const { token } = await CREDENTIALS[way](maker, { accessTokenNumUsesLimit: 5 });

    expect(codeOf(await order(token).expect(403))).toBe('service-token-not-offered');
    const { body } = await admin.http
      .get(`/api/v1/workspace/${project.id}/service-token-data`)
      .expect(200);
    const { serviceTokenData } = body as { serviceTokenData: { createdBy: string }[] };
    expect(serviceTokenData.filter(({ createdBy }) => createdBy === maker.id)).toEqual([]);
  });

  const TERMS = { accessTokenTTL: 60, accessTokenMaxTTL: 600 };

  it.each<[string, Way, object, boolean]>([
    ['a stored token', 'a stored token', {}, true],
    ['a login of a platform', 'a platform', {}, true],
    ['a login by a secret that ends', 'a client secret', { ttl: 500 }, true],
    ['a login by a secret that counts', 'a client secret', { numUsesLimit: 3 }, true],
    ['a login by a lasting secret', 'a client secret', {}, false],
  ])('ends no later than what it was made with could: %s', async (_, way, terms, isBounded) => {
    const { token } = await CREDENTIALS[way](await aMaker(), TERMS, terms);

    const { life } = await make(token);
    if (isBounded) {
      expect(life).toBeGreaterThan(500);
      expect(life).toBeLessThanOrEqual(601);
    } else expect(Math.abs(life - YEAR)).toBeLessThan(60);
  });

  it('ends no later than the session in the console that a code opened', async () => {
    const maker = await aMaker();
    const code = await server.database.transaction((tx) =>
      server.app.get(ConsoleCodes).make(tx, maker.id),
    );
    const { body } = await server.http
      .post('/api/v1/auth/console/code')
      .set('Origin', 'https://s.example')
      .set('X-Forwarded-For', INSIDE)
      .send({ code })
      .expect(200);
    const { token, sessionId } = body as { token: string; sessionId: string };
    const made = await make(token);
    expect(made.life).toBeGreaterThan(11 * 3_600);
    expect(made.life).toBeLessThanOrEqual(12 * 3_600 + 1);

    await admin.http.delete(`/api/v1/identities/${maker.id}/sessions/${sessionId}`).expect(200);
    await isDead(made.token);
  });

  const ENDS = [
    ['a client secret', 'revoked'],
    ['a client secret', 'detached'],
    ['a stored token', 'revoked'],
    ['a stored token', 'detached'],
    ['a platform', 'trusted no more'],
    ['a platform', 'told to end'],
    ['a platform', 'detached'],
  ] as const;

  it.each(ENDS)('ends with its credential, and is named: %s, %s', async (way, how) => {
    const { token, ends } = await CREDENTIALS[way](await aMaker(), {});
    const [made, second] = [await make(token), await make(token)];
    const beside = await make((await CREDENTIALS[way](await aMaker(), {})).token);

    const { body } = await (ends as Credential['ends'])[how]!();

    const named = { name: 'made', projectId: project.id };
    expect(body).toMatchObject({
      serviceTokens: [
        { id: made.id, ...named },
        { id: second.id, ...named },
      ],
    });
    expect(body).not.toHaveProperty('remainingServiceTokens');
    await isDead(made.token);
    await isDead(second.token);
    await use(beside.token).expect(200);
    const [entry] = await server.database.source.query<{ target: object }[]>(
      `select target from audit_entries where org_id = $1 order by created_at desc, id desc limit 1`,
      [orgId],
    );
    expect(entry!.target).toMatchObject({ serviceTokens: [{ id: made.id }, { id: second.id }] });
  });

  // Jobs and agents revoke their access token when they are through; what they made is for afterwards (ADR 21).
  it.each<[Way, string]>([
    ['a client secret', 'lives on'],
    ['a platform', 'lives on'],
    ['a stored token', 'ends'],
  ])('when the access token that made it is revoked by its holder: %s, %s', async (way, what) => {
    const { token } = await CREDENTIALS[way](await aMaker(), {});
    const made = await make(token);

    await server.http
      .post('/api/v1/auth/token/revoke')
      .set('X-Forwarded-For', INSIDE)
      .send({ accessToken: token })
      .expect(200);
    await order(token).expect(401);
    if (what === 'ends') await isDead(made.token);
    else await use(made.token).expect(200);
  });

  it('lives through a change of its platform that lets its logins live', async () => {
    const { token, change } = await CREDENTIALS['a platform'](await aMaker(), {});
    const made = await make(token);

    await change({ boundSubject: 'job:b' });
    await use(made.token).expect(200);
  });
});

describe('a service token of who may set up its own credentials', () => {
  const HELD = { accessTokenTTL: 60, accessTokenMaxTTL: 600, accessTokenTrustedIps: NETWORK };

  it.each<Way>(['a client secret', 'a stored token'])(
    'stands by itself, and is named when that ends: %s',
    async (way) => {
      const credential: Credential = await CREDENTIALS[way](await aManager(), HELD);
      const made = await make(credential.token);
      const ends = credential.ends as Required<Credential['ends']>;
      expect(Math.abs(made.life - YEAR)).toBeLessThan(60);

      const { body } = await ends['revoked']!();
      expect(body).toMatchObject({
        remainingServiceTokens: [{ id: made.id, name: 'made', projectId: project.id }],
      });
      expect(body).not.toHaveProperty('serviceTokens');
      await use(made.token, OUTSIDE).expect(200);
      const again = await ends['detached']!();
      expect(again.body).toMatchObject({ remainingServiceTokens: [{ id: made.id }] });
    },
  );

  it('is bound to a login of a platform all the same, whose trust can end', async () => {
    const { token, ends } = await CREDENTIALS['a platform'](await aManager(), HELD);
    const made = await make(token);
    expect(made.life).toBeLessThanOrEqual(601);
    await use(made.token, OUTSIDE).expect(401);

    await ends['trusted no more']();
    await isDead(made.token);
  });

  it('needs both rights that make a credential', async () => {
    for (const actions of [['edit-auth'], ['create-token']]) {
      const maker = await anIdentity(server, orgId, [{ subject: 'identity', action: actions }]);
      await join(server, project, maker, 'admin');
      const { token } = await CREDENTIALS['a stored token'](maker, HELD);
      expect((await make(token)).life).toBeLessThanOrEqual(601);
    }
  });
});

describe('where administrators look', () => {
  it('a project lists with what each was made, and which end with it', async () => {
    const maker = await aMaker();
    const { token } = await CREDENTIALS['a platform'](maker, {});
    const [made, lasting] = [await make(token), await make(admin.token)];

    const { body } = await admin.http
      .get(`/api/v1/workspace/${project.id}/service-token-data`)
      .expect(200);
    const { serviceTokenData } = body as {
      serviceTokenData: { id: string; credentialId: string; endsWithCredential: boolean }[];
    };
    const find = (id: string) => serviceTokenData.find((each) => each.id === id);
    const [row] = await server.database.source.query<{ id: string }[]>(
      'select id from workload_auths where identity_id = $1',
      [maker.id],
    );
    expect(find(made.id)).toMatchObject({ credentialId: row!.id, endsWithCredential: true });
    expect(find(lasting.id)).toMatchObject({ endsWithCredential: false });
  });

  it('the list of how workloads sign in counts those that each row’s logins made', async () => {
    const maker = await aMaker();
    const { token, ends } = await CREDENTIALS['a platform'](maker, {});
    await make(token);
    await make(token);
    const countOf = async () => {
      const { body } = await admin.http.get('/api/v1/organization/workload-auths').expect(200);
      const { workloadAuths } = body as {
        workloadAuths: { identityId: string; serviceTokenCount: number }[];
      };
      return workloadAuths.find(({ identityId }) => identityId === maker.id)?.serviceTokenCount;
    };

    expect(await countOf()).toBe(2);
    await ends['told to end']();
    expect(await countOf()).toBe(0);
  });

  it('the deletion of an identity names its service tokens, which end with it', async () => {
    const maker = await aManager();
    const made = await make(maker.token);

    const { body } = await admin.http.delete(`/api/v1/identities/${maker.id}`).expect(200);
    expect(body).toMatchObject({
      serviceTokens: [{ id: made.id, name: 'made', projectId: project.id }],
    });
    await isDead(made.token);
  });
});
