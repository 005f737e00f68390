import { randomUUID } from 'node:crypto';
import { useApp } from '../support/harness.js';
import { aMember, anIdentity, aProject, aScene, join, withoutReqId } from '../support/scene.js';

const server = useApp();
const PATH = '/api/v1/projects';

interface Project {
  readonly id: string;
  readonly slug: string;
  readonly environments: readonly object[];
}

const count = async (sql: string, values: unknown[]) => {
  const rows = await server.database.source.query<{ count: number }[]>(
    `select count(*)::int count from ${sql}`,
    values,
  );
  return rows[0]!.count;
};

const auditOf = (orgId: string, action: string) =>
  server.database.source.query<{ target: object; projectId: string }[]>(
    `select target, project_id "projectId" from audit_entries where org_id = $1 and action = $2`,
    [orgId, action],
  );

const anyEnvironment = (name: string, slug: string) => ({ id: expect.any(String), name, slug });

describe.each([PATH, '/api/v2/workspace'])('POST %s', (path) => {
  it('creates a project with keys, event head, administrator and environments', async () => {
    const { admin, orgId } = await aScene(server);

    const body = { projectName: ' Payments ', projectDescription: 'Money', slug: 'payments' };
    const answer = await admin.http.post(path).send(body).expect(200);

    const { project } = answer.body as { project: Project };
    expect(answer.body).toEqual({
      project: {
        id: expect.any(String),
        _id: project.id,
        name: 'Payments',
        slug: 'payments',
        description: 'Money',
        type: 'secret-manager',
        orgId,
        autoCapitalization: false,
        hasDeleteProtection: false,
        approvalRequestExpiryDays: 30,
        auditLogsRetentionDays: null,
        kmsSecretManagerKeyId: null,
        version: 3,
        environments: [
          anyEnvironment('Development', 'dev'),
          anyEnvironment('Staging', 'staging'),
          anyEnvironment('Production', 'prod'),
        ],
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    expect(await count('data_keys where project_id = $1', [project.id])).toBe(1);
    expect(await count('project_event_heads where project_id = $1', [project.id])).toBe(1);
    const roots = `folders f join environments e on e.id = f.environment_id
      where e.project_id = $1 and f.path = '/' and f.name = 'root' and f.parent_id is null`;
    expect(await count(roots, [project.id])).toBe(3);
    const admins = `membership_roles r join project_memberships m on m.id = r.membership_id
      where m.project_id = $1 and m.identity_id = $2 and r.role = 'admin'`;
    expect(await count(admins, [project.id, admin.id])).toBe(1);
    expect(await auditOf(orgId, 'project.create')).toEqual([
      {
        projectId: project.id,
        target: { projectId: project.id, slug: 'payments', name: 'Payments' },
      },
    ]);
  });

  it('creates no environments if told so', async () => {
    const { admin } = await aScene(server);

    const body = { projectName: 'Bare', shouldCreateDefaultEnvs: false, hasDeleteProtection: true };
    const answer = await admin.http.post(path).send(body).expect(200);

    expect(answer.body).toMatchObject({ project: { environments: [], hasDeleteProtection: true } });
  });

  it('generates a slug from the name, and ignores unknown fields', async () => {
    const { admin } = await aScene(server);
    const body = { projectName: 'Größe: XL', slug: null, template: 'default', more: 'k' };

    const answer = await admin.http.post(path).send(body).expect(200);

    const { project } = answer.body as { project: Project };
    expect(project.slug).toMatch(/^gro-e-xl-[a-z0-9]{4}$/);
  });

  it('refuses a slug that exists in the organization (409), not one of another', async () => {
    const { admin } = await aScene(server);
    const elsewhere = await aScene(server);
    const body = { projectName: 'One', slug: 'taken' };
    await admin.http.post(path).send(body).expect(200);

    const again = await admin.http
      .post(path)
      .send({ ...body, projectName: 'Two' })
      .expect(409);
    await elsewhere.admin.http.post(path).send(body).expect(200);

    expect(again.body).toMatchObject({ error: 'Conflict' });
    expect(await count('projects where org_id = $1', [admin.orgId])).toBe(1);
  });

  it('lets one of 20 concurrent creations have the same slug', async () => {
    const { admin } = await aScene(server);

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        admin.http.post(path).send({ projectName: `P${i}`, slug: 'only-one' }),
      ),
    );

    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    expect(await count('projects where org_id = $1', [admin.orgId])).toBe(1);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { projectName: '' }],
    ['a blank name', { projectName: ' ' }],
    ['a name of 256 characters', { projectName: 'x'.repeat(256) }],
    ['a number for a name', { projectName: 5 }],
    ['a name with NUL', { projectName: 'a\u0000b' }],
    ['a slug of 4 characters', { projectName: 'P', slug: 'four' }],
    ['a slug of 37 characters', { projectName: 'P', slug: 'x'.repeat(37) }],
    ['capitals in a slug', { projectName: 'P', slug: 'Payments' }],
    ['double hyphens in a slug', { projectName: 'P', slug: 'a--bcd' }],
    ['__proto__ for a slug', { projectName: 'P', slug: '__proto__' }],
    ['an unknown type', { projectName: 'P', type: 'unheard-of' }],
    ['constructor for a type', { projectName: 'P', type: 'constructor' }],
    ['a text for a flag', { projectName: 'P', shouldCreateDefaultEnvs: 'true' }],
    ['a long description', { projectName: 'P', projectDescription: 'x'.repeat(1025) }],
  ])('refuses %s', async (_, body) => {
    const { admin } = await aScene(server);

    const answer = await admin.http.post(path).send(body).expect(422);

    expect(answer.body).toMatchObject({ error: 'ValidationFailure' });
    expect(await count('projects where org_id = $1', [admin.orgId])).toBe(0);
  });

  it('accepts names and slugs of the greatest length', async () => {
    const { admin } = await aScene(server);

    for (const body of [
      { projectName: 'x', slug: 'fives' },
      { projectName: 'x'.repeat(255), slug: 'x'.repeat(36), projectDescription: 'x'.repeat(1024) },
    ]) {
      const answer = await admin.http.post(path).send(body).expect(200);
      expect(answer.body).toMatchObject({ project: { slug: body.slug } });
    }
  });

  it('refuses a type that is not offered (400)', async () => {
    const { admin } = await aScene(server);

    const answer = await admin.http.post(path).send({ projectName: 'P', type: 'kms' }).expect(400);

    expect(answer.body).toMatchObject({ error: 'BadRequest' });
  });

  it.each([
    [[{ subject: 'project', action: ['create'] }], 200],
    [[{ subject: 'workspace', action: ['create'] }], 200],
    [[{ subject: 'role', action: ['create'] }], 403],
    [[], 403],
  ])('with the organization rules %j answers %i', async (rules, status) => {
    const { orgId } = await aScene(server);
    const caller = await anIdentity(server, orgId, rules);

    const answer = await caller.http.post(path).send({ projectName: 'P' }).expect(status);

    expect(await count('projects where org_id = $1', [orgId])).toBe(status === 200 ? 1 : 0);
    if (status === 403) expect(answer.body).toMatchObject({ error: 'PermissionDenied' });
  });

  it('refuses a request without token (401)', async () => {
    const answer = await server.http.post(path).send({ projectName: 'P' }).expect(401);
    expect(answer.body).toMatchObject({ error: 'UnauthorizedError' });
  });
});

