import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROUTES } from '../authorization/routes.js';
import { aPersonIn, anAccount } from '../support/accounts.js';
import { aLink, aLinkAgain } from '../support/invitations.js';
import { aPerson, inOrganization } from '../support/people.js';
import { anIdentity, aScene, withoutReqId } from '../support/scene.js';
import {
  anSsoOrganization,
  CONFIG,
  knownAt,
  signInAt,
  type SsoOrganization,
  type SsoPerson,
  tokenOf,
  unique,
} from '../support/sso/sso-scene.js';
import {
  CLIENT,
  OURS,
  type Said,
  TestBrowser,
  TestProvider,
} from '../support/sso/test-provider.js';
import { useWorkloadApp } from '../support/workloads/workload-scene.js';

const server = useWorkloadApp({ PUBLIC_URL: OURS });

let provider: TestProvider;
let other: TestProvider;
beforeAll(async () => {
  provider = await TestProvider.open(server.network, 'login.example.org');
  other = await TestProvider.open(server.network, 'other.example.org', { isInToken: true });
});
afterAll(() => Promise.all([provider.close(), other.close()]));

const anOrganization = (settings: object = {}, at = provider) =>
  anSsoOrganization(server, at, settings);
const known = (said: Said, at = provider) => knownAt(server, [provider, other], at, said);
const signIn = (set: SsoOrganization, person: SsoPerson, at = provider) =>
  signInAt(at, set, person);
const httpOf = async ({ browser }: SsoPerson) => server.as(await tokenOf(server, browser));

const SIGNED_IN = '/login#signed-in';
const REFUSED = '/login#error=sso-refused';

const verified = (email: string) => ({ email, email_verified: true });

const query = <T>(text: string, values: unknown[] = []) =>
  server.database.source.query<T[]>(text, values);

const whyNot = async ({ orgId }: SsoOrganization): Promise<string[]> => {
  const rows = await query<{ why: string }>(
    `select target->>'why' why from audit_entries where org_id = $1 and action = 'user.sso-refused'
     order by created_at, id`,
    [orgId],
  );
  return rows.map(({ why }) => why);
};

const accountOf = async (email: string) =>
  (await query<{ id: string }>('select id from users where email = $1', [email]))[0]?.id;

/** A browser that signs in may be another one of the same person. */
const again = ({ subject }: SsoPerson): SsoPerson => ({
  subject,
  browser: new TestBrowser(server, [provider, other]),
});

