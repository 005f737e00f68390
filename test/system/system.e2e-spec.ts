import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createApp } from '../../src/create-app.js';
import { Database } from '../../src/database/database.js';
import { createAppContext } from '../../src/app-context.js';
import { VERSION } from '../../src/version.js';
import { startApp, TEST_KEYS, testConfig, useApp } from '../support/harness.js';
import { aProject, aScene } from '../support/scene.js';
import { inFrontOf } from '../support/tcp-proxy.js';
import { createTestDatabase, execute, urlOfDatabase } from '../support/test-database.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';

const NOT_READY = {
  reqId: expect.stringMatching(/^req-[A-Za-z0-9]{14}$/),
  statusCode: 503,
  error: 'ServiceUnavailable',
  message: 'Not ready to serve requests.',
};

const server = useApp();

describe('GET /api/status', () => {
  it('tells anybody that the server is up', async () => {
    const { body } = await server.http.get('/api/status').expect(200);

    expect(body).toEqual({
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      message: 'Ok',
      emailConfigured: false,
      inviteOnlySignup: true,
      redisConfigured: false,
      secretScanningConfigured: false,
      version: VERSION,
    });
  });
});

describe('GET /', () => {
  const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
  const get = (path: string, accept?: string) =>
    fetch(`${server.url}${path}`, { headers: accept === undefined ? {} : { Accept: accept } });

  it('leads a browser to the console', async () => {
    const answer = await fetch(`${server.url}/`, {
      headers: { Accept: BROWSER },
      redirect: 'manual',
    });

    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'console/']);
    expect(answer.headers.get('vary')).toContain('Accept');
    expect(await (await get('/', BROWSER)).text()).toContain('<title>Strongroom</title>');
  });

  it('shows a browser what this is, and /console is not there, with CONSOLE=off', async () => {
    const { parts, end } = await startApp({ CONSOLE: 'off' });
    try {
      const first = await fetch(`${parts.url}/`, { headers: { Accept: BROWSER } });
      const page = await fetch(`${parts.url}/console/`, { headers: { Accept: BROWSER } });

      expect(await first.text()).toContain('It is healthy.');
      expect(page.status).toBe(404);
    } finally {
      await end();
    }
  });

  it.each(['/api', '/api/'])('shows a browser at %s what this is and where to go', async (path) => {
    const answer = await get(path, BROWSER);
    const text = await answer.text();

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(answer.headers.get('vary')).toContain('Accept');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(text).toContain('It is healthy.');
    expect(text).toContain(`Version ${VERSION}`);
    expect(text).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
    const links = [...text.matchAll(/href="(\/[^"]*)"/g)].map(([, link]) => link!);
    expect(links).toHaveLength(4);
    for (const link of links) expect((await get(link)).status).toBe(200);
  });

  it.each([undefined, '*/*', 'text/plain'])(
    'says in two lines to a client that accepts %s where to go',
    async (accept) => {
      const answer = await get('/', accept);

      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(await answer.text()).toMatch(
        /^Strongroom [\d.]+\. It is healthy\.\nAPI documentation: \/api\/docs /,
      );
    },
  );

  it.each(['application/json', 'application/json, text/plain, */*'])(
    'keeps JSON for a client that accepts %s',
    async (accept) => {
      const answer = await get('/', accept);

      expect(answer.status).toBe(404);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    },
  );
});

