import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { SecondFactors } from '../../src/accounts/second-factors.js';
import { OidcSeals } from '../../src/oidc-sign-in/oidc-seals.js';
import { WorkloadSeals } from '../../src/workloads/settings/workload-seals.js';
import { startApp, TEST_KEYS, type TestApp, useApp } from '../support/harness.js';
import { runOn } from '../support/key-commands.js';
import { aPerson } from '../support/people.js';
import { aScene } from '../support/scene.js';
import { StaticTrust } from '../support/workloads/static-trust.js';
import { anIdentityOf, attachPath, loginPath } from '../support/workloads/workload-scene.js';

/** The server of before, under the secret that is replaced. */
const old = useApp();
const NEW = randomBytes(32).toString('base64');

/** A replica under the new secret, on the same database. */
async function underNew<T>(env: Record<string, string>, work: (server: TestApp) => Promise<T>) {
  const before = TEST_KEYS.authSecret;
  TEST_KEYS.authSecret = NEW;
  const server = await startApp(env, [], old.databaseUrl).finally(
    () => void (TEST_KEYS.authSecret = before),
  );
  return work(server.parts).finally(() => server.end());
}

const withFormer = { AUTH_SECRET_FORMER: TEST_KEYS.authSecret };
const HOST = 'https://10.0.0.1:6443';
const ISSUER = 'https://login.example';
const NAME = createHash('sha256').update('a key set').digest();

async function aScenery() {
  const { admin, orgId } = await aScene(old);
  const id = await anIdentityOf(admin);
  await admin.http
    .post(attachPath('kubernetes-auth', id))
    .send({ kubernetesHost: HOST, allowedNamespaces: 'shop', tokenReviewerJwt: 'reviewer' })
    .expect(200);
  const place = { orgId, issuer: ISSUER, clientId: 'client' };
  const { source } = old.database;
  await source.query(
    `insert into oidc_configurations
       (id, org_id, discovery_url, issuer, names_issuer, client_id, sealed_secret, is_active, is_jit_on, jit_role)
     values ($1, $2, $3, $3, true, 'client', $4, false, false, 'no-access')`,
    [randomUUID(), orgId, ISSUER, old.app.get(OidcSeals).sealSecret(place, 'of the client')],
  );
  await source.query(
    `insert into workload_key_sets (key, sealed, tried_at, expires_at)
     values ($1, $2, now(), now() + interval '1 hour')`,
    [NAME, old.app.get(WorkloadSeals).sealKeySet(NAME, { keys: [] })],
  );
  const { id: userId } = await aPerson(old, orgId, 'member');
  const secret = await old.database.transaction((tx) =>
    old.app.get(SecondFactors).register(tx, userId),
  );
  return { identityId: id, place, userId, secret: secret! };
}

type Scenery = Awaited<ReturnType<typeof aScenery>>;

/** What a server opens of it all. */
async function opened(server: TestApp, { identityId, place, userId, secret }: Scenery) {
  const { source } = old.database;
  const one = async (text: string, value: unknown) =>
    (await source.query<{ id: string; sealed: Buffer }[]>(text, [value]))[0]!;
  const seals = server.app.get(WorkloadSeals);
  const auth = await one(
    'select id, sealed_token sealed from workload_auths where identity_id = $1',
    identityId,
  );
  const provider = await one(
    'select id, sealed_secret sealed from oidc_configurations where org_id = $1',
    place.orgId,
  );
  const keySet = await one('select sealed from workload_key_sets where key = $1', NAME);
  const buffer = secret.buffer.slice(secret.byteOffset, secret.byteOffset + secret.length);
  const code = new TOTP({ secret: new Secret({ buffer: buffer as ArrayBuffer }) }).generate();
  return {
    reviewer: seals.openToken(auth.id, [HOST, ''], auth.sealed),
    provider: server.app.get(OidcSeals).openSecret(place, provider.sealed),
    keySet: seals.openKeySet<object>(NAME, keySet.sealed),
    code: await server.database
      .transaction(async (tx) => {
        const verdict = await server.app.get(SecondFactors).verifyCode(tx, userId, code, false);
        // The code is to be right for the next server as well.
        throw Object.assign(new Error('undone'), { verdict: verdict.is });
      })
      .catch((error: unknown) => (error as { verdict?: string }).verdict ?? 'broken'),
  };
}