describe('GET, the lists', () => {
  it('show the projects of the caller, by name', async () => {
    const { admin, orgId } = await aScene(server);
    const made = [];
    for (const projectName of ['b', 'A', 'a']) {
      const answer = await admin.http.post(PATH).send({ projectName }).expect(200);
      made.push((answer.body as { project: Project }).project);
    }
    const other = await anIdentity(server, orgId, 'admin');

    const projects = await admin.http.get(PATH).expect(200);
    const workspaces = await admin.http.get('/api/v1/workspace?type=secret-manager').expect(200);
    const none = await other.http.get(PATH).expect(200);
    const ofType = await admin.http.get(`${PATH}?type=kms`).expect(200);

    expect(projects.body).toEqual({ projects: [made[1], made[2], made[0]] });
    expect(workspaces.body).toEqual({ workspaces: [made[1], made[2], made[0]] });
    expect(none.body).toEqual({ projects: [] });
    expect(ofType.body).toEqual({ projects: [] });
    await admin.http.get(`${PATH}?type=nonsense`).expect(422);
    await admin.http.get(`${PATH}?type=`).expect(200);
  });

  it('do not show a project of another organization in which the identity were a member', async () => {
    const { admin } = await aScene(server);
    const elsewhere = await aScene(server);
    const project = await aProject(elsewhere.admin);
    await join(server, project, admin, 'admin');

    const answer = await admin.http.get(PATH).expect(200);
    expect(answer.body).toEqual({ projects: [] });
    await admin.http.get(`${PATH}/${project.id}`).expect(404);
  });
});

