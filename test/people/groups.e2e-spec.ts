import { randomUUID } from 'node:crypto';
import type { Rule } from '../../src/permissions/rule.js';
import { PROJECT_SUBJECTS } from '../../src/permissions/project-subjects.js';
import { EventSettings } from '../../src/events/event-settings.js';
import { closeAll, listen } from '../support/events/event-source.js';
import { useApp } from '../support/harness.js';
import { aGroup, aPerson, joinGroup, joinProject } from '../support/people.js';
import { anIdentity, aProject, aScene, type Caller, type TestProject } from '../support/scene.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';
import { liftTimeLimits } from '../support/time-limits.js';

const server = useApp();
const source = () => server.database.source;

beforeAll(() => {
  liftTimeLimits(server);
  server.app.get(EventSettings).pollInterval = 100;
});
afterEach(closeAll);

const GROUPS = '/api/v1/groups';

interface Stage {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
  /** The address of groups in the project; /api/v1/projects/{projectId}/groups and /api/v1/workspace/{projectId}/groups are the same. */
  readonly groups: string;
}

async function aStage(): Promise<Stage> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  return { orgId, admin, project, groups: `/api/v2/workspace/${project.id}/groups` };
}

const permanent = (role: string) => ({
  role,
  isTemporary: false,
  temporaryMode: '',
  temporaryRange: '',
  temporaryAccessStartTime: '0001-01-01T00:00:00Z',
});
const temporary = (role: string, temporaryRange = '1h', start = new Date()) => ({
  role,
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange,
  temporaryAccessStartTime: start.toISOString(),
});

const codeOf = (answer: { headers: Record<string, unknown> }) =>
  /#([a-z-]+)>/.exec(String(answer.headers['link']))?.[1];

/** Manages groups of an organization, and holds nothing else. */
const MANAGES: readonly Rule[] = [
  {
    subject: 'groups',
    action: [
      ...['read', 'create', 'edit', 'delete', 'grant-privileges'],
      ...['add-members', 'remove-members', 'add-identities', 'remove-identities'],
    ],
  },
];
const MANAGES_IN_PROJECT: readonly Rule[] = [
  { subject: 'groups', action: ['read', 'create', 'edit', 'delete', 'assign-role'] },
];
const READS_DEV: Rule = {
  subject: 'secrets',
  action: ['readValue', 'describeSecret'],
  conditions: { environment: 'dev' },
};
const FORBIDS: Rule = { subject: 'secrets', action: ['readValue'], inverted: true };

async function made(caller: Caller, body: object) {
  const answer = await caller.http.post(GROUPS).send(body).expect(200);
  return answer.body as { readonly id: string; readonly slug: string; readonly name: string };
}

