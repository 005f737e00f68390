import { randomUUID } from 'node:crypto';
import { useApp } from '../support/harness.js';
import { ORG_ROLES } from '../../src/permissions/predefined-roles.js';
import { closeAll, listen } from '../support/events/event-source.js';
import { aPerson, aSession, joinProject } from '../support/people.js';
import { aProvider, type Provider, SCIM } from '../support/scim-scene.js';
import { aProject } from '../support/scene.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';

const server = useApp();
const ROLES = '/api/v1/organization/roles';

interface Entry {
  readonly action: string;
  readonly target: Record<string, unknown>;
}

const lastEntry = async (orgId: string): Promise<Entry> => {
  const rows = await server.database.source.query<Entry[]>(
    `select action, target from audit_entries where org_id = $1
     order by created_at desc, id desc limit 1`,
    [orgId],
  );
  return rows[0]!;
};

/** Leaves no machine identity an administrator by its role; the maker of the token holds all that one does. */
async function demoteMachines(orgId: string): Promise<void> {
  const { source } = server.database;
  const roleId = randomUUID();
  const { rules } = ORG_ROLES.find(({ slug }) => slug === 'admin')!;
  await source.query(
    `insert into org_roles (id, org_id, slug, name, permissions) values ($1, $2, 'as-admin', 'As admin', $3)`,
    [roleId, orgId, JSON.stringify(rules)],
  );
  await source.query(`update identities set role = 'custom', role_id = $2 where org_id = $1`, [
    orgId,
    roleId,
  ]);
  await source.query(
    `delete from project_memberships where identity_id in (select id from identities where org_id = $1)`,
    [orgId],
  );
}

const turn = (provider: Provider, id: string, value: boolean) =>
  provider.patch(`/Users/${id}`, { op: 'replace', path: 'active', value }).expect(200);

describe('deactivation by SCIM', () => {
  it('closes open event streams', async () => {
    const provider = await aProvider(server);
    const project = await aProject(provider.admin);
    const ann = await aPerson(server, provider.orgId, 'member');
    await joinProject(server, project, { userId: ann.id }, 'admin');
    const stream = await listen(server, ann.token, { projectId: project.id });

    await turn(provider, ann.orgMembershipId, false);
    const took = quietStopwatch();
    await stream.untilEnd();
    // A poll each 750 ms; the rest is what a busy machine takes.
    expect(took()).toBeLessThan(3_000);
    closeAll();
  });

  it('brings nothing back with activation but rights that live', async () => {
    const provider = await aProvider(server);
    const project = await aProject(provider.admin);
    const ann = await aPerson(server, provider.orgId, 'no-access');
    const membershipId = await joinProject(server, project, { userId: ann.id }, 'viewer');
    for (const [purpose, scope] of [
      ['invitation', ann.orgMembershipId],
      ['recovery', ann.id],
    ])
      await server.database.source.query(
        `insert into one_time_tokens (user_id, purpose, scope_id, digest, email, expires_at)
         values ($1, $2, $3, $4, $5, now() + interval '1 hour')`,
        [ann.id, purpose, scope, Buffer.from(randomUUID()), ann.email],
      );
    await turn(provider, ann.orgMembershipId, false);
    await ann.http.get(ROLES).expect(401);
    const tokens = 'select from one_time_tokens where user_id = $1';
    expect(await server.database.source.query<object[]>(tokens, [ann.id])).toEqual([]);
    await server.database.source.query(
      `update membership_roles set is_temporary = true, temporary_mode = 'relative', temporary_range = '1s',
         temporary_access_start_time = now() - interval '2 seconds',
         temporary_access_end_time = now() - interval '1 second'
       where membership_id = $1`,
      [membershipId],
    );

    await turn(provider, ann.orgMembershipId, true);
    expect((await lastEntry(provider.orgId)).action).toBe('scim-user.reactivate');
    await ann.http.get(ROLES).expect(401);
    const { token } = await aSession(server, ann);
    const path = `/api/v1/projects/${project.id}/roles`;
    expect((await server.as(token).get('/api/v1/projects')).status).toBe(200);
    expect((await server.as(token).get(path)).status).toBe(403);
  });

  it('leaves the sessions of another organization alone', async () => {
    const [here, there] = [await aProvider(server), await aProvider(server)];
    const ann = await aPerson(server, here.orgId, 'admin');
    await server.database.source.query(
      `insert into organization_memberships (id, org_id, user_id, role, status) values ($1, $2, $3, 'admin', 'accepted')`,
      [randomUUID(), there.orgId, ann.id],
    );
    const other = await aSession(server, { id: ann.id, orgId: there.orgId });

    await here.send('delete', `/Users/${ann.orgMembershipId}`).expect(204);
    await ann.http.get(ROLES).expect(401);
    await server.as(other.token).get(ROLES).expect(200);
  });
});

