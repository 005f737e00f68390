import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { Request } from 'express';
import pg from 'pg';
import { currentWork } from '../../src/http/limits/admission.js';
import { Audit } from '../../src/audit/audit.js';
import { AnswerVault } from '../../src/idempotency/answer-vault.js';
import { IdempotencySweep } from '../../src/idempotency/idempotency-sweep.js';
import { startApp, type TestApp } from '../support/harness.js';
import { aMember, anIdentity, type Scene, withoutReqId } from '../support/scene.js';
import { aSecretScene, footprint, named, V3, V4 } from '../support/secrets-scene.js';
import {
  server,
  query,
  creation,
  valued,
  isReplay,
  countOf,
  actorOf,
} from './idempotency-scene.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

describe('The same key with the same request', () => {
  it('replays a client secret that is otherwise shown only once', async () => {
    const { admin } = await aSecretScene(server);
    const { id } = await anIdentity(server, admin.orgId, 'no-access');
    const path = `/api/v1/auth/universal-auth/identities/${id}`;
    await admin.http.post(path).send({}).expect(200);
    const key = randomUUID();
    const send = () =>
      admin.http.post(`${path}/client-secrets`).set('Idempotency-Key', key).send({});

    const first = await send().expect(200);
    const second = await send().expect(200);

    expect(second.text).toBe(first.text);
    expect([isReplay(first), isReplay(second)]).toEqual([false, true]);
    const stored = await query('select id from client_secrets where description is not null');
    expect(stored).toHaveLength(1);
  });

  it('replays with the headers that the route always sends', async () => {
    const scene = await aSecretScene(server);
    const first = await creation(scene.admin, 'k', 'A', valued(scene)).expect(200);
    const second = await creation(scene.admin, 'k', 'A', valued(scene)).expect(200);

    const names = ['content-type', 'deprecation', 'link', 'cache-control', 'etag'];
    const picked = (headers: Record<string, string>) => names.map((name) => headers[name]);
    expect(picked(second.headers)).toEqual(picked(first.headers));
  });

  it('ignores white space in the body', async () => {
    const scene = await aSecretScene(server);
    const body = valued(scene);
    await creation(scene.admin, 'k', 'A', body).expect(200);
    const spaced = await scene.admin.http
      .post(named('A'))
      .set('Idempotency-Key', 'k')
      .set('Content-Type', 'application/json')
      .send(JSON.stringify(body, null, 4))
      .expect(200);

    expect(isReplay(spaced)).toBe(true);
  });

  it('is a request of its own for another identity and another organization', async () => {
    const [scene, elsewhere] = [await aSecretScene(server), await aSecretScene(server)];
    const colleague = await aMember(server, scene.project, scene.orgId, 'admin');
    await creation(scene.admin, 'k', 'A', valued(scene)).expect(200);

    await creation(colleague, 'k', 'A', valued(scene)).expect(409);
    const own = await creation(colleague, 'k', 'B', valued(scene)).expect(200);
    const theirs = await creation(elsewhere.admin, 'k', 'A', valued(elsewhere)).expect(200);

    expect([isReplay(own), isReplay(theirs)]).toEqual([false, false]);
  });

  it('happens once when it comes twenty times at once to two replicas', async () => {
    const scene = await aSecretScene(server);
    const replica = await startApp({}, [], server.databaseUrl);
    try {
      const there = { ...scene.admin, http: replica.parts.as(scene.admin.token) };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          creation(i % 2 ? there : scene.admin, 'k', 'A', valued(scene)).expect(200),
        ),
      );

      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
      expect(await footprint(server, scene.project.id)).toEqual([
        { secrets: '1', versions: '0', audit: '2', events: '1', head: '1' },
      ]);
    } finally {
      await replica.end();
    }
  });
});

describe('The same key with another request', () => {
  it('is refused: another method (422)', async () => {
    const scene = await aSecretScene(server);
    await creation(scene.admin, 'k', 'A', valued(scene)).expect(200);

    const send = () => scene.admin.http.patch(named('A')).set('Idempotency-Key', 'k');
    const answer = await send().send(valued(scene)).expect(422);

    expect(answer.body).toMatchObject({ message: [{ code: 'key_reused' }] });
  });

  it.each([
    ['another body', V3, 'A', { secretValue: 'y' }],
    ['another path', V3, 'B', { secretValue: 'x' }],
    ['another generation', V4, 'A', { secretValue: 'x' }],
    ['another query', V3, 'A?q=1', { secretValue: 'x' }],
  ])('is refused: %s (422)', async (_, root, name, value) => {
    const scene = await aSecretScene(server);
    const body = { ...scene.dev, projectId: scene.project.id };
    await creation(scene.admin, 'k', 'A', { ...body, secretValue: 'x' }).expect(200);

    const answer = await scene.admin.http
      .post(`${root}/${name}`)
      .set('Idempotency-Key', 'k')
      .send({ ...body, ...value })
      .expect(422);

    expect(answer.body).toMatchObject({
      error: 'ValidationFailure',
      message: [{ code: 'key_reused', path: ['Idempotency-Key'], message: expect.any(String) }],
    });
    expect(await countOf(scene, 'A')).toBe(1);
  });
});

