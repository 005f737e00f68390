import { randomUUID } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { EventSettings } from '../../src/events/event-settings.js';
import { listen, closeAll } from '../support/events/event-source.js';
import { anAccount, aPersonIn, aSignedIn, PASSWORD, signIn } from '../support/accounts.js';
import { useApp } from '../support/harness.js';
import { aGroup, inOrganization, joinProject } from '../support/people.js';
import { aProject, aScene } from '../support/scene.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

const server = useApp();
const ME = '/api/v2/users/me';
const METHODS = `${ME}/auth-methods`;

const query = <T>(text: string, values: unknown[] = []) =>
  server.database.source.query<T[]>(text, values);

/** The person proved so many minutes ago who they are. */
const remember = (id: string, minutes: number) =>
  query(`update sessions set proved_at = now() - $2 * interval '1 minute' where user_id = $1`, [
    id,
    minutes,
  ]);

beforeAll(() => {
  server.app.get(EventSettings).pollInterval = 100;
});
afterEach(closeAll);

const codeOf = (answer: { headers: Record<string, unknown> }) =>
  /#([a-z-]+)>/.exec(String(answer.headers['link']))?.[1];

const linkWithProvider = (userId: string) =>
  query(
    `insert into provider_accounts (issuer, subject, client_id, user_id)
     values ('https://login.example.org', $1::uuid::text, 'strongroom', $1)`,
    [userId],
  );

describe('who deletes their account', () => {
  it('leaves every organization and project with it, and nothing of it opens anything', async () => {
    const [one, two, three] = [await aScene(server), await aScene(server), await aScene(server)];
    const person = await aSignedIn(server, one.orgId);
    await inOrganization(server, two.orgId, person.userId, 'member');
    await aPersonIn(server, three.orgId, { account: person, status: 'invited' });
    const project = await aProject(one.admin);
    await joinProject(server, project, { userId: person.userId }, 'viewer');
    await aGroup(server, one.orgId, 'no-access', { userId: person.userId });
    const elsewhere = await signIn(server, person.email, two.orgId);
    const secrets = `/api/v4/secrets?projectId=${project.id}&environment=dev&secretPath=/`;
    await person.http.get(secrets).expect(200);

    const { body } = await person.http.delete(ME).expect(200);

    expect(body).toMatchObject({ user: { id: person.userId, email: person.email } });
    await person.http.get(secrets).expect(401);
    await elsewhere.http.get(ME).expect(401);
    const login = { email: person.email, password: PASSWORD };
    await server.http.post('/api/v3/auth/login').send(login).expect(401);
    for (const table of ['organization_memberships', 'project_memberships', 'group_members'])
      expect(await query(`select 1 from ${table} where user_id = $1`, [person.userId])).toEqual([]);
    const entries = await query<{ orgId: string; actor: string }>(
      `select org_id "orgId", actor_id actor from audit_entries
       where action = 'user.account-deleted' and target->>'userId' = $1 order by created_at, id`,
      [person.userId],
    );
    expect(entries.map(({ orgId }) => orgId).sort()).toEqual(
      [one, two, three].map(({ orgId }) => orgId).sort(),
    );
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set([person.userId]));
    // The address is free again, for another account.
    const next = await anAccount(server, { email: person.email });
    expect(next.userId).not.toBe(person.userId);
  });

  it('ends the streams of its person with it', async () => {
    const { orgId, admin } = await aScene(server);
    const project = await aProject(admin);
    const person = await aPersonIn(server, orgId);
    await joinProject(server, project, { userId: person.userId }, 'admin');
    const { http, token } = await signIn(server, person.email, orgId);
    const stream = await listen(server, token, { projectId: project.id });

    await http.delete(ME).expect(200);

    await stream.untilEnd();
  });

  it('is refused as the last administrator, of whichever scope (409), and then nothing is deleted', async () => {
    const { orgId, admin } = await aScene(server);
    const other = await aScene(server);
    const person = await aPersonIn(server, orgId);
    await inOrganization(server, other.orgId, person.userId, 'member');
    const project = await aProject(admin);
    const membership = await joinProject(server, project, { userId: person.userId }, 'admin');
    await query(`delete from project_memberships where project_id = $1 and id <> $2`, [
      project.id,
      membership,
    ]);
    const { http } = await signIn(server, person.email, orgId);

    const refused = await http.delete(ME).expect(409);

    expect(codeOf(refused)).toBe('last-administrator');
    await http.get(ME).expect(200);
    const places = 'select 1 from organization_memberships where user_id = $1';
    expect(await query(places, [person.userId])).toHaveLength(2);
  });

  it('is refused where the session ended while this waited for others (401)', async () => {
    const { orgId } = await aScene(server);
    const person = await aSignedIn(server, orgId);
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('select from organizations where id = $1 for update', [orgId]);
      const removal = person.http.delete(ME).then((answer) => answer);
      await untilLocksAreAwaited(server);
      await query('update sessions set ended_at = now() where user_id = $1', [person.userId]);
      await runner.rollbackTransaction();
      expect((await removal).status).toBe(401);
    } finally {
      await runner.release();
    }
    expect(await query('select 1 from users where id = $1', [person.userId])).toHaveLength(1);
  });

  it('refuses what waited for it like a session that has ended (401)', async () => {
    const { orgId } = await aScene(server);
    const person = await aPersonIn(server, orgId);
    const { http } = await signIn(server, person.email, orgId);
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('delete from users where id = $1', [person.userId]);
      const renaming = http
        .patch(`${ME}/name`)
        .send({ firstName: 'Late' })
        .then((answer) => answer);
      await untilLocksAreAwaited(server);
      await runner.commitTransaction();
      expect((await renaming).status).toBe(401);
    } finally {
      await runner.release();
    }
  });

  it('proves first who they are (403), by themselves and not by a provider', async () => {
    const { orgId } = await aScene(server);
    const person = await aPersonIn(server, orgId);
    const { http } = await signIn(server, person.email, orgId);
    await remember(person.userId, 11);

    const stale = await http.delete(ME).expect(403);

    expect(stale.body).toMatchObject({ details: { reauthenticate: true } });
    await query(`update sessions set proved_at = now(), assurance = 'sso' where user_id = $1`, [
      person.userId,
    ]);
    await http.delete(ME).expect(403);
    await http
      .put(METHODS)
      .send({ authMethods: ['email'] })
      .expect(403);
  });

  it('stays while an organization has deactivated them: a new account would come in there (403)', async () => {
    const [own, other] = [await aScene(server), await aScene(server)];
    const person = await aPersonIn(server, own.orgId);
    await aPersonIn(server, other.orgId, { account: person, isActive: false });
    const { http } = await signIn(server, person.email, own.orgId);

    const refused = await http.delete(ME).expect(403);

    expect(codeOf(refused)).toBe('account-held');
    await http.get(ME).expect(200);
  });
});

