import { randomUUID } from 'node:crypto';
import { AccountsRepository } from '../../src/accounts/accounts.repository.js';
import type { Rule } from '../../src/permissions/rule.js';
import { EventSettings } from '../../src/events/event-settings.js';
import { closeAll, listen, payloadOf } from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { aGroup, aPerson, inOrganization, joinProject } from '../support/people.js';
import { BLIND } from '../support/refusals.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  type TestProject,
} from '../support/scene.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';

const server = useApp();
const source = () => server.database.source;

beforeAll(() => {
  server.app.get(EventSettings).pollInterval = 100;
});
afterEach(closeAll);

interface Stage {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
  /** The address of members of the organization. */
  readonly org: string;
  /** The address of members of the project; /api/v1/projects/{projectId}/memberships is the same. */
  readonly members: string;
}

async function aStage(): Promise<Stage> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  const org = `/api/v2/organizations/${orgId}/memberships`;
  return { orgId, admin, project, org, members: `/api/v1/workspace/${project.id}/memberships` };
}

const permanent = (role: string) => ({
  role,
  isTemporary: false,
  temporaryMode: '',
  temporaryRange: '',
  temporaryAccessStartTime: '0001-01-01T00:00:00Z',
});
const temporary = (role: string) => ({
  role,
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime: new Date().toISOString(),
});

async function anApprover(orgId: string, project: TestProject) {
  const bob = await aPerson(server, orgId, 'member');
  await joinProject(server, project, { userId: bob.id }, 'member');
  return bob;
}

const codeOf = (answer: { headers: Record<string, unknown> }) =>
  /#([a-z-]+)>/.exec(String(answer.headers['link']))?.[1];

const MANAGES: readonly Rule[] = [
  { subject: 'member', action: ['read', 'create', 'edit', 'delete'] },
  { subject: 'role', action: ['read'] },
];

/** A role with which somebody manages the members of a project, and no more. */
const MANAGES_PROJECT: readonly Rule[] = [
  { subject: 'member', action: ['read', 'create', 'edit', 'delete', 'assign-role'] },
];

