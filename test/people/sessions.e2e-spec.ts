import { type TOTP, URI } from 'otpauth';
import type { Response } from 'supertest';
import { ServerKeys } from '../../src/auth/server-keys.js';
import { RefreshTokens } from '../../src/accounts/refresh-tokens.js';
import { startApp, useApp } from '../support/harness.js';
import { aPersonIn, aSignedIn, PASSWORD, signIn } from '../support/accounts.js';
import { aScene } from '../support/scene.js';

const OURS = 'https://secrets.example.org';
const server = useApp({ PUBLIC_URL: OURS });
const LOGIN = '/api/v3/auth/login';
const REFRESH = '/api/v1/auth/token';
const LOGOUT = '/api/v1/auth/logout';
const CHECK = '/api/v1/auth/checkAuth';
const NAME = '__Host-strongroom_refresh';

const cookieOf = ({ headers }: Response): string =>
  (headers['set-cookie'] as unknown as string[] | undefined)
    ?.find((each) => each.startsWith(NAME))
    ?.split(';', 1)[0] ?? '';

const refresh = (cookie: string, origin: string | null = OURS) => {
  const test = server.http.post(REFRESH).set('Cookie', cookie);
  return origin === null ? test : test.set('Origin', origin);
};

/** Somebody who signed in with a browser, in an organization. */
async function inBrowser() {
  const { orgId } = await aScene(server);
  const person = await aPersonIn(server, orgId);
  const login = await server.http
    .post(LOGIN)
    .set('Origin', OURS)
    .send({ email: person.email, password: PASSWORD })
    .expect(200);
  const { accessToken } = login.body as { accessToken: string };
  const chosen = await server
    .as(accessToken)
    .post('/api/v3/auth/select-organization')
    .set('Origin', OURS)
    .send({ organizationId: orgId })
    .expect(200);
  const { token } = chosen.body as { token: string };
  return {
    ...person,
    orgId,
    token,
    http: server.as(token),
    first: cookieOf(login),
    cookie: cookieOf(chosen),
  };
}

const sessionOf = (cookie: string) =>
  server.app.get(RefreshTokens).open(cookie.slice(NAME.length + 1))!;

const age = (cookie: string, seconds: number) =>
  server.database.source.query(
    `update sessions set refreshed_at = refreshed_at - make_interval(secs => $2) where id = $1`,
    [sessionOf(cookie).sessionId, seconds],
  );

