import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { PoolClient } from 'pg';
import { IdempotentAnswersRepository } from '../../src/idempotency/idempotent-answers.repository.js';
import { startApp, type TestApp, useApp } from '../support/harness.js';
import { aMember, type Caller, withoutReqId } from '../support/scene.js';
import { aSecretScene, named, type SecretScene } from '../support/secrets-scene.js';

const server = useApp();
const query = <T extends object = object>(text: string, values: unknown[] = []) =>
  server.database.source.query<T[]>(text, values);

const PER_CALLER = 10_000;

function limitKeys(app: TestApp, perCaller: number): void {
  app.app.get(IdempotentAnswersRepository, { strict: false }).keysPerCaller = perCaller;
}

beforeEach(() => limitKeys(server, 5));
afterEach(() => void jest.restoreAllMocks());

const send = (caller: Caller, key: string, { dev }: SecretScene) =>
  caller.http
    .post(named(`S-${key}`))
    .set('Idempotency-Key', key)
    .send({ ...dev, secretValue: 'x' });

const isReplay = ({ headers }: { headers: Record<string, string> }) =>
  headers['idempotency-replayed'] === 'true';

async function fill(scene: SecretScene, count: number): Promise<void> {
  for (let n = 0; n < count; n++) await send(scene.admin, `k${n}`, scene).expect(200);
}

/** Keys that were used some time ago, the oldest of them nearest to its end. */
const fillTable = ({ admin, orgId }: SecretScene, count: number, oldest: string) =>
  query(
    `insert into idempotent_answers (org_id, identity_id, key_digest, fingerprint, expires_at)
     select $1, $2, sha256(n::text::bytea), '', now() + $4::interval + n * interval '1 s'
     from generate_series(0, $3::int - 1) n`,
    [orgId, admin.id, count, oldest],
  );

async function liveKeys({ admin }: SecretScene): Promise<number> {
  const [row] = await query<{ n: number }>(
    `select count(*)::int n from idempotent_answers
     where identity_id = $1 and expires_at > now()`,
    [admin.id],
  );
  return row!.n;
}

describe('Quota of live keys', () => {
  it('refuses a new key beyond it and does nothing (429)', async () => {
    const scene = await aSecretScene(server);
    await fill(scene, 5);

    const { body, headers } = await send(scene.admin, 'new', scene).expect(429);

    expect(withoutReqId(body as object)).toEqual({
      statusCode: 429,
      error: 'RateLimitExceeded',
      message:
        'You have 5 live values of Idempotency-Key, which is the most. Try again in 60 seconds.',
    });
    expect(headers['retry-after']).toBe('60');
    expect(await liveKeys(scene)).toBe(5);
    const done = await query('select from secrets where project_id = $1', [scene.project.id]);
    expect(done).toHaveLength(5);
  });

  it('is ten thousand a caller', async () => {
    const scene = await aSecretScene(server);
    limitKeys(server, PER_CALLER);
    await fillTable(scene, 9_999, '1 h');

    await send(scene.admin, 'last', scene).expect(200);
    await send(scene.admin, 'new', scene).expect(429);
  });

  it('says in Retry-After when the next key ends, if that is soon', async () => {
    const scene = await aSecretScene(server);
    await fillTable(scene, 5, '30 s');

    const { headers } = await send(scene.admin, 'new', scene).expect(429);

    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
  });

  it('replays the answers of keys that are kept', async () => {
    const scene = await aSecretScene(server);
    await fill(scene, 5);
    await send(scene.admin, 'new', scene).expect(429);

    for (const key of ['k0', 'k4', 'k0']) {
      expect(isReplay(await send(scene.admin, key, scene).expect(200))).toBe(true);
    }
    await send(scene.admin, 'k0', scene).send({ another: 'request' }).expect(422);
  });

  it('refuses neither requests without a key nor other callers', async () => {
    const scene = await aSecretScene(server);
    const colleague = await aMember(server, scene.project, scene.orgId, 'admin');
    await fill(scene, 5);
    await send(scene.admin, 'new', scene).expect(429);

    const body = { ...scene.dev, secretValue: 'x' };
    await scene.admin.http.post(named('plain')).send(body).expect(200);
    await send(colleague, 'new', scene).expect(200);
  });

  it('is checked after the token (401) and before the body (422)', async () => {
    const scene = await aSecretScene(server);
    await fill(scene, 5);
    const asked = (http: Caller['http']) =>
      http.post(named('S')).set('Idempotency-Key', 'new').send({ secretValue: 7 });

    await asked(server.as('no token')).expect(401);
    await asked(scene.admin.http).expect(429);
  });

  it('has room again when a key has expired', async () => {
    const scene = await aSecretScene(server);
    await fill(scene, 5);
    await send(scene.admin, 'new', scene).expect(429);
    await query(
      `update idempotent_answers set expires_at = now() where ctid =
        (select min(ctid) from idempotent_answers where identity_id = $1)`,
      [scene.admin.id],
    );

    await send(scene.admin, 'new', scene).expect(200);
    await send(scene.admin, 'newer', scene).expect(429);
    expect(await liveKeys(scene)).toBe(5);
  });

  it('counts an expired key that is sent again as new', async () => {
    const scene = await aSecretScene(server);
    await send(scene.admin, 'old', scene).expect(200);
    await query('update idempotent_answers set expires_at = now() where identity_id = $1', [
      scene.admin.id,
    ]);
    await fill(scene, 5);

    await send(scene.admin, 'old', scene).expect(429);
    limitKeys(server, 6);
    await send(scene.admin, 'old', scene).expect(409); // done anew: the secret is there already
  });
});