describe('the people of an organization', () => {
  it('are listed, read and found as clients expect them', async () => {
    const { orgId, admin, org } = await aStage();
    const ann = await aPerson(server, orgId, 'member', {
      email: `ann-${randomUUID()}@example.org`,
    });

    const list = await admin.http.get(org).expect(200);
    const one = await admin.http.get(`${org}/${ann.orgMembershipId}`).expect(200);

    const shown = {
      id: ann.orgMembershipId,
      userId: ann.id,
      orgId,
      role: 'member',
      roleId: null,
      status: 'accepted',
      isActive: true,
      inviteEmail: ann.email,
      inviter: null,
      lastLoginAuthMethod: null,
      lastLoginTime: null,
      user: {
        id: ann.id,
        username: ann.email,
        email: ann.email,
        isEmailVerified: true,
        firstName: 'Ann',
        lastName: '',
        publicKey: '',
      },
    };
    expect(list.body).toEqual({ users: [shown], totalCount: 1 });
    expect(one.body).toEqual({ membership: { ...shown, customRoleSlug: null, metadata: [] } });
  });

  it('show neither names nor verification of an account before the person accepts', async () => {
    const { orgId, admin, org } = await aStage();
    const ann = await aPerson(server, orgId, 'member', { status: 'invited' });

    const { body } = await admin.http.get(`${org}/${ann.orgMembershipId}`).expect(200);

    expect(body).toMatchObject({
      membership: { status: 'invited', user: { firstName: '', isEmailVerified: false } },
    });
  });

  it('have ids that tell no time, so that nobody sees which account was there before', async () => {
    const accounts = server.app.get(AccountsRepository);
    const { id } = await server.database.transaction((tx) =>
      accounts.findOrMake(tx, `new-${randomUUID()}@example.org`),
    );
    expect(id[14]).toBe('4');
  });

  it('keep an admin whatever is done by hand (409)', async () => {
    const { orgId, admin, org } = await aStage();
    await source().query(`update identities set role = 'no-access' where id = $1`, [admin.id]);
    const [ann, bob] = [
      await aPerson(server, orgId, 'admin'),
      await aPerson(server, orgId, 'admin'),
    ];
    const [ofAnn, ofBob] = [`${org}/${ann.orgMembershipId}`, `${org}/${bob.orgMembershipId}`];

    const both = { membershipIds: [ann.orgMembershipId, bob.orgMembershipId] };
    const bulk = await ann.http.delete(org).send(both);
    const atOnce = await Promise.all([
      ann.http.patch(ofBob).send({ role: 'member' }),
      bob.http.patch(ofAnn).send({ role: 'member' }),
    ]);
    const [last, lastOf] = atOnce[0].status === 200 ? [ann, ofAnn] : [bob, ofBob];
    const refused = [
      await last.http.patch(lastOf).send({ role: 'member' }),
      await last.http.delete(lastOf),
      await last.http.delete(org).send({ membershipIds: [last.orgMembershipId] }),
    ];

    expect(codeOf(bulk)).toBe('last-administrator');
    expect(atOnce.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(refused.map(codeOf)).toEqual(Array(3).fill('last-administrator'));
    expect((await last.http.patch(lastOf).send({ isActive: false })).status).toBe(400);
  });

  it('are not lowered, deactivated or removed by somebody weaker (403)', async () => {
    const { orgId, org } = await aStage();
    const boss = await aPerson(server, orgId, 'admin');
    const manager = await aPerson(server, orgId, MANAGES);
    const of = `${org}/${boss.orgMembershipId}`;

    const refused = [
      await manager.http.patch(of).send({ role: 'member' }),
      await manager.http.patch(of).send({ role: 'no-access' }),
      await manager.http.patch(of).send({ isActive: false }),
      await manager.http.patch(of).send({ metadata: [{ key: 'team', value: 'red' }] }),
      await manager.http.delete(of),
      await manager.http.delete(org).send({ membershipIds: [boss.orgMembershipId] }),
    ];
    const raised = await manager.http
      .patch(`${org}/${manager.orgMembershipId}`)
      .send({ role: 'admin' });

    expect(refused.map(({ status }) => status)).toEqual(Array(6).fill(403));
    expect(codeOf(raised)).toBe('beyond-own-permissions');
  });

  it('lose all that they could do with the request that deactivates them', async () => {
    const { orgId, admin, org, project } = await aStage();
    const ann = await aPerson(server, orgId, 'member');
    await joinProject(server, project, { userId: ann.id }, 'admin');
    const secrets = `/api/v4/secrets?projectId=${project.id}&environment=dev`;
    const key = randomUUID();
    const make = () =>
      ann.http
        .post('/api/v1/folders')
        .set('Idempotency-Key', key)
        .send({ projectId: project.id, environment: 'dev', name: 'folder' });
    await make().expect(200);
    await ann.http.get(secrets).expect(200);

    await admin.http.patch(`${org}/${ann.orgMembershipId}`).send({ isActive: false }).expect(200);
    const dead = [await ann.http.get(secrets), await make()];
    await admin.http.patch(`${org}/${ann.orgMembershipId}`).send({ isActive: true }).expect(200);
    const revived = await ann.http.get(secrets);

    expect(dead.map(({ status }) => status)).toEqual([401, 401]);
    expect(revived.status).toBe(401);
  });

  it('lose their open streams when they are deactivated', async () => {
    const { orgId, admin, org, project } = await aStage();
    const ann = await aPerson(server, orgId, 'member');
    await joinProject(server, project, { userId: ann.id }, 'member');
    const stream = await listen(server, ann.token, { projectId: project.id });

    await admin.http.patch(`${org}/${ann.orgMembershipId}`).send({ isActive: false }).expect(200);
    const took = quietStopwatch();
    await stream.untilEnd();

    expect(took()).toBeLessThan(2_000);
  });

  it('keep their sessions in another organization', async () => {
    const [one, other] = [await aStage(), await aStage()];
    const ann = await aPerson(server, one.orgId, 'member');
    const elsewhere = await inOrganization(server, other.orgId, ann.id, 'member');

    await other.admin.http.patch(`${other.org}/${elsewhere}`).send({ isActive: false }).expect(200);

    await ann.http.get(`${one.org}`).expect(200);
  });

  it('are weighed where metadata feed a rule in a project that the editor cannot see (403)', async () => {
    const { orgId, org, project } = await aStage();
    const ann = await aPerson(server, orgId, 'no-access');
    const manager = await aPerson(server, orgId, MANAGES);
    const conditions = { environment: '{{identity.metadata.env}}' };
    const rule = { subject: 'secrets', action: ['readValue'], conditions };
    await joinProject(server, project, { userId: ann.id }, [rule]);
    const change = (value: string) =>
      manager.http
        .patch(`${org}/${ann.orgMembershipId}`)
        .send({ metadata: [{ key: 'env', value }] });

    expect(codeOf(await change('prod'))).toBe('beyond-own-permissions');
  });

  it('come back as new members, without what they held before', async () => {
    const { orgId, admin, org, project, members } = await aStage();
    const ann = await aPerson(server, orgId, 'member');
    const before = await joinProject(server, project, { userId: ann.id }, 'admin');
    await aGroup(server, orgId, 'member', { userId: ann.id });
    const privileges = '/api/v1/user-project-additional-privilege';
    const privilege = {
      ...{ projectMembershipId: before, slug: 'reads', type: { isTemporary: false } },
      permissions: [{ subject: 'secrets', action: ['describeSecret', 'readValue'] }],
    };
    await admin.http.post(privileges).send(privilege).expect(200);
    const policy = {
      ...{ projectId: project.id, environments: ['dev'], secretPath: '/**', name: 'All' },
      ...{ approvals: 1, enforcementLevel: 'soft' },
      approvers: [ann.id, (await anApprover(orgId, project)).id].map((id) => ({
        type: 'user',
        id,
      })),
    };
    await admin.http.post('/api/v2/secret-approvals').send(policy).expect(200);

    await admin.http.delete(`${org}/${ann.orgMembershipId}`).expect(200);
    const again = await inOrganization(server, orgId, ann.id, 'member');
    const added = await admin.http
      .post(members)
      .send({ usernames: [ann.email] })
      .expect(200);

    const { memberships } = added.body as { memberships: { id: string; userId: string }[] };
    const [membership] = memberships;
    expect(again).not.toBe(ann.orgMembershipId);
    expect(membership).toMatchObject({ userId: ann.id });
    expect(membership!.id).not.toBe(before);
    const left = await admin.http.get(`${privileges}?projectMembershipId=${membership!.id}`);
    expect(left.body).toEqual({ privileges: [] });
    const { body } = await admin.http.get(`${members}/${membership!.id}`).expect(200);
    expect((body as { membership: { roles: object[] } }).membership.roles).toMatchObject([
      { role: 'member' },
    ]);
    expect(
      await source().query('select from approval_policy_people where user_id = $1', [ann.id]),
    ).toEqual([]);
    expect(await source().query('select from group_members where user_id = $1', [ann.id])).toEqual(
      [],
    );
  });

  it('may leave by themselves, without any right', async () => {
    const { orgId, org } = await aStage();
    const ann = await aPerson(server, orgId, 'no-access');

    await ann.http.delete(`${org}/${ann.orgMembershipId}`).expect(200);

    await ann.http.get(org).expect(401);
  });

  it('list their projects to whom may read members there', async () => {
    const { orgId, admin, org, project } = await aStage();
    const ann = await aPerson(server, orgId, 'member');
    const id = await joinProject(server, project, { userId: ann.id }, 'viewer');
    const manager = await aPerson(server, orgId, MANAGES);
    const url = `${org}/${ann.orgMembershipId}/project-memberships`;

    const seen = await admin.http.get(url).expect(200);
    const unseen = await manager.http.get(url).expect(200);

    expect(seen.body).toMatchObject({
      memberships: [{ id, project: { id: project.id }, roles: [{ role: 'viewer' }] }],
    });
    expect(unseen.body).toEqual({ memberships: [] });
  });
});

describe('the people of a project', () => {
  it('are added, asked for, changed and removed as Terraform does it', async () => {
    const { orgId, admin, project } = await aStage();
    const ann = await aPerson(server, orgId, 'no-access');
    const v2 = `/api/v2/workspace/${project.id}/memberships`;
    const v1 = `/api/v1/workspace/${project.id}/memberships`;
    const names = { projectId: project.id, usernames: [ann.email] };

    const added = await admin.http.post(v2).send(names).expect(200);
    const twice = await admin.http.post(v2).send(names).expect(200);
    const details = await admin.http
      .post(`${v1}/details`)
      .send({ username: ann.email })
      .expect(200);
    const { membership } = details.body as { membership: { id: string } };
    const roles = [permanent('viewer'), temporary('admin')];
    const changed = await admin.http.patch(`${v1}/${membership.id}`).send({ roles }).expect(200);
    const read = await admin.http
      .get(`/api/v1/workspace/${project.id}/user/${ann.id}/membership`)
      .send({ projectId: project.id })
      .expect(200);
    const removed = await admin.http.delete(v2).send(names).expect(200);

    expect(added.body).toMatchObject({ memberships: [{ id: membership.id, userId: ann.id }] });
    expect(twice.body).toEqual({ memberships: [] });
    expect(details.body).toMatchObject({
      membership: {
        userId: ann.id,
        projectId: project.id,
        user: { email: ann.email, username: ann.email, publicKey: '' },
        roles: [{ role: 'member', customRoleId: null, isTemporary: false }],
      },
    });
    expect(changed.body).toMatchObject({
      roles: [
        { role: 'viewer', isTemporary: false, projectMembershipId: membership.id },
        { role: 'admin', isTemporary: true, temporaryRange: '1h' },
      ],
    });
    expect(read.body).toMatchObject({ membership: { id: membership.id } });
    expect(removed.body).toEqual({ memberships: [{ id: membership.id, userId: ann.id }] });
    await admin.http.post(`${v1}/details`).send({ username: ann.email }).expect(404);
    await admin.http.delete(v2).send(names).expect(404);
  });

  it('are invited to the organization on the way, by who may invite, and are members of the project at once', async () => {
    const { orgId, admin, members, project } = await aStage();
    const ann = await aPerson(server, orgId, 'member');
    const newcomer = `new-${ann.id}@example.org`;
    const emails = [ann.email, newcomer];
    await admin.http
      .post(members)
      .send({ emails, roleSlugs: ['nobody'] })
      .expect(404);
    const places = () =>
      server.database.source.query<{ status: string; role: string }[]>(
        `select m.status, m.role from organization_memberships m join users u on u.id = m.user_id
         where u.email = $1 and m.org_id = $2`,
        [newcomer, orgId],
      );
    expect(await places()).toEqual([]);

    const { body } = await admin.http.post(members).send({ emails }).expect(200);

    type Added = { memberships: object[]; completeInviteLinks: { email: string; link: string }[] };
    const { memberships, completeInviteLinks } = body as Added;
    expect(memberships).toHaveLength(2);
    expect(completeInviteLinks).toEqual([
      { email: newcomer, link: expect.stringContaining('/accept#code=') },
    ]);
    expect(await places()).toEqual([{ status: 'invited', role: 'member' }]);
    const details = { username: newcomer };
    await admin.http.post(`${members}/details`).send(details).expect(200);
    // Who may invite, and holds less than the role in the organization, invites nobody.
    const weak = await anIdentity(server, orgId, [{ subject: 'member', action: ['create'] }]);
    await joinProject(server, project, { identityId: weak.id }, 'admin');
    const beyond = { emails: [`other-${newcomer}`] };
    await weak.http.post(members).send(beyond).expect(403);
  });

  it('are refused by name where they are not in the organization (400), and by shape (422)', async () => {
    const [{ orgId, admin, members, project }, other] = [await aStage(), await aStage()];
    const [ann, stranger] = [
      await aPerson(server, orgId, 'member'),
      await aPerson(server, other.orgId, 'member'),
    ];
    const emails = [ann.email, stranger.email, 'nobody@example.org'];

    const inviter = await anIdentity(server, orgId, 'no-access');
    await joinProject(server, project, { identityId: inviter.id }, 'admin');
    const refused = await inviter.http.post(members).send({ emails }).expect(400);
    const upper = await admin.http.post(members).send({ usernames: ['Ann@example.org'] });
    const many = Array.from({ length: 101 }, (_, i) => `a${i}@example.org`);

    expect(refused.body).toMatchObject({
      details: { names: [stranger.email, 'nobody@example.org'] },
    });
    expect(upper.status).toBe(422);
    await admin.http.post(members).send({ emails: many }).expect(422);
    await admin.http
      .post(members)
      .send({ emails: ['no address'] })
      .expect(422);
    await admin.http.post(members).send({}).expect(400);
    const { body } = await admin.http.get(members).expect(200);
    expect(body).toEqual({ memberships: [], totalCount: 0 });
  });

  it('hold at least one role for good, each once, of this project', async () => {
    const { orgId, admin, project, members } = await aStage();
    const other = await aProject(admin);
    const role = { slug: 'deployer', name: 'Deployer', permissions: [] };
    await admin.http.post(`/api/v1/projects/${other.id}/roles`).send(role).expect(200);
    const ann = await aPerson(server, orgId, 'member');
    const id = await joinProject(server, project, { userId: ann.id }, 'viewer');
    const change = (roles: object[]) => admin.http.patch(`${members}/${id}`).send({ roles });

    expect((await change([])).status).toBe(422);
    expect(codeOf(await change([temporary('viewer')]))).toBe('no-permanent-role');
    expect(codeOf(await change([permanent('viewer'), permanent('viewer')]))).toBe('repeated-item');
    expect((await change([permanent('nothing-like-it')])).status).toBe(404);
    expect((await change([permanent('deployer')])).status).toBe(404);
  });

  it('are given no more than the giver holds, and not taken from by somebody weaker (403)', async () => {
    const { orgId, admin, project, members } = await aStage();
    const manager = await aPerson(server, orgId, 'no-access');
    await joinProject(server, project, { userId: manager.id }, MANAGES_PROJECT);
    const ann = await aPerson(server, orgId, 'no-access');
    const boss = await aPerson(server, orgId, 'no-access');
    const ofBoss = await joinProject(server, project, { userId: boss.id }, 'admin');

    const refused = [
      await manager.http.post(members).send({ emails: [ann.email], roleSlugs: ['admin'] }),
      await manager.http.patch(`${members}/${ofBoss}`).send({ roles: [permanent('no-access')] }),
      await manager.http.delete(`${members}/${ofBoss}`),
      await manager.http.delete(members).send({ emails: [boss.email] }),
    ];
    const added = await manager.http
      .post(members)
      .send({ emails: [ann.email], roleSlugs: ['no-access'] });

    expect(refused.map(codeOf)).toEqual(Array(4).fill('beyond-own-permissions'));
    expect(added.status).toBe(200);
    await admin.http.get(`${members}/${ofBoss}`).expect(200);
  });

  it('stay in through a group, and are told so, when their own membership goes', async () => {
    const { orgId, admin, project, members } = await aStage();
    const ann = await aPerson(server, orgId, 'no-access');
    const id = await joinProject(server, project, { userId: ann.id }, 'viewer');
    const group = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    await joinProject(server, project, { groupId: group }, 'viewer');

    const left = await ann.http.delete(`${members}/${id}`).expect(200);

    expect(left.body).toMatchObject({ membership: { id, groups: [{ id: group }] } });
    await ann.http.get(`/api/v1/projects/${project.id}`).expect(200);
    await admin.http.get(`${members}/${id}`).expect(404);
  });

  it('are shown and counted as far as a conditional read goes, and no further', async () => {
    const { orgId, admin, project, members } = await aStage();
    const [ann, bob] = [
      await aPerson(server, orgId, 'member'),
      await aPerson(server, orgId, 'member'),
    ];
    const ofAnn = await joinProject(server, project, { userId: ann.id }, 'viewer');
    const ofBob = await joinProject(server, project, { userId: bob.id }, 'viewer');
    const conditions = { userEmail: { $eq: ann.email } };
    const reader = await aMember(server, project, orgId, [
      { subject: 'member', action: ['read'], conditions },
    ]);
    const details = (username: string) => reader.http.post(`${members}/details`).send({ username });

    const list = await reader.http.get(members).expect(200);
    const all = await admin.http.get(members).expect(200);
    const hidden = [
      await reader.http.get(`${members}/${ofBob}`),
      await details(bob.email),
      await details('nobody@example.org'),
      await reader.http.get(`/api/v1/workspace/${project.id}/user/${bob.id}/membership`),
    ];

    expect(list.body).toMatchObject({ memberships: [{ id: ofAnn }], totalCount: 1 });
    expect((all.body as { totalCount: number }).totalCount).toBe(2);
    expect((await details(ann.email)).status).toBe(200);
    expect(hidden.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(hidden.map(({ body }) => (body as { message: string }).message)).size).toBe(1);
    const found = await reader.http.get(`${members}?search=${encodeURIComponent(bob.email)}`);
    expect(found.body).toEqual({ memberships: [], totalCount: 0 });
  });

  it('are one 404 by a name that is unknown, without an account, or of elsewhere', async () => {
    const [{ orgId, admin, members }, other] = [await aStage(), await aStage()];
    const outside = await aPerson(server, orgId, 'member');
    const stranger = await aPerson(server, other.orgId, 'member');
    const names = [outside.email, stranger.email, 'nobody@example.org', 'no address', '%'];

    const answers = [];
    for (const username of names)
      answers.push(await admin.http.post(`${members}/details`).send({ username }));

    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(404));
    expect(new Set(answers.map(({ body }) => (body as { message: string }).message)).size).toBe(1);
  });

  it('are 404 by the id of a membership of another kind, and so are those where theirs is sent', async () => {
    const { orgId, admin, project, members } = await aStage();
    const person = { userId: (await aPerson(server, orgId, 'member')).id };
    const identity = { identityId: (await anIdentity(server, orgId, 'no-access')).id };
    const group = { groupId: await aGroup(server, orgId) };
    const [ofPerson, ofIdentity, ofGroup] = [
      await joinProject(server, project, person, 'viewer'),
      await joinProject(server, project, identity, 'viewer'),
      await joinProject(server, project, group, 'viewer'),
    ];
    const byIdentity = '/api/v2/workspace/identity-memberships';
    const status = async (path: string) => (await admin.http.get(path)).status;

    expect(await status(`${members}/${ofPerson}`)).toBe(200);
    expect(await status(`${byIdentity}/${ofIdentity}`)).toBe(200);
    for (const id of [ofIdentity, ofGroup]) expect(await status(`${members}/${id}`)).toBe(404);
    for (const id of [ofPerson, ofGroup]) expect(await status(`${byIdentity}/${id}`)).toBe(404);
  });

  it('are searched literally, whatever the text', async () => {
    const { orgId, admin, project, members } = await aStage();
    const ann = await aPerson(server, orgId, 'member', {
      email: `a_b-${randomUUID()}@example.org`,
    });
    const other = await aPerson(server, orgId, 'member', {
      email: `axb-${randomUUID()}@example.org`,
    });
    const ofAnn = await joinProject(server, project, { userId: ann.id }, 'viewer');
    await joinProject(server, project, { userId: other.id }, 'viewer');
    const search = async (text: string) =>
      (await admin.http.get(`${members}?search=${encodeURIComponent(text)}`)).body as object;
    const none = { memberships: [], totalCount: 0 };

    expect(await search('a_b')).toMatchObject({ memberships: [{ id: ofAnn }], totalCount: 1 });
    expect(await search('%')).toEqual(none);
    expect(await search('\\')).toEqual(none);
    expect(await search('.*')).toEqual(none);
    expect((await admin.http.get(`${members}?search=${'a'.repeat(2_000)}`)).status).toBe(422);
    expect((await admin.http.get(`${members}?search=${'a'.repeat(10_240)}`)).status).toBe(414);
  });

  it('are named in audit entries and events', async () => {
    const { orgId, admin, project, members } = await aStage();
    const ann = await aPerson(server, orgId, 'member');

    await admin.http
      .post(members)
      .send({ emails: [ann.email] })
      .expect(200);

    const [entry] = await source().query<{ action: string; target: { userId: string } }[]>(
      `select action, target from audit_entries where project_id = $1 and action like 'user-%'`,
      [project.id],
    );
    const [event] = await source().query<{ type: string }[]>(
      `select * from project_events where project_id = $1 and type = 'membership:create'`,
      [project.id],
    );
    expect(entry).toMatchObject({ action: 'user-membership.create', target: { userId: ann.id } });
    expect(JSON.stringify(event)).toContain(ann.id);
  });
});

