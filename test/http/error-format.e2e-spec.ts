import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ERROR_STATUS } from '../../src/errors/error-names.js';
import { type TestApp, useApp } from '../support/harness.js';
import { request, sendRaw } from '../support/raw-http.js';
import { aScene, anIdentity, type Caller } from '../support/scene.js';
import { lockWaits, untilLocksAreAwaited } from '../support/lock-waits.js';

const ROLES = '/api/v1/organization/roles';
const REQ_ID = expect.stringMatching(/^req-[A-Za-z0-9]{14}$/);
const NOTHING = '01a1fe3e-f89d-7189-a77f-000000000000';
const CANARY = 'canary-1d0c83b2';

const server = useApp();
let admin: Caller;
/** A connection beside the server's own. */
let other: pg.Client;

beforeAll(async () => {
  ({ admin } = await aScene(server));
  other = new pg.Client({ connectionString: server.databaseUrl });
  other.on('error', () => undefined);
  await other.connect();
});
afterAll(() => other.end());

const shape = (statusCode: number, error: string, message: unknown = expect.any(String)) => ({
  reqId: REQ_ID,
  statusCode,
  error,
  message,
});

describe('the shared shape of errors', () => {
  it('is that of 400 BadRequest', async () => {
    const answer = await admin.http
      .post('/api/v1/projects')
      .set('Content-Type', 'application/json')
      .send('{');

    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(
      shape(400, 'BadRequest', expect.stringMatching(/^The body is not valid JSON: /)),
    );
  });

  it('is that of 401 UnauthorizedError', async () => {
    const answer = await server.http.get(ROLES);

    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(shape(401, 'UnauthorizedError'));
  });

  it('is that of 403 PermissionDenied, with details', async () => {
    const nobody = await anIdentity(server, admin.orgId, 'no-access');
    const answer = await nobody.http.get(ROLES);

    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      ...shape(403, 'PermissionDenied'),
      details: expect.anything(),
    });
  });

  it('is that of 404 NotFound', async () => {
    const answer = await admin.http.get(`${ROLES}/${NOTHING}`);

    expect(answer.status).toBe(404);
    expect(answer.body).toEqual(shape(404, 'NotFound'));
  });

  it('is that of 404 for a path that does not exist, with a token and without', async () => {
    const paths = ['/', '/api', '/api/v1/nothing', '/api/v9/organization/roles', '/favicon.ico'];
    for (const client of [server.http, admin.http]) {
      for (const path of paths) {
        const answer = await client.get(path).set('Accept', 'application/json');

        expect(answer.status).toBe(404);
        expect(answer.body).toEqual(shape(404, 'NotFound'));
      }
    }
  });

  it('is that of 405 MethodNotAllowed, which names the methods there are', async () => {
    const answer = await server.http.delete('/api/v1/admin/organizations');

    expect(answer.status).toBe(405);
    expect(answer.headers['allow']).toBe('POST, GET');
    expect(answer.body).toEqual(shape(405, 'MethodNotAllowed', 'This path answers to POST, GET.'));
  });

  it('is that of 409 Conflict', async () => {
    const role = { slug: 'twice', name: 'Twice', permissions: [] };
    await admin.http.post(ROLES).send(role).expect(200);
    const answer = await admin.http.post(ROLES).send(role);

    expect(answer.status).toBe(409);
    expect(answer.body).toEqual(shape(409, 'Conflict'));
  });

  it('is that of 413 PayloadTooLarge', async () => {
    const answer = await admin.http.post(ROLES).send({ name: 'x'.repeat(1024 * 1024) });

    expect(answer.status).toBe(413);
    expect(answer.body).toEqual(shape(413, 'PayloadTooLarge'));
  });

  it('is that of 415 UnsupportedMediaType', async () => {
    const answer = await admin.http.post(ROLES).set('Content-Type', 'text/plain').send('x');

    expect(answer.status).toBe(415);
    expect(answer.body).toEqual(shape(415, 'UnsupportedMediaType'));
  });

  it('is that of 422 ValidationFailure, whose message lists every field', async () => {
    const permissions = [
      { subject: 'role', action: ['read'] },
      { subject: 'unheard-of', action: [] },
    ];
    const body = { slug: `${CANARY} Ä`, description: 7, permissions, unknown: CANARY };
    const answer = await admin.http.post(ROLES).send(body);

    expect(answer.status).toBe(422);
    expect(answer.body).toEqual(shape(422, 'ValidationFailure', expect.any(Array)));
    const { message } = answer.body as { message: { path: unknown[] }[] };
    for (const problem of message) {
      expect(problem).toEqual({
        code: expect.stringMatching(/^[a-z_]+$/),
        path: expect.any(Array),
        message: expect.any(String),
      });
    }
    expect(new Set(message.map(({ path }) => path[0]))).toEqual(
      new Set(['slug', 'name', 'description', 'permissions', 'unknown']),
    );
    expect(answer.text).not.toContain(CANARY);
  });

  it.each([
    ['malformed percent-encoding', request(`GET ${ROLES}/%zz`), 400, 'BadRequest'],
    ['what is no HTTP', 'HELLO\r\n\r\n', 400, 'BadRequest'],
    [
      'too long a header',
      request('GET /', [`X: ${'x'.repeat(20_000)}`]),
      431,
      'RequestHeaderFieldsTooLarge',
    ],
    ['too long a URL', request(`GET /${'x'.repeat(9_000)}`), 414, 'UriTooLong'],
  ])('is that of %s', async (_, bytes, status, error) => {
    const { answers } = await sendRaw(server.url, bytes);

    expect(answers[0]!.status).toBe(status);
    expect(answers[0]!.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(answers[0]!.text)).toEqual(shape(status, error));
  });

  it('has the names of the specification', () => {
    expect(ERROR_STATUS).toMatchObject({
      BadRequest: 400,
      UnauthorizedError: 401,
      PermissionDenied: 403,
      ForbiddenError: 403,
      NotFound: 404,
      Conflict: 409,
      ValidationFailure: 422,
      RateLimitExceeded: 429,
      InternalServerError: 500,
      GatewayTimeoutError: 504,
    });
  });

  it('has a new reqId each time, the same in the header', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.http.get(ROLES)));
    const ids = answers.map(({ body }) => (body as { reqId: string }).reqId);

    expect(new Set(ids).size).toBe(20);
    expect(answers.map(({ headers }) => headers['x-request-id'])).toEqual(ids);
  });
});

