import { beforeEach, describe, expect, it } from '@jest/globals';
import { MadeMemberships1796688120000 } from '../../src/database/migrations/1796688120000-made-memberships.js';
import { ExpiryNotifier } from '../../src/events/log/expiry-notifier.js';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aGroup, aPerson, joinGroup, joinProject, type SignedInPerson } from '../support/people.js';
import { aProject, aScene, type Caller, type TestProject } from '../support/scene.js';
import { GROUP, PATCH_OP, SCIM } from '../support/scim-scene.js';
import { BareMemberships } from '../../src/user-privileges/bare-memberships.js';
import { untilLocksAreAwaited } from '../support/lock-waits.js';

// Ruling 241: whoever is in a project by a group gets a membership of their own with an additional privilege. It is there for
// the privilege alone, and must not keep them in the project when they have left the group.

const server = useApp();

const PRIVILEGES = '/api/v1/user-project-additional-privilege';
const READS: readonly Rule[] = [{ subject: 'secrets', action: ['describeSecret', 'readValue'] }];
const FOR_GOOD = { isTemporary: false };

let orgId: string;
let admin: Caller;
let project: TestProject;
let ann: SignedInPerson;
let group: string;
let members: string;
let list: string;

const query = <T extends object>(text: string, values: unknown[]) =>
  server.database.source.query<T[]>(text, values);

beforeEach(async () => {
  ({ orgId, admin } = await aScene(server));
  project = await aProject(admin);
  ann = await aPerson(server, orgId, 'no-access');
  group = await aGroup(server, orgId, 'no-access', { userId: ann.id });
  await joinProject(server, project, { groupId: group }, 'no-access');
  members = `/api/v1/projects/${project.id}/memberships`;
  list = `/api/v4/secrets?projectId=${project.id}&environment=dev`;
});

interface Privilege {
  readonly id: string;
  readonly projectMembershipId: string;
}

/** An additional privilege of somebody who is in by the group. */
async function grant(more: object = {}, person = ann): Promise<Privilege> {
  const request = { userId: person.id, projectId: project.id, permissions: READS, type: FOR_GOOD };
  const { body } = await admin.http
    .post(PRIVILEGES)
    .send({ ...request, ...more })
    .expect(200);
  return (body as { privilege: Privilege }).privilege;
}

const lasting = (temporaryRange: string) => ({
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange,
  temporaryAccessStartTime: new Date().toISOString(),
});

/** What an administrator sees of the person's own membership, and the code with which the person is refused. */
const sight = async (membershipId: string, person = ann) => {
  const [own, read] = [
    await admin.http.get(`${members}/${membershipId}`),
    await person.http.get(list),
  ];
  const code = /#([a-z-]+)>/.exec(String(read.headers['link']))?.[1];
  return [own.status, read.status === 200 ? 'reads' : code];
};
const OUT = [404, 'not-a-member'];
const IN_BY_GROUP = [404, 'permission-denied'];

/** The ends of memberships that events and audit entries of the project tell of. */
async function endsRecorded() {
  const events = await query<{ payload: object[] }>(
    `select payload from project_events where project_id = $1 and type = 'membership:delete' order by seq`,
    [project.id],
  );
  const entries = await query<{ target: object }>(
    `select target from audit_entries where project_id = $1 and action = 'user-membership.delete'
     order by created_at`,
    [project.id],
  );
  return {
    events: events.flatMap(({ payload }) => payload),
    entries: entries.map(({ target }) => target),
  };
}

const leaving = (groupId: string, { email } = ann) => `/api/v1/groups/${groupId}/users/${email}`;

/** Every way to lose a group, or a project of it. */
const WAYS: Readonly<Record<string, () => Promise<unknown>>> = {
  'leaves the group': () => admin.http.delete(leaving(group)).expect(200),
  'is in a group that is deleted': () => admin.http.delete(`/api/v1/groups/${group}`).expect(200),
  'is in a group that the project loses': () =>
    admin.http.delete(`${members}/groups/${group}`).expect(200),
  'is taken out of the group by SCIM': () => {
    const Operations = [{ op: 'remove', path: `members[value eq "${ann.orgMembershipId}"]` }];
    return provider('patch', 204, { schemas: [PATCH_OP], Operations });
  },
  'is not among the members that SCIM puts': () =>
    provider('put', 200, { schemas: [GROUP], displayName: 'Provided', members: [] }),
  'is in a group that SCIM deletes': () => provider('delete', 204),
};