describe('the events of a project about people and groups', () => {
  it('are heard as far as a conditional read goes, and no further', async () => {
    const { orgId, admin, project, members } = await aStage();
    const [seen, hidden] = [
      await aPerson(server, orgId, 'member', { email: `seen-${randomUUID()}@example.com` }),
      await aPerson(server, orgId, 'member'),
    ];
    const watcher = await anIdentity(server, orgId, 'no-access');
    const [team, other] = [await aGroup(server, orgId), await aGroup(server, orgId)];
    await source().query(`update groups set name = 'Team ' || id where id = $1`, [team]);
    await joinProject(server, project, { identityId: watcher.id }, [
      { subject: 'member', action: ['read'], conditions: { userEmail: { $glob: 'seen-*' } } },
      { subject: 'groups', action: ['read'], conditions: { groupName: { $glob: 'Team *' } } },
    ]);
    const stream = await listen(server, watcher.token, {
      projectId: project.id,
      register: [{ event: 'membership:create' }],
    });

    await admin.http
      .post(members)
      .send({ emails: [hidden.email, seen.email] })
      .expect(200);
    const roles = [{ role: 'viewer', isTemporary: false }];
    for (const group of [other, team])
      await admin.http.post(`/api/v1/projects/${project.id}/groups/${group}`).send({ roles });
    await stream.until(({ events }) => events.length === 2);

    const named = stream.events.map((frame) => payloadOf(frame).data.payload);
    expect(named).toEqual([
      [{ userId: seen.id, membershipId: expect.any(String) }],
      [{ groupId: team, membershipId: expect.any(String) }],
    ]);
    expect(JSON.stringify(stream.events)).not.toContain(hidden.id);
    expect(JSON.stringify(stream.events)).not.toContain('seen-');
  });
});