describe('the shapes of protocols, for paths that do not exist', () => {
  it('is RFC 6749 5.2 under /api/v1/oauth/', async () => {
    for (const client of [server.http, admin.http]) {
      const answer = await client.get('/api/v1/oauth/nothing');

      expect(answer.status).toBe(404);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        pragma: 'no-cache',
      });
      expect(answer.body).toEqual({
        error: 'invalid_request',
        error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      });
    }
  });

  it('is RFC 7644 3.12 under /api/v1/scim/', async () => {
    const answer = await server.http.get('/api/v1/scim/v2/Users/1').buffer(true);

    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/scim+json');
    expect(answer.body).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '404',
      detail: expect.any(String),
    });
  });

  it('is RFC 8555 6.7 under /api/v1/pki/acme/', async () => {
    const answer = await server.http.post('/api/v1/pki/acme/directory').buffer(true);

    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.body).toEqual({
      type: 'urn:ietf:params:acme:error:malformed',
      status: 404,
      detail: expect.any(String),
    });
  });

  it('is found in a URL with host as well, and for a malformed path', async () => {
    const absolute = await sendRaw(server.url, request('GET http://x.example/api/v1/scim/x'));
    const malformed = await sendRaw(server.url, request('GET /api/v1/scim/%zz%'));

    expect(absolute.answers[0]!.headers['content-type']).toBe('application/scim+json');
    expect(malformed.answers[0]!.headers['content-type']).toBe('application/scim+json');
  });

  it.each(['/api/v1/oauthx', '/api/v1/scimitar', '/api/v1/pki/acmes', '/API/v1/scim/x'])(
    'is the shared one at %s, which only looks alike',
    async (path) => {
      expect((await server.http.get(path)).body).toEqual(shape(404, 'NotFound'));
    },
  );
});

