import { Secret, TOTP } from 'otpauth';
import { jest } from '@jest/globals';
import { PasswordHashes } from '../../src/accounts/password-hashes.js';
import { TEST_KEYS, useApp } from '../support/harness.js';
import { aPersonIn, aSignedIn, PASSWORD, signIn } from '../support/accounts.js';
import { runHere } from '../support/program.js';
import { aGroup, joinGroup } from '../support/people.js';
import { aProject, aScene, withoutReqId } from '../support/scene.js';
import { aMailServer, plainText } from '../support/mail-server.js';

const OURS = 'https://secrets.example.org';
const ROOT = '/api/v1/account-recovery';
const NEW = 'another long password';
const mail = aMailServer();
const server = useApp({ PUBLIC_URL: OURS });

const command = (...args: string[]) =>
  runHere(
    {
      DATABASE_URL: server.databaseUrl,
      ENCRYPTION_KEY: TEST_KEYS.encryptionKey.toString('base64'),
      AUTH_SECRET: TEST_KEYS.authSecret,
      PUBLIC_URL: OURS,
    },
    ...(args as [string]),
  );

const linkIn = (text: string) => {
  const link = /https:\/\/\S+/.exec(text)?.[0] ?? '';
  return { link, ...Object.fromEntries(new URLSearchParams(link.split('#')[1])) } as {
    link: string;
    code: string;
    email: string;
  };
};

const open = (email: string, code: string) =>
  server.http.post(`${ROOT}/verify-email`).send({ email, code });
const reset = (token: string, password = NEW) =>
  server.as(token).post(`${ROOT}/reset`).send({ password });
const tokenOf = async (email: string, code: string) =>
  ((await open(email, code).expect(200)).body as { token: string }).token;

async function aLinkFor(email: string) {
  const { code, stdout } = await command('admin:recover', '--user', email);
  expect(code).toBe(0);
  return linkIn(stdout);
}

describe('npm run strongroom -- user:create', () => {
  it('makes a member, who sets a password by the link and signs in', async () => {
    const { orgId } = await aScene(server);
    const email = `ann-${orgId}@example.org`;
    const made = await command(
      'user:create',
      email.toUpperCase(),
      '--role',
      'member',
      '--org',
      `org-${orgId}`,
    );
    expect(made.code).toBe(0);
    const { link, code, email: shown } = linkIn(made.stdout);
    expect(link).toMatch(/^https:\/\/secrets\.example\.org\/reset#code=[\w-]{43}&email=/);
    expect(shown).toBe(email);

    await reset(await tokenOf(email, code)).expect(200);
    const { http } = await signIn(server, email, orgId, NEW);
    const { body } = await http.get('/api/v2/users/me').expect(200);
    expect(body).toMatchObject({
      user: { email, username: email, isEmailVerified: true, mfaMethods: [] },
    });

    const again = await command('user:create', email, '--role', 'member', '--org', `org-${orgId}`);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already')]);
    const wrong = await command(
      'user:create',
      'b@x.org',
      '--role',
      'king',
      '--org',
      `org-${orgId}`,
    );
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('no role king')]);
  });

  it('lets in whom a provider invited, with what their groups hold, but nobody who is deactivated', async () => {
    const { orgId, admin } = await aScene(server);
    const create = (email: string) =>
      command('user:create', email, '--role', 'no-access', '--org', `org-${orgId}`);
    const project = await aProject(admin);
    const ann = await aPersonIn(server, orgId, { status: 'invited', password: null });
    const group = await aGroup(server, orgId);
    await joinGroup(server, group, { userId: ann.userId });
    await admin.http
      .post(`/api/v1/projects/${project.id}/groups/${group}`)
      .send({ roles: [{ role: 'viewer', isTemporary: false }] })
      .expect(200);
    const off = await aPersonIn(server, orgId, {
      status: 'invited',
      isActive: false,
      password: null,
    });

    const { code } = linkIn((await create(ann.email)).stdout);
    await reset(await tokenOf(ann.email, code)).expect(200);
    const { http } = await signIn(server, ann.email, orgId, NEW);
    await http.get(`/api/v4/secrets?projectId=${project.id}&environment=dev`).expect(200);
    const refused = await create(off.email);

    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('deactivated')]);
    const rows = await server.database.source.query<{ status: string; role: string }[]>(
      `select status, role from organization_memberships where id = any($1) order by status`,
      [[ann.membershipId, off.membershipId]],
    );
    expect(rows).toEqual([
      { status: 'accepted', role: 'no-access' },
      { status: 'invited', role: 'member' },
    ]);
  });
});

