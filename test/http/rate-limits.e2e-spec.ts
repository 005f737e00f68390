import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createClient, type RedisClientType } from 'redis';
import type { Response } from 'supertest';
import { RateLimiter, rateKey, windowOf } from '../../src/http/limits/rate-limiter.js';
import { RedisStorage } from '../../src/http/limits/rate-limit-storage.js';
import { startApp, type TestApp, useApp } from '../support/harness.js';
import { aScene, anIdentity, type Caller } from '../support/scene.js';
import { aProvider } from '../support/scim-scene.js';
import { type TcpProxy, tcpProxy } from '../support/tcp-proxy.js';

const ROLES = '/api/v1/organization/roles';
const LOGIN = '/api/v1/auth/universal-auth/login';

const LIMITS = {
  RATE_LIMITS: 'on',
  RATE_LIMIT_READ: '5',
  RATE_LIMIT_WRITE: '3',
  RATE_LIMIT_SECRETS: '4',
  RATE_LIMIT_LOGIN: '2',
  RATE_LIMIT_ANONYMOUS: '6',
  // Tests come from many addresses over the one they have.
  TRUSTED_PROXIES: '127.0.0.1',
};

const server = useApp(LIMITS);

/** An address nobody has used. */
const anAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
const role = (slug: string) => ({ slug, name: 'Role', permissions: [] });

/** What the limit says; the seconds are a whole number of at most a minute. */
function expectTooMany(answer: Response, limit: number): void {
  expect(answer.status).toBe(429);
  const { message } = answer.body as { message: string };
  const [, seconds = ''] = /(\d+)\s+seconds?/.exec(message) ?? [];
  expect(answer.body).toEqual({
    reqId: expect.stringMatching(/^req-[A-Za-z0-9]{14}$/),
    statusCode: 429,
    error: 'RateLimitExceeded',
    message: `Rate limit exceeded. Try again in ${seconds} seconds.`,
  });
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThanOrEqual(60);
  expect(answer.headers).toMatchObject({
    'retry-after': seconds,
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': seconds,
  });
}

async function statuses(times: number, send: () => PromiseLike<Response>): Promise<number[]> {
  const all: number[] = [];
  for (let i = 0; i < times; i++) all.push((await send()).status);
  return all;
}

describe('the limit of a caller', () => {
  it('tells what is left, then answers 429 with the seconds to wait', async () => {
    const { admin } = await aScene(server);

    for (const remaining of ['4', '3', '2', '1', '0']) {
      const answer = await admin.http.get(ROLES);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'x-ratelimit-limit': '5',
        'x-ratelimit-remaining': remaining,
        'x-ratelimit-reset': expect.stringMatching(/^[1-9]\d?$/),
      });
    }

    expectTooMany(await admin.http.get(ROLES), 5);
  });

  it('is not shared between callers of one organization', async () => {
    const { admin } = await aScene(server);
    const other = await anIdentity(server, admin.orgId, 'admin');

    expect(await statuses(6, () => admin.http.get(ROLES))).toEqual([200, 200, 200, 200, 200, 429]);

    await other.http.get(ROLES).expect(200);
  });

  it('is one for all tokens and addresses of a caller', async () => {
    const { admin } = await aScene(server);
    const send = () => admin.http.get(ROLES).set('X-Forwarded-For', anAddress());

    expect(await statuses(6, send)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('is kept apart for reading, writing and secrets', async () => {
    const { admin } = await aScene(server);
    const secrets = () => admin.http.get('/api/v3/secrets/raw');
    let count = 0;

    const writes = await statuses(4, () => admin.http.post(ROLES).send(role(`r-${++count}`)));
    const reads = await statuses(6, () => admin.http.get(ROLES));
    const secretReads = await statuses(5, secrets);

    expect(writes).toEqual([200, 200, 200, 429]);
    expect(reads).toEqual([200, 200, 200, 200, 200, 429]);
    expect(secretReads.slice(0, 4)).not.toContain(429);
    expect(secretReads[4]).toBe(429);
  });

  it('comes before the body is read', async () => {
    const { admin } = await aScene(server);
    await statuses(3, () => admin.http.post(ROLES).send({}));

    expectTooMany(await admin.http.post(ROLES).send({}), 3);
  });
});

describe('the limit of strangers', () => {
  const without = (address: string) => server.http.get(ROLES).set('X-Forwarded-For', address);

  it('answers 429 instead of 401 to an address that tries too often', async () => {
    const address = anAddress();

    expect(await statuses(6, () => without(address))).toEqual(Array<number>(6).fill(401));

    expectTooMany(await without(address), 6);
  });

  it('counts bad tokens as none at all', async () => {
    const address = anAddress();
    const bad = () => without(address).set('Authorization', 'Bearer a.b.c');

    expect(await statuses(7, bad)).toEqual([...Array<number>(6).fill(401), 429]);
  });

  it('leaves alone who has a token at the same address, and strangers elsewhere', async () => {
    const address = anAddress();
    const { admin } = await aScene(server);
    await statuses(7, () => without(address));

    expect((await admin.http.get(ROLES).set('X-Forwarded-For', address)).status).toBe(200);
    expect((await without(anAddress())).status).toBe(401);
  });

  it('takes the addresses of one IPv6 network for one', async () => {
    const hosts = Array.from({ length: 7 }, (_, i) => `2001:db8:${randomInt(9)}:7::${i}`);
    const [first] = hosts;
    const same = hosts.map((_, i) => first!.replace(/::0$/, `::${i}`));
    const answers: number[] = [];
    for (const address of same) answers.push((await without(address)).status);

    expect(answers).toEqual([...Array<number>(6).fill(401), 429]);
    expect((await without('2001:db8:ffff:8::1')).status).toBe(401);
  });

  it('does not count status and health', async () => {
    const address = anAddress();
    const status = () => server.http.get('/api/status').set('X-Forwarded-For', address);

    expect(await statuses(20, status)).toEqual(Array<number>(20).fill(200));
  });
});

describe('the limit of logins', () => {
  it('is by address, and answers 429 before it looks at the credentials', async () => {
    const address = anAddress();
    const login = (from: string) =>
      server.http
        .post(LOGIN)
        .set('X-Forwarded-For', from)
        .send({ clientId: 'nobody', clientSecret: 'nothing' });

    expect(await statuses(2, () => login(address))).toEqual([401, 401]);

    expectTooMany(await login(address), 2);
    expect((await login(anAddress())).status).toBe(401);
  });
});

describe('the limit of a token of SCIM', () => {
  it('is 200 requests in four seconds for each, and refuses in the shape of SCIM', async () => {
    const [okta, entra] = [await aProvider(server), await aProvider(server)];
    const first = await okta.send('get', '/ServiceProviderConfig').expect(200);
    expect(first.headers).toMatchObject({
      'x-ratelimit-limit': '200',
      'x-ratelimit-remaining': '199',
      'x-ratelimit-reset': expect.stringMatching(/^[1-4]$/),
    });
    // As 200 more would, at once.
    const { storage } = server.app.get(RateLimiter);
    await storage.add(rateKey('scim', okta.tokenId), windowOf('scim'), 200);

    const refused = await okta.send('get', '/ServiceProviderConfig').expect(429);
    expect(refused.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '429',
    });
    expect(refused.headers['retry-after']).toMatch(/^[1-4]$/);
    await entra.send('get', '/ServiceProviderConfig').expect(200);
  });
});