describe('groups', () => {
  it('are made, read, changed and deleted as Terraform does it', async () => {
    const { orgId, admin } = await aStage();
    const role = { slug: 'auditor', name: 'Auditor', permissions: [] };
    await admin.http.post('/api/v1/organization/roles').send(role).expect(200);

    const group = await made(admin, { name: 'Backend', slug: 'backend', role: 'no-access' });
    const changed = await admin.http
      .patch(`${GROUPS}/${group.id}`)
      .send({ ID: group.id, name: 'Back end', slug: 'back-end', role: 'auditor' })
      .expect(200);
    const read = await admin.http.get(`${GROUPS}/${group.id}`).expect(200);
    const list = await admin.http.get(GROUPS).expect(200);
    const removed = await admin.http.delete(`${GROUPS}/${group.id}`).expect(200);

    expect(group).toMatchObject({
      orgId,
      name: 'Backend',
      slug: 'backend',
      role: 'no-access',
      roleId: null,
      customRoleSlug: null,
    });
    expect(changed.body).toMatchObject({
      name: 'Back end',
      slug: 'back-end',
      role: 'custom',
      customRoleSlug: 'auditor',
    });
    expect(read.body).toEqual(changed.body);
    expect(list.body).toEqual([changed.body]);
    expect(removed.body).toEqual(changed.body);
    await admin.http.get(`${GROUPS}/${group.id}`).expect(404);
  });

  it('have a name and a slug of their own (409), and no name that is the id of another (400)', async () => {
    const { admin } = await aStage();
    const { id, slug } = await made(admin, { name: 'Backend' });

    const sameName = await admin.http.post(GROUPS).send({ name: 'Backend' });
    const sameSlug = await admin.http.post(GROUPS).send({ name: 'Other', slug });
    const idAsName = await admin.http.post(GROUPS).send({ name: id });

    expect(slug).toMatch(/^backend-[a-z0-9]{8}$/);
    expect([sameName, sameSlug].map(codeOf)).toEqual(['already-exists', 'already-exists']);
    expect(idAsName.status).toBe(400);
    await admin.http
      .post(GROUPS)
      .send({ name: 'x'.repeat(51) })
      .expect(422);
    await admin.http.post(GROUPS).send({ name: 'Third', role: 'nothing-like-it' }).expect(404);
  });

  it('are given no role beyond the giver (403)', async () => {
    const { orgId } = await aStage();
    const manager = await aPerson(server, orgId, MANAGES);
    const { body } = await manager.http.post(GROUPS).send({ name: 'Mine' }).expect(200);
    const { id } = body as { id: string };

    const refused = [
      await manager.http.post(GROUPS).send({ name: 'Strong', role: 'admin' }),
      await manager.http.patch(`${GROUPS}/${id}`).send({ role: 'admin' }),
    ];

    expect(refused.map(codeOf)).toEqual(['beyond-own-permissions', 'beyond-own-permissions']);
  });

  it.each<[string, Rule]>([
    ['allow', { subject: 'groups', action: ['assign-role'] }],
    ['forbid', { subject: 'groups', action: ['assign-role'], inverted: true }],
  ])(
    'get no name of which rules of a project %s more than the renamer may do there (403)',
    async (_, rule) => {
      const { orgId, admin, project } = await aStage();
      const renamer = await anIdentity(server, orgId, MANAGES);
      const holder = await anIdentity(server, orgId, 'no-access');
      const conditions = { groupName: { $glob: 'Team-*' }, assignableRole: 'viewer' };
      await joinProject(server, project, { identityId: holder.id }, [{ ...rule, conditions }]);
      const { id } = await made(admin, { name: 'Plain' });
      const rename = (name: string) => renamer.http.patch(`${GROUPS}/${id}`).send({ name });

      await rename('Harmless').expect(200);
      const refused = await rename('Team-1').expect(403);
      expect(JSON.stringify(refused.body)).toContain('missingPermissions');
      const everything = PROJECT_SUBJECTS.groups.actions;
      const manages = { subject: 'groups', action: [...everything] };
      await joinProject(server, project, { identityId: renamer.id }, [manages]);
      await rename('Team-1').expect(200);
      await rename('Team-2').expect(200);
      await admin.http.patch(`${GROUPS}/${id}`).send({ name: 'Plain again' }).expect(200);
    },
  );

  it('list members first and everybody without a page, as Terraform asks', async () => {
    const { orgId, admin } = await aStage();
    const bots = [];
    for (let i = 0; i < 12; i++) bots.push(await anIdentity(server, orgId, 'no-access'));
    const last = bots.at(-1)!;
    const ann = await aPerson(server, orgId, 'member');
    await aPerson(server, orgId, 'member');
    const group = await aGroup(
      server,
      orgId,
      'no-access',
      { identityId: last.id },
      { userId: ann.id },
    );

    const identities = await admin.http.get(`${GROUPS}/${group}/machine-identities`).expect(200);
    const users = await admin.http.get(`${GROUPS}/${group}/users`).expect(200);
    const others = await admin.http.get(`${GROUPS}/${group}/users?filter=nonMembers`).expect(200);
    const members = await admin.http.get(`${GROUPS}/${group}/members`).expect(200);

    const { machineIdentities, totalCount } = identities.body as {
      machineIdentities: { id: string; isPartOfGroup: boolean }[];
      totalCount: number;
    };
    expect(totalCount).toBe(13);
    expect(machineIdentities).toHaveLength(13);
    expect(machineIdentities[0]).toMatchObject({ id: last.id, isPartOfGroup: true });
    expect(machineIdentities.filter(({ isPartOfGroup }) => isPartOfGroup)).toHaveLength(1);
    expect(users.body).toMatchObject({
      users: [{ id: ann.id, isPartOfGroup: true }, {}],
      totalCount: 2,
    });
    expect(others.body).toMatchObject({ users: [{ isPartOfGroup: false, joinedGroupAt: null }] });
    expect((members.body as { totalCount: number }).totalCount).toBe(2);
    await admin.http.get(`${GROUPS}/${group}/users?limit=101`).expect(422);
  });

  it('take in people and identities once, and let them go once', async () => {
    const { orgId, admin } = await aStage();
    const ann = await aPerson(server, orgId, 'member');
    const bot = await anIdentity(server, orgId, 'no-access');
    const { id } = await made(admin, { name: 'Backend' });
    const ofAnn = `${GROUPS}/${id}/users/${ann.email}`;
    const ofBot = `${GROUPS}/${id}/machine-identities/${bot.id}`;

    const joined = await admin.http.post(ofAnn).expect(200);
    const joinedBot = await admin.http.post(ofBot).expect(200);

    expect(joined.body).toMatchObject({ id: ann.id, username: ann.email });
    expect(joinedBot.body).toEqual({ id: bot.id });
    expect(codeOf(await admin.http.post(ofAnn))).toBe('already-exists');
    expect(codeOf(await admin.http.post(ofBot))).toBe('already-exists');
    await admin.http.delete(ofAnn).expect(200);
    await admin.http.delete(ofBot).expect(200);
    await admin.http.delete(ofAnn).expect(404);
    await admin.http.delete(ofBot).expect(404);
    const unknown = await admin.http.post(`${GROUPS}/${id}/users/nobody@example.org`).expect(404);
    expect(codeOf(unknown)).toBe('member-not-found');
    expect((unknown.body as { message: string }).message).toContain(
      "Person 'nobody@example.org' not found in your organization.",
    );
  });

  it('are never members of groups, by whichever name', async () => {
    const { admin } = await aStage();
    const [one, other] = [await made(admin, { name: 'One' }), await made(admin, { name: 'Other' })];

    const answers = [];
    for (const name of [one.id, other.id, other.name, other.slug])
      answers.push(
        await admin.http.post(`${GROUPS}/${one.id}/users/${encodeURIComponent(name)}`),
        await admin.http.post(`${GROUPS}/${one.id}/machine-identities/${encodeURIComponent(name)}`),
      );

    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(404));
  });
});