/** What the events of the type name in a project, in the order in which they came. */
const eventsOf = async (projectId: string, type: string) => {
  const rows = await server.database.source.query<{ payload: object[] }[]>(
    'select payload from project_events where project_id = $1 and type = $2 order by seq',
    [projectId, type],
  );
  return rows.map(({ payload }) => payload);
};

describe('the events of projects', () => {
  it('tell of people who leave, and of groups that change, by SCIM as by hand', async () => {
    const provider = await aProvider(server);
    const project = await aProject(provider.admin);
    const ann = await aPerson(server, provider.orgId, 'member');
    const bob = await aPerson(server, provider.orgId, 'member');
    const membershipId = await joinProject(server, project, { userId: ann.id }, 'viewer');
    const groupId = await provider.group('Told', [ann.orgMembershipId]);
    const place = { groupId, membershipId: await joinProject(server, project, { groupId }) };
    const value = [{ value: bob.orgMembershipId }];

    await provider
      .patch(`/Groups/${groupId}`, { op: 'replace', path: 'members', value })
      .expect(204);
    const tokenId = randomUUID();
    await server.database.source.query(
      `insert into service_tokens (id, project_id, name, digest, scopes, permissions, rules, maker_id,
         makers, membership_id, expires_at)
       values ($1, $2, 'nightly', $5, '[]', '{}', '[]', $3, '{}', $4, now() + interval '1 hour')`,
      [tokenId, project.id, ann.id, membershipId, Buffer.from(tokenId)],
    );
    await provider.send('delete', `/Users/${ann.orgMembershipId}`).expect(204);
    expect(await lastEntry(provider.orgId)).toMatchObject({
      action: 'scim-user.delete',
      target: { serviceTokens: [{ id: tokenId, name: 'nightly' }] },
    });
    await provider.send('delete', `/Groups/${groupId}`).expect(204);

    expect(await eventsOf(project.id, 'membership:update')).toEqual([
      [
        { userId: bob.id, ...place },
        { userId: ann.id, ...place },
      ],
    ]);
    expect(await eventsOf(project.id, 'membership:delete')).toEqual([
      [{ userId: ann.id, membershipId }],
      [place],
    ]);
  });

  it('tell of a group alone where too many join it at once', async () => {
    const provider = await aProvider(server);
    const project = await aProject(provider.admin);
    const groupId = await provider.group('Many');
    const place = { groupId, membershipId: await joinProject(server, project, { groupId }) };
    const { source } = server.database;
    const people = await source.query<{ id: string }[]>(
      `with people as (
         insert into users (id, email)
         select gen_random_uuid(), gen_random_uuid() || '@example.org' from generate_series(1, 51)
         returning id
       )
       insert into organization_memberships (id, org_id, user_id, role, status)
       select gen_random_uuid(), $1, id, 'no-access', 'accepted' from people returning id`,
      [provider.orgId],
    );

    const value = people.map(({ id }) => ({ value: id }));
    await provider.patch(`/Groups/${groupId}`, { op: 'add', path: 'members', value }).expect(204);

    expect(await eventsOf(project.id, 'membership:update')).toEqual([[place]]);
  });
});