describe('the refresh cookie', () => {
  it('is bound to the host, hidden from scripts, and new at each step', async () => {
    const { first, cookie, token } = await inBrowser();

    expect(first).not.toBe(cookie);
    await refresh(first).expect(401);
    const { body, headers } = await refresh(cookie).expect(200);
    expect(body).toEqual({ token: expect.any(String), organizationId: expect.any(String) });
    expect(headers['set-cookie']![0]).toMatch(
      new RegExp(`^${NAME}=[\\w-]{72}; Path=/; Max-Age=\\d+; HttpOnly; SameSite=Strict; Secure$`),
    );
    const [, payload] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as {
      iat: number;
      exp: number;
    };
    expect(claims.exp - claims.iat).toBe(900);
  });

  it('follows the session that takes the place of its own, when password or second factor change', async () => {
    const { http, cookie } = await inBrowser();
    const change = { currentPassword: PASSWORD, newPassword: 'another long password' };
    const changed = await http.post('/api/v2/users/me/password').send(change).expect(200);
    await refresh(cookie).expect(401);
    await refresh(cookieOf(changed)).expect(200);

    const own = server.as((changed.body as { token: string }).token);
    const { body } = await own.post('/api/v1/user/me/totp/register').expect(200);
    const { otpUrl } = body as { otpUrl: string };
    const totp = (URI.parse(otpUrl) as TOTP).generate();
    const on = await own.post('/api/v1/user/me/totp/verify').send({ totp }).expect(200);
    await refresh(cookieOf(on)).expect(200);

    const after = server.as((on.body as { token: string }).token);
    const off = await after.delete('/api/v1/user/me/totp').expect(200);
    await refresh(cookieOf(off)).expect(200);
  });

  it('has the same successor for 20 s, as two tabs bring it', async () => {
    const { cookie } = await inBrowser();
    const [one, two] = [await refresh(cookie).expect(200), await refresh(cookie).expect(200)];

    expect(cookieOf(two)).toBe(cookieOf(one));
    await age(cookie, 19);
    expect(cookieOf(await refresh(cookie).expect(200))).toBe(cookieOf(one));
    await refresh(cookieOf(one)).expect(200);
  });

  it('ends the session when it comes back later, or is older than the one before', async () => {
    const late = await inBrowser();
    const next = cookieOf(await refresh(late.cookie).expect(200));
    await age(late.cookie, 21);
    await refresh(late.cookie).expect(401);
    await refresh(next).expect(401);
    await late.http.post(CHECK).expect(401);

    const old = await inBrowser();
    const second = cookieOf(await refresh(old.cookie).expect(200));
    await refresh(second).expect(200);
    await refresh(old.cookie).expect(401);
    await old.http.post(CHECK).expect(401);
    const rows = await server.database.source.query<{ action: string }[]>(
      `select action from audit_entries where org_id = $1 order by created_at, id`,
      [old.orgId],
    );
    expect(rows.map(({ action }) => action)).toEqual(['user.login', 'user.refresh-reused']);
  });

  it('has one successor, however many ask at once', async () => {
    const { cookie } = await inBrowser();
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(cookie)));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(cookieOf)).size).toBe(1);
  });

  it.each([
    ['another site', 'https://evil.example'],
    ['a subdomain', 'https://x.secrets.example.org'],
    ['the origin null', 'null'],
    ['no origin', null],
  ])('is refused from %s, for a token and for the logout (403)', async (_, origin) => {
    const { cookie, http } = await inBrowser();
    await refresh(cookie, origin).expect(403);
    const logout = server.http.post(LOGOUT).set('Cookie', cookie);
    await (origin === null ? logout : logout.set('Origin', origin)).expect(403);
    await http.post(CHECK).expect(200);
    await refresh(cookie).expect(200);
  });

  it('is no bearer token, and a bearer token is no cookie (401)', async () => {
    const { cookie, token } = await inBrowser();
    await server
      .as(cookie.slice(NAME.length + 1))
      .post(CHECK)
      .expect(401);
    await refresh(`${NAME}=${token}`).expect(401);
    await server.http.post(CHECK).set('Cookie', cookie).expect(401);
    await refresh('').expect(401);
    const foreign = new RefreshTokens(new ServerKeys('x'.repeat(40))).make(sessionOf(cookie));
    await refresh(`${NAME}=${foreign}`).expect(401);
  });

  it('takes a body that is empty and chunked', async () => {
    const { cookie } = await inBrowser();
    const answer = await fetch(`${server.url}${REFRESH}`, {
      method: 'POST',
      headers: { cookie, origin: OURS },
      body: new ReadableStream({ start: (stream) => stream.close() }),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(200);
  });
});