describe('A key', () => {
  it('has up to 255 visible ASCII characters', async () => {
    const scene = await aSecretScene(server);
    const send = (key: string) => creation(scene.admin, key, randomUUID(), valued(scene));

    await send('!').expect(200);
    await send('~'.repeat(255)).expect(200);
    for (const key of ['', '~'.repeat(256), 'a b', 'schl\u00fcssel', 'a\tb']) {
      const answer = await send(key).expect(422);
      expect(answer.body).toMatchObject({
        message: [{ code: 'invalid_string', path: ['Idempotency-Key'] }],
      });
    }
  });

  it('is ignored by routes that only read and by those without a token', async () => {
    const { admin, project, dev } = await aSecretScene(server);
    const { http } = server;
    const { workspaceId } = dev;
    const login = { clientId: randomUUID(), clientSecret: 'x' };
    const answers = [
      admin.http.get(V3).query({ workspaceId, environment: 'dev' }),
      admin.http.post('/api/v1/identities/search').send({ search: {} }),
      admin.http
        .post(`/api/v1/projects/${project.id}/permissions/who-can`)
        .send({ action: 'read', subject: 'role' }),
      http.post('/api/v1/auth/universal-auth/login').send(login),
    ].map((request) => request.set('Idempotency-Key', 'not a key'));

    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 200, 401]);
  });

  it('can be used for another request once it has expired', async () => {
    const scene = await aSecretScene(server);
    await creation(scene.admin, 'k', 'A', valued(scene)).expect(200);
    await query('update idempotent_answers set expires_at = now() where org_id = $1', [
      scene.orgId,
    ]);

    const other = await creation(scene.admin, 'k', 'B', valued(scene)).expect(200);
    expect(isReplay(other)).toBe(false);
    expect(isReplay(await creation(scene.admin, 'k', 'B', valued(scene)).expect(200))).toBe(true);
  });

  it('is deleted once it has expired, and not before', async () => {
    const scene = await aSecretScene(server);
    const left = () =>
      query('select expires_at from idempotent_answers where org_id = $1', [scene.orgId]);
    await creation(scene.admin, 'over', 'A', valued(scene)).expect(200);
    await query('update idempotent_answers set expires_at = now() where org_id = $1', [
      scene.orgId,
    ]);
    await creation(scene.admin, 'live', 'B', valued(scene)).expect(200);

    expect(await left()).toHaveLength(2);
    expect(await server.app.get(IdempotencySweep, { strict: false }).sweep()).toBeGreaterThan(0);
    expect(await left()).toHaveLength(1);
    expect(isReplay(await creation(scene.admin, 'live', 'B', valued(scene)).expect(200))).toBe(
      true,
    );
  });
});

describe('A refusal', () => {
  it('is not kept: the repetition is a new request', async () => {
    const scene = await aSecretScene(server);
    const before = await footprint(server, scene.project.id);
    const body = { ...scene.dev, environment: 'qa', secretValue: 'x' };
    await creation(scene.admin, 'k', 'A', body).expect(404);
    await creation(scene.admin, 'k', 'A', { ...body, secretValue: 7 }).expect(422);
    expect(await footprint(server, scene.project.id)).toEqual(before);

    await scene.admin.http
      .post(`/api/v1/projects/${scene.project.id}/environments`)
      .send({ name: 'QA', slug: 'qa' })
      .expect(200);
    const done = await creation(scene.admin, 'k', 'A', body).expect(200);
    expect(isReplay(done)).toBe(false);
  });

  it('leaves nothing of a request whose answer cannot be kept (500)', async () => {
    const scene = await aSecretScene(server);
    const before = await footprint(server, scene.project.id);
    jest
      .spyOn(server.app.get(AnswerVault, { strict: false }), 'seal')
      .mockImplementationOnce(() => {
        throw new Error('out of order');
      });
    await creation(scene.admin, 'k', 'A', valued(scene)).expect(500);

    expect(await footprint(server, scene.project.id)).toEqual(before);
    expect(isReplay(await creation(scene.admin, 'k', 'A', valued(scene)).expect(200))).toBe(false);
  });
});

