import type { Response } from 'supertest';
import { RefreshTokens } from '../../src/accounts/refresh-tokens.js';
import { ConsoleCodes } from '../../src/identities/console-codes/console-codes.js';
import { type Client, useApp } from '../support/harness.js';
import { runOn } from '../support/key-commands.js';
import { aPersonIn, signIn } from '../support/accounts.js';
import { anIdentity, aProject, aScene, type Caller } from '../support/scene.js';
import { routesOf } from '../authorization/live-routes.js';

const OURS = 'https://secrets.example.org';
const NAME = '__Host-strongroom_refresh';
const server = useApp({ PUBLIC_URL: OURS, TRUSTED_PROXIES: '127.0.0.1,::1' });

interface Entered {
  readonly token: string;
  readonly sessionId: string;
  readonly identityId: string;
  readonly identityName: string;
  readonly organizationId: string;
  readonly expiresAt: string;
}

const query = <T>(text: string, values: readonly unknown[]) =>
  server.database.source.query<T[]>(text, [...values]);

const cookieOf = ({ headers }: Response): string =>
  (headers['set-cookie'] as unknown as string[] | undefined)
    ?.find((each) => each.startsWith(NAME))
    ?.split(';', 1)[0] ?? '';

/** The code of a refusal, from the link to its explanation. */
const codeOf = ({ headers }: Response): string | undefined =>
  /#([\w-]+)>/.exec(headers['link'] as string)?.[1];

let address = 0;
/** Each source has tries of its own. */
const anAddress = () => `203.0.113.${++address}`;

const byCode = (code: string, from = anAddress(), http: Client = server.http) =>
  http
    .post('/api/v1/auth/console/code')
    .set('Origin', OURS)
    .set('X-Forwarded-For', from)
    .send({ code });

const bySecret = (credentials: object) =>
  server.http.post('/api/v1/auth/console/login').set('Origin', OURS).send(credentials);

const withCookie = (cookie: string, path: string) =>
  server.http.post(`/api/v1/auth/${path}`).set('Cookie', cookie).set('Origin', OURS);

const codeFor = ({ id }: Pick<Caller, 'id'>) =>
  server.database.transaction((tx) => server.app.get(ConsoleCodes).make(tx, id));

async function aClientSecret(admin: Caller, identityId: string, body: object = {}) {
  const path = `/api/v1/auth/universal-auth/identities/${identityId}`;
  const auth = await admin.http.post(path).send({}).expect(200);
  const { clientId } = (auth.body as { identityUniversalAuth: { clientId: string } })
    .identityUniversalAuth;
  const made = await admin.http.post(`${path}/client-secrets`).send(body).expect(200);
  const { clientSecret, clientSecretData } = made.body as {
    clientSecret: string;
    clientSecretData: { id: string };
  };
  return { path, clientSecretId: clientSecretData.id, credentials: { clientId, clientSecret } };
}

/** An identity that came in by its client secret. */
async function inBySecret() {
  const { admin, orgId } = await aScene(server);
  const identity = await anIdentity(server, orgId, 'member');
  const secret = await aClientSecret(admin, identity.id);
  const answer = await bySecret(secret.credentials).expect(200);
  const entered = answer.body as Entered;
  const http = server.as(entered.token);
  return { admin, orgId, identity, ...secret, entered, http, cookie: cookieOf(answer) };
}

const DETAILS = '/api/v1/identities/details';
const actionsOf = async (orgId: string) =>
  (
    await query<{ action: string }>(
      `select action from audit_entries where org_id = $1 and action like 'identity.console%'
       order by created_at, id`,
      [orgId],
    )
  ).map(({ action }) => action);

