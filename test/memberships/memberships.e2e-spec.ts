import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import pg from 'pg';
import type { Response, Test } from 'supertest';
import { Database } from '../../src/database/database.js';
import type { Rule } from '../../src/permissions/rule.js';
import { isBackground } from '../support/background.js';
import { useApp } from '../support/harness.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  type TestProject,
} from '../support/scene.js';
import { BLIND, withoutNames } from '../support/refusals.js';

const server = useApp();

const expectStatus = async (status: number, request: Test) =>
  expect((await request).status).toBe(status);
const source = () => server.database.source;

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const START = '2026-01-01T00:00:00.000Z';

/** As Terraform sends it: what stands beside `isTemporary: false` says nothing. */
const permanent = (role: string) => ({
  role,
  isTemporary: false,
  temporaryMode: '',
  temporaryRange: '',
  temporaryAccessStartTime: '0001-01-01T00:00:00Z',
});

const temporary = (role: string, temporaryRange = '100y', temporaryAccessStartTime = START) => ({
  role,
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange,
  temporaryAccessStartTime,
});

const NOTHING_TEMPORARY = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};
const NOT_CUSTOM = { customRoleId: null, customRoleName: null, customRoleSlug: null };
const held = (role: string) => ({ id: UUID, role, ...NOT_CUSTOM, ...NOTHING_TEMPORARY });

interface Stage {
  readonly orgId: string;
  readonly admin: Caller;
  readonly project: TestProject;
  readonly url: string;
}

async function aStage(): Promise<Stage> {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  return { orgId, admin, project, url: `/api/v1/projects/${project.id}/identity-memberships` };
}

const namesOf = (answer: Response) =>
  (
    answer.body as { identityMemberships: { identity: { name: string } }[] }
  ).identityMemberships.map(({ identity }) => identity.name);

/** Members with names and no token. */
async function members(stage: Stage, names: readonly string[]): Promise<void> {
  await source().query(
    `with i as (
       insert into identities (id, org_id, membership_id, name, role)
       select gen_random_uuid(), $1, gen_random_uuid(), n, 'no-access' from unnest($3::text[]) n
       returning id
     ), m as (
       insert into project_memberships (id, project_id, identity_id)
       select gen_random_uuid(), $2, id from i returning id
     )
     insert into membership_roles (id, membership_id, role)
     select gen_random_uuid(), id, 'viewer' from m`,
    [stage.orgId, stage.project.id, names],
  );
}

async function aRole(stage: Stage, permissions: readonly Rule[], slug = 'deployer') {
  const answer = await stage.admin.http
    .post(`/api/v1/projects/${stage.project.id}/roles`)
    .send({ slug, name: 'Deployer', permissions })
    .expect(200);
  return (answer.body as { role: { id: string; slug: string } }).role;
}

