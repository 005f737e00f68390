import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { PROJECT_ROLES } from '../../src/permissions/predefined-roles.js';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { BLIND_NOT_FOUND, withoutNames } from '../support/refusals.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  type TestProject,
  withoutReqId,
} from '../support/scene.js';

const server = useApp();

const expectStatus = async (status: number, request: Test) =>
  expect((await request).status).toBe(status);

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

interface Role {
  readonly id: string;
  readonly slug: string;
  readonly permissions: readonly Rule[];
}

const roleOf = ({ body }: { body: unknown }) => (body as { role: Role }).role;

async function aStage() {
  const { orgId, admin } = await aScene(server);
  const project = await aProject(admin);
  return { orgId, admin, project, url: `/api/v1/projects/${project.id}/roles` };
}

const BODY = { slug: 'deployer', name: 'Deployer', permissions: [] as readonly object[] };

/** Every form of a rule that a client sends. */
const RULES = [
  { subject: 'secrets', action: 'create' },
  { subject: 'secrets', action: ['describeSecret', 'readValue'], inverted: false },
  {
    action: ['read'],
    subject: 'secrets',
    conditions: { secretPath: { $glob: '/app/**' }, environment: 'dev' },
  },
  {
    conditions: { environment: { $in: ['dev', 'staging'] }, secretTags: { $all: ['a'] } },
    inverted: true,
    subject: 'secrets',
    action: ['edit'],
  },
  { subject: 'role', action: ['read'], inverted: false },
  { subject: 'identity', action: 'assign-role', conditions: { assignableRole: { $ne: 'admin' } } },
];

const FAMILIES: readonly (readonly [string, (project: TestProject) => string])[] = [
  ['/api/v1/projects/{projectId}', ({ id }) => `/api/v1/projects/${id}/roles`],
  ['/api/v1/workspace/{projectSlug}', ({ slug }) => `/api/v1/workspace/${slug}/roles`],
  ['/api/v2/workspace/{projectId}', ({ id }) => `/api/v2/workspace/${id}/roles`],
];

describe.each(FAMILIES)('%s/roles', (_, pathOf) => {
  it('serves the project role resource of Terraform to the end', async () => {
    const { admin, project } = await aStage();
    const path = pathOf(project);
    const body = { ...BODY, description: 'Ships', permissions: RULES, projectSlug: project.slug };

    const created = roleOf(await admin.http.post(path).send(body).expect(200));
    expect(created).toEqual({
      id: UUID,
      slug: 'deployer',
      name: 'Deployer',
      description: 'Ships',
      permissions: RULES,
      projectId: project.id,
      createdAt: TIME,
      updatedAt: TIME,
    });
    const reads = [`${path}/slug/deployer`, `${path}/${created.id}`];
    for (const read of [...reads, `/api/v1/projects/roles/${created.id}`]) {
      const answer = await admin.http.get(read).expect(200);
      expect(JSON.stringify(roleOf(answer))).toBe(JSON.stringify(created));
    }
    const changes = { slug: 'shipper', name: 'Shipper', permissions: RULES.toReversed() };
    const changed = roleOf(
      await admin.http.patch(`${path}/${created.id}`).send(changes).expect(200),
    );
    expect(changed).toEqual({ ...created, ...changes, updatedAt: TIME });
    const reread = roleOf(await admin.http.get(`${path}/slug/shipper`).expect(200));
    expect(JSON.stringify(reread)).toBe(JSON.stringify(changed));
    const removed = await admin.http.delete(`${path}/${created.id}`).send({}).expect(200);
    expect(roleOf(removed)).toEqual(changed);
    await expectStatus(404, admin.http.get(`${path}/slug/shipper`));
    await expectStatus(404, admin.http.get(`/api/v1/projects/roles/${created.id}`));
  });

  it('lists the predefined roles first, then the others by slug, without rules', async () => {
    const { admin, project } = await aStage();
    const path = pathOf(project);
    for (const slug of ['zebra', 'ant']) await admin.http.post(path).send({ ...BODY, slug });
    const { roles } = (await admin.http.get(path).expect(200)).body as { roles: Role[] };
    expect(roles.map(({ slug }) => slug)).toEqual([
      ...PROJECT_ROLES.map(({ slug }) => slug),
      'ant',
      'zebra',
    ]);
    expect(roles[0]).toEqual({
      id: PROJECT_ROLES[0].id,
      slug: 'admin',
      name: PROJECT_ROLES[0].name,
      description: PROJECT_ROLES[0].description,
      projectId: project.id,
      createdAt: TIME,
      updatedAt: TIME,
    });
  });

  it('reads predefined roles, and neither changes nor deletes them', async () => {
    const { admin, project } = await aStage();
    const path = pathOf(project);
    for (const { id, slug, rules } of PROJECT_ROLES) {
      const bySlug = roleOf(await admin.http.get(`${path}/slug/${slug}`).expect(200));
      const byId = roleOf(await admin.http.get(`${path}/${id}`).expect(200));
      expect([bySlug.permissions, byId.permissions]).toEqual([rules, rules]);
      await expectStatus(404, admin.http.patch(`${path}/${id}`).send({ name: 'x' }));
      await expectStatus(404, admin.http.delete(`${path}/${id}`));
    }
  });
});