describe('Count of live keys', () => {
  it('leaves out requests that are refused or replayed', async () => {
    const scene = await aSecretScene(server);
    const elsewhere = { ...scene, dev: { ...scene.dev, environment: 'none' as 'dev' } };
    for (let n = 0; n < 12; n++) await send(scene.admin, `bad${n}`, elsewhere).expect(404);
    await fill(scene, 4);
    for (let n = 0; n < 12; n++) await send(scene.admin, 'k0', scene).expect(200);

    await send(scene.admin, 'last', scene).expect(200);
    await send(scene.admin, 'new', scene).expect(429);
  });

  it('is part of the statement that claims the key', async () => {
    const scene = await aSecretScene(server);
    await send(scene.admin, 'first', scene).expect(200);
    const statements = await aboutKeysDuring(() => send(scene.admin, 'k', scene).expect(200));

    expect(statements).toBe('with update');
  });
});

/** First words of the statements about keys that are sent over the connections there are. */
async function aboutKeysDuring(work: () => PromiseLike<unknown>): Promise<string> {
  const { source } = server.database;
  const pool = (source.driver as unknown as { master: { _clients: PoolClient[] } }).master;
  const spies = pool._clients.map((client) => jest.spyOn(client, 'query'));
  await work();
  const texts = spies.flatMap(({ mock }) => mock.calls.map(([text]) => textOf(text)));
  for (const spy of spies) spy.mockRestore();
  const aboutKeys = texts.filter((text) => text.includes('idempotent_answers'));
  return aboutKeys.map((text) => text.trim().split(' ', 1)[0]).join(' ');
}

const textOf = (sent: unknown): string =>
  typeof sent === 'string' ? sent : (sent as { text: string }).text;

describe('Two replicas', () => {
  /** Sends new keys to both, so many at a time to each, until both refuse. */
  async function fillBoth(scene: SecretScene, replica: TestApp, atOnce: number): Promise<void> {
    const there = { ...scene.admin, http: replica.as(scene.admin.token) };
    for (let refusals = 0; refusals < 2 * atOnce;) {
      const sent = [scene.admin, there].flatMap((caller) =>
        Array.from({ length: atOnce }, () => send(caller, randomUUID(), scene)),
      );
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect([200, 429]).toEqual(expect.arrayContaining([...new Set(statuses)]));
      refusals = statuses.filter((status) => status === 429).length;
    }
  }

  it.each([
    ['exactly, one request after the other', 1],
    ['within the requests that run at the same time', 8],
  ])('keep the quota %s', async (_, atOnce) => {
    const { parts: replica, end } = await startApp({}, [], server.databaseUrl);
    try {
      for (const each of [server, replica]) limitKeys(each, 60);
      const scene = await aSecretScene(server);
      await fillTable(scene, 30, '1 h');
      await fillBoth(scene, replica, atOnce);

      const live = await liveKeys(scene);
      expect(live).toBeGreaterThanOrEqual(60);
      expect(live).toBeLessThan(60 + 2 * atOnce);
    } finally {
      await end();
    }
  });
});