describe('POST /api/v1/projects/{projectId}/identity-memberships/{identityId}', () => {
  it('adds an identity without any right when no role is given', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await anIdentity(server, orgId, 'no-access');

    const added = await admin.http.post(`${url}/${bot.id}`).send({}).expect(200);
    const read = await admin.http.get(`${url}/${bot.id}`).expect(200);

    const { id, createdAt, updatedAt } = (
      added.body as { identityMembership: Record<string, string> }
    ).identityMembership as { id: string; createdAt: string; updatedAt: string };
    expect(added.body).toEqual({
      identityMembership: {
        id: UUID,
        identityId: bot.id,
        projectId: project.id,
        createdAt: TIME,
        updatedAt: TIME,
      },
    });
    expect(read.body).toEqual({
      identityMembership: {
        id,
        identityId: bot.id,
        createdAt,
        updatedAt,
        roles: [held('no-access')],
        identity: {
          id: bot.id,
          name: `identity-${bot.id}`,
          orgId,
          authMethods: ['token-auth'],
          hasDeleteProtection: false,
          projectId: null,
        },
        project: { id: project.id, name: 'Project' },
        lastLoginAuthMethod: null,
        lastLoginTime: null,
      },
    });
  });

  it('gives the roles, predefined and custom, for good and for a time', async () => {
    const stage = await aStage();
    const { admin, orgId, url } = stage;
    const role = await aRole(stage, [{ subject: 'tags', action: 'read' }]);
    const bot = await anIdentity(server, orgId, 'no-access');
    const roles = [{ role: 'viewer' }, permanent('deployer'), temporary('member', '2h')];

    await expectStatus(200, admin.http.post(`${url}/${bot.id}`).send({ role: 'admin', roles }));
    const read = await admin.http.get(`${url}/${bot.id}`).expect(200);

    const custom = {
      customRoleId: role.id,
      customRoleName: 'Deployer',
      customRoleSlug: 'deployer',
    };
    expect(
      (read.body as { identityMembership: { roles: unknown } }).identityMembership.roles,
    ).toEqual([
      held('viewer'),
      { ...held('custom'), ...custom },
      {
        ...held('member'),
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '2h',
        temporaryAccessStartTime: START,
        temporaryAccessEndTime: '2026-01-01T02:00:00.000Z',
      },
    ]);
  });

  it('takes the deprecated single role', async () => {
    const { admin, orgId, url, project } = await aStage();
    const bot = await anIdentity(server, orgId, 'no-access');
    await expectStatus(200, admin.http.post(`${url}/${bot.id}`).send({ role: 'viewer' }));
    await expectStatus(200, bot.http.get(`/api/v1/projects/${project.id}/roles`));
  });

  it('refuses a member, an identity of elsewhere, an unknown role and itself malformed', async () => {
    const { admin, orgId, url } = await aStage();
    const elsewhere = await aScene(server);
    const bot = await anIdentity(server, orgId, 'no-access');
    const path = `${url}/${bot.id}`;

    await expectStatus(404, admin.http.post(path).send({ roles: [{ role: 'unknown' }] }));
    await expectStatus(404, admin.http.post(path).send({ roles: [{ role: 'custom' }] }));
    await expectStatus(404, admin.http.post(`${url}/${elsewhere.admin.id}`).send({}));
    await expectStatus(404, admin.http.post(`${url}/${randomUUID()}`).send({}));
    await expectStatus(404, admin.http.post(`${url}/not-an-id`).send({}));
    await expectStatus(200, admin.http.post(path).send({}));
    const twice = await admin.http.post(path).send({}).expect(409);
    expect(twice.body).toMatchObject({ error: 'Conflict', message: expect.any(String) });
  });

  it.each([
    [{ roles: [] }],
    [{ roles: 'admin' }],
    [{ roles: ['admin'] }],
    [{ roles: [{}] }],
    [{ roles: [{ role: 'ADMIN' }] }],
    [{ roles: [{ role: ' Admin' }] }],
    [{ roles: [{ role: '\u0430dmin' }] }],
    [{ roles: [{ role: 'admin\u200b' }] }],
    [{ roles: [{ role: '\uff41dmin' }] }],
    [{ roles: [{ role: 'viewer', isTemporary: 'yes' }] }],
    [{ roles: [{ role: 'viewer', isTemporary: true }] }],
    [{ roles: [temporary('viewer', '0s')] }],
    [{ roles: [temporary('viewer', '-1h')] }],
    [{ roles: [temporary('viewer', '1h', 'tomorrow')] }],
    [{ roles: [{ ...temporary('viewer'), temporaryMode: 'absolute' }] }],
    [{ roles: Array.from({ length: 51 }, () => ({ role: 'viewer' })) }],
    [{ role: 7 }],
  ])('refuses %j', async (body) => {
    const { admin, orgId, url } = await aStage();
    const bot = await anIdentity(server, orgId, 'no-access');
    await expectStatus(422, admin.http.post(`${url}/${bot.id}`).send(body));
    await expectStatus(404, admin.http.get(`${url}/${bot.id}`));
  });

  it('refuses a role that is given twice, by name', async () => {
    const { admin, orgId, url } = await aStage();
    const bot = await anIdentity(server, orgId, 'no-access');
    const roles = [permanent('viewer'), { role: 'member' }, temporary('viewer')];
    const refused = await admin.http.post(`${url}/${bot.id}`).send({ roles }).expect(400);
    expect(refused.body).toMatchObject({ error: 'BadRequest', details: { roles: ['viewer'] } });
    await expectStatus(400, admin.http.patch(`${url}/${admin.id}`).send({ roles }));
  });

  it('demands create, and assign-role for each role given', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await anIdentity(server, orgId, 'no-access');
    const path = `${url}/${bot.id}`;
    const viewer = await aMember(server, project, orgId, 'viewer');
    const creator = await aMember(server, project, orgId, 'member');
    const assigner = await aMember(server, project, orgId, [
      { subject: 'identity', action: ['create', 'read'] },
      {
        subject: 'identity',
        action: 'assign-role',
        conditions: { assignableRole: { $in: ['no-access', 'viewer'] } },
      },
    ]);

    await expectStatus(403, viewer.http.post(path).send({}));
    const refused = await creator.http.post(path).send({ role: 'no-access' }).expect(403);
    expect(refused.body).toMatchObject({
      error: 'PermissionDenied',
      details: {
        subject: 'identity',
        action: 'assign-role',
        attributes: { identityId: bot.id, assignableRole: 'no-access' },
      },
    });
    await expectStatus(403, assigner.http.post(path).send({ role: 'member' }));
    const beyond = await assigner.http.post(path).send({ role: 'viewer' }).expect(403);
    expect(beyond.body).toMatchObject({
      error: 'PermissionDenied',
      message: 'You cannot grant more than you hold',
    });
    await expectStatus(200, assigner.http.post(path).send({ role: 'no-access' }));
    await expectStatus(200, admin.http.get(path));
  });

  it('answers one of fifty adds at once with 200 and the others with 409', async () => {
    const { admin, orgId, url } = await aStage();
    const bot = await anIdentity(server, orgId, 'no-access');
    const adds = Array.from({ length: 50 }, () => admin.http.post(`${url}/${bot.id}`).send({}));
    const statuses = (await Promise.all(adds)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
  });
});