describe('POST /api/v1/projects/{projectId}/roles', () => {
  it.each([
    ...PROJECT_ROLES.map(({ slug }) => ({ slug })),
    { slug: 'custom' },
    { slug: ' Admin' },
    { slug: 'ADMIN' },
    { slug: '\u0430dmin' },
    { slug: 'admin\u200b' },
    { slug: 'a--b' },
    { slug: '-a' },
    { slug: '' },
    { slug: 'x'.repeat(65) },
    { slug: undefined },
    { name: '' },
    { name: undefined },
    { permissions: undefined },
    { permissions: {} },
    { permissions: [{ subject: 'nothing', action: 'read' }] },
    { permissions: [{ subject: 'constructor', action: 'read' }] },
    { permissions: [{ subject: 'secrets', action: 'encrypt' }] },
    { permissions: [{ subject: 'secrets', action: [] }] },
    { permissions: [{ subject: 'secrets', action: ['edit', 'edit'] }] },
    { permissions: [{ subject: 'tags', action: 'read', inverted: true }] },
    { permissions: [{ subject: 'tags', action: 'read', conditions: { name: 'x' } }] },
    {
      permissions: [
        { subject: 'secrets', action: 'edit', conditions: { environment: { $regex: 'x' } } },
      ],
    },
    { permissions: [{ subject: 'secrets', action: 'edit', conditions: [] }] },
    { permissions: [{ subject: 'secrets', action: 'edit', conditions: { secretPath: 'a' } }] },
    { permissions: [{ subject: 'identity', action: 'create', conditions: { identityId: 'x' } }] },
  ])('refuses %j', async (wrong) => {
    const { admin, url } = await aStage();
    await expectStatus(422, admin.http.post(url).send({ ...BODY, ...wrong }));
  });

  it('takes a slug of 64 characters and no rules at all', async () => {
    const { admin, url } = await aStage();
    await expectStatus(200, admin.http.post(url).send({ ...BODY, slug: 'x'.repeat(64) }));
  });

  it.each([['describeSecret'], ['readValue']])('refuses read beside %s', async (part) => {
    const { admin, url } = await aStage();
    const permissions = [{ subject: 'secrets', action: ['read', part] }];
    await expectStatus(400, admin.http.post(url).send({ ...BODY, permissions }));
    const role = roleOf(await admin.http.post(url).send(BODY).expect(200));
    await expectStatus(400, admin.http.patch(`${url}/${role.id}`).send({ permissions }));
  });

  it('refuses a template that speaks of anything but the identity', async () => {
    const { admin, url } = await aStage();
    const permissions = [
      { subject: 'secrets', action: 'edit', conditions: { secretName: '{{process.env}}' } },
    ];
    await expectStatus(400, admin.http.post(url).send({ ...BODY, permissions }));
  });

  it('gives a slug once: of fifty at once one wins, and another project has its own', async () => {
    const { admin, url } = await aStage();
    const all = Array.from({ length: 50 }, () => admin.http.post(url).send(BODY));
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    const other = await aProject(admin);
    await expectStatus(200, admin.http.post(`/api/v1/projects/${other.id}/roles`).send(BODY));
  });

  it('demands the right of each action', async () => {
    const { admin, orgId, project, url } = await aStage();
    const role = roleOf(await admin.http.post(url).send(BODY).expect(200));
    const nobody = await aMember(server, project, orgId, 'no-access');
    const viewer = await aMember(server, project, orgId, 'viewer');
    await expectStatus(200, viewer.http.get(url));
    for (const caller of [nobody, viewer]) {
      await expectStatus(403, caller.http.post(url).send({ ...BODY, slug: 'other' }));
      await expectStatus(403, caller.http.patch(`${url}/${role.id}`).send({}));
      await expectStatus(403, caller.http.delete(`${url}/${role.id}`));
    }
    await expectStatus(403, nobody.http.get(url));
    await expectStatus(403, nobody.http.get(`${url}/${role.id}`));
    await expectStatus(403, nobody.http.get(`${url}/slug/admin`));
    await expectStatus(403, nobody.http.get(`/api/v1/projects/roles/${role.id}`));
    await expectStatus(401, server.http.get(url));
  });

  it('answers the same 404 for another tenant as for nothing at all', async () => {
    const { admin, orgId, project, url } = await aStage();
    const role = roleOf(await admin.http.post(url).send(BODY).expect(200));
    const elsewhere = await aStage();
    const nonMember = await anIdentity(server, orgId, 'admin');
    const nothing = await elsewhere.admin.http.get(`${elsewhere.url}/${randomUUID()}`).expect(404);
    const asks = (caller: Caller) => [
      caller.http.get(url),
      caller.http.get(`/api/v1/workspace/${project.slug}/roles`),
      caller.http.post(url).send(BODY),
      caller.http.get(`/api/v1/projects/roles/${role.id}`),
      caller.http.patch(`${url}/${role.id}`).send({ name: 'x' }),
      caller.http.delete(`${url}/${role.id}`),
      caller.http.get('/api/v1/projects/%7B%7D/roles'),
    ];
    const asksInOwn = [
      elsewhere.admin.http.patch(`${elsewhere.url}/${role.id}`).send({ name: 'x' }),
      elsewhere.admin.http.get(`${elsewhere.url}/not-an-id`),
    ];
    for (const ask of asks(nonMember).slice(0, 6)) await ask.expect(403);
    for (const ask of asks(elsewhere.admin))
      expect(withoutReqId((await ask.expect(404)).body)).toEqual(BLIND_NOT_FOUND);
    for (const ask of asksInOwn)
      expect(withoutNames((await ask.expect(404)).body)).toEqual(withoutNames(nothing.body));
  });
});