describe('a failing database', () => {
  const list = () => admin.http.get(ROLES);
  // What cleans up in it by itself belongs to the superuser, and may not be ended.
  const OURS =
    'datname = current_database() and pid <> pg_backend_pid() and usename = current_user';

  /** Waits until a statement of the server's is held up, so that what follows hits it. */
  async function heldUp(): Promise<number> {
    await untilLocksAreAwaited(server);
    const [first] = await lockWaits(server);
    return first!.pid;
  }

  it('answers 504 when a lock is not to be had in time', async () => {
    await other.query('begin; lock table org_roles in access exclusive mode');
    try {
      const answer = await list();

      expect(answer.status).toBe(504);
      expect(answer.body).toEqual(
        shape(504, 'GatewayTimeoutError', 'The database did not answer in time. Try again.'),
      );
    } finally {
      await other.query('rollback');
    }
  });

  it('answers 504 when a statement takes too long', async () => {
    await other.query('begin; lock table org_roles in access exclusive mode');
    try {
      const waiting = list().then((answer) => answer);
      // What statement_timeout does, without its 5 s.
      await other.query('select pg_cancel_backend($1)', [await heldUp()]);
      const answer = await waiting;

      expect(answer.status).toBe(504);
      expect(answer.body).toEqual(shape(504, 'GatewayTimeoutError'));
    } finally {
      await other.query('rollback');
    }
  });

  it('has limits for statements, locks and idle transactions on every connection', async () => {
    const [limits] = await server.database.source.query<object[]>(
      `select current_setting('statement_timeout') as statement,
         current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    );

    expect(limits).toEqual({ statement: '5s', lock: '2s', idle: '5s' });
  });

  it('answers 504 to a write that it interrupted, and nothing else', async () => {
    await other.query('begin; lock table org_roles in access exclusive mode');
    const role = { slug: 'interrupted', name: 'Interrupted', permissions: [] };
    const interrupted = admin.http
      .post(ROLES)
      .send(role)
      .then((answer) => answer);
    await other.query('select pg_terminate_backend($1)', [await heldUp()]);
    await other.query('rollback');
    const answer = await interrupted;

    expect(answer.status).toBe(504);
    expect(answer.body).toEqual(shape(504, 'GatewayTimeoutError'));
    await list().expect(200);
  });

  it('is outlived when every backend is terminated under load', async () => {
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      const statuses: number[] = [];
      for (let round = 0; round < 15; round++) {
        const role = { slug: `load-${writer}-${round}`, name: 'Load', permissions: [] };
        statuses.push((await admin.http.post(ROLES).send(role)).status);
      }
      return statuses;
    });
    let isDone = false;
    const killing = (async () => {
      for (let kill = 0; kill < 6 && !isDone; kill++) {
        await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OURS}`);
        await delay(20);
      }
    })();

    const statuses = (await Promise.all(writers)).flat();
    isDone = true;
    await killing;

    expect(statuses.filter((status) => ![200, 500, 504].includes(status))).toEqual([]);
    const { rows } = await other.query<{ count: string }>(
      `select count(*) from org_roles where slug like 'load-%'`,
    );
    // An answer may be lost with its connection; an acknowledged write may not.
    expect(Number(rows[0]!.count)).toBeGreaterThanOrEqual(
      statuses.filter((status) => status === 200).length,
    );
    await list().expect(200);
    await list().expect(200);
  });

  it('says nothing of itself in an answer or in the log', async () => {
    await other.query('alter table org_roles rename to org_roles_away');
    let answer: { text: string; status: number };
    try {
      answer = await admin.http.post(ROLES).send({ slug: 'canary', name: CANARY, permissions: [] });
    } finally {
      await other.query('alter table org_roles_away rename to org_roles');
    }

    expect(answer.status).toBe(500);
    const logged = server.logLines.filter((line) => line.includes('request failed'));
    expect(JSON.parse(logged.at(-1)!)).toMatchObject({
      reqId: REQ_ID,
      kind: 'QueryFailedError',
      code: '42P01',
      frames: expect.arrayContaining([expect.stringMatching(/src\/org-roles\/org-roles\.\w+/)]),
    });
    for (const text of [answer.text, server.logLines.join('')]) {
      const leaked = [CANARY, 'insert into', 'does not exist', 'org_roles', process.cwd()].filter(
        (secret) => text.toLowerCase().includes(secret.toLowerCase()),
      );
      expect(leaked).toEqual([]);
    }
    expect(answer.text).not.toMatch(/postgres|\bat /i);
  });
});

describe('one replica too many for the database', () => {
  it('answers 504 while no connection is free', async () => {
    await expectBusy(server);
  });
});

/** Takes every connection of the pool, then asks. */
async function expectBusy({ database }: TestApp): Promise<void> {
  const size = server.context.config.databasePoolSize;
  const runners = Array.from({ length: size }, () => database.source.createQueryRunner());
  try {
    for (const runner of runners) await runner.connect();
    const answer = await admin.http.get(ROLES);

    expect(answer.status).toBe(504);
    expect(answer.body).toEqual(shape(504, 'GatewayTimeoutError'));
  } finally {
    for (const runner of runners) await runner.release();
  }
}
