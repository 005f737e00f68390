import { OneTimeTokens } from '../../src/accounts/one-time-tokens.js';
import { aPersonIn, aSignedIn, PASSWORD, signIn } from '../support/accounts.js';
import { closeAll, listen } from '../support/events/event-source.js';
import { aPerson, joinProject } from '../support/people.js';
import { anIdentity, aProject, aScene } from '../support/scene.js';
import {
  anSsoOrganization,
  CONFIG,
  knownAt,
  signInAt,
  type SsoOrganization,
  tokenOf,
} from '../support/sso/sso-scene.js';
import { OURS, TestProvider } from '../support/sso/test-provider.js';
import { useWorkloadApp } from '../support/workloads/workload-scene.js';

const server = useWorkloadApp({ PUBLIC_URL: OURS });
let provider: TestProvider;
beforeAll(async () => {
  provider = await TestProvider.open(server.network, 'login.example.org');
});
afterAll(() => provider.close());
afterEach(closeAll);

/** Addressed as /api/v1/organization/:organizationId. */
const demand = ({ admin, orgId }: Pick<SsoOrganization, 'admin' | 'orgId'>, demands: object) =>
  admin.http.patch(`/api/v1/organization/${orgId}`).send(demands);

const CHECK = '/api/v1/auth/checkAuth';

async function chosen(email: string, organizationId: string) {
  const login = await server.http.post('/api/v3/auth/login').send({ email, password: PASSWORD });
  const { accessToken } = login.body as { accessToken: string };
  return server.as(accessToken).post('/api/v3/auth/select-organization').send({ organizationId });
}

/** An organization with a member who has signed in through its provider. */
async function aTriedOrganization() {
  const set = await anSsoOrganization(server, provider);
  const said = { email: `ann@${set.domain}`, email_verified: true };
  const ann = knownAt(server, [provider], provider, said);
  expect(await signInAt(provider, set, ann)).toBe('/login#signed-in');
  return { ...set, ann, annHttp: server.as(await tokenOf(server, ann.browser)) };
}