const REDIS_URL = process.env['REDIS_URL'];

/** Needs a Redis: REDIS_URL=redis://127.0.0.1:6379. */
(REDIS_URL ? describe : describe.skip)('limits shared through Redis', () => {
  let proxy: TcpProxy;
  let first: TestApp;
  let second: TestApp;
  const ending: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    const { hostname, port } = new URL(REDIS_URL!);
    proxy = await tcpProxy(REDIS_URL!, { host: hostname, port: Number(port || 6379) });
    const env = { ...LIMITS, REDIS_URL: proxy.url };
    const one = await startApp(env);
    ending.push(one.end);
    const two = await startApp(env, [], one.parts.databaseUrl);
    ending.unshift(two.end);
    [first, second] = [one.parts, two.parts];
  });
  afterAll(async () => {
    for (const end of ending) await end();
    await proxy?.close();
  });

  it('end by themselves, also where their window was opened by work that counts as several requests', async () => {
    const client = createClient({ url: REDIS_URL! });
    await client.connect();
    try {
      let left = -2;
      // A Redis that is late on a busy machine is left alone: then nothing of the key is in it.
      while (left === -2) {
        const key = randomUUID();
        const storage = new RedisStorage(client as RedisClientType);
        expect((await storage.add(key, 60_000, 5)).hits).toBe(5);
        left = await client.pTTL(`strongroom:limit:${key}`);
      }
      expect(left).toBeGreaterThan(0);
    } finally {
      client.destroy();
    }
  });

  /** Reads by turns from both replicas. */
  async function alternate(caller: Caller, times: number): Promise<number[]> {
    const replicas = [first.as(caller.token), second.as(caller.token)];
    let turn = 0;
    return statuses(times, () => replicas[turn++ % 2]!.get(ROLES));
  }

  /**
   * Spends what a new caller has, until it was counted together: the replicas leave a Redis that is late alone for two
   * seconds, and on a busy machine it may be.
   */
  async function spendTogether(): Promise<Caller> {
    const { orgId } = await aScene(first);
    for (;;) {
      const caller = await anIdentity(first, orgId, 'admin');
      const answers = await alternate(caller, 6);
      if (answers[5] === 200) continue;
      expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
      return caller;
    }
  }

  it('count the requests to both replicas together', async () => {
    let answer: Response;
    do {
      const { token } = await spendTogether();
      answer = await second.as(token).get(ROLES);
    } while (answer.status === 200);
    expectTooMany(answer, 5);
  });

  it('are each replica’s own while Redis hangs, and no request waits for it', async () => {
    const { admin } = await aScene(first);
    await spendTogether();
    const asked = [first, second].map(({ context }) => jest.spyOn(context.redis!, 'eval'));
    proxy.stall();
    try {
      const started = performance.now();
      const answers = await alternate(admin, 12);
      const seconds = (performance.now() - started) / 1_000;

      expect(answers).toEqual([...Array<number>(10).fill(200), 429, 429]);
      // One request of each replica finds out, and the others leave Redis alone for two seconds.
      const times = asked.map(({ mock }) => mock.calls.length);
      expect(Math.max(...times)).toBeLessThanOrEqual(1 + Math.floor(seconds / 2));
      expect(Math.min(...times)).toBeGreaterThan(0);
    } finally {
      for (const each of asked) each.mockRestore();
      await proxy.cut();
    }
  });

  it('are each replica’s own while Redis is gone, and shared again when it is back', async () => {
    const { admin } = await aScene(first);

    expect(await alternate(admin, 12)).toEqual([...Array<number>(10).fill(200), 429, 429]);

    await proxy.restore();
    const isReady = () => [first, second].every(({ context }) => context.redis!.isReady);
    while (!isReady()) await new Promise((resolve) => setImmediate(resolve));
    await spendTogether();
  });
});