describe('what belongs to another organization', () => {
  it('is one 404 in every body and path of members, and nothing is written', async () => {
    const [{ orgId, admin, project, org, members }, other] = [await aStage(), await aStage()];
    const stranger = await aPerson(server, other.orgId, 'member');
    const ofStranger = await joinProject(server, other.project, { userId: stranger.id }, 'viewer');
    const group = await aGroup(server, other.orgId);
    const bot = await anIdentity(server, other.orgId, 'member');
    const own = await aGroup(server, orgId);
    const roles = [permanent('viewer')];

    const answers = [
      await admin.http.get(`${other.org}/${stranger.orgMembershipId}`),
      await admin.http.get(`${org}/${stranger.orgMembershipId}`),
      await admin.http.patch(`${org}/${stranger.orgMembershipId}`).send({ isActive: false }),
      await admin.http.delete(`${org}/${stranger.orgMembershipId}`),
      await admin.http.delete(org).send({ membershipIds: [stranger.orgMembershipId] }),
      await admin.http.post(`/api/v1/groups/${own}/machine-identities/${bot.id}`),
      await admin.http.get(`/api/v1/groups/${group}`),
      await admin.http.patch(`/api/v1/groups/${group}`).send({ name: 'Mine' }),
      await admin.http.delete(`/api/v1/groups/${group}`),
    ];
    const addressed = [stranger.email, 'nobody-at-all@example.com'];
    const unknown = await Promise.all(
      addressed.map((email) => admin.http.post(`/api/v1/groups/${own}/users/${email}`)),
    );
    const named = [
      await admin.http.patch(`${members}/${ofStranger}`).send({ roles }),
      await admin.http.delete(`${members}/${ofStranger}`),
      await admin.http.post(`/api/v1/projects/${project.id}/groups/${group}`).send({ roles }),
    ];

    expect(answers.map(({ body }) => (body as { message: string }).message)).toEqual(
      answers.map(() => BLIND),
    );
    // Named as they were sent, in the same words.
    const [ofOther, ofNobody] = unknown.map(({ body }, n) =>
      (body as { message: string }).message.replace(addressed[n]!, '…'),
    );
    expect(unknown.map(({ status }) => status)).toEqual([404, 404]);
    expect(ofOther).toBe(ofNobody);
    expect(named.map(({ status }) => status)).toEqual([404, 404, 404]);
    const [left] = await source().query<{ n: string }[]>(
      'select count(*) n from group_members where group_id = $1',
      [own],
    );
    expect(left!.n).toBe('0');
  });
});