/** Every address at which one project is read: its form, and how the answer is wrapped. */
const READS: readonly (readonly [string, (project: Project) => string, string | null])[] = [
  ['/api/v1/projects/{id}', ({ id }) => `/api/v1/projects/${id}`, 'project'],
  ['/api/v1/projects/slug/{slug}', ({ slug }) => `/api/v1/projects/slug/${slug}`, null],
  ['/api/v1/workspace/{id}', ({ id }) => `/api/v1/workspace/${id}`, 'workspace'],
  ['/api/v1/workspace/slug/{slug}', ({ slug }) => `/api/v1/workspace/slug/${slug}`, null],
  ['/api/v2/workspace/{slug}', ({ slug }) => `/api/v2/workspace/${slug}`, null],
];

describe.each(READS)('GET %s', (_, pathOf, wrapper) => {
  it('returns the project to a member without any right', async () => {
    const { admin, orgId } = await aScene(server);
    const project = (await aProject(admin)) as Project;
    const member = await aMember(server, project, orgId, 'no-access');

    const answer = await member.http.get(pathOf(project)).expect(200);

    expect(answer.body).toEqual(wrapper === null ? project : { [wrapper]: project });
  });

  it('answers the same 404 for projects of others and for unknown ones', async () => {
    const { admin, orgId } = await aScene(server);
    const elsewhere = await aScene(server);
    const theirs = (await aProject(elsewhere.admin)) as Project;
    const mine = (await aProject(admin)) as Project;
    const nonMember = await anIdentity(server, orgId, 'admin');
    const unknown = { ...mine, id: randomUUID(), slug: 'unknown-slug' };
    const malformed = { ...mine, id: mine.id.toUpperCase(), slug: mine.slug.toUpperCase() };

    const answers = [
      await admin.http.get(pathOf(theirs)).expect(404),
      await admin.http.get(pathOf(unknown)).expect(404),
      await admin.http.get(pathOf(malformed)).expect(404),
    ];

    const bodies = answers.map((answer) => withoutReqId(answer.body as object));
    for (const body of bodies) expect(body).toEqual(bodies[0]);
    await nonMember.http.get(pathOf(mine)).expect(403);
  });
});

const UPDATES = [
  ['/api/v1/projects/{id}', ({ id }: Project) => `/api/v1/projects/${id}`, true],
  ['/api/v2/workspace/{slug}', ({ slug }: Project) => `/api/v2/workspace/${slug}`, false],
] as const;