describe('POST /api/v1/auth/console/login', () => {
  it('opens a session as the identity, with a token of 15 minutes, a cookie and an audit entry', async () => {
    const { entered, http, cookie, identity, orgId, clientSecretId } = await inBySecret();

    expect(entered).toMatchObject({ identityId: identity.id, organizationId: orgId });
    const claims = JSON.parse(
      Buffer.from(entered.token.split('.')[1]!, 'base64url').toString(),
    ) as { iat: number; exp: number };
    expect(claims.exp - claims.iat).toBe(900);
    expect(cookie).toMatch(new RegExp(`^${NAME}=[\\w-]{72}$`));
    await http.get(DETAILS).expect(200);
    const [entry] = await query<{ target: object; kind: string; actor: string }>(
      `select target, actor_kind kind, actor_id actor from audit_entries
       where org_id = $1 and action = 'identity.console-login'`,
      [orgId],
    );
    expect(entry).toEqual({
      kind: 'identity',
      actor: identity.id,
      target: {
        identityId: identity.id,
        sessionId: entered.sessionId,
        clientSecretId,
        loginMethod: 'universal-auth',
      },
    });
  });

  it('refuses pages of others (403), wrong secrets alike (401), and locks out as universal auth does', async () => {
    const { admin, orgId } = await aScene(server);
    const { credentials } = await aClientSecret(
      admin,
      (await anIdentity(server, orgId, 'member')).id,
    );
    const path = '/api/v1/auth/console/login';
    await server.http.post(path).send(credentials).expect(403);
    await server.http
      .post(path)
      .set('Origin', 'https://evil.example')
      .send(credentials)
      .expect(403);

    const wrong = (n: number) => bySecret({ ...credentials, clientSecret: `wrong ${n}` });
    const { body } = await wrong(1).expect(401);
    const unknown = await bySecret({ ...credentials, clientId: 'nobody' }).expect(401);
    expect({ ...(unknown.body as object), reqId: '' }).toEqual({ ...(body as object), reqId: '' });
    await wrong(2).expect(401);
    await wrong(3).expect(401);
    const locked = await bySecret(credentials).expect(401);
    expect(codeOf(locked)).toBe('locked-out');
    await server.http.post('/api/v1/auth/universal-auth/login').send(credentials).expect(401);
  });

  it('spends a use of the secret, and the session lasts no longer than the secret', async () => {
    const { admin, orgId } = await aScene(server);
    const identity = await anIdentity(server, orgId, 'member');
    const terms = { numUsesLimit: 1, ttl: 60 };
    const { credentials } = await aClientSecret(admin, identity.id, terms);
    const { body } = await bySecret(credentials).expect(200);

    expect(Date.parse((body as Entered).expiresAt)).toBeLessThan(Date.now() + 61_000);
    await bySecret(credentials).expect(401);
  });
});