describe('a login from a page', () => {
  it('of another origin is refused (403): it could sign a browser in as somebody else', async () => {
    const { orgId } = await aScene(server);
    const { email } = await aPersonIn(server, orgId);
    const answer = await server.http
      .post(LOGIN)
      .set('Origin', 'https://evil.example')
      .send({ email, password: PASSWORD })
      .expect(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('begins a session of its own, whatever cookie was there before', async () => {
    const attacker = await inBrowser();
    const { orgId } = await aScene(server);
    const { email } = await aPersonIn(server, orgId);
    const login = await server.http
      .post(LOGIN)
      .set('Origin', OURS)
      .set('Cookie', attacker.cookie)
      .send({ email, password: PASSWORD })
      .expect(200);

    expect(sessionOf(cookieOf(login)).sessionId).not.toBe(sessionOf(attacker.cookie).sessionId);
    const { token } = (await refresh(attacker.cookie).expect(200)).body as { token: string };
    await server.as(token).post(CHECK).expect(200);
  });

  it('hands a program its long token only right after the password', async () => {
    const person = await inBrowser();
    const select = () =>
      person.http
        .post('/api/v3/auth/select-organization')
        .set('Origin', OURS)
        .send({ organizationId: person.orgId, userAgent: 'cli' });
    await server.database.source.query(
      `update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [person.userId],
    );
    await select().expect(403);
    await server.database.source.query(`update sessions set proved_at = now() where user_id = $1`, [
      person.userId,
    ]);
    const answer = await select().expect(200);

    expect(answer.headers['set-cookie']).toBeUndefined();
    const [, payload] = (answer.body as { token: string }).token.split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as {
      iat: number;
      exp: number;
    };
    expect(claims.exp - claims.iat).toBeGreaterThan(86_400);
  });
});

describe('a session', () => {
  it('is over after the logout, on every replica', async () => {
    const other = await startApp({ PUBLIC_URL: OURS }, [], server.databaseUrl);
    try {
      const { token, http, cookie } = await inBrowser();
      await other.parts.as(token).post(CHECK).expect(200);
      const out = await http.post(LOGOUT).set('Cookie', cookie).expect(200);
      expect(out.headers['set-cookie']![0]).toContain('Max-Age=0');
      await other.parts.as(token).post(CHECK).expect(401);
      await refresh(cookie).expect(401);
    } finally {
      await other.end();
    }
  });

  it('ends with the cookie as well', async () => {
    const { cookie, http } = await inBrowser();
    await server.http.post(LOGOUT).set('Cookie', cookie).set('Origin', OURS).expect(200);
    await http.post(CHECK).expect(401);
  });

  it('is told of in the audit log, once, when its person ends it or is renamed', async () => {
    const { cookie, http, userId } = await inBrowser();
    const actions = async () => {
      const rows = await server.database.source.query<{ action: string }[]>(
        'select action from audit_entries where actor_id = $1 order by created_at, id',
        [userId],
      );
      return rows.map(({ action }) => action).filter((action) => action !== 'user.login');
    };
    await http
      .patch('/api/v2/users/me/name')
      .send({ firstName: 'Ann', lastName: 'Other' })
      .expect(200);
    expect(await actions()).toEqual(['user.renamed']);
    const logout = () => server.http.post(LOGOUT).set('Cookie', cookie).set('Origin', OURS);
    await logout().expect(200);
    await logout().expect(200);
    expect(await actions()).toEqual(['user.renamed', 'user.logout']);
  });

  it('ends without use, and in all, by the clock of the database', async () => {
    const { orgId } = await aScene(server);
    const [idle, old, live] = [
      await aSignedIn(server, orgId),
      await aSignedIn(server, orgId),
      await aSignedIn(server, orgId),
    ];
    const shift = (userId: string, column: string, days: number) =>
      server.database.source.query(
        `update sessions set ${column} = now() - make_interval(days => $2) where user_id = $1`,
        [userId, days],
      );
    await shift(idle.userId, 'last_used_at', 4);
    await shift(old.userId, 'expires_at', 0);
    await idle.http.post(CHECK).expect(401);
    await old.http.post(CHECK).expect(401);
    const now = Date.now;
    try {
      for (const hours of [-1, 1]) {
        Date.now = () => now() + hours * 3_600_000;
        await live.http.post(CHECK).expect(200);
      }
    } finally {
      Date.now = now;
    }
  });

  it('ends with the membership, and not with another one', async () => {
    const [one, two] = [await aScene(server), await aScene(server)];
    const account = await aPersonIn(server, one.orgId);
    await aPersonIn(server, two.orgId, { account });
    const [here, there] = [
      await signIn(server, account.email, one.orgId),
      await signIn(server, account.email, two.orgId),
    ];
    await server.database.source.query(
      'update organization_memberships set is_active = false where org_id = $1 and user_id = $2',
      [one.orgId, account.userId],
    );
    await here.http.post(CHECK).expect(401);
    await there.http.post(CHECK).expect(200);
  });
});
