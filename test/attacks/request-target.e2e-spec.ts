import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { type RawAnswer, sendRaw } from '../support/raw-http.js';
import { aScene, type Caller } from '../support/scene.js';

const server = useApp();
let admin: Caller;

beforeAll(async () => {
  ({ admin } = await aScene(server));
});

/** One request whose target is these bytes. */
async function ask(target: string, method = 'GET', host = 'localhost'): Promise<RawAnswer> {
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    `Authorization: Bearer ${admin.token}`,
  ];
  const { answers } = await sendRaw(
    server.url,
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'),
  );
  return answers[0]!;
}

const MALFORMED = [
  'http://[::1/',
  'http://[::1/api/status',
  'http://[/api/status',
  'http://]/api/status',
  'http://[::1]x/api/status',
  'http://[zz]/api/status',
  'http://a b/',
  'http://a:b:c/api/status',
  'http://host:99999/api/status',
  'http://host:port/api/status',
  'http://%/api/status',
  'http://%zz/api/status',
  'http://a%00b/api/status',
  'http:///api/status',
  'http://',
  'http:/api/status',
  'http:api/status',
  'http://exa<mple/api/status',
  'http://exa^mple/api/status',
  'ftp://localhost/api/status',
  'file:///api/status',
  'javascript:alert(1)',
  'data:,x',
  'api/status',
  '?api/status',
  '*',
  '/api/v1/projects/%',
  '/api/v1/projects/%zz',
  '/api/v1/projects/%c0%af',
  '/api/v1/projects/%ff',
  '/api/v1/projects/%ed%a0%80',
  '/api/v4/secrets/%E0%A4?projectId=x&environment=dev',
  '/api/v1/projects?x=%',
  '/api/v1/projects?x=%ff',
  '/api/status#fragment',
  '/api/v1/projects/\xff',
  'http://user:password@localhost/api/status',
];

describe('a malformed request target', () => {
  it.each(MALFORMED)('%j gets the shared shape of an error (400)', async (target) => {
    const answer = await ask(target);

    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(answer.text)).toEqual({
      reqId: expect.stringMatching(/^req-[A-Za-z0-9]{14}$/),
      statusCode: 400,
      error: 'BadRequest',
      message: expect.any(String),
    });
    expect(answer.status).toBe(400);
  });

  it.each(['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])(
    'is refused for %s, too',
    async (method) => {
      expect((await ask('http://[::1/', method)).status).toBe(400);
    },
  );

  it('is refused for CONNECT, whose target is an authority', async () => {
    expect((await ask('localhost:443', 'CONNECT')).status).toBe(400);
  });

  it('leaves no failure of ours in the log', () => {
    expect(server.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

describe('an honest request target', () => {
  it.each([
    '/api/status',
    '/api/status?',
    '/api/status?a=b&c',
    'http://localhost/api/status',
    'http://localhost:8080/api/status?x=1',
    'https://example.org/api/status',
    'HTTP://EXAMPLE.org/api/status',
    'http://[::1]/api/status',
    'http://[::1]:8080/api/status',
    'http://127.0.0.1/api/status',
  ])('%s is answered', async (target) => {
    expect((await ask(target)).status).toBe(200);
  });

  it.each([
    '//evil.example/api/status',
    '/%61pi/status',
    '/api//status',
    '//',
    '/api/%2e%2e/status',
  ])('%s that leads nowhere gets a 404 in the shared shape', async (target) => {
    const answer = await ask(target);

    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.text)).toMatchObject({ statusCode: 404, error: 'NotFound' });
  });

  it('finds a project by an escaped slug', async () => {
    const created = await admin.http
      .post('/api/v1/projects')
      .send({ projectName: 'A', slug: 'a-shop' });
    expect(created.status).toBe(200);

    const answer = await ask('/api/v1/projects/slug/a%2Dshop');

    expect(answer.status).toBe(200);
  });
});

describe('the number of parameters of a query', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `p${i}=1`).join('&');

  it('is bounded before anybody is known', async () => {
    for (const path of ['/api/v1/projects', '/api/status', '/nowhere']) {
      const answer = await ask(`${path}?${many(101)}`);

      expect(answer.status).toBe(400);
      expect(JSON.parse(answer.text)).toMatchObject({
        error: 'BadRequest',
        message: 'The query may have at most 100 parameters.',
      });
    }
  });

  it('may be 100', async () => {
    expect((await ask(`/api/v1/projects?${many(100)}`)).status).toBe(200);
  });
});