describe('the ways of signing in', () => {
  it('are shown, and one is taken away with all other sessions', async () => {
    const { orgId } = await aScene(server);
    const person = await aPersonIn(server, orgId);
    await linkWithProvider(person.userId);
    const other = await signIn(server, person.email, orgId);
    const { http } = await signIn(server, person.email, orgId);
    const shown = await http.get(ME).expect(200);
    expect(shown.body).toMatchObject({ user: { authMethods: ['email', 'oidc'] } });

    const { body } = await http
      .put(METHODS)
      .send({ authMethods: ['email'] })
      .expect(200);

    expect(body).toMatchObject({ user: { authMethods: ['email'] } });
    await other.http.get(ME).expect(401);
    await http.get(ME).expect(200);
    const links = 'select 1 from provider_accounts where user_id = $1';
    expect(await query(links, [person.userId])).toEqual([]);
    const missing = await http
      .put(METHODS)
      .send({ authMethods: ['email', 'oidc'] })
      .expect(400);
    expect(codeOf(missing)).toBe('sign-in-method-missing');
    expect(missing.body).toMatchObject({ details: { methods: ['oidc'] } });
    const misspelt = await http
      .put(METHODS)
      .send({ authMethods: ['emial'] })
      .expect(400);
    expect(misspelt.text).toContain("Did you mean 'email'?");
  });

  it('go on without the password of an account that a provider knows', async () => {
    const { orgId } = await aScene(server);
    const person = await aPersonIn(server, orgId);
    await linkWithProvider(person.userId);
    const { http } = await signIn(server, person.email, orgId);

    await http
      .put(METHODS)
      .send({ authMethods: ['oidc'] })
      .expect(200);

    const login = { email: person.email, password: PASSWORD };
    await server.http.post('/api/v3/auth/login').send(login).expect(401);
    const entries = await query<{ target: object }>(
      `select target from audit_entries where org_id = $1 and action = 'user.sign-in-methods-removed'`,
      [orgId],
    );
    expect(entries).toMatchObject([{ target: { userId: person.userId, removed: ['email'] } }]);
  });

  it('are never none (422), nor one that is not there (400), and change nothing with a stale proof (403)', async () => {
    const { orgId } = await aScene(server);
    const person = await aPersonIn(server, orgId);
    const { http } = await signIn(server, person.email, orgId);
    await http.put(METHODS).send({ authMethods: [] }).expect(422);
    await http
      .put(METHODS)
      .send({ authMethods: ['google'] })
      .expect(400);
    await http
      .put(METHODS)
      .send({ authMethods: ['email', 'email'] })
      .expect(200);
    await remember(person.userId, 11);
    await http
      .put(METHODS)
      .send({ authMethods: ['email'] })
      .expect(403);
  });
});