const WHOLE = {
  reviewer: 'reviewer',
  provider: 'of the client',
  keySet: { keys: [] },
  code: 'right',
};
const BROKEN = { reviewer: null, provider: null, keySet: null, code: 'broken' };

describe('A proof that counts once', () => {
  it('counts once under the old and the new secret together, whichever is in force', async () => {
    const { admin } = await aScene(old);
    const id = await anIdentityOf(admin);
    const trust = await StaticTrust.open();
    await trust.attach(admin, id, { singleUse: true });
    const login = async ({ http }: TestApp, jwt: string) =>
      (await http.post(loginPath('jwt-auth')).send({ identityId: id, jwt })).status;
    const [first, second] = [await trust.jwt({ jti: 'first' }), await trust.jwt({ jti: 'second' })];

    expect(await login(old, first)).toBe(200);
    await underNew(withFormer, async (server) => {
      expect(await login(server, first)).toBe(401);
      expect(await login(server, second)).toBe(200);
    });
    expect(await login(old, second)).toBe(401);
    await underNew({}, async (server) => {
      expect(await login(server, second)).toBe(401);
    });
  });
});

describe('What is sealed under AUTH_SECRET', () => {
  it('is sealed anew by keys:rotate while AUTH_SECRET_FORMER is set, and opens without it from then on', async () => {
    const scenery = await aScenery();
    const rotate = (server: TestApp) =>
      runOn({ ...server.context, authSecret: NEW }, 'keys:rotate');

    await underNew({}, async (server) => {
      expect(await opened(server, scenery)).toEqual(BROKEN);
      const { code, lines } = await rotate(server);
      expect([code, lines.filter((line) => line.includes('AUTH_SECRET'))]).toEqual([0, []]);
    });
    await underNew(withFormer, async (server) => {
      expect(await opened(server, scenery)).toEqual(WHOLE);
      const first = await rotate(server);
      expect(first).toMatchObject({ code: 0 });
      expect(first.lines).toContain('Sealed anew under AUTH_SECRET: 4.');
      expect((await rotate(server)).lines.join()).not.toContain('AUTH_SECRET');
      expect(await opened(server, scenery)).toEqual(WHOLE);
    });
    await underNew({}, async (server) => {
      expect(await opened(server, scenery)).toEqual(WHOLE);
    });
  });

  it('is named where no key opens it, and the rest is sealed anew (exit code 1)', async () => {
    const { admin } = await aScene(old);
    const ids = [await anIdentityOf(admin), await anIdentityOf(admin)];
    for (const id of ids)
      await admin.http
        .post(attachPath('kubernetes-auth', id))
        .send({ kubernetesHost: HOST, allowedNamespaces: 'shop', tokenReviewerJwt: 'reviewer' })
        .expect(200);
    const { source } = old.database;
    await source.query(`update workload_auths set sealed_token = '\\x00' where identity_id = $1`, [
      ids[0],
    ]);
    const [row] = await source.query<{ id: string }[]>(
      'select id from workload_auths where identity_id = $1',
      [ids[0]],
    );

    await underNew(withFormer, async (server) => {
      const { code, lines } = await runOn({ ...server.context, authSecret: NEW }, 'keys:rotate');
      expect(code).toBe(1);
      expect(lines).toContain('Sealed anew under AUTH_SECRET: 1.');
      expect(lines).toContain(`Could not be opened: reviewer token ${row!.id}`);
    });
  });
});