describe('joining and leaving a group', () => {
  it('needs every right that the group holds, in the organization and in each project (403)', async () => {
    const { orgId, project } = await aStage();
    const manager = await aPerson(server, orgId, MANAGES);
    const [ann, bot] = [
      await aPerson(server, orgId, 'no-access'),
      await anIdentity(server, orgId, 'no-access'),
    ];
    const inProject = await aGroup(server, orgId);
    await joinProject(server, project, { groupId: inProject }, 'admin');
    const inOrganization = await aGroup(server, orgId, 'admin');
    const harmless = await aGroup(server, orgId);

    const refused = [
      await manager.http.post(`${GROUPS}/${inProject}/users/${ann.email}`),
      await manager.http.post(`${GROUPS}/${inProject}/machine-identities/${bot.id}`),
      await manager.http.post(`${GROUPS}/${inProject}/users/${manager.email}`),
      await manager.http.post(`${GROUPS}/${inOrganization}/users/${ann.email}`),
    ];

    expect(refused.map(codeOf)).toEqual(Array(4).fill('beyond-own-permissions'));
    expect(refused[0]!.body).toMatchObject({ details: { missingPermissions: expect.any(Array) } });
    await manager.http.post(`${GROUPS}/${harmless}/users/${ann.email}`).expect(200);
  });

  it('gives back what the group forbids, and so is weighed like a grant (403)', async () => {
    const { orgId, admin, project } = await aStage();
    const manager = await aPerson(server, orgId, MANAGES);
    const ann = await aPerson(server, orgId, 'no-access');
    await joinProject(server, project, { userId: ann.id }, [READS_DEV]);
    const group = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    await joinProject(server, project, { groupId: group }, [FORBIDS]);
    const secrets = `/api/v4/secrets?projectId=${project.id}&environment=dev&viewSecretValue=true`;
    const name = `/api/v4/secrets/KEY?projectId=${project.id}&environment=dev`;
    await admin.http
      .post('/api/v4/secrets/KEY')
      .send({ projectId: project.id, environment: 'dev', secretValue: 'v' })
      .expect(200);

    const before = await ann.http.get(name);
    const left = await manager.http.delete(`${GROUPS}/${group}/users/${ann.email}`);
    const deleted = await manager.http.delete(`${GROUPS}/${group}`);
    await admin.http.delete(`${GROUPS}/${group}/users/${ann.email}`).expect(200);

    expect(before.status).toBe(403);
    expect([left, deleted].map(codeOf)).toEqual(Array(2).fill('beyond-own-permissions'));
    await ann.http.get(name).expect(200);
    await ann.http.get(secrets).expect(200);
  });

  it('is one after the other with a role that the group gets meanwhile', async () => {
    const { orgId, admin, project, groups } = await aStage();
    const manager = await aPerson(server, orgId, MANAGES);
    for (let i = 0; i < 5; i++) {
      const ann = await aPerson(server, orgId, 'no-access');
      const group = await aGroup(server, orgId);

      const [given, joined] = await Promise.all([
        admin.http.post(`${groups}/${group}`).send({ roles: [permanent('admin')] }),
        manager.http.post(`${GROUPS}/${group}/users/${ann.email}`),
      ]);

      // Whoever comes second sees the first: joining a group that is an administrator already is refused.
      expect(given.status).toBe(200);
      expect([200, 403]).toContain(joined.status);
      const read = await ann.http.get(`/api/v1/projects/${project.id}`);
      expect(read.status === 200).toBe(joined.status === 200);
    }
  });

  it('keeps the last administrator of a project, who is one by the group (409)', async () => {
    const { orgId, admin, project, groups } = await aStage();
    const ann = await aPerson(server, orgId, 'admin');
    const group = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    await joinProject(server, project, { groupId: group }, 'admin');
    await source().query(
      'delete from project_memberships where project_id = $1 and identity_id = $2',
      [project.id, admin.id],
    );
    await source().query('update projects set epoch = epoch + 1 where id = $1', [project.id]);

    const refused = [
      await ann.http.delete(`${GROUPS}/${group}/users/${ann.email}`),
      await ann.http.delete(`${GROUPS}/${group}`),
      await ann.http.patch(`${groups}/${group}`).send({
        roles: [temporary('admin'), permanent('no-access')],
      }),
      await ann.http.delete(`${groups}/${group}`),
      await admin.http
        .patch(`/api/v2/organizations/${orgId}/memberships/${ann.orgMembershipId}`)
        .send({ isActive: false }),
    ];

    expect(refused.map(codeOf)).toEqual(Array(5).fill('last-administrator'));
  });

  it('counts nobody who is only invited, or deactivated, as an administrator', async () => {
    const { orgId, admin, project, groups } = await aStage();
    const invited = await aPerson(server, orgId, 'no-access', { status: 'invited' });
    const asleep = await aPerson(server, orgId, 'no-access', { isActive: false });
    const group = await aGroup(
      ...([server, orgId, 'no-access', { userId: invited.id }, { userId: asleep.id }] as const),
    );
    await admin.http
      .post(`${groups}/${group}`)
      .send({ roles: [permanent('admin')] })
      .expect(200);

    const left = await admin.http.delete(
      `/api/v1/projects/${project.id}/identity-memberships/${admin.id}`,
    );

    expect(codeOf(left)).toBe('last-administrator');
  });

  it('counts with all that somebody holds otherwise, by the clock', async () => {
    const { orgId, admin, project, groups } = await aStage();
    const ann = await aPerson(server, orgId, 'no-access');
    await joinProject(server, project, { userId: ann.id }, 'no-access');
    const group = await aGroup(server, orgId);
    await admin.http
      .post(`${groups}/${group}`)
      .send({ roles: [permanent('viewer')] })
      .expect(200);
    const url = `/api/v1/projects/${project.id}/environments/none`;
    const reads = async () =>
      (await ann.http.get(`/api/v4/secrets?projectId=${project.id}&environment=dev`)).status;

    const before = await reads();
    await admin.http.post(`${GROUPS}/${group}/users/${ann.email}`).expect(200);
    const within = await reads();
    const over = [temporary('viewer', '1s', new Date(Date.now() - 60_000)), permanent('no-access')];
    await admin.http.patch(`${groups}/${group}`).send({ roles: over }).expect(200);

    expect([before, within, await reads()]).toEqual([403, 200, 403]);
    await admin.http.get(url).expect(404);
  });

  it('ends a stream with the role of the group that opened it', async () => {
    const { orgId, admin, project, groups } = await aStage();
    const ann = await aPerson(server, orgId, 'no-access');
    const group = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    await joinProject(server, project, { groupId: group }, 'member');
    const stream = await listen(server, ann.token, { projectId: project.id });

    const roles = [temporary('member', '500ms'), permanent('no-access')];
    await admin.http.patch(`${groups}/${group}`).send({ roles }).expect(200);
    const took = quietStopwatch();
    await stream.untilEnd();

    expect(took()).toBeLessThan(2_500);
  });

  it('is told in events of each project, and in one audit entry', async () => {
    const { orgId, admin, project } = await aStage();
    const ann = await aPerson(server, orgId, 'no-access');
    const group = await aGroup(server, orgId);
    await joinProject(server, project, { groupId: group }, 'viewer');

    await admin.http.post(`${GROUPS}/${group}/users/${ann.email}`).expect(200);

    const entries = await source().query<object[]>(
      `select action, target from audit_entries where org_id = $1 and action = 'group.add-user'`,
      [orgId],
    );
    const events = await source().query<object[]>(
      `select * from project_events where project_id = $1 and type = 'membership:update'`,
      [project.id],
    );
    expect(entries).toEqual([
      { action: 'group.add-user', target: { groupId: group, userId: ann.id } },
    ]);
    expect(JSON.stringify(events)).toContain(group);
  });
});

