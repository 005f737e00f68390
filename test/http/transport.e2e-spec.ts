import { beforeAll, describe, expect, it } from '@jest/globals';
import { useApp } from '../support/harness.js';
import { listen, open, type RawAnswer, request, sendRaw } from '../support/raw-http.js';
import { aScene } from '../support/scene.js';
import {
  ROLES,
  PROJECTS,
  REQ_ID,
  CANARY,
  server,
  admin,
  bearer,
  JSON_TYPE,
  role,
  expectError,
} from './transport-scene.js';

async function send(line: string, ...headers: string[]): Promise<RawAnswer> {
  const { answers } = await sendRaw(server.url, request(line, headers));
  return answers[0]!;
}

describe('the framing of a request', () => {
  const body = '{"projectName":"a"}';
  const smuggled = 'GET /api/status HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const start = () =>
    `POST ${PROJECTS} HTTP/1.1\r\nHost: localhost\r\n${bearer()}\r\n${JSON_TYPE}\r\n`;

  it.each([
    ['two lengths', `Content-Length: 19\r\nContent-Length: 20\r\n\r\n${body}`],
    ['a list of lengths', `Content-Length: 19, 19\r\n\r\n${body}`],
    [
      'length and coding',
      `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    ],
    [
      'an unknown coding',
      `Transfer-Encoding: chunked, identity\r\n\r\n13\r\n${body}\r\n0\r\n\r\n${smuggled}`,
    ],
    ['a coding with a vertical tab', `Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${smuggled}`],
    ['a negative length', `Content-Length: -1\r\n\r\n${smuggled}`],
    ['a length with a sign', `Content-Length: +19\r\n\r\n${body}${smuggled}`],
    ['a space before the colon', `Content-Length : 19\r\n\r\n${body}${smuggled}`],
    ['a folded header', `X: a\r\n b\r\nContent-Length: 19\r\n\r\n${body}${smuggled}`],
    ['bare line feeds', `X: a\nContent-Length: 19\n\n${body}${smuggled}`],
    ['a NUL in a header', `X: a\0b\r\nContent-Length: 19\r\n\r\n${body}${smuggled}`],
    [
      'a chunk size that is none',
      `Transfer-Encoding: chunked\r\n\r\nzz\r\n${body}\r\n0\r\n\r\n${smuggled}`,
    ],
  ])('is refused with %s, and the connection ends', async (_, rest) => {
    const { answers, closed } = await sendRaw(server.url, `${start()}${rest}`, 'closed');

    expect(answers).toHaveLength(1);
    expectError(answers[0]!, 400, 'BadRequest');
    expect(closed).toBe(true);
  });

  it.each([
    'GARBAGE\r\n\r\n',
    'FOO / HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/3.0\r\nHost: x\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  ])('is refused as %j', async (bytes) => {
    const { answers, closed } = await sendRaw(server.url, bytes, 'closed');

    expectError(answers[0]!, 400, 'BadRequest');
    expect(closed).toBe(true);
  });

  it.each([
    ['of no known end', 'Transfer-Encoding: chunked', 'close'],
    ['too much to wait for', 'Content-Length: 20000000', 'close'],
    ['small', 'Content-Length: 100', 'keep-alive'],
  ])('is refused before its body came, which is %s', async (_, framing, connection) => {
    const bytes = `${request(`POST ${ROLES}`, [JSON_TYPE, framing])}5\r\n{"a":`;
    const { answers } = await sendRaw(server.url, bytes);

    expectError(answers[0]!, 401, 'UnauthorizedError');
    expect(answers[0]!.headers['connection']).toBe(connection);
  });

  it('needs a Host', async () => {
    const without = await sendRaw(server.url, 'GET /api/status HTTP/1.1\r\n\r\n');

    expectError(without.answers[0]!, 400, 'BadRequest');
  });

  it.each([
    'Host: b',
    'Authorization: Bearer x',
    'Content-Type: application/json',
    'Idempotency-Key: b',
  ])('is refused when it says twice %s', async (header) => {
    const [name] = header.split(':');
    const once = [`${name}: a`].filter(() => name !== 'Host');

    expectError(await send(`GET ${ROLES}`, ...once, header), 400, 'BadRequest');
  });

  it('is refused for a header of 17 KB', async () => {
    const { answers } = await sendRaw(
      server.url,
      request('GET /api/status', [`X: ${'x'.repeat(17_000)}`]),
    );

    expectError(answers[0]!, 431, 'RequestHeaderFieldsTooLarge');
  });

  it('is refused for 2,000 headers, and does not lose the last of them', async () => {
    const headers = Array<string>(2_000).fill('a: b');

    expectError(await send('GET /api/status', ...headers), 431, 'RequestHeaderFieldsTooLarge');
  });

  it.each([
    ['path', `/api/v1/${'x'.repeat(10_000)}`],
    ['query', `/api/status?x=${'x'.repeat(10_000)}`],
  ])('is refused for a %s of 10 KB', async (_, path) => {
    expectError(await send(`GET ${path}`), 414, 'UriTooLong');
  });

  it('is refused for a query of 100 KB', async () => {
    const { answers } = await sendRaw(
      server.url,
      request(`GET /api/status?${'x'.repeat(100_000)}`),
    );

    expectError(answers[0]!, 431, 'RequestHeaderFieldsTooLarge');
  });

  it('keeps the order of 200 requests sent at once over one connection', async () => {
    const pipeline = Array.from({ length: 100 }, () => [
      request('GET /api/status'),
      request(`GET ${ROLES}`),
    ]).flat();

    const { answers } = await sendRaw(server.url, pipeline.join(''), 200);

    expect(answers.map(({ status }) => status)).toEqual(
      Array.from({ length: 100 }, () => [200, 401]).flat(),
    );
  });
});

describe('a slow peer', () => {
  it.each([
    ['headers', `POST ${PROJECTS} HTTP/1.1\r\nHost: localhost\r\nX: `],
    ['a body', 'body'],
  ])('is cut off while it sends %s', async (_, bytes) => {
    const http = server.app.getHttpServer();
    const { headersTimeout, requestTimeout } = http;
    [http.headersTimeout, http.requestTimeout] = [200, 300];
    try {
      const text =
        bytes === 'body'
          ? request(`POST ${PROJECTS}`, [bearer(), JSON_TYPE, 'Content-Length: 1000']) + '{"'
          : bytes;
      const socket = await open(server.url);
      const drip = setInterval(() => socket.write(' '), 50);

      socket.write(text);
      const { answers, closed } = await listen(socket, 'closed');

      clearInterval(drip);
      expect(closed).toBe(true);
      expectError(answers[0]!, 408, 'RequestTimeout');
    } finally {
      [http.headersTimeout, http.requestTimeout] = [headersTimeout, requestTimeout];
    }
  });

  it('has 10 s for its headers, 15 s for a request, 20 s of silence', () => {
    const { headersTimeout, requestTimeout, timeout } = server.app.getHttpServer();

    expect({ headersTimeout, requestTimeout, timeout }).toEqual({
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      timeout: 20_000,
    });
  });

  it('harms nobody when it resets its connection in mid-body', async () => {
    for (let i = 0; i < 50; i++) {
      const socket = await open(server.url);
      socket.write(request(`POST ${PROJECTS}`, [bearer(), JSON_TYPE, 'Content-Length: 1000']));
      socket.resetAndDestroy();
    }

    expect((await send('GET /api/status')).status).toBe(200);
  });
});

describe('the path and method without a token', () => {
  const variants = [
    ROLES,
    ROLES.toUpperCase(),
    `/${ROLES}`,
    ROLES.replaceAll('/', '//'),
    `${ROLES}/`,
    `${ROLES}//`,
    `${ROLES};x`,
    `${ROLES}%2f`,
    `${ROLES}%00`,
    `${ROLES}?`,
    `${ROLES}/.`,
    `${ROLES}/..`,
    `/api/v1/organization/%72oles`,
    `/api/v1%2forganization%2froles`,
    `/x/..${ROLES}`,
    `/x/%2e%2e${ROLES}`,
    `/api/status/..${ROLES.slice(4)}`,
    `http://localhost${ROLES}`,
    `HTTP://elsewhere.example${ROLES}`,
    `${ROLES}#x`,
    `\\api\\v1\\organization\\roles`,
    '*',
    '//',
    '',
  ];
  const methods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'DELETE', 'QUERY'];

  it.each(methods)('never answer %s with content', async (method) => {
    for (const path of variants) {
      const { answers } = await sendRaw(server.url, request(`${method} ${path}`), 1);
      const [answer] = answers;
      if (answer!.status < 300)
        expect([path, answer!.status, answer!.text]).toEqual([path, 204, '']);
      else expect([400, 401, 404, 405]).toContain(answer!.status);
    }
  });

  it.each([`${ROLES}/`, `http://elsewhere.example${ROLES}`])(
    'reach the same route as %s',
    async (path) => {
      expect((await send(`GET ${path}`)).status).toBe(401);
      expect((await send(`GET ${path}`, bearer())).status).toBe(200);
    },
  );

  it('answer HEAD with the headers alone', async () => {
    const answer = await send(`HEAD ${ROLES}`, bearer());

    expect(answer).toMatchObject({ status: 200, text: '' });
  });

  it.each(['é', '%', '%zz', '%ff', '%c0%af', '%ed%a0%80'])(
    'are refused with 400 for the segment %s',
    async (segment) => {
      expectError(await send(`GET ${ROLES}/${segment}`, bearer()), 400, 'BadRequest');
    },
  );

  it.each(['%00', 'a%00b'])('find nothing for the segment %s', async (segment) => {
    expectError(await send(`GET ${ROLES}/${segment}`, bearer()), 404, 'NotFound');
    expectError(await send(`GET ${ROLES}/slug/${segment}`, bearer()), 404, 'NotFound');
  });

  it('name the methods that a path has', async () => {
    const answer = await send(`PUT ${ROLES}`);

    expectError(answer, 405, 'MethodNotAllowed');
    // Organizations are changed at a path of this form, whatever stands for the id.
    expect(answer.headers['allow']).toBe('POST, GET, PATCH');
  });
});

describe('headers that want to be more than they are', () => {
  it.each([
    'X-HTTP-Method-Override: DELETE',
    'X-HTTP-Method: DELETE',
    'X-Method-Override: DELETE',
    'X-Original-URL: /api/status',
    'X-Rewrite-URL: /api/status',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: https',
    'Forwarded: host=evil.example;proto=https',
    'Connection: Authorization',
  ])('have no influence: %s', async (header) => {
    const refused = await send(`GET ${ROLES}`, header);
    const granted = await send(`GET ${ROLES}`, bearer(), header);

    expectError(refused, 401, 'UnauthorizedError');
    expect(granted.status).toBe(200);
    expect(JSON.stringify([refused, granted])).not.toContain('evil.example');
  });

  it('do not name the request', async () => {
    const answer = await send(`GET ${ROLES}`, `X-Request-Id: ${CANARY}`, `reqId: ${CANARY}`);

    expectError(answer, 401, 'UnauthorizedError');
    expect(answer.headers['x-request-id']).toBe(
      (JSON.parse(answer.text) as { reqId: string }).reqId,
    );
  });

  it.each([
    'Basic YTpi',
    'Bearer',
    'Bearer ',
    'Token x',
    'Bearer a, Bearer b',
    `Bearer ${'x'.repeat(9_000)}`,
  ])('are no token: Authorization: %.20s', async (value) => {
    expectError(await send(`GET ${ROLES}`, `Authorization: ${value}`), 401, 'UnauthorizedError');
  });
});

describe('a query', () => {
  const projects = async (path: string) =>
    (await admin.http.get(path).expect(200)).body as { projects: { name: string }[] };

  beforeAll(async () => {
    await admin.http.post(PROJECTS).send({ projectName: 'One' }).expect(200);
  });

  it.each(['?type=', '?type', '?unknown=x', '?'])('counts %s for nothing', async (query) => {
    expect((await projects(PROJECTS + query)).projects).toEqual(
      (await projects(PROJECTS)).projects,
    );
  });

  it('is refused for a value outside the list', async () => {
    expectError(await send(`GET ${PROJECTS}?type=${CANARY}`, bearer()), 422, 'ValidationFailure');
  });

  it.each([
    'type[$ne]=kms',
    'type[]=kms',
    'type%5B%24ne%5D=kms',
    'type=kms&type=ssh',
    '__proto__=a&__proto__=b',
    'constructor=x',
  ])('is refused with 422 for %s', async (query) => {
    expectError(await send(`GET ${PROJECTS}?${query}`, bearer()), 422, 'ValidationFailure');
  });

  it.each(['type=%ff', 'type=%zz', 'x=%ed%a0%80', 'type=é'])(
    'is refused with 400 for %s',
    async (query) => {
      expectError(await send(`GET ${PROJECTS}?${query}`, bearer()), 400, 'BadRequest');
    },
  );

  it('may come as the JSON body of a GET; what the URL says prevails', async () => {
    const get = async (path: string, body: string) => {
      const bytes = request(`GET ${path}`, [bearer(), JSON_TYPE], body);
      return (await sendRaw(server.url, bytes)).answers[0]!;
    };

    const byBody = await get(PROJECTS, '{"type":"ssh"}');
    const byBoth = await get(`${PROJECTS}?type=secret-manager`, '{"type":"ssh"}');
    const bad = await get(PROJECTS, '{"type":"nope"}');

    expect(JSON.parse(byBody.text)).toEqual({ projects: [] });
    expect(JSON.parse(byBoth.text)).toEqual(await projects(PROJECTS));
    expectError(bad, 422, 'ValidationFailure');
  });

  it('leaves a DELETE with a body alone', async () => {
    const { body } = await admin.http.post(ROLES).send(role()).expect(200);
    const { id } = (body as { role: { id: string } }).role;

    const answer = await admin.http.delete(`${ROLES}/${id}`).send({ organizationId: admin.orgId });

    expect(answer.status).toBe(200);
  });
});

describe('CORS without configuration', () => {
  it.each(['https://app.example.org', 'null', 'http://localhost'])(
    'grants %s nothing',
    async (origin) => {
      const plain = await send('GET /api/status', `Origin: ${origin}`);
      const preflight = await send(
        `OPTIONS ${ROLES}`,
        `Origin: ${origin}`,
        'Access-Control-Request-Method: POST',
        'Access-Control-Request-Headers: authorization',
      );

      expect(plain.status).toBe(200);
      expect(preflight).toMatchObject({ status: 204, text: '' });
      expect(JSON.stringify([plain.headers, preflight.headers])).not.toContain('access-control');
    },
  );
});

describe('CORS with configured origins', () => {
  const open = useApp({ CORS_ORIGINS: 'https://app.example.org,http://localhost:3000' });
  const sendTo = async (line: string, ...headers: string[]) =>
    (await sendRaw(open.url, request(line, headers))).answers[0]!;

  it.each(['https://app.example.org', 'http://localhost:3000'])(
    'lets %s in, without credentials',
    async (origin) => {
      const plain = await sendTo('GET /api/status', `Origin: ${origin}`);
      const refused = await sendTo(`GET ${ROLES}`, `Origin: ${origin}`);
      const preflight = await sendTo(
        `OPTIONS ${ROLES}`,
        `Origin: ${origin}`,
        'Access-Control-Request-Method: PATCH',
        'Access-Control-Request-Headers: authorization,content-type',
      );

      for (const answer of [plain, refused, preflight]) {
        expect(answer.headers['access-control-allow-origin']).toBe(origin);
        expect(answer.headers['vary']).toContain('Origin');
        expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
      }
      expect(preflight).toMatchObject({
        status: 204,
        text: '',
        headers: {
          'access-control-allow-methods': expect.stringContaining('PATCH'),
          'access-control-allow-headers': 'authorization,content-type',
        },
      });
      expect(plain.headers['access-control-expose-headers']).toContain('Retry-After');
    },
  );

  it.each([
    'null',
    'https://evil.example',
    'https://app.example.org.evil.example',
    'https://evilapp.example.org',
    'http://app.example.org',
    'https://app.example.org:8443',
    'https://APP.example.org',
    'https://app.example.org, https://evil.example',
  ])('reflects nothing to %s', async (origin) => {
    for (const line of ['GET /api/status', `OPTIONS ${ROLES}`]) {
      const { headers } = await sendTo(
        line,
        `Origin: ${origin}`,
        'Access-Control-Request-Method: GET',
      );
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });
});

describe('the address of a caller', () => {
  const behind = useApp({ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' });

  /** The address under which the request is logged. */
  async function addressOf(app: typeof server, ...headers: string[]): Promise<unknown> {
    const { answers } = await sendRaw(app.url, request('GET /api/status', headers));
    const line = app.logLines.find((each) => each.includes(answers[0]!.headers['x-request-id']!));
    return (JSON.parse(line!) as { address: unknown }).address;
  }

  it.each(['X-Forwarded-For: 6.6.6.6', 'X-Real-IP: 6.6.6.6', 'Forwarded: for=6.6.6.6'])(
    'is that of the connection without trusted proxies, whatever it says: %s',
    async (header) => {
      expect(await addressOf(server, header)).toBe('127.0.0.1');
    },
  );

  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['6.6.6.6, 1.2.3.4', '1.2.3.4'],
    ['6.6.6.6, 1.2.3.4, 10.1.1.1', '1.2.3.4'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    [`${'6.6.6.6, '.repeat(500)}1.2.3.4`, '1.2.3.4'],
    ['nonsense', 'unknown'],
    ['1.2.3.4:5678', 'unknown'],
    ["1.2.3.4' or 1=1", 'unknown'],
  ])('behind a trusted proxy that says %.40s is %s', async (header, address) => {
    expect(await addressOf(behind, `X-Forwarded-For: ${header}`)).toBe(address);
  });

  it('that cannot be read is let through no list of networks, not even of all', async () => {
    const { admin: caller } = await aScene(behind);
    const list = (address: string) => caller.http.get(ROLES).set('X-Forwarded-For', address);

    expect((await list('1.2.3.4')).status).toBe(200);
    expect((await list('nonsense')).status).toBe(401);
  });
});

describe('the headers of an answer', () => {
  it('forbid storing, framing and sniffing, and do not tell what made it', async () => {
    const { headers } = await send(`GET ${ROLES}`, bearer());

    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'x-request-id': expect.stringMatching(REQ_ID),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('set-cookie');
  });
});

describe('the log of all this', () => {
  it('has no failure of ours, and nothing of what was sent', () => {
    const log = server.logLines.join('');

    expect(server.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect(log).not.toContain(CANARY);
    expect(log).not.toContain(admin.token);
    expect(log).not.toContain('evil.example');
  });
});
