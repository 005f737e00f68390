import { beforeAll, describe, expect, it } from '@jest/globals';
import { AccessTokens } from '../../src/auth/access-token.js';
import { assertCode } from '../support/answer-check.js';
import { useApp } from '../support/harness.js';
import { request, sendRaw } from '../support/raw-http.js';
import { aScene, anIdentity, type Caller } from '../support/scene.js';

const ROLES = '/api/v1/organization/roles';
const server = useApp();
let admin: Caller;

beforeAll(async () => {
  ({ admin } = await aScene(server));
});

const helpOf = ({ headers }: { readonly headers: unknown }) =>
  (headers as Record<string, string | undefined>)['link'];

const help = (code: string) => `</api/docs/errors#${code}>; rel="help"`;

describe('a path that no route has', () => {
  it('is named with its method, with a token and without', async () => {
    for (const client of [admin.http, server.http]) {
      const answer = await client.post('/api/v1/dynamic-secrets/leases').send({});

      expect(answer.status).toBe(404);
      expect(answer.body).toMatchObject({
        error: 'NotFound',
        message: 'Route POST:/api/v1/dynamic-secrets/leases not found',
      });
      expect(helpOf(answer)).toBe(help('route-not-found'));
    }
  });

  it('is told without its query, and outside of /api as well', async () => {
    const answer = await server.http.get('/nowhere?token=canary');

    expect(answer.body).toMatchObject({ message: 'Route GET:/nowhere not found' });
    expect(answer.text).not.toContain('canary');
  });

  it('is told as it was sent, so without control characters, and cut at 200 characters', async () => {
    const escaped = await server.http.get('/api/v1/%1b%5b31m%0d%0aSet-Cookie:x');
    const long = await server.http.get(`/api/${'x'.repeat(1_000)}`);

    expect(escaped.body).toMatchObject({
      message: 'Route GET:/api/v1/%1b%5b31m%0d%0aSet-Cookie:x not found',
    });
    expect(long.body).toMatchObject({ message: `Route GET:/api/${'x'.repeat(195)}… not found` });
  });

  it('comes after what no path is looked at for: 400, 414', async () => {
    const malformed = await sendRaw(server.url, request('GET /api/nowhere#x'));
    const long = await server.http.get(`/api/${'x'.repeat(9_000)}`);

    expect([malformed.answers[0]!.status, long.status]).toEqual([400, 414]);
  });
});

describe('401', () => {
  /** A token as this server signs it, whose time is over. */
  function expired(): string {
    const tokens = server.app.get(AccessTokens);
    const [, payload] = admin.token.split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
    const { iss: _iss, aud: _aud, sub: _sub, ...kept } = claims as Record<string, unknown>;
    return tokens.sign({ ...kept, iat: 1_700_000_000, exp: 1_700_000_900 } as never);
  }

  const ask = (authorization: string | null) => {
    const test = server.http.get(ROLES);
    return authorization === null ? test : test.set('Authorization', authorization);
  };

  /** What the log says of the request that was answered. */
  const logged = (answer: { readonly body: unknown }) => {
    const { reqId } = answer.body as { reqId: string };
    const lines = server.logLines.map((line) => JSON.parse(line) as Record<string, unknown>);
    return lines.find((line) => line['reqId'] === reqId && 'status' in line);
  };

  it.each([
    ['no header', () => null, 'token-missing', /no Authorization header.*Bearer/],
    ['an empty header', () => '', 'token-missing', /no Authorization header/],
    ['another scheme', () => 'Basic YTpi', 'token-malformed', /no bearer token/],
    ['a word too many', () => 'Bearer a b', 'token-malformed', /no bearer token/],
    ['no token after Bearer', () => 'Bearer ', 'token-malformed', /no bearer token/],
    ['what is no token', () => 'Bearer abc', 'token-invalid', /invalid/],
    [
      'a changed signature',
      () => `Bearer ${admin.token.slice(0, -4)}AAAA`,
      'token-invalid',
      /invalid/,
    ],
    [
      'an expired token',
      () => `Bearer ${expired()}`,
      'token-expired',
      /expired at 2023-11-14T22:28:20.000Z/,
    ],
    [
      'an expired token with a changed signature',
      () => `Bearer ${expired().slice(0, -4)}AAAA`,
      'token-invalid',
      /^(?!.*expired)/,
    ],
  ])('says of %s what is wrong, and the log says it too', async (_, header, code, message) => {
    const answer = await ask(header());

    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ error: 'UnauthorizedError' });
    expect((answer.body as { message: string }).message).toMatch(message);
    expect(helpOf(answer)).toBe(help(code));
    expect(logged(answer)).toMatchObject({ status: 401, code });
  });
});