describe('POST /api/v1/auth/console/code', () => {
  it('opens a session once, however the code is typed, and only with the newest', async () => {
    const { admin, orgId } = await aScene(server);
    const [old, code] = [await codeFor(admin), await codeFor(admin)];
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
    await byCode(old).expect(401);
    const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`;
    const { body } = await byCode(typed).expect(200);
    expect(body).toMatchObject({ identityId: admin.id, organizationId: orgId });
    await server
      .as((body as Entered).token)
      .get(DETAILS)
      .expect(200);
    await byCode(code).expect(401);
    const kept = await query('select 1 from console_codes where identity_id = $1', [admin.id]);
    expect(kept).toEqual([]);
    const log = server.logLines.join('');
    expect(log).not.toContain(code);
  });

  it('refuses wrong, used and late codes in the same words (401), and after five everything (429)', async () => {
    const { admin } = await aScene(server);
    const late = await codeFor(admin);
    await query(`update console_codes set expires_at = now() where identity_id = $1`, [admin.id]);
    const from = anAddress();
    const texts = new Set<string>();
    for (const code of [late, late, 'ZZZZ-ZZZZ-ZZZZ', '1', 'x y']) {
      const { body } = await byCode(code, from).expect(401);
      texts.add(JSON.stringify({ ...(body as object), reqId: '' }));
    }
    expect(texts.size).toBe(1);

    const good = await codeFor(admin);
    const refused = await byCode(good, from).expect(429);
    expect(codeOf(refused)).toBe('too-many-codes');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    await byCode(good).expect(200);
  });

  it('counts no try for a right code', async () => {
    const { admin } = await aScene(server);
    const from = anAddress();
    for (let n = 0; n < 7; n++) await byCode(await codeFor(admin), from).expect(200);
  });

  it('takes a code once, however many send it at once', async () => {
    const { admin } = await aScene(server);
    const code = await codeFor(admin);
    const answers = await Promise.all(Array.from({ length: 10 }, () => byCode(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is made by console:code, for one identity, with an audit entry', async () => {
    const { admin, orgId } = await aScene(server);
    const { code: exit, lines } = await runOn(
      server.context,
      'console:code',
      '--identity',
      admin.id,
    );
    expect(exit).toBe(0);
    const code = /console code\s+(\S+)/.exec(lines.join('\n'))![1]!;
    const { body } = await byCode(code).expect(200);
    expect(body).toMatchObject({ identityId: admin.id });
    expect(await actionsOf(orgId)).toEqual(['identity.console-code', 'identity.console-login']);
    await expect(runOn(server.context, 'console:code', '--identity', 'nobody')).rejects.toThrow(
      'There is no identity nobody',
    );
  });
});

describe('a session of an identity', () => {
  it('goes on by the cookie, with another token of its own, and ends where the cookie is used twice', async () => {
    const { cookie, orgId, entered, http } = await inBySecret();
    const next = await withCookie(cookie, 'token').expect(200);
    expect(next.body).toEqual({ token: expect.any(String), organizationId: orgId });
    await server
      .as((next.body as Entered).token)
      .get(DETAILS)
      .expect(200);
    await withCookie(cookieOf(next), 'token').expect(200);

    await query(`update sessions set refreshed_at = now() - interval '1 minute' where id = $1`, [
      entered.sessionId,
    ]);
    await withCookie(cookie, 'token').expect(401);
    await withCookie(cookieOf(next), 'token').expect(401);
    await http.get(DETAILS).expect(401);
    expect(await actionsOf(orgId)).toEqual([
      'identity.console-login',
      'identity.console-refresh-reused',
    ]);
  });

  it('ends by logout, with the token or the cookie', async () => {
    const one = await inBySecret();
    await one.http.post('/api/v1/auth/logout').expect(200);
    await one.http.get(DETAILS).expect(401);
    await withCookie(one.cookie, 'token').expect(401);
    expect(await actionsOf(one.orgId)).toEqual([
      'identity.console-login',
      'identity.console-logout',
    ]);

    const two = await inBySecret();
    await withCookie(two.cookie, 'logout').expect(200);
    await two.http.get(DETAILS).expect(401);
  });

  it('opens nothing while it is locked, and goes on by signing in anew, which ends it', async () => {
    const { cookie, http, entered, credentials } = await inBySecret();
    await withCookie(cookie, 'lock').expect(200);
    await http.get(DETAILS).expect(401);
    expect(codeOf(await withCookie(cookie, 'token').expect(401))).toBe('session-locked');
    await bySecret(credentials).set('Cookie', cookie).expect(200);
    expect(codeOf(await withCookie(cookie, 'token').expect(401))).toBe('refresh-refused');
    const [row] = await query<{ ended: boolean }>(
      'select ended_at is not null ended from sessions where id = $1',
      [entered.sessionId],
    );
    expect(row).toEqual({ ended: true });
  });

  it('is locked after 15 idle minutes, and ends after 12 hours', async () => {
    const { cookie, http, entered } = await inBySecret();
    const [row] = await query<{ hours: number }>(
      `select round(extract(epoch from expires_at - created_at) / 3600)::int hours
       from sessions where id = $1`,
      [entered.sessionId],
    );
    expect(row).toEqual({ hours: 12 });
    const id = [entered.sessionId];
    await query(
      `update sessions set last_used_at = now() - interval '15 minutes 1 second' where id = $1`,
      id,
    );
    await http.get(DETAILS).expect(401);
    expect(codeOf(await withCookie(cookie, 'token').expect(401))).toBe('session-locked');
    await query(`update sessions set last_used_at = now(), expires_at = now() where id = $1`, id);
    expect(codeOf(await withCookie(cookie, 'token').expect(401))).toBe('refresh-refused');
  });

  it.each([
    [
      'its client secret is revoked',
      (path: string, id: string) => `post ${path}/client-secrets/${id}/revoke`,
    ],
    ['its universal auth is taken away', (path: string) => `delete ${path}`],
    [
      'its identity is deleted',
      (path: string) => `delete /api/v1/identities/${path.split('/').at(-1)}`,
    ],
  ])('is dead at the next request once %s', async (_, how) => {
    const { admin, path, clientSecretId, http, cookie } = await inBySecret();
    const [method, url] = how(path, clientSecretId).split(' ') as ['post' | 'delete', string];
    await admin.http[method](url).expect(200);
    await http.get(DETAILS).expect(401);
    await withCookie(cookie, 'token').expect(401);
  });

  it('ends with the universal auth that its identity had, also where a code opened it', async () => {
    const { admin, identity, path } = await inBySecret();
    const answer = await byCode(await codeFor(identity)).expect(200);
    await admin.http.delete(path).expect(200);
    await server
      .as((answer.body as Entered).token)
      .get(DETAILS)
      .expect(401);
  });

  it('is used only from where its identity may be', async () => {
    const { admin, path, http, cookie } = await inBySecret();
    await admin.http
      .patch(path)
      .send({ accessTokenTrustedIps: [{ ipAddress: '198.51.100.0/24' }] })
      .expect(200);
    await http.get(DETAILS).expect(401);
    await withCookie(cookie, 'token').expect(401);
  });

  it('is none for an identity whose tokens are counted (403), nor from where it may not be (401)', async () => {
    const { admin, orgId } = await aScene(server);
    const identity = await anIdentity(server, orgId, 'member');
    const { path, credentials } = await aClientSecret(admin, identity.id);
    const { body } = await bySecret(credentials).expect(200);
    const counted = { accessTokenNumUsesLimit: 2 };
    await admin.http.patch(path).send(counted).expect(200);

    expect(codeOf(await bySecret(credentials).expect(403))).toBe('session-not-offered');
    await byCode(await codeFor(identity)).expect(403);
    const elsewhere = { accessTokenTrustedIps: [{ ipAddress: '192.0.2.1' }] };
    await admin.http
      .patch(path)
      .send({ accessTokenNumUsesLimit: 0, ...elsewhere })
      .expect(200);
    await bySecret(credentials).expect(401);
    await byCode(await codeFor(identity)).expect(401);
    const [row] = await query<{ n: number }>(
      'select count(*)::int n from sessions where identity_id = $1',
      [(body as Entered).identityId],
    );
    expect(row!.n).toBe(1);
  });

  it('gives tokens that are not renewed or revoked by themselves (403)', async () => {
    const { entered } = await inBySecret();
    for (const what of ['renew', 'revoke'])
      await server.http
        .post(`/api/v1/auth/token/${what}`)
        .send({ accessToken: entered.token })
        .expect(403);
  });

  it('holds its token through a transaction, as every other kind does', async () => {
    const { admin } = await aScene(server);
    const { body } = await byCode(await codeFor(admin)).expect(200);
    const http = server.as((body as Entered).token);
    const made = await http.post('/api/v1/identities').send({ name: 'made here' }).expect(200);
    expect(made.body).toMatchObject({ identity: { name: 'made here' } });
    const project = await aProject({ ...admin, http });
    await http.get(`/api/v1/projects/${project.id}`).expect(200);
  });
});

describe('/api/v1/identities/:identityId/sessions', () => {
  const pathOf = ({ id }: { readonly id: string }) => `/api/v1/identities/${id}/sessions`;

  it('lists the sessions for the identity itself and who may see credentials, and ends them', async () => {
    const { admin, orgId, identity, http, entered } = await inBySecret();
    const other = await byCode(await codeFor(identity)).expect(200);
    const powerless = await anIdentity(server, orgId, 'no-access');
    const own = await http.get(pathOf(identity)).expect(200);
    type Listed = { id: string; authMethod: string; isFresh: boolean };
    const { sessions } = own.body as { sessions: Listed[] };
    expect(sessions.map(({ authMethod, isFresh }) => [authMethod, isFresh])).toEqual([
      ['console-code', true],
      ['universal-auth', true],
    ]);
    expect((await admin.http.get(pathOf(identity)).expect(200)).body).toEqual(own.body);
    await query(`update sessions set proved_at = now() - interval '11 minutes' where id = $1`, [
      entered.sessionId,
    ]);
    const later = (await http.get(pathOf(identity)).expect(200)).body as { sessions: Listed[] };
    expect(later.sessions.map(({ isFresh }) => isFresh)).toEqual([true, false]);
    await powerless.http.get(pathOf(identity)).expect(403);
    await powerless.http.delete(pathOf(identity)).expect(403);
    const stranger = (await aScene(server)).admin;
    await stranger.http.get(pathOf(identity)).expect(404);
    await stranger.http.delete(`${pathOf(identity)}/${entered.sessionId}`).expect(404);

    const otherId = (other.body as Entered).sessionId;
    await http.delete(`${pathOf(identity)}/${otherId}`).expect(200);
    await http.delete(`${pathOf(identity)}/${otherId}`).expect(404);
    await server
      .as((other.body as Entered).token)
      .get(DETAILS)
      .expect(401);
    const all = await admin.http.delete(pathOf(identity)).expect(200);
    expect(all.body).toEqual({ count: 1 });
    await http.get(DETAILS).expect(401);
    expect((await actionsOf(orgId)).slice(2)).toEqual([
      'identity.console-sessions-end',
      'identity.console-sessions-end',
    ]);
  });

  it('refuses to end those of an identity that holds more (403)', async () => {
    const { admin, orgId } = await aScene(server);
    const rules = [{ subject: 'identity', action: ['read', 'get-token', 'delete-token'] }];
    const weaker = await anIdentity(server, orgId, rules);
    await byCode(await codeFor(admin)).expect(200);
    await weaker.http.delete(pathOf(admin)).expect(403);
  });
});

describe('the cookie alone', () => {
  it('opens no route but token, lock and logout', async () => {
    const { cookie } = await inBySecret();
    const open = ['/api/v1/auth/token', '/api/v1/auth/lock', '/api/v1/auth/logout'];
    const routes = routesOf(server).filter((route) => !open.includes(route.split(' ')[1]!));
    const opened: string[] = [];
    for (const route of routes) {
      const [method, path] = route.split(' ') as [string, string];
      const url = path.replace(/:\w+/g, '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a');
      const name = method.toLowerCase() as 'get';
      if (!Object.hasOwn(server.http, name)) continue;
      const [withIt, without] = [
        await server.http[name](url).set('Cookie', cookie).set('Origin', OURS),
        await server.http[name](url).set('Origin', OURS),
      ];
      if (withIt.status !== without.status) opened.push(`${route} ${withIt.status}`);
    }
    expect(opened).toEqual([]);
    expect(routes.length).toBeGreaterThan(300);
  });

  it.each(['token', 'lock', 'logout'])(
    'of a foreign page opens not even %s (403)',
    async (what) => {
      const { cookie, http } = await inBySecret();
      const path = `/api/v1/auth/${what}`;
      for (const origin of ['https://evil.example', 'null'])
        await server.http.post(path).set('Cookie', cookie).set('Origin', origin).expect(403);
      await server.http.post(path).set('Cookie', cookie).expect(403);
      await http.get(DETAILS).expect(200);
    },
  );
});

describe('POST /api/v1/auth/lock', () => {
  it('locks the session of a person too, and refuses tokens of no session (403)', async () => {
    const { admin, orgId } = await aScene(server);
    const person = await aPersonIn(server, orgId);
    const { http } = await signIn(server, person.email, orgId);
    const [row] = await query<{ id: string }>(
      'select id from sessions where user_id = $1 and org_id = $2',
      [person.userId, orgId],
    );
    const sessionId = row!.id;
    await http.post('/api/v1/auth/lock').expect(200);
    await http.post('/api/v1/auth/checkAuth').expect(401);
    const refreshToken = server.app.get(RefreshTokens).make({ sessionId, counter: 0 });
    const refused = await withCookie(`${NAME}=${refreshToken}`, 'token').expect(401);
    expect(codeOf(refused)).toBe('session-locked');
    await admin.http.post('/api/v1/auth/lock').expect(403);
  });
});