describe('PATCH /api/v1/projects/{projectId}/identity-memberships/{identityId}', () => {
  it('replaces the roles, which count from the next request', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await aMember(server, project, orgId, 'no-access');
    const roles = `/api/v1/projects/${project.id}/roles`;

    await expectStatus(403, bot.http.get(roles));
    const changed = await admin.http
      .patch(`${url}/${bot.id}`)
      .send({ roles: [permanent('viewer')] })
      .expect(200);
    expect(changed.body).toEqual({ roles: [{ ...held('viewer'), projectMembershipId: UUID }] });
    await expectStatus(200, bot.http.get(roles));
    await expectStatus(
      200,
      admin.http.patch(`${url}/${bot.id}`).send({ roles: [temporary('viewer', '1s')] }),
    );
    await expectStatus(403, bot.http.get(roles));
  });

  it('does not count a role before its start', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await aMember(server, project, orgId, 'no-access');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const roles = [temporary('viewer', '1h', later)];
    await expectStatus(200, admin.http.patch(`${url}/${bot.id}`).send({ roles }));
    await expectStatus(403, bot.http.get(`/api/v1/projects/${project.id}/roles`));
  });

  it('refuses nothing, no roles, strangers and callers without the right', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await aMember(server, project, orgId, 'no-access');
    const stranger = await anIdentity(server, orgId, 'admin');
    const member = await aMember(server, project, orgId, 'member');
    const body = { roles: [{ role: 'no-access' }] };

    await expectStatus(422, admin.http.patch(`${url}/${bot.id}`).send({}));
    await expectStatus(422, admin.http.patch(`${url}/${bot.id}`).send({ roles: [] }));
    await expectStatus(
      404,
      admin.http.patch(`${url}/${bot.id}`).send({ roles: [{ role: 'gone' }] }),
    );
    await expectStatus(404, admin.http.patch(`${url}/${stranger.id}`).send(body));
    await expectStatus(403, stranger.http.patch(`${url}/${bot.id}`).send(body));
    await expectStatus(403, member.http.patch(`${url}/${bot.id}`).send(body));
  });
});

