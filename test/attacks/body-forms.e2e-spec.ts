import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { leastOf } from '../support/quiet-stopwatch.js';
import { type RawAnswer, request, sendRaw } from '../support/raw-http.js';
import { aScene, type Caller } from '../support/scene.js';

const server = useApp();
const OAUTH = '/api/v1/oauth/token';
const LOGIN = '/api/v1/auth/universal-auth/login';
const KIB = 1024;

let admin: Caller;
let credentials: { clientId: string; clientSecret: string };

beforeAll(async () => {
  ({ admin } = await aScene(server));
  const made = await admin.http
    .post('/api/v1/identities')
    .send({ name: 'bot', organizationId: admin.orgId, role: 'member' });
  const { id } = (made.body as { identity: { id: string } }).identity;
  const path = `/api/v1/auth/universal-auth/identities/${id}`;
  const attached = await admin.http.post(path).send({});
  expect(attached.status).toBe(200);
  const { clientId } = (attached.body as { identityUniversalAuth: { clientId: string } })
    .identityUniversalAuth;
  const secret = await admin.http.post(`${path}/client-secrets`).send({}).expect(200);
  credentials = { clientId, clientSecret: (secret.body as { clientSecret: string }).clientSecret };
});

async function post(path: string, type: string, body: string, ...headers: string[]) {
  const bytes = request(`POST ${path}`, [`Content-Type: ${type}`, ...headers], body);
  const { answers } = await sendRaw(server.url, bytes);
  return answers[0]!;
}

const form = (body: string, ...headers: string[]) =>
  post(OAUTH, 'application/x-www-form-urlencoded', body, ...headers);
const json = (path: string, body: unknown) => post(path, 'application/json', JSON.stringify(body));

const parameters = (count: number) => Array.from({ length: count }, (_, i) => `a${i}=1`).join('&');

/** A JSON text of just so many bytes. */
const padded = (fields: object, size: number) => {
  const text = JSON.stringify({ ...fields, padding: '' });
  return text.replace('"padding":""', `"padding":"${'x'.repeat(size - text.length)}"`);
};

function expectStatus(answer: RawAnswer, status: number, error: string): void {
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.text)).toMatchObject({ error });
}

describe('F1: a form of a stranger', () => {
  it('of 110,000 parameters is refused by its size (413)', async () => {
    const answer = await form(parameters(110_000));

    expect(answer.status).toBe(413);
  });

  it.each([21, 100, 2_000])(
    'of %d parameters is refused before one is decoded (400)',
    async (n) => {
      expectStatus(await form(parameters(n)), 400, 'invalid_request');
    },
  );

  it('does not hold up anybody: 200 of the largest cost no more than as many honest ones', async () => {
    const largest = parameters(2_000).slice(0, 16 * KIB);
    const send = async (body: string) => {
      const start = process.cpuUsage();
      for (let i = 0; i < 200; i++) await form(body);
      return process.cpuUsage(start).user;
    };
    await send('grant_type=client_credentials');
    const ratio = async () => (await send(largest)) / (await send('grant_type=client_credentials'));

    expect(await leastOf(10, ratio)).toBeLessThan(10);
  });
});

describe('F7: a JSON body of a stranger', () => {
  const ROUTES = [
    LOGIN,
    OAUTH,
    '/api/v1/auth/token/renew',
    '/api/v1/auth/token/revoke',
    '/api/v1/admin/bootstrap',
  ];
  const heavy = (objects: number) => ({
    x: Array.from({ length: objects }, () =>
      Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`k${i}`, 1])),
    ),
  });

  it.each(ROUTES)('of 790 KB is refused unread by %s (413)', async (path) => {
    expect((await json(path, heavy(99))).status).toBe(413);
  });

  it.each(ROUTES)('of 1,000 keys is refused by %s before it is parsed', async (path) => {
    const answer = await json(path, heavy(1));

    expect([400, 422]).toContain(answer.status);
    expect(answer.text).toMatch(/more than|invalid_request/);
  });

  it.each(ROUTES.filter((path) => !path.includes('admin')))(
    'may have 16 KiB and no byte more at %s',
    async (path) => {
      const within = await post(path, 'application/json', padded({}, 16 * KIB));
      const beyond = await post(path, 'application/json', padded({}, 16 * KIB + 1));

      expect(within.status).not.toBe(413);
      expect(beyond.status).toBe(413);
    },
  );

  it('may have 64 KiB where an instance is set up', async () => {
    const path = '/api/v1/admin/bootstrap';

    expect((await post(path, 'application/json', padded({}, 64 * KIB))).status).not.toBe(413);
    expect((await post(path, 'application/json', padded({}, 64 * KIB + 1))).status).toBe(413);
  });

  it('is counted also where it comes in chunks', async () => {
    const head = request(`POST ${LOGIN}`, [
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    ]);
    const chunk = `4001\r\n${padded({}, 16 * KIB + 1)}\r\n`;

    const { answers } = await sendRaw(server.url, [head, chunk]);

    expect(answers[0]!.status).toBe(413);
  });
});

describe('an honest caller without a token', () => {
  it('logs in by JSON, with fields that nobody knows', async () => {
    const extra = { siteUrl: 'https://app', somethingNew: 'x', nested: { a: [1, { b: null }] } };

    expectToken(await json(LOGIN, { ...credentials, ...extra }));
  });

  it('gets a token by a form with all parameters of RFC 8693', async () => {
    const names = ['scope', 'audience', 'resource', 'subject_token', 'subject_token_type'];
    const more = [
      'actor_token',
      'actor_token_type',
      'requested_token_type',
      'code',
      'redirect_uri',
    ];
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      ...Object.fromEntries([...names.slice(1), ...more].map((name) => [name, ''])),
    });

    expectToken(await form(String(body)));
  });

  it('gets a token by a form with HTTP Basic', async () => {
    const basic = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`);
    const header = `Authorization: Basic ${basic.toString('base64')}`;

    expectToken(await form('grant_type=client_credentials', header));
  });

  it('may give 20 parameters', async () => {
    const body = `grant_type=client_credentials&${parameters(19)}`;

    expectStatus(await form(body), 401, 'invalid_client');
  });
});

function expectToken(answer: RawAnswer): void {
  expect(answer.status).toBe(200);
  expect(answer.text).toMatch(/"access_?[tT]oken":"[\w-]+\.[\w-]+\.[\w-]+"/);
}