describe.each(UPDATES)('PATCH %s', (_, pathOf, isWrapped) => {
  it('changes the given fields only', async () => {
    const { admin, orgId } = await aScene(server);
    const project = (await aProject(admin)) as Project;
    const changes = {
      name: 'Renamed',
      description: 'New',
      autoCapitalization: true,
      hasDeleteProtection: true,
    };

    const answer = await admin.http.patch(pathOf(project)).send(changes).expect(200);
    const kept = await admin.http.patch(pathOf(project)).send({ description: null }).expect(200);

    const after = { ...project, ...changes, updatedAt: expect.any(String) as string };
    const bodyOf = (body: object) => (isWrapped ? { project: body } : body);
    expect(answer.body).toEqual(bodyOf(after));
    expect(kept.body).toEqual(bodyOf({ ...after, description: null }));
    const audit = await auditOf(orgId, 'project.update');
    expect(audit.map(({ target }) => target)).toContainEqual(
      expect.objectContaining({ projectId: project.id, changes }),
    );
  });

  it('changes nothing for an empty body', async () => {
    const { admin, orgId } = await aScene(server);
    const project = (await aProject(admin)) as Project;

    const answer = await admin.http.patch(pathOf(project)).send({}).expect(200);

    expect(answer.body).toEqual(isWrapped ? { project } : project);
    expect(await auditOf(orgId, 'project.update')).toEqual([]);
  });

  it('changes the slug, and refuses one that exists (409)', async () => {
    const { admin } = await aScene(server);
    const [project, other] = [await aProject(admin), await aProject(admin)];

    await admin.http
      .patch(pathOf(project as Project))
      .send({ slug: other.slug })
      .expect(409);
    await admin.http
      .patch(pathOf(project as Project))
      .send({ slug: 'fresh-slug' })
      .expect(200);

    await admin.http.get(`/api/v2/workspace/${project.slug}`).expect(404);
    const found = await admin.http.get('/api/v2/workspace/fresh-slug').expect(200);
    expect(found.body).toMatchObject({ id: project.id });
  });

  it('refuses a member without settings:edit and a caller who is no member (403)', async () => {
    const { admin, orgId } = await aScene(server);
    const project = (await aProject(admin)) as Project;
    const viewer = await aMember(server, project, orgId, 'viewer');
    const editor = await aMember(server, project, orgId, [
      { subject: 'settings', action: ['edit'] },
    ]);
    const stranger = await anIdentity(server, orgId, 'admin');

    const denied = await viewer.http.patch(pathOf(project)).send({ name: 'X' }).expect(403);
    await stranger.http.patch(pathOf(project)).send({ name: 'X' }).expect(403);
    await stranger.http.patch(pathOf(project)).send({ name: '' }).expect(422);
    await editor.http.patch(pathOf(project)).send({ name: 'X' }).expect(200);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
  });

  it.each([
    ['an empty name', { name: '' }],
    ['a name of 256 characters', { name: 'x'.repeat(256) }],
    ['a slug of 4 characters', { slug: 'four' }],
    ['a number for a flag', { autoCapitalization: 1 }],
  ])('refuses %s', async (_name, body) => {
    const { admin } = await aScene(server);
    const project = (await aProject(admin)) as Project;

    const answer = await admin.http.patch(pathOf(project)).send(body).expect(422);
    expect(answer.body).toMatchObject({ error: 'ValidationFailure' });
  });
});

describe.each(UPDATES)('DELETE %s', (_, pathOf, isWrapped) => {
  it('deletes the project with all that is in it', async () => {
    const { admin, orgId } = await aScene(server);
    const project = (await aProject(admin)) as Project;
    const member = await aMember(server, project, orgId, [
      { subject: 'settings', action: ['read'] },
    ]);
    await admin.http.post(`${PATH}/${project.id}/tags`).send({ slug: 'tag' }).expect(200);

    const answer = await admin.http.delete(pathOf(project)).expect(200);

    expect(answer.body).toEqual(isWrapped ? { project } : project);
    await member.http.get(`${PATH}/${project.id}`).expect(404);
    for (const table of ['environments', 'tags', 'data_keys', 'project_memberships'])
      expect(await count(`${table} where project_id = $1`, [project.id])).toBe(0);
    expect(await auditOf(orgId, 'project.delete')).toMatchObject([{ projectId: project.id }]);
  });

  it('refuses a protected project (400)', async () => {
    const { admin } = await aScene(server);
    const project = (await aProject(admin)) as Project;
    await admin.http.patch(pathOf(project)).send({ hasDeleteProtection: true }).expect(200);

    const refused = await admin.http.delete(pathOf(project)).expect(400);
    await admin.http.patch(pathOf(project)).send({ hasDeleteProtection: false }).expect(200);
    await admin.http.delete(pathOf(project)).expect(200);

    expect(refused.body).toMatchObject({ error: 'BadRequest' });
  });

  it('leaves all or nothing beside concurrent writes', async () => {
    const { admin } = await aScene(server);
    const project = (await aProject(admin)) as Project;
    const place = { projectId: project.id, environment: 'dev' };

    const [deleted, ...others] = await Promise.all([
      admin.http.delete(pathOf(project)),
      ...Array.from({ length: 10 }, (_, i) =>
        admin.http.post('/api/v1/folders').send({ ...place, path: '/a/b', name: `f${i}` }),
      ),
      ...Array.from({ length: 5 }, (_, i) =>
        admin.http.post(`${PATH}/${project.id}/environments`).send({ name: 'E', slug: `e-${i}` }),
      ),
    ]);

    expect(deleted.status).toBe(200);
    for (const { status } of others) expect([200, 404]).toContain(status);
    expect(await count('environments where project_id = $1', [project.id])).toBe(0);
  });

  it('refuses a member without workspace:delete (403)', async () => {
    const { admin, orgId } = await aScene(server);
    const project = (await aProject(admin)) as Project;
    const member = await aMember(server, project, orgId, 'member');
    const deleter = await aMember(server, project, orgId, [
      { subject: 'workspace', action: ['delete'] },
    ]);

    const denied = await member.http.delete(pathOf(project)).expect(403);
    await deleter.http.delete(pathOf(project)).expect(200);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
  });
});