describe('a sign-in through the provider of an organization', () => {
  it('makes a member of somebody in a verified domain, and a session that the page goes on with', async () => {
    const set = await anOrganization();
    const email = `ann@${set.domain}`;
    const ann = known({ ...verified(email), given_name: 'Ann', family_name: 'Example' });

    expect(await signIn(set, ann)).toBe(SIGNED_IN);
    const http = await httpOf(ann);
    const { body } = await http.get('/api/v2/users/me').expect(200);
    expect(body).toMatchObject({
      user: { email, firstName: 'Ann', lastName: 'Example', isEmailVerified: true },
    });
    const { body: organizations } = await http.get('/api/v1/organization').expect(200);
    expect(organizations).toMatchObject({ organizations: [{ id: set.orgId, role: 'member' }] });
    expect(await signIn(set, again(ann))).toBe(SIGNED_IN);
    const rows = await query<{ target: object }>(
      `select target from audit_entries where org_id = $1 and action = 'user.login'
       order by created_at, id`,
      [set.orgId],
    );
    const known_ = { email, assurance: 'sso', issuer: provider.issuer, subject: ann.subject };
    expect(rows.map(({ target }) => target)).toMatchObject([
      { ...known_, made: ['link', 'member'] },
      { ...known_, made: [] },
    ]);
  });

  it('links the account of a member by an address that is verified, and asks no second factor', async () => {
    const set = await anOrganization({ jitProvisioning: false }, other);
    const member = await aPersonIn(server, set.orgId, {
      email: `bob@${set.domain}`,
      role: 'admin',
    });
    const bob = known(verified(member.email.toUpperCase()), other);
    await query('update organizations set enforce_mfa = true where id = $1', [set.orgId]);

    expect(await signIn(set, bob, other)).toBe(SIGNED_IN);
    const http = await httpOf(bob);
    const { body } = await http.get('/api/v2/users/me').expect(200);
    expect(body).toMatchObject({ user: { id: member.userId } });
    await http.get(`/api/v2/organizations/${set.orgId}/memberships`).expect(200);
    // The address may be another one by now: issuer and subject are who somebody is.
    other.people.set(bob.subject, verified(`other@${unique('x')}.example`));
    expect(await signIn(set, again(bob), other)).toBe(SIGNED_IN);
  });

  it('accepts what somebody was invited to, with the role of the invitation', async () => {
    const set = await anOrganization({ jitProvisioning: false });
    const status = 'invited' as const;
    const options = { email: `eve@${set.domain}`, status, password: null, role: 'no-access' };
    const invited = await aPersonIn(server, set.orgId, options);
    const eve = known(verified(invited.email));

    expect(await signIn(set, eve)).toBe(SIGNED_IN);
    const rows = await query('select role, status from organization_memberships where id = $1', [
      invited.membershipId,
    ]);
    expect(rows).toEqual([{ role: 'no-access', status: 'accepted' }]);
  });

  it.each([
    ['has left', 'delete from organization_memberships where id = $1'],
    [
      'lost the role that it offers',
      `update organization_memberships set role = 'member' where id = $1`,
    ],
  ])('accepts no invitation whose maker %s, until it is sent again', async (_, lose) => {
    const set = await anOrganization();
    const maker = await aPerson(server, set.orgId, 'admin');
    const email = `eve@${set.domain}`;
    await aLink(maker.http, set.orgId, email, { organizationRoleSlug: 'admin' });
    await query(lose, [maker.orgMembershipId]);
    const eve = known(verified(email));

    expect(await signIn(set, eve)).toBe(REFUSED);
    expect(await whyNot(set)).toEqual(['invitation void']);
    const [place] = await query<{ id: string }>(
      `select m.id from organization_memberships m join users u on u.id = m.user_id
       where m.org_id = $1 and u.email = $2 and m.status = 'invited'`,
      [set.orgId, email],
    );
    await aLinkAgain(set.admin.http, place!.id);
    expect(await signIn(set, again(eve))).toBe(SIGNED_IN);
  });

  it.each<[string, Said]>([
    ['false', { email_verified: false }],
    ['"true" as a text', { email_verified: 'true' }],
    ['1', { email_verified: 1 }],
    ['absent', {}],
  ])(
    'links no account of an administrator by an address whose email_verified is %s',
    async (_, said) => {
      const set = await anOrganization();
      const email = `admin@${set.domain}`;
      await aPersonIn(server, set.orgId, { email, role: 'admin' });

      expect(await signIn(set, known({ email, ...said }))).toBe(REFUSED);
      expect(await whyNot(set)).toEqual(['address not verified']);
      expect(
        await query('select 1 from provider_accounts where user_id = $1', [await accountOf(email)]),
      ).toEqual([]);
    },
  );

  it('takes an address only in a domain that the organization itself has proved', async () => {
    const [set, elsewhere] = [await anOrganization(), await anOrganization()];
    const email = `boss@${elsewhere.domain}`;
    await aPersonIn(server, set.orgId, { email, role: 'admin' });
    const foreign = await signIn(set, known(verified(email)));
    const below = await signIn(set, known(verified(`ann@sub.${set.domain}`)));
    const unproved = await signIn(set, known(verified('ann@example.org')));

    expect([foreign, below, unproved]).toEqual([REFUSED, REFUSED, REFUSED]);
    expect(await whyNot(set)).toEqual(Array(3).fill('domain not verified'));
    await query('update email_domains set verified_at = null where org_id = $1', [set.orgId]);
    expect(await signIn(set, known(verified(`ann@${set.domain}`)))).toBe(REFUSED);
    expect(await accountOf(`ann@${set.domain}`)).toBeUndefined();
  });

  it('makes no member where the organization does not say so, nor of an account that is elsewhere', async () => {
    const [shut, open] = [await anOrganization({ jitProvisioning: false }), await anOrganization()];
    expect(await signIn(shut, known(verified(`ann@${shut.domain}`)))).toBe(REFUSED);
    expect(await accountOf(`ann@${shut.domain}`)).toBeUndefined();

    const account = await anAccount(server, { email: `owner@${open.domain}` });
    expect(await signIn(open, known(verified(account.email)))).toBe(REFUSED);
    expect([await whyNot(shut), await whyNot(open)]).toEqual([['not a member'], ['not a member']]);
  });

  it('takes an account that others have only invited, and that nobody has come in with', async () => {
    const [set, elsewhere] = [await anOrganization(), await aScene(server)];
    const options = { email: `ann@${set.domain}`, status: 'invited' as const, password: null };
    const invited = await aPersonIn(server, elsewhere.orgId, options);
    const ann = known(verified(invited.email));

    expect(await signIn(set, ann)).toBe(SIGNED_IN);
    const places = await query(
      'select org_id "orgId", status from organization_memberships where user_id = $1 order by status',
      [invited.userId],
    );
    expect(places).toEqual([
      { orgId: set.orgId, status: 'accepted' },
      { orgId: elsewhere.orgId, status: 'invited' },
    ]);
  });

  it('lets nobody in by an account for which others may have set the password', async () => {
    const [set, elsewhere] = [await anOrganization(), await aScene(server)];
    // Somebody elsewhere has completed the account of an address that they do not read.
    const account = await anAccount(server, { email: `boss@${set.domain}` });
    await aPersonIn(server, elsewhere.orgId, { account });
    await aPersonIn(server, set.orgId, { account, status: 'invited', role: 'admin' });
    const boss = known(verified(account.email));

    expect(await signIn(set, boss)).toBe(REFUSED);
    expect(await whyNot(set)).toEqual(['account not verified']);
    await query('update users set is_email_verified = true where id = $1', [account.userId]);
    expect(await signIn(set, again(boss))).toBe(SIGNED_IN);
  });

  it('refuses who was deactivated, linked or not, who stays deactivated', async () => {
    const set = await anOrganization();
    const ann = known(verified(`ann@${set.domain}`));
    expect(await signIn(set, ann)).toBe(SIGNED_IN);
    const shut = { email: `out@${set.domain}`, isActive: false };
    const out = await aPersonIn(server, set.orgId, shut);
    await query(`update organization_memberships set is_active = false where org_id = $1`, [
      set.orgId,
    ]);

    expect(await signIn(set, again(ann))).toBe(REFUSED);
    expect(await signIn(set, known(verified(out.email)))).toBe(REFUSED);
    expect(await whyNot(set)).toEqual(['deactivated', 'deactivated']);
    const rows = await query<{ n: number }>(
      'select count(*)::int n from organization_memberships where org_id = $1 and is_active',
      [set.orgId],
    );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it('keeps people of equal subjects at two issuers apart', async () => {
    const [one, two] = [await anOrganization(), await anOrganization({}, other)];
    const ann = known(verified(`ann@${one.domain}`));
    other.people.set(ann.subject, verified(`bob@${two.domain}`));
    expect(await signIn(one, ann)).toBe(SIGNED_IN);
    expect(await signIn(two, again(ann), other)).toBe(SIGNED_IN);

    const rows = await query<{ userId: string }>(
      'select user_id "userId" from provider_accounts where subject = $1',
      [ann.subject],
    );
    expect(new Set(rows.map(({ userId }) => userId)).size).toBe(2);
  });

  it('does not give the account to whoever has the address next', async () => {
    const set = await anOrganization();
    const email = `post@${set.domain}`;
    expect(await signIn(set, known(verified(email)))).toBe(SIGNED_IN);

    expect(await signIn(set, known(verified(email)))).toBe(REFUSED);
    expect(await whyNot(set)).toEqual(['address of another subject']);
  });

  it('makes one account of several first sign-ins at the same moment', async () => {
    const set = await anOrganization();
    const ann = known(verified(`ann@${set.domain}`));
    provider.next = ann.subject;
    const browsers = [ann.browser, again(ann).browser, again(ann).browser];
    const ends = await Promise.all(browsers.map((browser) => browser.signIn(set.slug)));

    expect(ends).toEqual(ends.map(() => `${OURS}${SIGNED_IN}`));
    const rows = await query('select 1 from provider_accounts where subject = $1', [ann.subject]);
    expect(rows).toHaveLength(1);
  });

  it('hands the port of a waiting program on, and takes no other place to go to', async () => {
    const set = await anOrganization();
    const ann = known(verified(`ann@${set.domain}`));
    provider.next = ann.subject;
    const end = await ann.browser.signIn(set.slug, '&callbackPort=49152&returnTo=//evil.example');

    expect(end).toBe(`${OURS}/login?callback_port=49152#signed-in`);
    for (const port of ['0', '80', '1023', '65536', '99999', '80@evil', 'text']) {
      await server.http
        .get(`/api/v1/sso/oidc/login?orgSlug=${set.slug}&callbackPort=${port}`)
        .expect(422);
    }
  });
});

describe('a session that a provider made', () => {
  async function aMemberOfTwo() {
    const set = await anOrganization();
    const person = await aPersonIn(server, set.orgId, {
      email: `ann@${set.domain}`,
      role: 'admin',
    });
    const { orgId: second } = await aScene(server);
    await inOrganization(server, second, person.userId, 'admin');
    const ann = known(verified(person.email));
    expect(await signIn(set, ann)).toBe(SIGNED_IN);
    return { set, second, person, http: await httpOf(ann) };
  }

  it('opens its own organization and no other one of the same account', async () => {
    const { set, second, http } = await aMemberOfTwo();
    const { body } = await http.get('/api/v1/organization').expect(200);
    expect((body as { organizations: object[] }).organizations).toHaveLength(1);

    const choose = (organizationId: string) =>
      http.post('/api/v3/auth/select-organization').send({ organizationId });
    await choose(second).expect(403);
    const { body: chosen } = await choose(set.orgId).expect(200);
    expect(chosen).toMatchObject({ isMfaEnabled: false });
    const next = server.as((chosen as { token: string }).token);
    await next.get(`/api/v2/organizations/${set.orgId}/memberships`).expect(200);
    await next.get(`/api/v2/organizations/${second}/memberships`).expect(404);
  });

  it('changes nothing of the account itself, and shows nothing of it elsewhere (403)', async () => {
    const { http } = await aMemberOfTwo();
    const me = '/api/v2/users/me';
    const password = { currentPassword: 'x', newPassword: 'another long password' };
    const answers = [
      await http.post(`${me}/password`).send(password),
      await http.post(`${me}/email-change/otp`).send({ newEmail: 'mallory@evil.example' }),
      await http.patch(`${me}/email`).send({ newEmail: 'mallory@evil.example', otp: '123456' }),
      await http.patch(`${me}/name`).send({ firstName: 'Mallory' }),
      await http.patch(`${me}/mfa`).send({ isMfaEnabled: false }),
      await http.get(`${me}/sessions`),
      await http.get(`${me}/organizations`),
      await http.delete(`${me}/sessions`),
      await http.post('/api/v1/user/me/totp/register'),
      await http.delete('/api/v1/user/me/totp'),
    ];

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    await http.post('/api/v1/auth/checkAuth').expect(200);
  });

  it('opens no route of people but those of its own organization (403)', async () => {
    const { http } = await aMemberOfTwo();
    const opened: string[] = [];
    for (const [route, { demands, body }] of Object.entries(ROUTES)) {
      const [method = '', path = ''] = route.split(' ');
      // These end or lock the session itself.
      if (demands !== 'person' || /\/auth\/(logout|lock)$/.test(path)) continue;
      const send = http[method.toLowerCase() as 'get' | 'post'];
      const { status } = await send(path.replace(/:\w+/g, randomUUID())).send(body ?? {});
      if (status !== 403) opened.push(route);
    }

    expect(opened.sort()).toEqual([
      'GET /api/v1/organization',
      'GET /api/v2/users/me',
      'POST /api/v1/auth/checkAuth',
    ]);
  });

  it('makes nobody an admin of the instance', async () => {
    const { person, http } = await aMemberOfTwo();
    await query('update users set super_admin = true where id = $1', [person.userId]);
    await http.get('/api/v1/admin/organizations').expect(403);
  });

  it('ends where the provider becomes another one or is turned off, and with it the logins under way', async () => {
    const set = await anOrganization();
    const { http } = set.admin;
    const change = (changes: object) =>
      http.patch(CONFIG).send({ organizationId: set.orgId, ...changes });
    const ann = known(verified(`ann@${set.domain}`));
    const isLive = async ({ browser }: SsoPerson) =>
      (
        await server.http
          .post('/api/v1/auth/token')
          .set('Origin', OURS)
          .set('Cookie', browser.cookie())
      ).status === 200;

    await signIn(set, ann);
    const waiting = again(ann);
    provider.next = ann.subject;
    const back = await waiting.browser.follow(`/api/v1/sso/oidc/login?orgSlug=${set.slug}`, (url) =>
      url.includes('/callback?'),
    );
    await change({ jitRole: 'no-access' }).expect(200);
    expect(await isLive(ann)).toBe(true);
    expect(await waiting.browser.follow(back)).toBe(`${OURS}${REFUSED}`);
    await change({ isActive: false }).expect(200);
    expect(await isLive(ann)).toBe(false);
    expect(await signIn(set, again(ann))).toBe('/login#error=sso-not-offered');
    await change({ isActive: true }).expect(200);
    expect(await isLive(ann)).toBe(false);
    await signIn(set, ann);
    await change({ discoveryURL: other.issuer, clientSecret: CLIENT.clientSecret }).expect(200);
    expect(await isLive(ann)).toBe(false);
  });
});

describe('the provider of an organization, /api/v1/sso/oidc/config', () => {
  it('is set up, read and changed, and its secret is shown nowhere', async () => {
    const { admin, orgId } = await aScene(server);
    const clientSecret = unique('a very secret text ');
    const draft = { organizationId: orgId, discoveryURL: provider.issuer, clientId: 'strongroom' };
    const { body } = await admin.http
      .post(CONFIG)
      .send({ ...draft, clientSecret })
      .expect(200);

    expect(body).toEqual({
      ...{ id: expect.any(String), orgId, configurationType: 'discoveryURL' },
      discoveryURL: `${provider.issuer}/.well-known/openid-configuration`,
      ...{ issuer: provider.issuer, clientId: 'strongroom' },
      redirectUri: `${OURS}/api/v1/sso/oidc/callback`,
      ...{ isActive: true, jitProvisioning: false, jitRole: 'member' },
      ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
    });
    const read = await admin.http.get(`${CONFIG}?organizationId=${orgId}`).expect(200);
    expect(read.body).toEqual(body);
    await admin.http
      .post(CONFIG)
      .send({ ...draft, clientSecret })
      .expect(409);
    const once = { organizationId: orgId, clientSecret };
    const keyed = () => admin.http.patch(CONFIG).set('Idempotency-Key', orgId).send(once);
    const [first, replayed] = [await keyed().expect(200), await keyed().expect(200)];
    expect(replayed.headers['idempotency-replayed']).toBe('true');
    expect(replayed.text).toBe(first.text);
    const changed = await admin.http
      .patch(CONFIG)
      .send({ organizationId: orgId, clientId: 'another', clientSecret, jitProvisioning: true })
      .expect(200);
    expect(changed.body).toMatchObject({ clientId: 'another', jitProvisioning: true });
    const stored = await query<{ all: string }>(
      `select (select json_agg(c) from oidc_configurations c where org_id = $1)::text
         || (select json_agg(e) from audit_entries e where org_id = $1)::text "all"`,
      [orgId],
    );
    const everywhere = [stored[0]!.all, ...server.logLines, JSON.stringify(changed.body)].join();
    expect(everywhere).not.toContain(clientSecret);
  });

  it('keeps its secret for the provider and client that it belongs to (400)', async () => {
    const set = await anOrganization();
    const change = (changes: object) =>
      set.admin.http.patch(CONFIG).send({ organizationId: set.orgId, ...changes });

    await change({ discoveryURL: other.issuer }).expect(400);
    await change({ clientId: 'another' }).expect(400);
    await query(`update oidc_configurations set issuer = issuer || '/' where org_id = $1`, [
      set.orgId,
    ]);
    expect(await signIn(set, known({}))).toBe(REFUSED);
  });

  it('is set up and changed only by who holds all that an administrator holds, with a fresh proof (403)', async () => {
    const { admin, orgId } = await aScene(server);
    const draft = { organizationId: orgId, discoveryURL: provider.issuer, ...CLIENT };
    const rules = [{ subject: 'sso', action: ['read', 'create', 'edit', 'delete'] }];
    const clerk = await anIdentity(server, orgId, rules);
    const weak = await aPerson(server, orgId, rules);
    const stale = await aPerson(server, orgId, 'admin');
    await query(`update sessions set proved_at = now() - interval '11 minutes' where id = $1`, [
      stale.sessionId,
    ]);
    const before = provider.asked.length;

    for (const { http } of [clerk, weak]) {
      const { body } = await http.post(CONFIG).send(draft).expect(403);
      expect(body).toMatchObject({ details: { missingPermissions: expect.any(Array) } });
    }
    const { body } = await stale.http.post(CONFIG).send(draft).expect(403);
    expect(body).toMatchObject({ details: { reauthenticate: true } });
    expect(provider.asked).toHaveLength(before);
    await admin.http.post(CONFIG).send(draft).expect(200);
    for (const { http } of [clerk, weak, stale]) {
      await http.patch(CONFIG).send({ organizationId: orgId, jitProvisioning: true }).expect(403);
      await http.get(`${CONFIG}?organizationId=${orgId}`).expect(200);
    }
  });

  it("of another organization is the 404 of nobody's", async () => {
    const set = await anOrganization();
    const { admin } = await aScene(server);
    const draft = { discoveryURL: provider.issuer, ...CLIENT };
    for (const organizationId of [set.orgId, randomUUID()]) {
      await admin.http.get(`${CONFIG}?organizationId=${organizationId}`).expect(404);
      await admin.http
        .post(CONFIG)
        .send({ ...draft, organizationId })
        .expect(404);
      await admin.http.patch(CONFIG).send({ organizationId, isActive: false }).expect(404);
    }
  });

  it('answers alike for an organization without one, one that is off, and none at all', async () => {
    const [{ orgId }, off] = [await aScene(server), await anOrganization({ isActive: false })];
    const login = (slug: string) =>
      server.http.get(`/api/v1/sso/oidc/login?orgSlug=${slug}`).expect(401);
    const answers = [
      await login(`org-${orgId}`),
      await login(off.slug),
      await login(unique('nobody')),
    ].map(({ body }) => withoutReqId(body as object));

    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

describe('the commands of the page', () => {
  const page = readFileSync(
    join(import.meta.dirname, '..', '..', 'docs', 'sign-in-with-your-provider.md'),
    'utf8',
  );
  const blocks = [...page.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, commands]) =>
    commands!.replace(/^ISSUER=.*$/m, ''),
  );

  /** Runs commands in a shell that ends at the first failure. */
  async function run(env: Record<string, string>, commands: readonly string[]): Promise<string> {
    const shell = spawn('bash', ['-c', ['set -euo pipefail', ...commands].join('\n')], {
      env: { PATH: process.env['PATH'] ?? '', BASE: `${server.url}/api`, ...env },
    });
    const exit = new Promise<number | null>((resolve) => shell.once('close', resolve));
    const [stdout, stderr] = await Promise.all([text(shell.stdout), text(shell.stderr)]);
    expect(`${await exit} ${stderr}`).toMatch(/^0 /);
    return stdout;
  }

  it('set up a provider by which somebody signs in', async () => {
    const { admin, orgId } = await aScene(server);
    const env = { TOKEN: admin.token, ISSUER: provider.issuer };
    const [claim = '', ...rest] = blocks;
    const CLAIMED = (await run(env, [claim])).trim();
    const { record } = JSON.parse(CLAIMED) as { record: { name: string; value: string } };
    server.network.records.set(record.name, [record.value]);
    const shown = await run({ ...env, CLAIMED }, rest);

    expect(blocks).toHaveLength(4);
    expect(shown).toContain('"status":"verified"');
    expect(shown).toContain('"jitRole":"no-access"');
    const set = { admin, orgId, slug: `org-${orgId}`, domain: 'acme.example' };
    expect(await signIn(set, known(verified('ann@acme.example')))).toBe(SIGNED_IN);
  });
});