describe('DELETE /api/v1/projects/{projectId}/identity-memberships/{identityId}', () => {
  it('removes the membership, and the project is gone for its identity', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await aMember(server, project, orgId, 'viewer');

    await expectStatus(200, bot.http.get(`/api/v1/projects/${project.id}`));
    const removed = await admin.http.delete(`${url}/${bot.id}`).send({}).expect(200);
    expect(removed.body).toEqual({
      identityMembership: {
        id: UUID,
        identityId: bot.id,
        projectId: project.id,
        createdAt: TIME,
        updatedAt: TIME,
      },
    });
    await expectStatus(403, bot.http.get(`/api/v1/projects/${project.id}`));
    await expectStatus(404, admin.http.delete(`${url}/${bot.id}`));
  });

  it('does not revive old roles when the identity comes back', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await aMember(server, project, orgId, 'viewer');
    await expectStatus(200, admin.http.delete(`${url}/${bot.id}`));
    await expectStatus(200, admin.http.post(`${url}/${bot.id}`).send({}));
    await expectStatus(403, bot.http.get(`/api/v1/projects/${project.id}/roles`));
  });

  it('demands delete', async () => {
    const { orgId, project, url } = await aStage();
    const viewer = await aMember(server, project, orgId, 'viewer');
    await expectStatus(403, viewer.http.delete(`${url}/${viewer.id}`));
  });

  it('writes who did what into the audit', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await anIdentity(server, orgId, 'no-access');
    await expectStatus(200, admin.http.post(`${url}/${bot.id}`).send({ role: 'viewer' }));
    await expectStatus(
      200,
      admin.http.patch(`${url}/${bot.id}`).send({ roles: [{ role: 'member' }] }),
    );
    await expectStatus(200, admin.http.delete(`${url}/${bot.id}`));
    const entries = await source().query<object[]>(
      `select action, target->>'identityId' "identityId", target->'roles' roles, actor_id "actorId"
       from audit_entries where project_id = $1 and action like 'identity-membership.%' order by id`,
      [project.id],
    );
    const by = { identityId: bot.id, actorId: admin.id };
    expect(entries).toEqual([
      { ...by, action: 'identity-membership.create', roles: ['viewer'] },
      { ...by, action: 'identity-membership.update', roles: ['member'] },
      { ...by, action: 'identity-membership.delete', roles: null },
    ]);
  });
});

describe('GET one identity membership', () => {
  it('is the same by every path', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await aMember(server, project, orgId, 'viewer');
    const first = await admin.http.get(`${url}/${bot.id}`).expect(200);
    const { id } = (first.body as { identityMembership: { id: string } }).identityMembership;
    for (const path of [
      `/api/v1/projects/${project.id}/memberships/identities/${bot.id}`,
      `/api/v1/workspace/${project.id}/identity-memberships/${bot.id}`,
      `/api/v2/workspace/${project.id}/identity-memberships/${bot.id}`,
      `/api/v1/projects/identity-memberships/${id}`,
      `/api/v1/workspace/identity-memberships/${id}`,
      `/api/v2/workspace/identity-memberships/${id}`,
    ])
      expect((await admin.http.get(path).expect(200)).body).toEqual(first.body);
  });

  it('answers the same 404 for another tenant as for nothing at all', async () => {
    const { admin, orgId, project, url } = await aStage();
    const bot = await aMember(server, project, orgId, 'viewer');
    const elsewhere = await aStage();
    const read = await admin.http.get(`${url}/${bot.id}`).expect(200);
    const { id } = (read.body as { identityMembership: { id: string } }).identityMembership;
    const nothing = await elsewhere.admin.http.get(`${elsewhere.url}/${randomUUID()}`).expect(404);
    const missing = await elsewhere.admin.http.get(`${elsewhere.url}/${bot.id}`).expect(404);
    expect(withoutNames(missing.body)).toEqual(withoutNames(nothing.body));
    for (const path of [
      `${url}/${bot.id}`,
      `/api/v1/projects/identity-memberships/${id}`,
      '/api/v1/projects/identity-memberships/{}',
      '/api/v2/workspace/identity-memberships/undefined',
    ])
      expect((await elsewhere.admin.http.get(path).expect(404)).body).toMatchObject({
        message: BLIND,
      });
  });

  it('is read only by whom the rules let', async () => {
    const { orgId, project, url } = await aStage();
    const bot = await aMember(server, project, orgId, 'no-access');
    const other = await aMember(server, project, orgId, 'no-access');
    const reader = await aMember(server, project, orgId, [
      { subject: 'identity', action: 'read', conditions: { identityId: bot.id } },
    ]);
    await expectStatus(200, reader.http.get(`${url}/${bot.id}`));
    await expectStatus(403, reader.http.get(`${url}/${other.id}`));
    await expectStatus(403, bot.http.get(`${url}/${bot.id}`));
  });
});