describe('groups in projects', () => {
  it('are added, read, changed and removed as Terraform does it, by id and by name', async () => {
    const { orgId, admin, project, groups } = await aStage();
    const { id, slug } = await made(admin, { name: 'Back end+1' });
    const named = `${groups}/Back+end%2B1`;
    const roles = [permanent('viewer'), temporary('admin')];
    const GroupIdOrName = 'Back end+1';

    const added = await admin.http.post(named).send({ GroupIdOrName, roles }).expect(200);
    const read = await admin.http.get(`${groups}/${id}`).expect(200);
    const list = await admin.http
      .get(`/api/v1/projects/${project.id}/memberships/groups`)
      .expect(200);
    const changed = await admin.http
      .patch(`/api/v1/projects/${project.id}/memberships/groups/${id}`)
      .send({ roles: [permanent('member'), permanent('viewer')] })
      .expect(200);
    const ann = await aPerson(server, orgId, 'member');
    await joinGroup(server, id, { userId: ann.id });
    const users = await admin.http.get(`${named}/users`).expect(200);
    const removed = await admin.http.delete(named).expect(200);

    expect(added.body).toMatchObject({ groupMembership: { groupId: id } });
    expect(read.body).toMatchObject({
      groupMembership: {
        groupId: id,
        group: { id, name: 'Back end+1', slug, orgId },
        roles: [{ role: 'viewer' }, { role: 'admin', isTemporary: true }],
      },
    });
    expect(list.body).toEqual({
      groupMemberships: [(read.body as { groupMembership: object }).groupMembership],
    });
    expect(changed.body).toMatchObject({ roles: [{ role: 'member' }, { role: 'viewer' }] });
    expect(users.body).toMatchObject({ users: [{ id: ann.id }], totalCount: 1 });
    expect(removed.body).toMatchObject({ groupMembership: { groupId: id } });
    await admin.http.get(named).expect(404);
  });

  it('are found by the right one of names that look alike, or not at all', async () => {
    const { orgId, admin, groups } = await aStage();
    await aPerson(server, orgId, 'member', { email: `plain-${randomUUID()}@example.org` });
    const [space, plus, slash] = [
      await made(admin, { name: 'a b' }),
      await made(admin, { name: 'a+b' }),
      await made(admin, { name: 'a/b' }),
    ];
    const roles = [permanent('viewer')];
    for (const name of ['a+b', 'a%2Bb', 'a%2Fb'])
      await admin.http.post(`${groups}/${name}`).send({ roles }).expect(200);
    const idOf = async (name: string) => {
      const { body } = await admin.http.get(`${groups}/${name}`).expect(200);
      return (body as { groupMembership: { groupId: string } }).groupMembership.groupId;
    };

    expect(await idOf('a+b')).toBe(space.id);
    expect(await idOf('a%20b')).toBe(space.id);
    expect(await idOf('a%2Bb')).toBe(plus.id);
    expect(await idOf('a%2Fb')).toBe(slash.id);
    for (const name of ['a', 'ab', '%25', 'a%00b', 'A+B'])
      await admin.http.get(`${groups}/${name}`).expect(404);
    await admin.http.post(GROUPS).send({ name: 'a\0b' }).expect(422);
  });

  it('hold at least one role for good, each once, of this project', async () => {
    const { orgId, admin, groups } = await aStage();
    const group = await aGroup(server, orgId);
    const add = (roles: object[]) => admin.http.post(`${groups}/${group}`).send({ roles });

    expect((await add([])).status).toBe(422);
    expect(codeOf(await add([temporary('viewer')]))).toBe('no-permanent-role');
    expect(codeOf(await add([permanent('viewer'), permanent('viewer')]))).toBe('repeated-item');
    expect((await add([permanent('nothing-like-it')])).status).toBe(404);
  });

  it('are given no more than the giver holds, also while empty, and not taken from by somebody weaker (403)', async () => {
    const { orgId, project, groups } = await aStage();
    const manager = await aPerson(server, orgId, 'no-access');
    await joinProject(server, project, { userId: manager.id }, MANAGES_IN_PROJECT);
    const boss = await aPerson(server, orgId, 'no-access');
    const [empty, strong] = [
      await aGroup(server, orgId),
      await aGroup(server, orgId, 'no-access', { userId: boss.id }),
    ];
    await joinProject(server, project, { groupId: strong }, 'admin');

    const refused = [
      await manager.http.post(`${groups}/${empty}`).send({ roles: [permanent('admin')] }),
      await manager.http.patch(`${groups}/${strong}`).send({ roles: [permanent('no-access')] }),
      await manager.http.delete(`${groups}/${strong}`),
    ];

    expect(refused.map(codeOf)).toEqual(Array(3).fill('beyond-own-permissions'));
    await manager.http
      .post(`${groups}/${empty}`)
      .send({ roles: [permanent('no-access')] })
      .expect(200);
  });

  it('are shown as far as a conditional read goes', async () => {
    const { orgId, project, groups, admin } = await aStage();
    const reader = await aPerson(server, orgId, 'no-access');
    const conditions = { groupName: { $glob: 'team-*' } };
    const rule = { subject: 'groups', action: ['read'], conditions };
    await joinProject(server, project, { userId: reader.id }, [rule]);
    const [seen, unseen] = [
      await made(admin, { name: 'team-a' }),
      await made(admin, { name: 'bosses' }),
    ];
    for (const { id } of [seen, unseen])
      await joinProject(server, project, { groupId: id }, 'viewer');

    const { body } = await reader.http.get(groups).expect(200);

    expect(body).toMatchObject({ groupMemberships: [{ groupId: seen.id }] });
    await reader.http.get(`${groups}/team-a`).expect(200);
    await reader.http.get(`${groups}/bosses`).expect(404);
  });

  it('leave no orphan where a group is deleted while its roles change', async () => {
    const { orgId, admin, project, groups } = await aStage();
    for (let i = 0; i < 5; i++) {
      const group = await aGroup(server, orgId);
      await joinProject(server, project, { groupId: group }, 'viewer');

      const [changed, deleted] = await Promise.all([
        admin.http.patch(`${groups}/${group}`).send({ roles: [permanent('member')] }),
        admin.http.delete(`${GROUPS}/${group}`),
      ]);

      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(changed.status);
    }
    const left = await source().query<object[]>(
      'select from project_memberships where project_id = $1 and group_id is not null',
      [project.id],
    );
    expect(left).toHaveLength(0);
  });
});