describe('an organization that demands its provider', () => {
  it('lets nobody in by password (400), and ends the sessions that were made so', async () => {
    const set = await aTriedOrganization();
    const bob = await aSignedIn(server, set.orgId);
    const { token: other } = await (async () => {
      const { orgId } = await aScene(server);
      await aPersonIn(server, orgId, { account: bob });
      return signIn(server, bob.email, orgId);
    })();
    await bob.http.post(CHECK).expect(200);

    const { body } = await demand(set, { authEnforced: true }).expect(200);
    expect(body).toMatchObject({ organization: { id: set.orgId, authEnforced: true } });
    await bob.http.post(CHECK).expect(401);
    await bob.http.get('/api/v1/projects').expect(401);
    await server.as(other).post(CHECK).expect(200);
    const refused = await chosen(bob.email, set.orgId);
    expect(refused.status).toBe(400);
    expect(refused.headers['link']).toContain('#sso-enforced');
    await set.annHttp.post(CHECK).expect(200);
    await set.admin.http.get('/api/v1/projects').expect(200);
    await demand(set, { authEnforced: false }).expect(200);
    expect((await chosen(bob.email, set.orgId)).status).toBe(200);
  });

  it('sets a password that a link was sent for, which still leads nowhere', async () => {
    const set = await aTriedOrganization();
    await demand(set, { authEnforced: true }).expect(200);
    const bob = await aPersonIn(server, set.orgId, { password: null });
    const oneTime = server.app.get(OneTimeTokens);
    const scopeId = bob.userId;
    const holder = { userId: bob.userId, purpose: 'reset', scopeId, email: bob.email } as const;
    const token = await server.database.transaction((tx) => oneTime.make(tx, holder));
    await server
      .as(token)
      .post('/api/v1/account-recovery/reset')
      .send({ password: PASSWORD })
      .expect(200);

    const refused = await chosen(bob.email, set.orgId);
    expect(refused.status).toBe(400);
    expect(refused.headers['link']).toContain('#sso-enforced');
  });

  it('lets in who may bypass it, for twelve hours, and tells each time', async () => {
    const set = await aTriedOrganization();
    const boss = await aPersonIn(server, set.orgId, { role: 'admin' });
    await demand(set, { authEnforced: true }).expect(200);

    const { body, status } = await chosen(boss.email, set.orgId);
    expect(status).toBe(200);
    await server
      .as((body as { token: string }).token)
      .get('/api/v1/projects')
      .expect(200);
    const rows = await server.database.source.query<object[]>(
      `select e.target->>'bypassesSso' "told", s.expires_at < now() + interval '12 hours 1 minute' "isShort"
       from audit_entries e join sessions s on s.user_id = $2 and s.org_id = $1
       where e.org_id = $1 and e.action = 'user.login' and e.target->>'userId' = $2::text`,
      [set.orgId, boss.userId],
    );
    expect(rows).toEqual([{ told: 'true', isShort: true }]);
  });

  it('ends with the right to bypass it a session that rests on that, and its streams', async () => {
    const set = await aTriedOrganization();
    const boss = await aPersonIn(server, set.orgId, { role: 'admin' });
    const project = await aProject(set.admin);
    await joinProject(server, project, { userId: boss.userId }, 'member');
    const signed = await signIn(server, boss.email, set.orgId);
    const place = `/api/v2/organizations/${set.orgId}/memberships/${boss.membershipId}`;
    const demote = (role: string) => set.admin.http.patch(place).send({ role }).expect(200);
    await demand(set, { authEnforced: true }).expect(200);
    await signed.http.get('/api/v1/projects').expect(401);
    const { body } = await chosen(boss.email, set.orgId);
    const { token } = body as { token: string };
    const http = server.as(token);
    await http.get('/api/v1/projects').expect(200);
    const stream = await listen(server, token, { projectId: project.id });

    await demote('member');
    await http.get('/api/v1/projects').expect(401);
    await http.get(`/api/v4/secrets?projectId=${project.id}&environment=dev`).expect(401);
    await stream.untilEnd();
    await demand(set, { authEnforced: false }).expect(200);
    await http.get('/api/v1/projects').expect(200);
  });

  it('is one only after somebody has signed in by it, which stays on meanwhile (400)', async () => {
    const untried = await anSsoOrganization(server, provider);
    await demand(untried, { authEnforced: true }).expect(400);
    const set = await aTriedOrganization();
    await demand(set, { authEnforced: true }).expect(200);
    const turnedOff = { organizationId: set.orgId, isActive: false };
    await set.admin.http.patch(CONFIG).send(turnedOff).expect(400);
    await demand(set, { authEnforced: false }).expect(200);
    await set.admin.http.patch(CONFIG).send(turnedOff).expect(200);
    await demand(set, { authEnforced: true }).expect(400);
  });
});

describe('what an organization demands', () => {
  it('is changed only by who holds all that an administrator holds, with a fresh proof (403)', async () => {
    const { admin, orgId } = await aScene(server);
    const rules = [
      { subject: 'sso', action: ['edit'] },
      { subject: 'settings', action: ['edit'] },
    ];
    const clerk = await anIdentity(server, orgId, rules);
    const member = await anIdentity(server, orgId, 'member');
    const stale = await aPerson(server, orgId, 'admin');
    await server.database.source.query(
      `update sessions set proved_at = now() - interval '11 minutes' where id = $1`,
      [stale.sessionId],
    );

    for (const { http } of [clerk, member, stale])
      for (const demands of [{ enforceMfa: true }, { authEnforced: false }])
        await demand({ admin: { ...admin, http }, orgId }, demands).expect(403);
    const { body } = await demand({ admin, orgId }, { enforceMfa: true }).expect(200);
    expect(body).toMatchObject({ organization: { enforceMfa: true, authEnforced: false } });
    await demand({ admin, orgId }, {}).expect(400);
    const [row] = await server.database.source.query<{ target: object }[]>(
      `select target from audit_entries where org_id = $1 and action = 'organization.update'`,
      [orgId],
    );
    expect(row!.target).toEqual({ organizationId: orgId, enforceMfa: true });
  });

  it('of another organization is the 404 of nobody', async () => {
    const [{ admin }, { orgId }] = [await aScene(server), await aScene(server)];
    await demand({ admin, orgId }, { enforceMfa: true }).expect(404);
    await demand({ admin, orgId: 'nobody' }, { enforceMfa: true }).expect(404);
  });

  it('ends sessions without a second factor, but not those that a provider made', async () => {
    const set = await aTriedOrganization();
    const bob = await aSignedIn(server, set.orgId);
    await demand(set, { enforceMfa: true }).expect(200);
    await bob.http.post(CHECK).expect(401);
    await set.annHttp.post(CHECK).expect(200);
  });
});