/** Sends as a provider of the organization, to which the group belongs. */
async function provider(method: 'patch' | 'put' | 'delete', status: number, body: object = {}) {
  await query('update groups set scim_managed = true where id = $1', [group]);
  const made = await admin.http
    .post(`${SCIM}/scim-tokens`)
    .send({ organizationId: orgId, description: 'Okta', ttlDays: 0 })
    .expect(200);
  const { scimToken } = made.body as { scimToken: string };
  const http = server.as(scimToken);
  return http[method](`${SCIM}/Groups/${group}`)
    .set('Content-Type', 'application/scim+json')
    .send(JSON.stringify(body))
    .expect(status);
}

describe('a membership that was made for privileges', () => {
  it.each(Object.keys(WAYS))('ends when its person %s', async (way) => {
    const { projectMembershipId, id } = await grant();
    expect(await sight(projectMembershipId)).toEqual([200, 'reads']);

    await WAYS[way]!();

    expect(await sight(projectMembershipId)).toEqual(OUT);
    await admin.http.get(`${PRIVILEGES}/${id}`).expect(404);
    const end = { userId: ann.id, membershipId: projectMembershipId };
    const { events, entries } = await endsRecorded();
    expect(events).toContainEqual(end);
    expect(entries).toEqual([end]);

    // Whoever lets them in again gives nothing back.
    const other = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    await joinProject(server, project, { groupId: other }, 'no-access');
    expect(await sight(projectMembershipId)).toEqual(IN_BY_GROUP);
  });

  it('is not taken away by somebody weaker, though the group itself gives nothing (403)', async () => {
    const { projectMembershipId } = await grant();
    const weaker = await aPerson(server, orgId, [
      { subject: 'groups', action: ['read', 'delete', 'remove-members'] },
    ]);
    await joinProject(server, project, { userId: weaker.id }, [
      { subject: 'groups', action: ['read', 'delete'] },
    ]);

    for (const path of [`${members}/groups/${group}`, leaving(group), `/api/v1/groups/${group}`])
      await weaker.http.delete(path).expect(403);

    expect(await sight(projectMembershipId)).toEqual([200, 'reads']);
  });

  it('stays while another group holds its person in the project', async () => {
    const other = await aGroup(server, orgId, 'no-access', { userId: ann.id });
    await joinProject(server, project, { groupId: other }, 'no-access');
    const { projectMembershipId } = await grant();

    await admin.http.delete(leaving(group)).expect(200);
    expect(await sight(projectMembershipId)).toEqual([200, 'reads']);
    await admin.http.delete(leaving(other)).expect(200);
    expect(await sight(projectMembershipId)).toEqual(OUT);
  });

  it('ends for each who was in the group, and for nobody else', async () => {
    const outsider = await aPerson(server, orgId, 'no-access');
    const direct = await joinProject(server, project, { userId: outsider.id }, 'no-access');
    await joinGroup(server, group, { userId: outsider.id });
    const bob = await aPerson(server, orgId, 'no-access');
    await joinGroup(server, group, { userId: bob.id });
    const made = [await grant(), await grant({}, bob)];
    await grant({ slug: 'direct' }, outsider);

    await admin.http.delete(`${members}/groups/${group}`).expect(200);

    expect(await sight(made[0]!.projectMembershipId)).toEqual(OUT);
    expect(await sight(made[1]!.projectMembershipId, bob)).toEqual(OUT);
    expect(await sight(direct, outsider)).toEqual([200, 'reads']);
    expect((await endsRecorded()).entries).toEqual([{ members: expect.any(Array) }]);
  });

  it('stays when it was given roles of its own, by a change or by adding its person', async () => {
    const bob = await aPerson(server, orgId, 'no-access');
    await joinGroup(server, group, { userId: bob.id });
    const [changed, added] = [await grant(), await grant({}, bob)];

    await admin.http
      .patch(`${members}/${changed.projectMembershipId}`)
      .send({ roles: [{ role: 'no-access', isTemporary: false }] })
      .expect(200);
    const body = { usernames: [bob.email], roleSlugs: ['viewer'] };
    const joined = await admin.http.post(members).send(body).expect(200);
    expect(joined.body).toMatchObject({
      memberships: [{ id: added.projectMembershipId, userId: bob.id }],
    });
    const again = await admin.http.post(members).send(body).expect(200);
    expect(again.body).toEqual({ memberships: [] });

    for (const each of [ann, bob]) await admin.http.delete(leaving(group, each)).expect(200);

    expect(await sight(changed.projectMembershipId)).toEqual([200, 'reads']);
    expect(await sight(added.projectMembershipId, bob)).toEqual([200, 'reads']);
    const own = await admin.http.get(`${members}/${added.projectMembershipId}`).expect(200);
    expect(own.body).toMatchObject({ membership: { roles: [{ role: 'viewer' }] } });
    expect((await endsRecorded()).entries).toEqual([]);
  });

  it('stays when its person makes themselves an administrator', async () => {
    const keeper = await aPerson(server, orgId, 'admin');
    await joinGroup(server, group, { userId: keeper.id });
    const { projectMembershipId } = await grant({}, keeper);
    const path = `/api/v1/organization-admin/projects/${project.id}/grant-admin-access`;
    await keeper.http.post(path).send({}).expect(200);

    await admin.http.delete(leaving(group, keeper)).expect(200);

    expect(await sight(projectMembershipId, keeper)).toEqual([200, 'reads']);
  });

  it('ends with the last privilege that lasts, and no other membership does', async () => {
    const { projectMembershipId, id } = await grant();
    const second = await grant({ slug: 'second' });
    const bob = await aPerson(server, orgId, 'no-access');
    await joinGroup(server, group, { userId: bob.id });
    const direct = await joinProject(server, project, { userId: bob.id }, 'no-access');
    const ofBob = await grant({}, bob);

    await admin.http.delete(`${PRIVILEGES}/${second.id}`).expect(200);
    expect(await sight(projectMembershipId)).toEqual([200, 'reads']);
    for (const privilege of [id, ofBob.id])
      await admin.http.delete(`${PRIVILEGES}/${privilege}`).expect(200);

    expect(await sight(projectMembershipId)).toEqual(IN_BY_GROUP);
    // Somebody added bob on purpose.
    expect(await sight(direct, bob)).toEqual([200, 'permission-denied']);
  });

  it('is not made for somebody who leaves while the privilege waits', async () => {
    const locking = server.database.source.createQueryRunner();
    await locking.startTransaction();
    await locking.query('select from projects where id = $1 for no key update', [project.id]);
    const request = { userId: ann.id, projectId: project.id, permissions: READS, type: FOR_GOOD };
    const granting = admin.http
      .post(PRIVILEGES)
      .send(request)
      .then((answer) => answer);
    await untilLocksAreAwaited(server, { part: 'projects' });
    await locking.query('delete from group_members where user_id = $1', [ann.id]);
    await locking.commitTransaction();
    await locking.release();

    expect((await granting).status).toBe(404);
    expect(await query('select from project_memberships where user_id = $1', [ann.id])).toEqual([]);
  });
});

