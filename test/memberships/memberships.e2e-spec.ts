import { randomUUID } from 'node:crypto';
import { aMember, anIdentity, aScene } from '../support/scene.js';
import {
  server,
  expectStatus,
  source,
  START,
  permanent,
  temporary,
  aStage,
  aRole,
} from './memberships-scene.js';

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

const NOTHING_TEMPORARY = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

const NOT_CUSTOM = { customRoleId: null, customRoleName: null, customRoleSlug: null };

const held = (role: string) => ({ id: UUID, role, ...NOT_CUSTOM, ...NOTHING_TEMPORARY });

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
