import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { Secret, TOTP } from 'otpauth';
import { startApp, type TestApp, useApp } from '../support/harness.js';
import { aPersonIn, aSignedIn, PASSWORD, signIn, type Signed } from '../support/accounts.js';
import { acceptanceOn, aLink } from '../support/invitations.js';
import { anIdentity, aScene } from '../support/scene.js';

const server = useApp();
const SELECT = '/api/v3/auth/select-organization';
const VERIFY = '/api/v2/auth/mfa/verify';
const TOTP_PATH = '/api/v1/user/me/totp';

interface Enrolled extends Signed {
  readonly orgId: string;
  readonly recoveryCodes: readonly string[];
  /** The code of so many steps from now. */
  readonly code: (step?: number) => string;
}

/** Codes are taken once and steps only grow: a test that needs another one goes back to before the last. */
const forgetSteps = ({ userId }: { userId: string }) =>
  server.database.source.query(
    `update second_factors set last_step = null, failures = 0, locked_until = null where user_id = $1`,
    [userId],
  );

function appOf(otpUrl: string): (step?: number) => string {
  const secret = Secret.fromBase32(new URL(otpUrl).searchParams.get('secret')!);
  const app = new TOTP({ secret });
  return (step = 0) => app.generate({ timestamp: Date.now() + step * 30_000 });
}

async function anEnrolled(): Promise<Enrolled> {
  const { orgId } = await aScene(server);
  const person = await aSignedIn(server, orgId);
  const { body } = await person.http.post(`${TOTP_PATH}/register`).expect(200);
  const code = appOf((body as { otpUrl: string }).otpUrl);
  const on = await person.http.post(`${TOTP_PATH}/verify`).send({ totp: code() }).expect(200);
  const { recoveryCodes, token } = on.body as { recoveryCodes: string[]; token: string };
  await forgetSteps(person);
  return { ...person, token, http: server.as(token), orgId, recoveryCodes, code };
}

/** An MFA token: the password was right, the organization is chosen. */
async function mfaTokenOf({ email, orgId }: Enrolled, of: TestApp = server): Promise<string> {
  const login = await of.http
    .post('/api/v3/auth/login')
    .send({ email, password: PASSWORD })
    .expect(200);
  const { accessToken } = login.body as { accessToken: string };
  const chosen = await of.as(accessToken).post(SELECT).send({ organizationId: orgId }).expect(200);
  expect(chosen.body).toEqual({ token: expect.any(String), isMfaEnabled: true, mfaMethod: 'totp' });
  return (chosen.body as { token: string }).token;
}

const verify = (token: string, mfaToken: string, of: TestApp = server) =>
  of.as(token).post(VERIFY).send({ email: 'any@example.org', mfaToken, mfaMethod: 'totp' });