describe('a membership whose privileges are over', () => {
  const sweep = async () => {
    await server.app.get(ExpiryNotifier).sweep();
    await server.app.get(BareMemberships).sweep();
  };
  const end = async (id: string) => {
    await query(
      `update additional_privileges set temporary_access_end_time = clock_timestamp() where id = $1`,
      [id],
    );
    await query('update projects set epoch = epoch + 1 where id = $1', [project.id]);
  };

  it('ends with the event that tells of the last end', async () => {
    const first = await grant({ slug: 'first', type: lasting('1h') });
    const second = await grant({ slug: 'second', type: lasting('2h') });
    const { projectMembershipId } = first;
    await sweep();
    await end(first.id);
    await sweep();
    expect(await sight(projectMembershipId)).toEqual([200, 'reads']);

    await end(second.id);
    // The clock ends the right, not the sweep.
    expect(await sight(projectMembershipId)).toEqual([200, 'permission-denied']);
    await sweep();

    expect(await sight(projectMembershipId)).toEqual(IN_BY_GROUP);
    const ended = { userId: ann.id, membershipId: projectMembershipId };
    expect(await endsRecorded()).toEqual({ events: [ended], entries: [ended] });
    const types = await query<{ type: string }>(
      `select type from project_events where project_id = $1 order by seq desc limit 2`,
      [project.id],
    );
    expect(types.map(({ type }) => type)).toEqual(['membership:delete', 'privilege:expire']);
  });

  it('ends at once with the privilege deleted last, whatever was over before', async () => {
    const over = await grant({ slug: 'over', type: lasting('1h') });
    const lasts = await grant({ slug: 'lasts' });
    await end(over.id);
    await sweep();
    await admin.http.delete(`${PRIVILEGES}/${lasts.id}`).expect(200);

    expect(await sight(lasts.projectMembershipId)).toEqual(IN_BY_GROUP);
  });

  it('stays when somebody added its person on purpose, or a privilege is still to begin', async () => {
    const bob = await aPerson(server, orgId, 'no-access');
    const direct = await joinProject(server, project, { userId: bob.id }, 'no-access');
    const ofBob = await grant({ type: lasting('1h') }, bob);
    const over = await grant({ slug: 'over', type: lasting('1h') });
    const begins = new Date(Date.now() + 3_600_000).toISOString();
    await grant({ slug: 'begins', type: { ...lasting('1h'), temporaryAccessStartTime: begins } });
    await sweep();
    for (const { id } of [ofBob, over]) await end(id);
    await sweep();

    expect(await sight(direct, bob)).toEqual([200, 'permission-denied']);
    expect(await sight(over.projectMembershipId)).toEqual([200, 'permission-denied']);
  });

  it('is no way into the project for who has left the group unseen by this version', async () => {
    const { projectMembershipId } = await grant({ type: lasting('1h') });
    // As a server of the version before does it, which knows of no mark.
    await query('delete from group_members where user_id = $1', [ann.id]);
    await query('update projects set epoch = epoch + 1 where id = $1', [project.id]);

    expect((await sight(projectMembershipId))[1]).toBe('not-a-member');
    await sweep();
    expect(await sight(projectMembershipId)).toEqual(OUT);
  });
});

