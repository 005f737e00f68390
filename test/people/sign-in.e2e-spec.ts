import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';

import { useApp } from '../support/harness.js';
import { anAccount, aPersonIn, PASSWORD, signIn } from '../support/accounts.js';
import { anIdentity, aScene, withoutReqId } from '../support/scene.js';

const server = useApp({ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://secrets.example.org' });
const LOGIN = '/api/v3/auth/login';
const SELECT = '/api/v3/auth/select-organization';
const HERE = '198.51.100.1';
const THERE = '203.0.113.9';

const attempt = (email: string, password: string, from = HERE) =>
  server.http.post(LOGIN).set('X-Forwarded-For', from).send({ email, password });

describe('a login', () => {
  it('leads from the password by the organization to a token that existing clients decode', async () => {
    const { orgId } = await aScene(server);
    const { email, userId } = await aPersonIn(server, orgId);

    const login = await attempt(email, PASSWORD).expect(200);
    const { accessToken } = login.body as { accessToken: string };
    const person = server.as(accessToken);
    const listed = await person.get('/api/v1/organization').expect(200);
    expect((listed.body as { organizations: { id: string }[] }).organizations).toEqual([
      expect.objectContaining({ id: orgId, name: 'Org', role: 'member', enforceMfa: false }),
    ]);
    await person.post('/api/v1/auth/checkAuth').expect(200);
    const { body } = await person.post(SELECT).send({ organizationId: orgId }).expect(200);
    expect(body).toEqual({ token: expect.any(String), isMfaEnabled: false });
    const { token } = body as { token: string };

    expect(jwt.decode(token)).toMatchObject({
      authTokenType: 'accessToken',
      userId,
      tokenVersionId: expect.any(String),
      accessVersion: 1,
      organizationId: orgId,
      authMethod: 'email',
      isMfaVerified: false,
    });
    const { iat, exp } = jwt.decode(token) as { iat: number; exp: number };
    expect(exp - iat).toBe(10 * 86_400);
    await server.as(token).post('/api/v1/auth/checkAuth').expect(200);
    await person.post('/api/v1/auth/checkAuth').expect(401);
    expect(login.headers['set-cookie']).toBeUndefined();
  });

  it('answers alike whatever is wrong', async () => {
    const { orgId } = await aScene(server);
    const known = await aPersonIn(server, orgId);
    const without = await aPersonIn(server, orgId, { password: null });
    const inactive = await aPersonIn(server, orgId, { isActive: false });
    const alone = await anAccount(server);
    const shutOut = await aPersonIn(server, orgId, { isActive: false });
    const elsewhere = await aScene(server);
    await aPersonIn(server, elsewhere.orgId, { account: shutOut, status: 'invited' });
    const damaged = await aPersonIn(server, orgId, {
      stored: `$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$${'A'.repeat(43)}`,
    });
    const answers = [
      await attempt(known.email, 'wrong password'),
      await attempt(`${randomUUID()}@example.org`, PASSWORD),
      await attempt(without.email, PASSWORD),
      await attempt(inactive.email, PASSWORD),
      await attempt(alone.email, PASSWORD),
      await attempt(shutOut.email, PASSWORD),
      await attempt(damaged.email, PASSWORD),
      await server.http.post('/api/v3/auth/login1').send({}),
      await server.http.post('/api/v3/auth/login2').send({}),
    ];

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    const bodies = answers.map(({ body }) => JSON.stringify(withoutReqId(body as object)));
    expect(new Set(bodies)).toEqual(new Set([bodies[0]]));
    expect(answers[0]!.body).toMatchObject({ message: 'Wrong e-mail address or password.' });
    expect(server.logLines.some((line) => line.includes('stored password is damaged'))).toBe(true);
    expect(server.logLines.join('')).not.toContain(PASSWORD);
  });

  it('takes every spelling of an address as one account and one count', async () => {
    const { orgId } = await aScene(server);
    const name = `ann-${randomUUID()}`;
    const { email } = await aPersonIn(server, orgId, { email: `${name}@xn--bcher-kva.example` });
    for (const spelling of [`${name.toUpperCase()}@B\u00fcCHER.example.`, ` ${email}\t`]) {
      await attempt(spelling, PASSWORD).expect(200);
    }
    await attempt(`${name}\uff20b\u00fccher.example`, PASSWORD).expect(422);
    await attempt(`${name}@xn--bcher-kva.example`, 'guess one').expect(401);
    await attempt(`${name.toUpperCase()}@bu\u0308cher.example`, 'guess two').expect(401);
    await attempt(`${name}@b\u00fccher.example.`, 'guess three').expect(401);

    const locked = await attempt(email, PASSWORD).expect(401);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each([
    ['two addresses', 'a@x.org,b@evil.example'],
    ['a quoted local part', '"a b"@x.org'],
    ['a line break', 'a@x.org\r\nBcc: b@evil.example'],
    ['a NUL', 'a\0@x.org'],
    ['10 KB', `${'a'.repeat(10_000)}@x.org`],
    ['a list', ['a@x.org']],
    ['an object', { $ne: '' }],
    ['a Kelvin sign', '\u212Aelvin@x.org'],
  ])('refuses an address that is %s (422), without repeating it', async (_, email) => {
    const { body, text } = await server.http.post(LOGIN).send({ email, password: PASSWORD });

    expect(body).toMatchObject({ statusCode: 422, message: [{ path: ['email'] }] });
    expect(text).not.toContain('evil');
  });

  it('compares passwords exactly, under NFC', async () => {
    const { orgId } = await aScene(server);
    const password = ` Schl\u00fcssel\0${'x'.repeat(1000)} `;
    const { email } = await aPersonIn(server, orgId, { password });

    await attempt(email, password.normalize('NFD')).expect(200);
    await attempt(email, password.trim()).expect(401);
    await attempt(email, password.slice(0, 80)).expect(401);
    await attempt(email, password.normalize('NFC')).expect(200);
    await attempt(email, '').expect(422);
    await attempt(email, 'x'.repeat(5000)).expect(422);
  });

  it('stores a password anew that was stored at another cost', async () => {
    const { orgId } = await aScene(server);
    const { email, userId } = await aPersonIn(server, orgId, {
      cost: { memoryCost: 8192, timeCost: 1 },
    });
    await attempt(email, PASSWORD).expect(200);
    const rows = await server.database.source.query<{ password_hash: string }[]>(
      'select password_hash from users where id = $1',
      [userId],
    );

    expect(rows[0]!.password_hash).toContain('$m=19456,t=2,p=1$');
    await attempt(email, PASSWORD).expect(200);
  });
});

describe('the lockout of people', () => {
  it('does not let a stranger lock somebody out from another source', async () => {
    const { orgId } = await aScene(server);
    const { email } = await aPersonIn(server, orgId);
    for (let i = 0; i < 5; i++) await attempt(email, `guess ${i}`).expect(401);

    const locked = await attempt(email, PASSWORD).expect(401);
    expect(locked.body).toMatchObject({ message: 'Too many failed logins. Try again later.' });
    await attempt(email, PASSWORD, THERE).expect(200);
    // The older login that existing clients try next was not counted, and a client id of that name is another thing.
    await server.http
      .post('/api/v1/auth/universal-auth/login')
      .set('X-Forwarded-For', HERE)
      .send({ clientId: email, clientSecret: 'x' })
      .expect(401)
      .expect(({ headers }) => expect(headers['retry-after']).toBeUndefined());
  });

  it('holds a ceiling against a spray from many addresses, and lets a known source in', async () => {
    const { orgId } = await aScene(server);
    const { email } = await aPersonIn(server, orgId);
    await attempt(email, PASSWORD, THERE).expect(200);
    for (let i = 0; i < 40; i++) await attempt(email, `spray ${i}`, `192.0.2.${i + 1}`).expect(401);

    const sprayed = await attempt(email, PASSWORD, '192.0.2.200').expect(401);
    expect(Number(sprayed.headers['retry-after'])).toBeGreaterThan(0);
    await attempt(email, PASSWORD, THERE).expect(200);
  });

  it('counts the older login that clients try next not at all', async () => {
    const { orgId } = await aScene(server);
    const { email } = await aPersonIn(server, orgId);
    for (let i = 0; i < 2; i++) {
      await attempt(email, `typo ${i}`).expect(401);
      for (const path of ['login1', 'login2']) {
        await server.http
          .post(`/api/v3/auth/${path}`)
          .set('X-Forwarded-For', HERE)
          .send({ email })
          .expect(401);
      }
    }
    await attempt(email, PASSWORD).expect(200);
  });
});

describe('choosing an organization', () => {
  it('is refused alike for strangers, invited and deactivated people, and unknown organizations (403)', async () => {
    const [own, other] = [await aScene(server), await aScene(server)];
    const person = await aPersonIn(server, own.orgId);
    const invited = await aPersonIn(server, own.orgId, { status: 'invited' });
    const inactive = await aPersonIn(server, own.orgId, { isActive: false });
    for (const account of [invited, inactive]) await aPersonIn(server, other.orgId, { account });
    const choose = async ({ email }: { email: string }, organizationId: string) => {
      const login = await attempt(email, PASSWORD).expect(200);
      const { accessToken } = login.body as { accessToken: string };
      return server.as(accessToken).post(SELECT).send({ organizationId });
    };
    const answers = [
      await choose(person, other.orgId),
      await choose(person, randomUUID()),
      await choose(person, 'no uuid'),
      await choose(invited, own.orgId),
      await choose(inactive, own.orgId),
    ];

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    const bodies = answers.map(({ body }) => JSON.stringify(withoutReqId(body as object)));
    expect(new Set(bodies).size).toBe(1);
    expect((await choose(inactive, other.orgId)).status).toBe(200);
  });

  it('begins a session of its own each time; the token of the step before is dead', async () => {
    const [one, two] = [await aScene(server), await aScene(server)];
    const account = await aPersonIn(server, one.orgId);
    await aPersonIn(server, two.orgId, { account });
    const first = await signIn(server, account.email, one.orgId);
    const { body } = await server
      .as(first.token)
      .post(SELECT)
      .send({ organizationId: two.orgId })
      .expect(200);
    const { token } = body as { token: string };

    await server.as(first.token).post('/api/v1/auth/checkAuth').expect(401);
    await server.as(token).post('/api/v1/auth/checkAuth').expect(200);
    const [before, after] = [first.token, token].map(
      (each) => jwt.decode(each) as Record<string, unknown>,
    );
    expect(after!.tokenVersionId).not.toBe(before!.tokenVersionId);
    expect(after!.exp).toBe(before!.exp);
  });

  it('is recorded as a login of the person, without a secret', async () => {
    const { orgId } = await aScene(server);
    const { email, userId } = await aPersonIn(server, orgId);
    await signIn(server, email, orgId);
    const rows = await server.database.source.query<Record<string, unknown>[]>(
      'select actor_kind, actor_id, actor_name, action, target from audit_entries where org_id = $1',
      [orgId],
    );

    expect(rows).toEqual([
      {
        actor_kind: 'user',
        actor_id: userId,
        actor_name: email,
        action: 'user.login',
        target: { userId, email, kind: 'cli', assurance: 'password' },
      },
    ]);
  });
});

describe('tokens of people and of machines', () => {
  it('do not stand for one another (403, 401)', async () => {
    const { orgId, admin } = await aScene(server);
    const machine = await anIdentity(server, orgId, 'member');
    const { email } = await aPersonIn(server, orgId);
    const { token } = await signIn(server, email, orgId);

    for (const path of [SELECT, '/api/v1/auth/reauthenticate', '/api/v1/auth/checkAuth']) {
      const { body } = await machine.http.post(path).send({ organizationId: orgId }).expect(403);
      expect(body).toMatchObject({ error: 'ForbiddenError' });
    }
    const claims = jwt.decode(token) as Record<string, unknown>;
    const machineClaims = jwt.decode(admin.token) as Record<string, unknown>;
    const forge = (payload: object, typ: string, key: string) =>
      jwt.sign(payload, key, { algorithm: 'HS256', header: { alg: 'HS256', typ } });
    for (const forged of [
      forge({ ...claims, authTokenType: 'identityAccessToken' }, 'at+jwt', 'x'.repeat(40)),
      forge({ ...machineClaims, authTokenType: 'accessToken' }, 'at+jwt', 'x'.repeat(40)),
      `${token.slice(0, -3)}AAA`,
      'strongroom',
    ]) {
      await server.as(forged).post('/api/v1/auth/checkAuth').expect(401);
    }
  });
});