describe('a token whose signature is good', () => {
  it('tells the caller nothing of trusted addresses, and the log why it was refused', async () => {
    const stranger = await anIdentity(server, admin.orgId, 'no-access');
    await server.database.source.query(
      'update token_auths set access_token_trusted_ips = $2 where identity_id = $1',
      [stranger.id, JSON.stringify([{ ipAddress: '203.0.113.7', type: 'ipv4', prefix: 32 }])],
    );
    const answer = await stranger.http.get(ROLES);
    const { reqId, message } = answer.body as { reqId: string; message: string };
    const line = server.logLines.find((each) => each.includes(reqId) && each.includes('"status"'));

    expect(answer.status).toBe(401);
    expect(message).toBe(
      'The access token is no longer valid: it was revoked or used up, or may not be used from here.',
    );
    expect(helpOf(answer)).toBe(help('token-revoked'));
    expect(JSON.parse(line!)).toMatchObject({ code: 'token-revoked', reason: 'untrusted address' });
  });
});

describe('an error without a code', () => {
  it('fails every test that meets it', () => {
    const answer = { status: 404, body: { statusCode: 404, error: 'NotFound' } };
    const withLink = (link: string) => () => assertCode({ ...answer, headers: { link } }, 'GET /');

    expect(() => assertCode({ ...answer, headers: {} }, 'GET /')).toThrow('has no code');
    expect(withLink(help('no-such-code'))).toThrow('has no code');
    expect(withLink(help('already-exists'))).toThrow('its code already-exists is Conflict');
    expect(withLink(help('not-found'))).not.toThrow();
  });
});

describe('the header Link', () => {
  it('is there for what the parser of HTTP refuses as well', async () => {
    const { answers } = await sendRaw(server.url, 'HELLO\r\n\r\n');

    expect(answers[0]!.headers['link']).toBe(help('malformed-request'));
  });

  it('stands beside that of a deprecated route', async () => {
    const answer = await server.http.get('/api/v3/secrets/raw');

    expect(answer.status).toBe(401);
    expect(helpOf(answer)).toContain(help('token-missing'));
  });
});

describe('a body that cannot be read', () => {
  const send = (body: string, type = 'application/json') =>
    admin.http.post('/api/v1/projects').set('Content-Type', type).send(body);
  const messageOf = (answer: { readonly body: unknown }) =>
    (answer.body as { message: string }).message;

  it.each([
    ['{"projectName":"canary",}', 'property name expected at line 1, column 25'],
    ['{\n  "projectName": canary\n}', 'unexpected character or word at line 2, column 18'],
    ['{"projectName":"canary"', 'close brace expected at line 1, column 24'],
    ['{"a":1} {', 'end of file expected at line 1, column 9'],

    ["{'projectName':'canary'}", 'unexpected character or word at line 1, column 2'],
  ])('says where it is no JSON, and quotes nothing: %j', async (body, problem) => {
    const answer = await send(body);

    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toBe(`The body is not valid JSON: ${problem}.`);
    expect(answer.text).not.toContain('canary');
    expect(helpOf(answer)).toBe(help('invalid-json'));
  });

  it('ends the search at the first problem, whatever follows', async () => {
    const answer = await send(`{"a":"x\n${'['.repeat(50_000)}`);

    expect(messageOf(answer)).toMatch(
      /^The body is not valid JSON: [a-z ]+ at line 1, column \d+\.$/,
    );
  });

  it('is not searched where it is long', async () => {
    const answer = await send(`{"projectName":"${'x'.repeat(300_000)}",}`);

    expect(messageOf(answer)).toBe('The body is not valid JSON.');
  });

  it('is told from a form where it is JSON, as curl sends it to a login without a header', async () => {
    const answer = await server.http
      .post('/api/v1/auth/universal-auth/login')
      .set('Content-Type', 'application/x-www-form-urlencoded')
      .send('{"clientId":"canary","clientSecret":"canary"}');

    expect(answer.status).toBe(415);
    expect(messageOf(answer)).toContain(
      "you sent JSON as a form. Add -H 'Content-Type: application/json'",
    );
  });

  it.each([
    ['application/x-www-form-urlencoded', "the Content-Type 'application/x-www-form-urlencoded'"],
    ['application/json; charset=latin1', "the 'charset=latin1'"],
  ])('says what was sent in place of JSON, and what to add: %s', async (type, what) => {
    const answer = await send('projectName=canary', type);

    expect(answer.status).toBe(415);
    expect(messageOf(answer)).toBe(
      `The body should be application/json in UTF-8; you sent ${what}. ` +
        "Add -H 'Content-Type: application/json', and send the body as it is.",
    );
  });
});