describe('a membership of before the mark', () => {
  it('is known by the privilege that it was made with', async () => {
    const made = await grant();
    const bob = await aPerson(server, orgId, 'no-access');
    await joinGroup(server, group, { userId: bob.id });
    const direct = await joinProject(server, project, { userId: bob.id }, 'no-access');
    await grant({}, bob);
    const [promoted, gone] = [
      await aPerson(server, orgId, 'no-access'),
      await aPerson(server, orgId, 'no-access'),
    ];
    for (const { id } of [promoted, gone]) await joinGroup(server, group, { userId: id });
    const ofPromoted = await grant({}, promoted);
    const ofGone = await grant({}, gone);
    const roles = [{ role: 'viewer', isTemporary: false }];
    await admin.http
      .patch(`${members}/${ofPromoted.projectMembershipId}`)
      .send({ roles })
      .expect(200);
    await query('delete from group_members where user_id = $1', [gone.id]);

    const migration = new MadeMemberships1796688120000();
    const runner = server.database.source.createQueryRunner();
    await runner.startTransaction();
    await migration.down(runner);
    await migration.up(runner);
    await runner.commitTransaction();
    await runner.release();

    const marked = await query<{ id: string }>(
      'select id from project_memberships where project_id = $1 and made_for_privileges',
      [project.id],
    );
    expect(marked.map(({ id }) => id)).toEqual([made.projectMembershipId]);
    // What cannot be told apart from what an administrator wanted, and what an upgrade would take, stays as it was.
    for (const { projectMembershipId } of [{ projectMembershipId: direct }, ofPromoted, ofGone])
      await admin.http.get(`${members}/${projectMembershipId}`).expect(200);
  });
});