describe('a link to set a password', () => {
  it('is good once, also for two at the same moment, and the operator’s newest alone', async () => {
    const { orgId } = await aScene(server);
    const person = await aSignedIn(server, orgId);
    const older = await aLinkFor(person.email);
    const { code } = await aLinkFor(person.email);
    // Whoever knows the password of before is out at once: the second factor is off until the link is used.
    await server.http
      .post('/api/v3/auth/login')
      .send({ email: person.email, password: PASSWORD })
      .expect(401);
    await open(person.email, older.code).expect(400);
    const answers = await Promise.all([open(person.email, code), open(person.email, code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const { token } = answers.find(({ status }) => status === 200)!.body as { token: string };
    const resets = await Promise.all([reset(token), reset(token)]);

    expect(resets.map(({ status }) => status).sort()).toEqual([200, 401]);
    await person.http.post('/api/v1/auth/checkAuth').expect(401);
    await signIn(server, person.email, orgId, NEW);
    await server.http
      .post('/api/v3/auth/login')
      .send({ email: person.email, password: PASSWORD })
      .expect(401);
  });

  it('is refused alike whatever is wrong (400), and by GET uses nothing up', async () => {
    const { orgId } = await aScene(server);
    const [one, two] = [await aPersonIn(server, orgId), await aPersonIn(server, orgId)];
    const { code } = await aLinkFor(one.email);
    await server.http.get('/reset').expect(200);
    await server.http.get(`${ROOT}/verify-email`).expect(405);
    const answers = [
      await open(one.email, 'a code of nobody'),
      await open('nobody@example.org', code),
      await open(one.email, code),
      await open(two.email, code),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const bodies = answers.map(({ body }) => JSON.stringify(withoutReqId(body as object)));
    expect(new Set(bodies).size).toBe(1);
  });

  it('sets no password that may not be (422), and is not spent by one', async () => {
    const { orgId } = await aScene(server);
    const { email } = await aPersonIn(server, orgId);
    const { code } = await aLinkFor(email);
    const token = await tokenOf(email, code);
    const { body } = await reset(token, 'password123').expect(422);
    expect(body).toMatchObject({ message: [{ path: ['password'] }] });
    await server.as(token).get('/api/v2/users/me').expect(401);
    await reset(token).expect(200);
  });

  it('costs no hash of a password where its token is none (401)', async () => {
    const hashes = jest.spyOn(server.app.get(PasswordHashes), 'hash');
    await reset('a token of nobody').expect(401);
    expect(hashes).not.toHaveBeenCalled();
    hashes.mockRestore();
  });
});

describe('a server without mail', () => {
  it('says so to everybody, account or not, in place of a link that never comes (400)', async () => {
    const { body } = await server.http
      .post(`${ROOT}/send-email`)
      .send({ email: 'nobody@example.org' })
      .expect(400);
    expect((body as { message: string }).message).toMatch(/sends no mail.*admin:recover --user/);
  });
});

describe('a server with mail', () => {
  const mailing = useApp({
    PUBLIC_URL: OURS,
    get SMTP_URL() {
      return mail.url();
    },
    SMTP_FROM: 'strongroom@example.org',
  });
  const ask = (email: string) =>
    mailing.http.post(`${ROOT}/send-email`).set('Host', 'evil.example').send({ email });
  const openThere = (email: string, code: string) =>
    mailing.http.post(`${ROOT}/verify-email`).send({ email, code });
  /** A new hour for all bounds. */
  const forgetCounts = () => mailing.database.source.query('delete from bounded_counts');

  it('sends one link from PUBLIC_URL for a known address, and answers alike for unknown ones', async () => {
    const { orgId } = await aScene(mailing);
    const person = await aPersonIn(mailing, orgId);
    const known = await ask(person.email).expect(200);
    const unknown = await ask('nobody@example.org').expect(200);
    expect(withoutReqId(known.body as object)).toEqual(withoutReqId(unknown.body as object));
    const [sent] = await mail.to(person.email);
    expect(sent!.recipients).toEqual([person.email]);
    expect(plainText(sent!)).toContain('https://secrets.example.org/reset#code=');
    expect(mail.count()).toBe(1);
    expect(mailing.logLines.join('')).not.toContain(person.email);
  });

  it('keeps a link good when another is asked for, until one of them is used', async () => {
    const { orgId } = await aScene(mailing);
    const { email } = await aPersonIn(mailing, orgId);
    await ask(email).expect(200);
    await mail.to(email);
    await ask(email).expect(200);
    const [older, newer] = (await mail.to(email, 2)).map((each) => linkIn(plainText(each)));
    await openThere(email, older!.code).expect(200);
    await openThere(email, newer!.code).expect(400);
  });

  it('sends a link that is void after a change of password', async () => {
    const { orgId } = await aScene(mailing);
    const { email, http } = await aSignedIn(mailing, orgId);
    await ask(email).expect(200);
    const [sent] = await mail.to(email);
    const change = { currentPassword: PASSWORD, newPassword: NEW };
    const { body } = await http.post('/api/v2/users/me/password').send(change).expect(200);
    await http.get('/api/v2/users/me').expect(401);
    const { token } = body as { token: string };
    await mailing.as(token).get('/api/v2/users/me').expect(200);
    await openThere(email, linkIn(plainText(sent!)).code).expect(400);
  });

  it('leaves the second factor on when the password is set', async () => {
    const { orgId } = await aScene(mailing);
    const { email, http } = await aSignedIn(mailing, orgId);
    const { body } = await http.post('/api/v1/user/me/totp/register').expect(200);
    const secret = new URL((body as { otpUrl: string }).otpUrl).searchParams.get('secret')!;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await http.post('/api/v1/user/me/totp/verify').send({ totp }).expect(200);
    await ask(email).expect(200);
    const [sent] = await mail.to(email);
    const opened = await openThere(email, linkIn(plainText(sent!)).code).expect(200);
    const { token } = opened.body as { token: string };
    await mailing.as(token).post(`${ROOT}/reset`).send({ password: NEW }).expect(200);
    const login = await mailing.http
      .post('/api/v3/auth/login')
      .send({ email, password: NEW })
      .expect(200);
    const { accessToken } = login.body as { accessToken: string };
    const chosen = await mailing
      .as(accessToken)
      .post('/api/v3/auth/select-organization')
      .send({ organizationId: orgId })
      .expect(200);
    expect(chosen.body).toMatchObject({ isMfaEnabled: true });
  });

  it('sends five links an hour to an address, and says so alike whether or not it is known (429)', async () => {
    await forgetCounts();
    const { orgId } = await aScene(mailing);
    const { email } = await aPersonIn(mailing, orgId);
    const answersFor = async (to: string) => {
      const answers = [];
      for (let n = 0; n < 6; n++) answers.push(await ask(to));
      return answers;
    };
    const [known, unknown] = [await answersFor(email), await answersFor('nobody@example.net')];
    expect(known.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(unknown.map(({ status }) => status)).toEqual(known.map(({ status }) => status));
    expect(Number(known[5]!.headers['retry-after'])).toBeGreaterThan(3_000);
    expect(await mail.to(email, 5)).toHaveLength(5);
    await mailing.database.source.query(
      `update bounded_counts set expires_at = now() - interval '1 second'`,
    );
    await ask(email).expect(200);
  });

  it('sends thirty links an hour for one source (429)', async () => {
    await forgetCounts();
    const asked = [];
    for (let n = 0; n < 31; n++) asked.push((await ask(`person-${n}@example.net`)).status);
    expect(asked).toEqual([...Array<number>(30).fill(200), 429]);
  });
});