describe('a login with a second factor', () => {
  it('goes by the MFA token to a session that is verified', async () => {
    const person = await anEnrolled();
    const token = await mfaTokenOf(person);
    await server.as(token).get('/api/v2/auth/mfa/check/totp').expect(200, { isVerified: true });
    const verified = await verify(token, person.code()).expect(200);
    const next = server.as((verified.body as { token: string }).token);
    const { body } = await next.post(SELECT).send({ organizationId: person.orgId }).expect(200);

    expect(body).toEqual({ token: expect.any(String), isMfaEnabled: false });
    expect(jwt.decode((body as { token: string }).token)).toMatchObject({
      isMfaVerified: true,
      mfaMethod: 'totp',
      organizationId: person.orgId,
    });
    await verify(token, person.code(1)).expect(401);
  });

  it('takes a code once, also of two at the same moment on two replicas', async () => {
    const other = await startApp({}, [], server.databaseUrl);
    try {
      const person = await anEnrolled();
      const [one, two] = [await mfaTokenOf(person), await mfaTokenOf(person)];
      const code = person.code();
      const answers = await Promise.all([verify(one, code), verify(two, code, other.parts)]);

      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
      const third = await verify(await mfaTokenOf(person), code).expect(401);
      expect(third.body).toMatchObject({
        context: { code: 'mfa_invalid', triesLeft: expect.any(Number) },
      });
    } finally {
      await other.end();
    }
  });

  it('refuses codes of other steps and of the secret before', async () => {
    const person = await anEnrolled();
    const token = await mfaTokenOf(person);
    // Two steps off may be one when the test crosses a step; three never are.
    for (const step of [-3, 3]) {
      const { body } = await verify(token, person.code(step)).expect(401);
      expect(body).toMatchObject({ error: 'UnauthorizedError', context: { code: 'mfa_invalid' } });
    }
    const off = await person.http.delete(TOTP_PATH).expect(200);
    const renewed = server.as((off.body as { token: string }).token);
    const { body } = await renewed.post(`${TOTP_PATH}/register`).expect(200);
    expect((body as { otpUrl: string }).otpUrl).toContain('otpauth://totp/');
    await renewed.post(`${TOTP_PATH}/verify`).send({ totp: person.code() }).expect(401);
  });

  it('counts wrong codes for the account, over all MFA tokens', async () => {
    const person = await anEnrolled();
    const left: unknown[] = [];
    for (let i = 0; i < 6; i++) {
      const token = await mfaTokenOf(person);
      const { body } = await verify(token, person.code(40 + i)).expect(401);
      left.push((body as { context: unknown }).context);
    }

    expect(left).toEqual([
      ...[4, 3, 2, 1].map((triesLeft) => ({ code: 'mfa_invalid', triesLeft })),
      { code: 'mfa_expired', triesLeft: 0 },
      { code: 'mfa_expired', triesLeft: 0 },
    ]);
    const locked = await verify(await mfaTokenOf(person), person.code()).expect(401);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('takes each recovery code once, whatever its case and dashes', async () => {
    const person = await anEnrolled();
    const [first, second, third] = person.recoveryCodes as [string, string, string];
    const [one, two] = [await mfaTokenOf(person), await mfaTokenOf(person)];
    const answers = await Promise.all([verify(one, first), verify(two, first)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);

    await verify(await mfaTokenOf(person), second.toUpperCase().replaceAll('-', '')).expect(200);
    const byPath = await server
      .as(await mfaTokenOf(person))
      .post(`${VERIFY}/recovery-code`)
      .send({ recoveryCode: third })
      .expect(200);
    expect(byPath.body).toEqual({ token: expect.any(String) });
    await verify(await mfaTokenOf(person), second).expect(401);
  });

  it('counts copies of a right code, sent at the same time, as no wrong ones', async () => {
    const person = await anEnrolled();
    for (const code of [person.code(), person.recoveryCodes[0]!]) {
      const tokens = [];
      for (let n = 0; n < 4; n++) tokens.push(await mfaTokenOf(person));
      const answers = await Promise.all(tokens.map((token) => verify(token, code)));
      const refused = answers.filter(({ status }) => status === 401);
      expect(refused.map(({ body }) => (body as { context: object }).context)).toEqual(
        refused.map(() => ({ code: 'mfa_invalid', triesLeft: 5 })),
      );
      expect(refused).toHaveLength(3);
    }
    const { body } = await verify(await mfaTokenOf(person), person.code(40)).expect(401);
    expect(body).toMatchObject({ context: { triesLeft: 4 } });
  });

  it('accepts an invitation only after the second step, also for who is in no organization by now', async () => {
    const [person, { orgId, admin }] = [await anEnrolled(), await aScene(server)];
    await server.database.source.query('delete from organization_memberships where user_id = $1', [
      person.userId,
    ]);
    const link = await aLink(admin.http, orgId, person.email);
    const { open } = acceptanceOn(server);
    const login = { email: person.email, password: PASSWORD };
    const { body } = await server.http.post('/api/v3/auth/login').send(login).expect(200);
    const begun = (body as { accessToken: string }).accessToken;
    const refused = await open(link, begun).expect(401);
    expect(refused.headers['link']).toContain('second-factor-due');

    const token = await mfaTokenOf({ ...person, orgId });
    await verify(token, person.code(40)).expect(401);
    const verified = await verify(token, person.code()).expect(200);
    const whole = (verified.body as { token: string }).token;
    const elsewhere = { organizationId: (await aScene(server)).orgId };
    await server.as(whole).post(SELECT).send(elsewhere).expect(403);
    await open(link, whole).expect(200);
    const chosen = await server.as(whole).post(SELECT).send({ organizationId: orgId }).expect(200);
    expect(chosen.body).toMatchObject({ isMfaEnabled: false });
    const recorded = await server.database.source.query<object[]>(
      `select 1 from audit_entries where org_id = $1 and action = 'user.second-step-failed'`,
      [orgId],
    );
    expect(recorded).toEqual([]);
  });

  it('opens nothing else with an MFA token (403), and nothing without the code', async () => {
    const person = await anEnrolled();
    const other = await aScene(server);
    const token = await mfaTokenOf(person);
    const mfa = server.as(token);
    await mfa.get('/api/v2/users/me').expect(403);
    await mfa.post(SELECT).send({ organizationId: other.orgId }).expect(403);
    await mfa.get('/api/v1/organization').expect(403);
    await mfa.post('/api/v1/auth/token').expect(401);
    await mfa.get('/api/v1/projects').expect(({ status }) => expect([401, 403]).toContain(status));

    const login = await server.http
      .post('/api/v3/auth/login')
      .send({ email: person.email, password: PASSWORD });
    const begun = server.as((login.body as { accessToken: string }).accessToken);
    for (const path of ['/api/v2/users/me', '/api/v2/users/me/sessions', TOTP_PATH]) {
      await begun.get(path).expect(401);
    }
    await begun.delete(TOTP_PATH).expect(401);
    await begun.post(`${TOTP_PATH}/register`).expect(401);
  });
});

describe('an organization that demands a second factor', () => {
  it('ends sessions without one at the next request, and lets its people enroll', async () => {
    const { orgId } = await aScene(server);
    const person = await aSignedIn(server, orgId);
    await person.http.post('/api/v1/auth/checkAuth').expect(200);
    await server.database.source.query(
      'update organizations set enforce_mfa = true where id = $1',
      [orgId],
    );
    await person.http.post('/api/v1/auth/checkAuth').expect(401);

    const token = await mfaTokenOf({ ...person, orgId, recoveryCodes: [], code: () => '' });
    const mfa = server.as(token);
    await mfa.get('/api/v2/auth/mfa/check/totp').expect(200, { isVerified: false });
    const { body } = await mfa.post(`${TOTP_PATH}/register`).expect(200);
    const code = appOf((body as { otpUrl: string }).otpUrl);
    await verify(token, code()).expect(400);
    const on = await mfa.post(`${TOTP_PATH}/verify`).send({ totp: code() }).expect(200);
    const next = server.as((on.body as { token: string }).token);
    const chosen = await next.post(SELECT).send({ organizationId: orgId }).expect(200);
    expect(chosen.body).toMatchObject({ isMfaEnabled: false });
  });
});

describe('a second factor', () => {
  it('shows its secret once, and is turned off only with a fresh proof (403)', async () => {
    const person = await anEnrolled();
    const { body } = await person.http.get(TOTP_PATH).expect(200);
    expect(body).toEqual({ isVerified: true, recoveryCodes: 10 });
    await person.http.post(`${TOTP_PATH}/register`).expect(400);
    await server.database.source.query(
      `update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [person.userId],
    );
    const stale = await person.http.delete(TOTP_PATH).expect(403);
    expect(stale.body).toMatchObject({ details: { reauthenticate: true } });
    await person.http.patch('/api/v2/users/me/mfa').send({ isMfaEnabled: false }).expect(403);

    await person.http
      .post('/api/v1/auth/reauthenticate')
      .send({ password: 'wrong password' })
      .expect(401);
    await person.http.post('/api/v1/auth/reauthenticate').send({ totp: '000000' }).expect(401);
    const proved = await person.http
      .post('/api/v1/auth/reauthenticate')
      .send({ totp: person.code() })
      .expect(200);
    const { token } = proved.body as { token: string };
    const off = await server.as(token).delete(TOTP_PATH).expect(200);
    await server.as(token).get(TOTP_PATH).expect(401);
    const next = server.as((off.body as { token: string }).token);
    await next.get(TOTP_PATH).expect(200, { isVerified: false, recoveryCodes: 0 });
    const rows = await server.database.source.query<{ action: string }[]>(
      `select action from audit_entries where org_id = $1 order by created_at, id`,
      [person.orgId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'user.login',
      'user.second-factor-on',
      'user.reauthentication-failed',
      'user.reauthentication-failed',
      'user.second-factor-off',
    ]);
  });

  it('is sealed for its account: a row of another opens nothing', async () => {
    const [one, two] = [await anEnrolled(), await anEnrolled()];
    await server.database.source.query(
      `update second_factors set secret = (select secret from second_factors where user_id = $1) where user_id = $2`,
      [one.userId, two.userId],
    );
    const { body } = await verify(await mfaTokenOf(two), one.code()).expect(500);
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});

it('is not registered by a person of another kind of token', async () => {
  const { orgId, admin } = await aScene(server);
  await aPersonIn(server, orgId, { email: `ann-${randomUUID()}@example.org` });
  await admin.http.post(`${TOTP_PATH}/register`).expect(403);
});

describe('the second factor of a member who lost it', () => {
  const at = (orgId: string, membershipId: string) =>
    `/api/v2/organizations/${orgId}/memberships/${membershipId}/second-factor`;
  const placeOf = async ({ userId, orgId }: Enrolled) => {
    const rows = await server.database.source.query<{ id: string }[]>(
      'select id from organization_memberships where user_id = $1 and org_id = $2',
      [userId, orgId],
    );
    return at(orgId, rows[0]!.id);
  };

  it('is turned off by who holds as much, with a fresh proof, and all sessions end', async () => {
    const person = await anEnrolled();
    const path = await placeOf(person);
    const weak = await aSignedIn(server, person.orgId, { role: 'no-access' });
    const boss = await aSignedIn(server, person.orgId, { role: 'admin' });
    await weak.http.delete(path).expect(403);
    await server.database.source.query(
      `update sessions set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [boss.userId],
    );
    await boss.http.delete(path).expect(403);
    const again = await signIn(server, boss.email, person.orgId);
    await again.http.delete(path).expect(200);
    await person.http.get(TOTP_PATH).expect(401);
    await signIn(server, person.email, person.orgId);
    await again.http.delete(path).expect(400);
  });

  it('stays on for somebody stronger, and for an account of other organizations (403)', async () => {
    const person = await anEnrolled();
    const path = await placeOf(person);
    const editor = await anIdentity(server, person.orgId, [
      { subject: 'member', action: ['edit'] },
    ]);
    await editor.http.delete(path).expect(403);
    const boss = await anIdentity(server, person.orgId, 'admin');
    const other = await aScene(server);
    await aPersonIn(server, other.orgId, { account: person });
    const { body } = await boss.http.delete(path).expect(403);
    expect(body).toMatchObject({ error: 'ForbiddenError' });
    await person.http.get(TOTP_PATH).expect(200);
  });

  it('is nothing to an organization that only invited the account (400), whoever else knows it', async () => {
    const person = await anEnrolled();
    const { orgId, admin } = await aScene(server);
    const invited = await aPersonIn(server, orgId, { account: person, status: 'invited' });
    const fresh = await aPersonIn(server, orgId, { status: 'invited' });
    const answers = [];
    for (const { membershipId } of [invited, fresh]) {
      const { body } = await admin.http.delete(at(orgId, membershipId)).expect(400);
      answers.push((body as { message: string }).message);
    }

    expect(answers[0]).toBe(answers[1]);
    await person.http.get(TOTP_PATH).expect(200);
  });
});