describe('passwords and codes', () => {
  it('are in no log line, audit entry, error or row, however they are sent', async () => {
    const { orgId } = await aScene(server);
    const password = `canary ${randomUUID()}`;
    const person = await aPersonIn(server, orgId, { password });
    const canaries = [password];
    const texts: string[] = [];
    const send = async (path: string, body: object, token?: string) => {
      const client = token === undefined ? server.http : server.as(token);
      const answer = await client.post(path).set('Idempotency-Key', randomUUID()).send(body);
      if (answer.status >= 400) texts.push(answer.text);
      return answer;
    };
    const inQuery = new URLSearchParams({ email: person.email, password }).toString();
    await send(`/api/v3/auth/login?${inQuery}`, {});
    await send('/api/v3/auth/login', { email: [password], password: { password } });
    await send('/api/v3/auth/login', { email: password, password });
    await send(`/api/v3/auth/login/${encodeURIComponent(password)}`, {});
    const { http, token } = await signIn(server, person.email, orgId, password);
    const { body } = await http.post('/api/v1/user/me/totp/register').expect(200);
    const secret = new URL((body as { otpUrl: string }).otpUrl).searchParams.get('secret')!;
    const totp = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const on = await send('/api/v1/user/me/totp/verify', { totp }, token);
    const { recoveryCodes, token: next } = on.body as { recoveryCodes: string[]; token: string };
    canaries.push(secret, token, next, ...recoveryCodes);
    const changed = `canary ${randomUUID()}`;
    canaries.push(changed);
    await send(`${ME}/password`, { currentPassword: changed, newPassword: changed }, next);
    await send(`${ME}/password`, { currentPassword: password, newPassword: changed }, next);
    for (const path of ['verify-email', 'reset'])
      await send(`/api/v1/account-recovery/${path}?code=${recoveryCodes[0]}`, {
        email: person.email,
        code: recoveryCodes[0],
        password: recoveryCodes[0],
      });

    const rows = await Promise.all(
      [
        'audit_entries where org_id = $1',
        'idempotent_answers where org_id = $1',
        'one_time_tokens where $1::uuid is not null',
        'users where $1::uuid is not null',
        'sessions where org_id = $1',
      ].map((from) => query(`select row_to_json(r)::text from (select * from ${from}) r`, [orgId])),
    );
    const stored = [...rows.flat().map((row) => JSON.stringify(row)), ...server.logLines, ...texts];
    const found = canaries.filter((canary) => stored.some((text) => text.includes(canary)));
    expect(found).toEqual([]);
    expect(stored.length).toBeGreaterThan(10);
  });
});

describe('links to an invitation', () => {
  it('are kept for a repetition, and can be read in no row', async () => {
    const { admin, orgId } = await aScene(server);
    const invite = () =>
      admin.http
        .post('/api/v1/invite-org/signup')
        .set('Idempotency-Key', 'one-invitation')
        .send({
          inviteeEmails: [`eve-${orgId}@example.org`],
          organizationId: orgId,
          organizationRoleSlug: 'member',
        });
    type Links = { completeInviteLinks: { link: string }[] };
    const first = await invite().expect(200);
    const second = await invite().expect(200);
    expect(second.body).toEqual(first.body);
    const { link } = (first.body as Links).completeInviteLinks[0]!;
    const code = new URLSearchParams(new URL(link).hash.slice(1)).get('code')!;

    const kept = await query<{ answer: Buffer }>(
      'select answer from idempotent_answers where org_id = $1',
      [orgId],
    );
    const tokens = await query('select row_to_json(t)::text from one_time_tokens t');
    const entries = await query('select target from audit_entries where org_id = $1', [orgId]);
    expect(kept).toHaveLength(1);
    const texts = [kept[0]!.answer.toString('latin1'), JSON.stringify([tokens, entries])];
    for (const text of [...texts, ...server.logLines]) expect(text).not.toContain(code);
  });
});