describe('Request whose end the client or server did not learn of', () => {
  it('is replayed if it was committed', async () => {
    const scene = await aSecretScene(server);
    const { source } = server.database;
    const transaction = source.transaction.bind(source) as (work: unknown) => Promise<unknown>;
    let isToBeCut = true;
    const spy = jest.spyOn(source, 'transaction').mockImplementation((async (work: unknown) => {
      const result = await transaction(work);
      // Work in the background has transactions, too.
      if (!isToBeCut || !currentWork()) return result;
      isToBeCut = false;
      throw new Error('Connection terminated unexpectedly');
    }) as never);
    await creation(scene.admin, 'k', 'A', valued(scene)).expect(504);
    spy.mockRestore();

    const again = await creation(scene.admin, 'k', 'A', valued(scene)).expect(200);
    expect(isReplay(again)).toBe(true);
    expect(again.body).toMatchObject({ secret: { secretKey: 'A', secretValue: 'x' } });
    expect(await countOf(scene, 'A')).toBe(1);
  });

  it('is done again as a whole after a deadlock', async () => {
    const scene = await aSecretScene(server);
    const deadlock = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    const spy = jest.spyOn(server.app.get(Audit), 'statementsOf').mockImplementationOnce(() => {
      throw deadlock;
    });
    const done = await creation(scene.admin, 'k', 'A', valued(scene)).expect(200);

    expect(spy).toHaveBeenCalledTimes(2);
    expect(isReplay(done)).toBe(false);
    expect(await countOf(scene, 'A')).toBe(1);
  });
});

/** A first request on another replica, in the midst of its transaction. */
async function aRunningOne({ admin, orgId }: Scene, app: TestApp, key: string) {
  const vault = app.app.get(AnswerVault, { strict: false });
  const { digest } = vault.recognize(actorOf({ admin, orgId }), key, {} as Request);
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await client.query('begin');
  await client.query(
    `insert into idempotent_answers (org_id, identity_id, key_digest, fingerprint, expires_at)
     values ($1, $2, $3, '', now() + interval '1 day')`,
    [orgId, admin.id, digest],
  );
  const end = async () => {
    await client.query('rollback');
    await client.end();
  };
  return { end };
}

const untilSomebodyWaits = () => untilLocksAreAwaited(server, { part: 'idempotent_answers' });

describe('While the first request runs', () => {
  it('refuses others with its key without holding connections (409)', async () => {
    const small = await startApp({ DATABASE_POOL_SIZE: '5' }, [], server.databaseUrl);
    const scene = await aSecretScene(small.parts);
    const other = await aSecretScene(small.parts);
    /** Whether another was answered while four were still waiting. */
    const isAnotherServed = async (key: string): Promise<boolean> => {
      const first = await aRunningOne(scene, small.parts, key);
      try {
        let answered = 0;
        const others = Array.from({ length: 4 }, async () => {
          const answer = await creation(scene.admin, key, 'A', valued(scene)).expect(409);
          answered++;
          return answer;
        });
        await untilSomebodyWaits();
        await creation(other.admin, `${key}-another`, `B_${key}`, valued(other)).expect(200);
        const isServed = answered === 0;

        for (const { body, headers } of await Promise.all(others)) {
          expect(headers['retry-after']).toBe('1');
          expect(withoutReqId(body as object)).toEqual({
            statusCode: 409,
            error: 'Conflict',
            message:
              'The first request with this Idempotency-Key still runs. Repeat it in a moment.',
          });
        }
        return isServed;
      } finally {
        await first.end();
      }
    };
    // They wait for two seconds; on a busy machine that may once be too short for another.
    let isServed = false;
    for (let n = 0; n < 3 && !isServed; n++) isServed = await isAnotherServed(`k${n}`);
    expect(isServed).toBe(true);

    await creation(scene.admin, 'k0', 'A', valued(scene)).expect(200);
    await small.end();
  });

  it('lets the next one wait, which does the work if the first rolls back', async () => {
    const scene = await aSecretScene(server);
    const first = await aRunningOne(scene, server, 'k');
    const second = Promise.resolve(creation(scene.admin, 'k', 'A', valued(scene)).expect(200));
    await untilSomebodyWaits();
    await first.end();

    expect(isReplay(await second)).toBe(false);
    expect(await countOf(scene, 'A')).toBe(1);
  });
});