describe.each(['/api/status', '/api/health/live'])('GET %s', (path) => {
  it('is answered ahead of the router with the headers and the body of the whole way', async () => {
    const answerTo = async (target: string) => {
      const { status, headers, body } = await server.http.get(target);
      const { date: _, 'x-request-id': reqId, etag, ...others } = headers;
      expect(reqId).toMatch(/^req-/);
      expect(etag).toMatch(/^(W\/)?"/);
      return { status, others, body: { ...(body as object), date: null } };
    };

    expect(await answerTo(path)).toEqual(await answerTo(`${path}?`));
    expect((await fetch(`${server.url}${path}`, { method: 'HEAD' })).status).toBe(200);
  });
});

describe('GET /api/health/live and /api/health/ready', () => {
  it('are both well while the database is', async () => {
    const live = await server.http.get('/api/health/live').expect(200);
    const ready = await server.http.get('/api/health/ready').expect(200);

    expect([live.body, ready.body]).toEqual([{ status: 'ok' }, { status: 'ok' }]);
  });

  it('differ once the database refuses, and agree again when it is back', async () => {
    const { parts, end } = await startApp();
    const admin = process.env['STRONGROOM_TEST_ADMIN_URL']!;
    const name = new URL(parts.databaseUrl).pathname.slice(1);
    const allow = (yes: boolean) =>
      execute(
        urlOfDatabase(admin, new URL(admin).pathname.slice(1)),
        `alter database ${name} allow_connections ${yes}`,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = '${name}' and usename = current_user`,
      );
    try {
      await allow(false);
      const took = quietStopwatch();
      const ready = await parts.http.get('/api/health/ready');
      const seconds = took() / 1_000;

      expect(ready.status).toBe(503);
      expect(ready.body).toEqual(NOT_READY);
      expect(seconds).toBeLessThan(3);
      await parts.http.get('/api/health/live').expect(200);

      await allow(true);
      await parts.http.get('/api/health/ready').expect(200);
      const { admin: caller } = await aScene(parts);
      await caller.http.get('/api/v1/organization/roles').expect(200);
    } finally {
      await allow(true);
      await end();
    }
  });

  it('differ within 3 s when the database goes without a word', async () => {
    const database = await createTestDatabase();
    const proxy = await inFrontOf(database.url);
    const { parts, end } = await startApp({}, [], proxy.url);
    try {
      await parts.http.get('/api/health/ready').expect(200);
      proxy.stall();
      const took = quietStopwatch();
      const ready = await parts.http.get('/api/health/ready');
      const seconds = took() / 1_000;

      expect(ready.status).toBe(503);
      expect(ready.body).toEqual(NOT_READY);
      expect(seconds).toBeLessThan(3);
      await parts.http.get('/api/health/live').expect(200);
    } finally {
      await proxy.close();
      await end();
      await database.drop();
    }
  });
});

describe('a database that has gone without a word', () => {
  it('costs each request 504, and none of them for ever', async () => {
    const database = await createTestDatabase();
    const proxy = await inFrontOf(database.url);
    const infrastructure = { ...TEST_KEYS, databaseUrl: proxy.url };
    const log = pino({ level: 'silent' });
    const context = await createAppContext(testConfig(), infrastructure, log, undefined, 500);
    const app = await createApp(context);
    await app.listen(0, '127.0.0.1');
    try {
      const caller = await aScene({ ...server, app, database: app.get(Database) });
      const url = `${await app.getUrl()}/api/v1/organization/roles`;
      const headers = { Authorization: `Bearer ${caller.admin.token}` };
      const list = async () => (await fetch(url, { headers })).status;

      expect(await list()).toBe(200);
      proxy.stall();
      expect(await Promise.all(Array.from({ length: 30 }, list))).toEqual(
        Array<number>(30).fill(504),
      );
      await proxy.cut();
      await proxy.restore();
      expect(await list()).toBe(200);
    } finally {
      await proxy.close();
      await app.close();
      await database.drop();
    }
  });
});

describe('metrics', () => {
  it('show the version, the pool and how far the audit chain is behind', async () => {
    const waiting = await server.database.source.query<{ n: number }[]>(
      'select count(*)::int n from audit_pending',
    );
    const held = server.database.source.createQueryRunner();
    await held.connect();
    const text = await server.metrics.registry.metrics();
    await held.release();

    expect(waiting[0]!.n).toBeGreaterThanOrEqual(0);
    const node = process.versions.node;
    expect(text).toContain(`strongroom_build_info{version="${VERSION}",node="${node}"} 1\n`);
    expect(text).toContain('strongroom_db_pool_size 20\n');
    expect(text).toMatch(/^strongroom_db_pool_used [1-9]\d*$/m);
    expect(text).toMatch(/^strongroom_db_pool_waiting 0$/m);
    expect(text).toMatch(/^strongroom_audit_pending \d+$/m);
    expect(text).not.toContain('strongroom_redis_up');
  });

  it('count statements that wait for a connection', async () => {
    const { parts, end } = await startApp({ DATABASE_POOL_SIZE: '2' });
    try {
      const holders = [0, 1].map(() => parts.database.source.createQueryRunner());
      for (const each of holders) await each.connect();
      const waiting = parts.database.source.query('select 1');
      const found = await parts.metrics.registry.getSingleMetricAsString(
        'strongroom_db_pool_waiting',
      );
      for (const each of holders) await each.release();
      await waiting;

      expect(found).toContain('strongroom_db_pool_waiting 1');
    } finally {
      await end();
    }
  });

  it('count requests by the pattern of their route, and hold no name, id or token', async () => {
    const { admin } = await aScene(server);
    await admin.http.get('/api/v1/organization/roles/slug/canary-role').expect(404);
    await server.http.get('/api/v1/nothing/canary-path?canary-query=1').expect(404);
    await admin.http.post('/api/v1/organization/roles').send({ name: 'canary-body' }).expect(422);
    const metrics = await server.metrics.listen(0, '127.0.0.1');
    try {
      const { port } = metrics.address() as { port: number };
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
      const text = await answer.text();

      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
      expect(text).toContain(
        'strongroom_http_request_duration_seconds_count{method="GET",route="/api/v1/organization/roles/slug/:roleSlug",status="404"} 1',
      );
      expect(text).toMatch(/_count\{method="GET",route="none",status="404"\} \d+/);
      expect(text).toContain('process_resident_memory_bytes');
      expect(text).not.toContain('canary');
      expect(text).not.toContain(admin.id);
      expect(text).not.toContain(admin.token.slice(0, 20));
    } finally {
      await new Promise((resolve) => metrics.close(resolve));
    }
  });

  it('are not on the public port', async () => {
    for (const path of ['/metrics', '/api/metrics']) {
      expect((await server.http.get(path)).status).toBe(404);
    }
  });
});

describe('the log', () => {
  it('has one line a request, of these fields alone', async () => {
    const { admin } = await aScene(server);
    const path = '/api/v1/organization/roles/slug/canary-slug?x=canary-query';
    const answer = await admin.http.get(path).set('User-Agent', 'spec/1');

    const lines = server.logLines.filter((line) =>
      line.includes(answer.headers['x-request-id'] as string),
    );

    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        reqId: answer.headers['x-request-id'],
        method: 'GET',
        route: '/api/v1/organization/roles/slug/:roleSlug',
        code: 'role-not-found',
        status: 404,
        ms: expect.any(Number),
        address: '127.0.0.1',
        client: 'spec/1',
        identityId: admin.id,
      },
    ]);
    expect(server.logLines.join('')).not.toContain('canary');
  });
});

describe('a secret in a hostile request', () => {
  const CANARY = 'canary-7b1f93e0';
  const forms = [
    CANARY,
    Buffer.from(CANARY).toString('base64'),
    Buffer.from(CANARY).toString('hex'),
  ];

  it('is in no log line, whatever becomes of the request', async () => {
    const { admin } = await aScene(server);
    const project = await aProject(admin);
    const where = { workspaceId: project.id, environment: 'dev' };
    const secret = { ...where, secretValue: CANARY, secretComment: CANARY };
    const { http } = server;
    const form = `grant_type=client_credentials&client_id=x&client_secret=${CANARY}`;
    const answers = [
      await admin.http.post('/api/v3/secrets/raw/A').send(secret),
      await admin.http.post('/api/v3/secrets/raw/A').send(secret),
      await admin.http.post('/api/v3/secrets/raw/A').send({ ...secret, environment: 7 }),
      await admin.http.post('/api/v3/secrets/raw/A').send({ ...secret, secretValue: [CANARY] }),
      await admin.http
        .post('/api/v3/secrets/raw/A')
        .send({ ...secret, secretComment: `${CANARY}\0` }),
      await admin.http.post('/api/v3/secrets/raw/A').send({ ...secret, environment: 'none' }),
      await admin.http.post('/api/v3/secrets/batch/raw').send({ ...where, secrets: [[]] }),
      await admin.http
        .post('/api/v3/secrets/batch/raw')
        .send({ ...where, secrets: [secret, CANARY] }),
      await admin.http
        .post('/api/v3/secrets/raw/A')
        .set('Content-Type', 'application/json')
        .send(`{"secretValue":"${CANARY}`),
      await admin.http.post('/api/v3/secrets/raw/A').set('Content-Type', 'text/plain').send(CANARY),
      await http.post('/api/v3/secrets/raw/A').send(secret),
      await http
        .post('/api/v3/secrets/raw/A')
        .set('Authorization', `Bearer ${CANARY}`)
        .send(secret),
      await http.get('/api/v3/secrets/raw').set('Authorization', `Basic ${forms[1]}`),
      await http.get('/api/v3/secrets/raw').set('Cookie', CANARY).query({ token: CANARY }),
      await http
        .post('/api/v1/auth/universal-auth/login')
        .send({ clientId: admin.id, clientSecret: CANARY }),
      await http.post('/api/v1/auth/universal-auth/login').send({ clientSecret: { a: CANARY } }),
      await http.post('/api/v1/auth/token/renew').send({ accessToken: CANARY }),
      await http.post('/api/v1/auth/token/revoke').send({ accessToken: CANARY }),
      await http.post('/api/v1/oauth/token').type('form').send(form),
      await http.post('/api/v1/oauth/token').set('Authorization', `Basic ${forms[1]}`).type('form'),
    ];
    const refusals = answers.filter(({ status }) => status >= 400);

    expect(refusals).toHaveLength(answers.length - 1);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    for (const form of forms) {
      expect(server.logLines.join('')).not.toContain(form);
      expect(refusals.map(({ text }) => text).join('')).not.toContain(form);
    }
  });
});