describe('the last administrator', () => {
  it('is deactivated and deleted all the same, and the audit log tells what is left without one', async () => {
    const provider = await aProvider(server);
    const { orgId } = provider;
    const project = await aProject(provider.admin);
    const ann = await aPerson(server, orgId, 'admin');
    await joinProject(server, project, { userId: ann.id }, 'admin');
    await demoteMachines(orgId);
    const left = { organization: true, projectIds: [project.id] };

    await turn(provider, ann.orgMembershipId, false);
    expect(await lastEntry(orgId)).toMatchObject({
      action: 'scim-user.deactivate',
      target: { leftWithoutAdministrator: left },
    });
    await turn(provider, ann.orgMembershipId, true);
    expect((await lastEntry(orgId)).target).not.toHaveProperty('leftWithoutAdministrator');
    await provider.send('delete', `/Users/${ann.orgMembershipId}`).expect(204);
    expect(await lastEntry(orgId)).toMatchObject({
      action: 'scim-user.delete',
      target: { membershipId: ann.orgMembershipId, leftWithoutAdministrator: left },
    });
    const rows = await server.database.source.query<object[]>(
      `select from project_memberships where user_id = $1 union all
       select from organization_memberships where user_id = $1 union all
       select from group_members where user_id = $1`,
      [ann.id],
    );
    expect(rows).toEqual([]);
  });

  it('loses an administering group, member by member or as a whole, and the audit log tells', async () => {
    const provider = await aProvider(server);
    const { orgId } = provider;
    const project = await aProject(provider.admin);
    const ann = await aPerson(server, orgId, 'member');
    const group = await provider.group('Admins', [ann.orgMembershipId]);
    await joinProject(server, project, { groupId: group }, 'admin');
    await server.database.source.query(`update groups set role = 'admin' where id = $1`, [group]);
    await ann.http.get(`/api/v1/projects/${project.id}/roles`).expect(200);
    await demoteMachines(orgId);
    const left = { organization: true, projectIds: [project.id] };
    const members = (value: object[]) =>
      provider.patch(`/Groups/${group}`, { op: 'replace', path: 'members', value }).expect(204);

    await members([]);
    expect(await lastEntry(orgId)).toMatchObject({
      action: 'scim-group.update',
      target: {
        ...{ groupId: group, removed: 1, added: 0, removedUserIds: [ann.id] },
        leftWithoutAdministrator: left,
      },
    });
    await ann.http.get(`/api/v1/projects/${project.id}/roles`).expect(403);
    await members([{ value: ann.orgMembershipId }]);
    await ann.http.get(`/api/v1/projects/${project.id}/roles`).expect(200);
    expect(await lastEntry(orgId)).toMatchObject({ target: { addedUserIds: [ann.id] } });
    const displayName = 'Renamed crew';
    await provider
      .patch(`/Groups/${group}`, { op: 'replace', path: 'displayName', value: displayName })
      .expect(204);
    expect(await lastEntry(orgId)).toMatchObject({
      target: { name: displayName, formerName: expect.any(String) },
    });
    await provider.send('delete', `/Groups/${group}`).expect(204);
    expect(await lastEntry(orgId)).toMatchObject({
      action: 'scim-group.delete',
      target: { removedUserIds: [ann.id], leftWithoutAdministrator: left },
    });
    await ann.http.get(`/api/v1/projects/${project.id}/roles`).expect(403);
  });
});

describe('the tokens of a person', () => {
  it('make tokens of SCIM soon after a proof of who it is (403), and are none themselves (403)', async () => {
    const provider = await aProvider(server);
    const ann = await aPerson(server, provider.orgId, 'admin');

    await ann.http.get(`${SCIM}/Users`).expect(403);
    const made = await ann.http
      .post(`${SCIM}/scim-tokens`)
      .send({ organizationId: provider.orgId })
      .expect(200);
    const { id } = (made.body as { scimTokenData: { id: string } }).scimTokenData;
    await ann.http.delete(`${SCIM}/scim-tokens/${id}`).expect(200);
    await server.database.source.query(
      `update sessions set proved_at = now() - interval '11 minutes' where id = $1`,
      [ann.sessionId],
    );
    const draft = { organizationId: provider.orgId };
    const refused = await ann.http.post(`${SCIM}/scim-tokens`).send(draft).expect(403);
    expect(JSON.parse(refused.text)).toMatchObject({
      status: '403',
      detail: expect.stringContaining('reauthenticate'),
    });
  });
});