describe('PATCH /api/v1/projects/{projectId}/roles/{roleId}', () => {
  it('counts for every holder from the next request', async () => {
    const { admin, orgId, project, url } = await aStage();
    const role = roleOf(await admin.http.post(url).send(BODY).expect(200));
    const bot = await anIdentity(server, orgId, 'no-access');
    await admin.http
      .post(`/api/v1/projects/${project.id}/identity-memberships/${bot.id}`)
      .send({ roles: [{ role: 'deployer' }] })
      .expect(200);
    await expectStatus(403, bot.http.get(url));
    const permissions = [{ subject: 'role', action: 'read' }];
    await expectStatus(200, admin.http.patch(`${url}/${role.id}`).send({ permissions }));
    await expectStatus(200, bot.http.get(url));
    await expectStatus(200, admin.http.patch(`${url}/${role.id}`).send({ permissions: [] }));
    await expectStatus(403, bot.http.get(url));
  });

  it('refuses a taken slug and a reserved one, and takes its own', async () => {
    const { admin, url } = await aStage();
    const role = roleOf(await admin.http.post(url).send(BODY).expect(200));
    await admin.http
      .post(url)
      .send({ ...BODY, slug: 'taken' })
      .expect(200);
    const path = `${url}/${role.id}`;
    await expectStatus(409, admin.http.patch(path).send({ slug: 'taken' }));
    await expectStatus(422, admin.http.patch(path).send({ slug: 'viewer' }));
    await expectStatus(200, admin.http.patch(path).send({ slug: 'deployer' }));
    const empty = await admin.http.patch(path).send({ description: null }).expect(200);
    expect(roleOf(empty)).toMatchObject({ slug: 'deployer', description: null });
  });

  it('writes who did what into the audit', async () => {
    const { admin, project, url } = await aStage();
    const role = roleOf(await admin.http.post(url).send(BODY).expect(200));
    await admin.http.patch(`${url}/${role.id}`).send({ name: 'x' }).expect(200);
    await admin.http.delete(`${url}/${role.id}`).expect(200);
    const entries = await server.database.source.query<object[]>(
      `select action, target, actor_id "actorId" from audit_entries
       where project_id = $1 and action like 'project-role.%' order by id`,
      [project.id],
    );
    const entry = { target: { roleId: role.id, slug: 'deployer' }, actorId: admin.id };
    expect(entries).toEqual(
      ['create', 'update', 'delete'].map((verb) => ({ ...entry, action: `project-role.${verb}` })),
    );
  });
});

describe('DELETE /api/v1/projects/{projectId}/roles/{roleId}', () => {
  it('refuses while somebody holds it, with the count', async () => {
    const { admin, orgId, project, url } = await aStage();
    const role = roleOf(await admin.http.post(url).send(BODY).expect(200));
    const memberships = `/api/v1/projects/${project.id}/identity-memberships`;
    const bots = [
      await anIdentity(server, orgId, 'no-access'),
      await anIdentity(server, orgId, 'admin'),
    ];
    const roles = [{ role: 'deployer' }, { role: 'viewer' }];
    for (const { id } of bots)
      await admin.http.post(`${memberships}/${id}`).send({ roles }).expect(200);
    const refused = await admin.http.delete(`${url}/${role.id}`).expect(400);
    expect(refused.body).toMatchObject({
      error: 'BadRequest',
      message: 'The role is still held by 2 members.',
    });
    for (const { id } of bots) await admin.http.delete(`${memberships}/${id}`).expect(200);
    await expectStatus(200, admin.http.delete(`${url}/${role.id}`));
    await expectStatus(404, admin.http.delete(`${url}/${role.id}`));
  });
});

describe('rules of a role', () => {
  it('are stored anew where only the order of their keys changes', async () => {
    const { admin, url } = await aStage();
    const before = [{ subject: 'secrets', action: ['edit'] }];
    const after = [{ action: ['edit'], subject: 'secrets' }];
    const body = { ...BODY, permissions: before };
    const { id } = roleOf(await admin.http.post(url).send(body).expect(200));

    await admin.http.patch(`${url}/${id}`).send({ permissions: after }).expect(200);

    const { permissions } = roleOf(await admin.http.get(`${url}/${id}`).expect(200));
    expect(JSON.stringify(permissions)).toBe(JSON.stringify(after));
  });
});