describe('GET /api/v1/projects/{projectId}/identity-memberships', () => {
  it('pages in a stable order, with the count of all', async () => {
    const stage = await aStage();
    const { admin, url } = stage;
    await members(stage, ['b', 'a', 'a', 'c']);
    const all = await admin.http.get(url).expect(200);
    expect(all.body).toMatchObject({ totalCount: 5 });
    expect(namesOf(all)).toEqual(['a', 'a', 'b', 'c', `identity-${admin.id}`]);

    const pages = [];
    for (let offset = 0; offset < 6; offset += 2) {
      const page = await admin.http.get(`${url}?offset=${offset}&limit=2&orderBy=name`).expect(200);
      const body = page.body as { identityMemberships: unknown[]; totalCount: number };
      expect(body.totalCount).toBe(5);
      pages.push(...body.identityMemberships);
    }
    expect(pages).toEqual((all.body as { identityMemberships: unknown[] }).identityMemberships);
    const back = await admin.http.get(`${url}?orderDirection=desc`).expect(200);
    expect((back.body as { identityMemberships: unknown[] }).identityMemberships).toEqual(
      pages.toReversed(),
    );
    const beyond = await admin.http.get(`${url}?offset=2147483648`).expect(200);
    expect(beyond.body).toEqual({ identityMemberships: [], totalCount: 5 });
  });

  it('searches a part of the name, whatever its case, every character literal', async () => {
    const stage = await aStage();
    const { admin, url } = stage;
    await members(stage, ['Deploy-Bot', 'robot', '100%', 'a_b', 'axb', 'back\\slash', 'ÄRGER']);
    const found = async (text: string) =>
      namesOf(await admin.http.get(url).query({ search: text }).expect(200));
    expect(await found('BOT')).toEqual(['Deploy-Bot', 'robot']);
    expect(await found('%')).toEqual(['100%']);
    expect(await found('a_b')).toEqual(['a_b']);
    expect(await found('\\')).toEqual(['back\\slash']);
    expect(await found('ärger')).toEqual(['ÄRGER']);
    expect(await found('x'.repeat(8_000))).toEqual([]);
    expect(await found("'; drop table identities; --")).toEqual([]);
    expect(await found('')).toHaveLength(8);
    const newer = `/api/v1/projects/${stage.project.id}/memberships/identities?identityName=bot`;
    expect(namesOf(await admin.http.get(newer).expect(200))).toEqual(['Deploy-Bot', 'robot']);
  });

  it('finds who holds any of the roles, predefined or custom, by the newer form', async () => {
    const stage = await aStage();
    const { admin, orgId, project } = stage;
    await members(stage, ['one', 'two']);
    const rules: Rule[] = [{ subject: 'identity', action: ['read'] }];
    await aRole(stage, rules);
    const elsewhere = await aStage();
    await aRole(elsewhere, rules);
    const bot = await anIdentity(server, orgId, 'no-access');
    const both = { roles: [permanent('member'), temporary('deployer')] };
    await admin.http.post(`${stage.url}/${bot.id}`).send(both).expect(200);
    const newer = `/api/v1/projects/${project.id}/memberships/identities`;
    const found = async (query: string, caller = admin) => {
      const answer = await caller.http.get(`${newer}?${query}`).expect(200);
      const names = namesOf(answer);
      expect(answer.body).toMatchObject({ totalCount: names.length });
      return names;
    };
    const [adminName, botName] = [`identity-${admin.id}`, `identity-${bot.id}`];

    expect(await found('roles=admin')).toEqual([adminName]);
    expect(await found('roles=viewer')).toEqual(['one', 'two']);
    expect(await found('roles=deployer')).toEqual([botName]);
    expect(await found('roles=custom')).toEqual([botName]);
    expect(await found('roles=member,%20deployer')).toEqual([botName]);
    expect(await found('roles=viewer&roles=member')).toEqual([botName, 'one', 'two'].toSorted());
    expect(await found('roles=viewer&identityName=tw')).toEqual(['two']);
    expect(await found('roles=nobody')).toEqual([]);
    expect(await found('roles=')).toHaveLength(4);
    const narrow = await aMember(server, project, orgId, [
      { subject: 'identity', action: 'read', conditions: { identityId: bot.id } },
    ]);
    expect(await found('roles=viewer,member', narrow)).toEqual([botName]);
    for (const query of ['roles[$ne]=x', 'roles=%00', `roles=${'x'.repeat(4_097)}`])
      await expectStatus(422, admin.http.get(`${newer}?${query}`));
  });

  it.each([
    'limit=0',
    'limit=20001',
    'limit=-1',
    'limit=1e3',
    'limit=0x10',
    'limit=%205',
    'limit=5&limit=6',
    'limit[]=5',
    'offset=-1',
    'offset=x',
    'orderBy=id',
    'orderBy=name;--',
    'orderBy[$ne]=name',
    'orderDirection=DESC%20NULLS%20FIRST',
    'orderDirection=__proto__',
    'search[$ne]=x',
    'search=%00',
  ])('refuses %s', async (query) => {
    const { admin, url } = await aStage();
    await expectStatus(422, admin.http.get(`${url}?${query}`));
  });

  it('takes both bounds of limit, by the older and by the newer form', async () => {
    const { admin, project, url } = await aStage();
    const newer = `/api/v1/projects/${project.id}/memberships/identities`;
    await expectStatus(200, admin.http.get(`${url}?limit=1`));
    await expectStatus(200, admin.http.get(`${url}?limit=20000&offset=`));
    await expectStatus(200, admin.http.get(`${newer}?limit=1000`));
    await expectStatus(422, admin.http.get(`${newer}?limit=1001`));
  });

  it('shows and counts only what the caller may read', async () => {
    const stage = await aStage();
    const { admin, orgId, project, url } = stage;
    await members(stage, ['a', 'b', 'c']);
    const rules = (rule: object): Rule[] => [
      { subject: 'identity', action: ['read'] },
      { subject: 'identity', action: ['read'], ...rule },
    ];
    const forbidden = await aMember(
      server,
      project,
      orgId,
      rules({ inverted: true, conditions: { identityId: { $eq: admin.id } } }),
    );
    const list = await forbidden.http.get(url).expect(200);
    expect(list.body).toMatchObject({ totalCount: 4 });
    expect(namesOf(list)).toEqual(['a', 'b', 'c', `identity-${forbidden.id}`]);
    const narrow = await aMember(server, project, orgId, [
      { subject: 'identity', action: 'read', conditions: { identityId: { $in: [admin.id] } } },
    ]);
    const one = await narrow.http.get(url).expect(200);
    expect(one.body).toMatchObject({ totalCount: 1 });
    expect(namesOf(one)).toEqual([`identity-${admin.id}`]);
    const none = await aMember(server, project, orgId, 'no-access');
    await expectStatus(403, none.http.get(url));
  });

  it('refuses another tenant with 404 and whoever is no member with 403', async () => {
    const { orgId, url } = await aStage();
    const elsewhere = await aScene(server);
    const stranger = await anIdentity(server, orgId, 'admin');
    await expectStatus(404, elsewhere.admin.http.get(url));
    await expectStatus(403, stranger.http.get(url));
    await expectStatus(401, server.http.get(url));
  });

  it('carries an ETag and answers 304 to it', async () => {
    const { admin, url } = await aStage();
    const first = await admin.http.get(url).expect(200);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    await expectStatus(
      304,
      admin.http.get(url).set('If-None-Match', first.headers['etag'] as string),
    );
  });

  it('lists 20,000 in one statement whatever their number', async () => {
    const stage = await aStage();
    const { admin, url } = stage;
    // Not through the pool, whose statements have 5 s.
    const client = new pg.Client({ connectionString: server.databaseUrl });
    await client.connect();
    await client.query(
      `with i as (
         insert into identities (id, org_id, membership_id, name, role)
         select gen_random_uuid(), $1, gen_random_uuid(), 'bot-' || lpad(n::text, 6, '0'), 'no-access'
         from generate_series(1, 19999) n returning id
       ), m as (
         insert into project_memberships (id, project_id, identity_id)
         select gen_random_uuid(), $2, id from i returning id
       )
       insert into membership_roles (id, membership_id, role)
       select gen_random_uuid(), id, r from m, unnest(array['viewer', 'member']) r`,
      [stage.orgId, stage.project.id],
    );
    await client.query('analyze');
    await client.end();
    await expectStatus(200, admin.http.get(`${url}?limit=10`));
    const newer = `/api/v1/projects/${stage.project.id}/memberships/identities`;
    const admins = await admin.http.get(`${newer}?roles=admin`).expect(200);
    expect(admins.body).toMatchObject({ totalCount: 1 });
    const rows = jest.spyOn(server.app.get(Database), 'rows');
    const asked = () => rows.mock.calls.filter(([{ text }]) => !isBackground(text)).length;
    await expectStatus(200, admin.http.get(`${url}?limit=10`));
    const statementsForTen = asked();
    rows.mockClear();
    const answer = await fetch(`http://127.0.0.1:${portOf(server.app)}${url}?limit=20000`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(5_000_000);
    expect(asked()).toBe(statementsForTen);
    rows.mockRestore();
    const last = await admin.http.get(`${url}?limit=2&offset=19998`).expect(200);
    expect(namesOf(last)).toEqual(['bot-019999', `identity-${admin.id}`]);
    expect(last.body).toMatchObject({ totalCount: 20_000 });
  });
});

const portOf = (app: { getHttpServer(): { address(): unknown } }) =>
  (app.getHttpServer().address() as { port: number }).port;

describe('what the clients send', () => {
  it('serves the project identity resource of Terraform to the end', async () => {
    const stage = await aStage();
    const { admin, orgId, project } = stage;
    await aRole(stage, [{ subject: 'secrets', action: ['describeSecret'] }]);
    const bot = await anIdentity(server, orgId, 'no-access');
    const path = `/api/v2/workspace/${project.id}/identity-memberships/${bot.id}`;
    const shown = (body: unknown) =>
      (
        body as {
          identityMembership: {
            roles: { role: string; customRoleSlug: string | null; temporaryRange: string | null }[];
          };
        }
      ).identityMembership.roles
        .map(({ role, customRoleSlug, temporaryRange }) => [customRoleSlug ?? role, temporaryRange])
        .sort();

    const ids = { identityId: bot.id, projectId: project.id };
    const first = [permanent('deployer'), temporary('viewer', '1h')];
    const added = await admin.http
      .post(path)
      .send({ ...ids, roles: first })
      .expect(200);
    const { id } = (added.body as { identityMembership: { id: string } }).identityMembership;
    const read = await admin.http.get(path).send({}).expect(200);
    expect(shown(read.body)).toEqual([
      ['deployer', null],
      ['viewer', '1h'],
    ]);
    const byId = await admin.http.get(`/api/v2/workspace/identity-memberships/${id}`).expect(200);
    expect(byId.body).toEqual(read.body);
    const again = [permanent('member')];
    await expectStatus(200, admin.http.patch(path).send({ ...ids, roles: again }));
    expect(shown((await admin.http.get(path).expect(200)).body)).toEqual([['member', null]]);
    await expectStatus(200, admin.http.delete(path).send(ids));
    await expectStatus(404, admin.http.get(path));
    await expectStatus(404, admin.http.get(`/api/v2/workspace/identity-memberships/${id}`));
  });

  it('serves the Kubernetes operator', async () => {
    const { admin, orgId, project } = await aStage();
    const bot = await anIdentity(server, orgId, 'no-access');
    await expectStatus(
      200,
      admin.http
        .post(`/api/v1/projects/${project.id}/memberships/identities/${bot.id}`)
        .send({ roles: [{ role: 'admin' }] }),
    );
    await expectStatus(200, bot.http.get(`/api/v1/projects/${project.id}/roles`));
  });
});