describe('DELETE a project from outside', () => {
  const ways = ({ id, slug }: { readonly id: string; readonly slug: string }) => [
    `${PATH}/${id}`,
    `/api/v2/workspace/${slug}`,
  ];

  it.each([0, 1])('is done for an administrator of the organization (%s)', async (way) => {
    const { admin, orgId } = await aScene(server);
    const project = await aProject(admin);
    const other = await anIdentity(server, orgId, 'admin');

    await other.http.get(`${PATH}/${project.id}`).expect(403);
    await other.http.delete(ways(project)[way]!).expect(200);
    expect(await count('projects where id = $1', [project.id])).toBe(0);
    expect(await auditOf(orgId, 'project.delete')).toMatchObject([{ projectId: project.id }]);
  });

  it('is refused to others of the organization (403), and to other organizations (404)', async () => {
    const { admin, orgId } = await aScene(server);
    const project = await aProject(admin);
    const nobody = await anIdentity(server, orgId, 'no-access');
    const reader = await anIdentity(server, orgId, [{ subject: 'workspace', action: ['create'] }]);
    const elsewhere = await aScene(server);
    const viewer = await aMember(server, project, orgId, 'viewer');

    for (const path of ways(project)) {
      await nobody.http.delete(path).expect(403);
      await reader.http.delete(path).expect(403);
      await viewer.http.delete(path).expect(403);
      await elsewhere.admin.http.delete(path).expect(404);
    }
    expect(await count('projects where id = $1', [project.id])).toBe(1);
  });

  it('keeps a protected project (400)', async () => {
    const { admin, orgId } = await aScene(server);
    const project = await aProject(admin);
    const other = await anIdentity(server, orgId, 'admin');
    await admin.http.patch(`${PATH}/${project.id}`).send({ hasDeleteProtection: true }).expect(200);

    await other.http.delete(`${PATH}/${project.id}`).expect(400);
    expect(await count('projects where id = $1', [project.id])).toBe(1);
  });

  it('is what a stack does whose creator cannot leave its own project: the message says so', async () => {
    const { admin } = await aScene(server);
    const { id } = await aProject(admin);
    const path = `${PATH}/${id}/identity-memberships/${admin.id}`;
    const refused = await admin.http.delete(path).expect(409);

    expect((refused.body as { message: string }).message).toMatch(
      /delete the project with all that is in it; under Terraform, drop the membership from the state/,
    );
    await admin.http.delete(`${PATH}/${id}`).expect(200);
  });
});

describe('PUT /api/v1/workspace/{slug}/audit-logs-retention', () => {
  it('sets the days', async () => {
    const { admin } = await aScene(server);
    const project = (await aProject(admin)) as Project;

    const answer = await admin.http
      .put(`/api/v1/workspace/${project.slug}/audit-logs-retention`)
      .send({ auditLogsRetentionDays: 90 })
      .expect(200);

    expect(answer.body).toEqual({
      message: expect.any(String),
      workspace: { ...project, auditLogsRetentionDays: 90, updatedAt: expect.any(String) },
    });
  });

  it.each([-1, 1.5, 36_501, '9', null])('refuses %j', async (auditLogsRetentionDays) => {
    const { admin } = await aScene(server);
    const project = await aProject(admin);

    const answer = await admin.http
      .put(`/api/v1/workspace/${project.slug}/audit-logs-retention`)
      .send({ auditLogsRetentionDays })
      .expect(422);
    expect(answer.body).toMatchObject({ error: 'ValidationFailure' });
  });

  it('refuses a member without settings:edit and a caller who is no member (403)', async () => {
    const { admin, orgId } = await aScene(server);
    const project = await aProject(admin);
    const viewer = await aMember(server, project, orgId, 'viewer');
    const stranger = await anIdentity(server, orgId, 'admin');
    const path = `/api/v1/workspace/${project.slug}/audit-logs-retention`;

    const denied = await viewer.http.put(path).send({ auditLogsRetentionDays: 1 }).expect(403);
    const noMember = await stranger.http.put(path).send({ auditLogsRetentionDays: 1 }).expect(403);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
    expect(noMember.body).toMatchObject({ error: 'PermissionDenied' });
  });
});
