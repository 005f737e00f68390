import { randomUUID } from 'node:crypto';
import { useApp } from '../support/harness.js';
import { BLIND } from '../support/refusals.js';
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

interface Environment {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly position: number;
  readonly projectId: string;
}

const FAMILIES = ['/api/v1/projects', '/api/v1/workspace', '/api/v2/workspace'] as const;

const pathOf = (project: TestProject, base: string = FAMILIES[0]) =>
  `${base}/${project.id}/environments`;

const query = <T>(sql: string, values: unknown[]): Promise<T[]> =>
  server.database.source.query<T[]>(sql, values);

const bySlug = async (caller: Caller, project: TestProject, slug: string) => {
  const answer = await caller.http.get(`${pathOf(project)}/slug/${slug}`).expect(200);
  return answer.body as Environment;
};

/** Slugs and positions, in their order. */
const positionsOf = async (project: TestProject) => {
  const rows = await query<{ slug: string; position: number }>(
    'select slug, position from environments where project_id = $1 order by position, slug',
    [project.id],
  );
  return rows.map(({ slug, position }) => [slug, position]);
};

/** The slugs in their order; no two have one position. */
const orderOf = async (project: TestProject) => {
  const rows = await positionsOf(project);
  expect(new Set(rows.map(([, position]) => position)).size).toBe(rows.length);
  return rows.map(([slug]) => slug);
};

const auditOf = (project: TestProject, action: string) =>
  query<{ target: Record<string, unknown> }>(
    'select target from audit_entries where project_id = $1 and action = $2',
    [project.id, action],
  );

async function aStage() {
  const scene = await aScene(server);
  return { ...scene, project: await aProject(scene.admin) };
}

describe.each(FAMILIES)('POST %s/{projectId}/environments', (base) => {
  it('creates an environment with its root folder, as the last', async () => {
    const { admin, project } = await aStage();

    const body = { name: ' Quality ', slug: 'qa', projectId: project.id };
    const answer = await admin.http.post(pathOf(project, base)).send(body).expect(200);

    expect(answer.body).toEqual({
      message: expect.any(String),
      workspace: project.id,
      environment: {
        id: expect.any(String),
        name: 'Quality',
        slug: 'qa',
        position: 4,
        projectId: project.id,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    expect(await orderOf(project)).toEqual(['dev', 'staging', 'prod', 'qa']);
    const { id } = (answer.body as { environment: Environment }).environment;
    const roots = await query('select name, path from folders where environment_id = $1', [id]);
    expect(roots).toEqual([{ name: 'root', path: '/' }]);
    expect(await auditOf(project, 'environment.create')).toEqual([
      { target: { environmentId: id, slug: 'qa' } },
    ]);
  });
});

describe('POST /api/v1/projects/{projectId}/environments', () => {
  it.each([
    [1, { qa: 1, dev: 2, staging: 3, prod: 4 }],
    [2, { dev: 1, qa: 2, staging: 3, prod: 4 }],
    [4, { dev: 1, staging: 2, prod: 3, qa: 4 }],
    [8, { dev: 1, staging: 2, prod: 3, qa: 8 }],
    [0, { dev: 1, staging: 2, prod: 3, qa: 4 }],
    [null, { dev: 1, staging: 2, prod: 3, qa: 4 }],
  ])(
    'stores position %j as it is sent, and shifts others only where it is taken',
    async (position, places) => {
      const { admin, project } = await aStage();

      const answer = await admin.http
        .post(pathOf(project))
        .send({ name: 'QA', slug: 'qa', position })
        .expect(200);

      expect(answer.body).toMatchObject({ environment: { position: places.qa } });
      expect(Object.fromEntries(await positionsOf(project))).toEqual(places);
    },
  );

  it('shifts no further than to the next gap', async () => {
    const { admin, project } = await aStage();
    const create = (slug: string, position?: number) =>
      admin.http.post(pathOf(project)).send({ name: slug, slug, position }).expect(200);

    await create('far', 8);
    await create('second', 2);
    await create('last');

    expect(await positionsOf(project)).toEqual([
      ['dev', 1],
      ['second', 2],
      ['staging', 3],
      ['prod', 4],
      ['far', 8],
      ['last', 9],
    ]);
  });

  it('refuses a slug that exists in the project (409)', async () => {
    const { admin, project } = await aStage();

    const answer = await admin.http
      .post(pathOf(project))
      .send({ name: 'X', slug: 'dev', position: 1 })
      .expect(409);

    expect(answer.body).toMatchObject({ error: 'Conflict' });
    expect(await orderOf(project)).toEqual(['dev', 'staging', 'prod']);
  });

  it.each([
    ['no name', { slug: 'qa' }],
    ['an empty name', { name: '', slug: 'qa' }],
    ['a name of 256 characters', { name: 'x'.repeat(256), slug: 'qa' }],
    ['no slug', { name: 'QA' }],
    ['a slug of 65 characters', { name: 'QA', slug: 'x'.repeat(65) }],
    ['capitals in a slug', { name: 'QA', slug: 'QA' }],
    ['a dot in a slug', { name: 'QA', slug: 'q.a' }],
    ['a negative position', { name: 'QA', slug: 'qa', position: -1 }],
    ['half a position', { name: 'QA', slug: 'qa', position: 1.5 }],
    ['a text for a position', { name: 'QA', slug: 'qa', position: '1' }],
    ['a position beyond the bound', { name: 'QA', slug: 'qa', position: 1_000_000_001 }],
  ])('refuses %s', async (_, body) => {
    const { admin, project } = await aStage();

    const answer = await admin.http.post(pathOf(project)).send(body).expect(422);
    expect(answer.body).toMatchObject({ error: 'ValidationFailure' });
  });

  it('accepts a slug of 64 characters and a name of 255', async () => {
    const { admin, project } = await aStage();

    const body = { name: 'x'.repeat(255), slug: 'x'.repeat(64), position: 1_000_000_000 };
    const answer = await admin.http.post(pathOf(project)).send(body).expect(200);
    expect(answer.body).toMatchObject({
      environment: { slug: body.slug, position: body.position },
    });

    const behind = { name: 'Behind', slug: 'behind' };
    const next = await admin.http.post(pathOf(project)).send(behind).expect(200);
    expect(next.body).toMatchObject({ environment: { position: body.position + 1 } });
  });

  it('creates at most 100 environments in a project (400)', async () => {
    const { admin, project } = await aStage();
    await query(
      `insert into environments (id, project_id, name, slug, position)
       select gen_random_uuid(), $1, 'E', 'e-' || n, n from generate_series(4, 99) n`,
      [project.id],
    );

    await admin.http.post(pathOf(project)).send({ name: 'L', slug: 'last' }).expect(200);
    const answer = await admin.http
      .post(pathOf(project))
      .send({ name: 'X', slug: 'x' })
      .expect(400);

    expect(answer.body).toMatchObject({ error: 'BadRequest' });
    expect(await orderOf(project)).toHaveLength(100);
  });

  it('gives each its own position in 30 concurrent creations', async () => {
    const { admin, project } = await aStage();

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        admin.http.post(pathOf(project)).send({ name: 'E', slug: `e-${i}`, position: (i % 3) + 1 }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await orderOf(project)).toHaveLength(33);
  });

  it('refuses a request without token (401)', async () => {
    const { project } = await aStage();
    const answer = await server.http.post(pathOf(project)).send({}).expect(401);
    expect(answer.body).toMatchObject({ error: 'UnauthorizedError' });
  });
});

describe('GET, one environment', () => {
  it('returns it at each of its addresses', async () => {
    const { admin, project } = await aStage();
    const environment = await bySlug(admin, project, 'staging');

    for (const base of FAMILIES) {
      const byId = await admin.http.get(`${pathOf(project, base)}/${environment.id}`).expect(200);
      const anywhere = await admin.http.get(`${base}/environments/${environment.id}`).expect(200);
      const slug = await admin.http.get(`${pathOf(project, base)}/slug/staging`).expect(200);
      expect(byId.body).toEqual({ environment });
      expect(anywhere.body).toEqual({ environment });
      expect(slug.body).toEqual(environment);
    }
    expect(environment).toMatchObject({ name: 'Staging', position: 2, projectId: project.id });
  });

  it('refuses a member without environments:read (403)', async () => {
    const { admin, orgId, project } = await aStage();
    const { id } = await bySlug(admin, project, 'dev');
    const nobody = await aMember(server, project, orgId, 'no-access');
    const viewer = await aMember(server, project, orgId, 'viewer');

    const denied = await nobody.http.get(`${pathOf(project)}/${id}`).expect(403);
    await nobody.http.get(`/api/v1/workspace/environments/${id}`).expect(403);
    await viewer.http.get(`${pathOf(project)}/${id}`).expect(200);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
  });
});

describe('an environment that is not there for the caller', () => {
  it('is named in a project of the caller, unknown or of others alike; elsewhere the 404 is blind', async () => {
    const { admin, orgId, project } = await aStage();
    const elsewhere = await aStage();
    const own = await bySlug(admin, project, 'dev');
    const theirs = await bySlug(elsewhere.admin, elsewhere.project, 'dev');
    const nonMember = await anIdentity(server, orgId, 'admin');
    const nobody = await aMember(server, project, orgId, 'no-access');

    const inOwn = (id: string, known = 'dev, staging, prod') =>
      `Environment '${id}' not found in this project. There are ${known}.`;
    const unknown = randomUUID();
    const attempts: readonly (readonly [Caller, string, string])[] = [
      [admin, `${pathOf(elsewhere.project)}/${theirs.id}`, BLIND],
      [admin, `${pathOf(project)}/${theirs.id}`, inOwn(theirs.id)],
      [admin, `${pathOf(project)}/${unknown}`, inOwn(unknown)],
      [admin, `${pathOf(project)}/nonsense`, inOwn('nonsense')],
      [admin, `${pathOf({ ...project, id: 'nonsense' })}/${own.id}`, BLIND],
      [nobody, `${pathOf(project)}/${theirs.id}`, inOwn(theirs.id)],
    ];
    const expectMessage = ({ body }: { body: unknown }, message: string) =>
      expect(withoutReqId(body as object)).toEqual({ statusCode: 404, error: 'NotFound', message });
    for (const [{ http }, path, message] of attempts) {
      expectMessage(await http.get(path), message);
      expectMessage(await http.patch(path).send({ name: 'X' }), message);
      expectMessage(await http.delete(path), message);
    }
    const post = { name: 'X', slug: 'x' };
    await nonMember.http.post(pathOf(project)).send(post).expect(403);
    await nonMember.http.delete(`${pathOf(project)}/${own.id}`).expect(403);
    const anywhere = `/api/v1/workspace/environments/${theirs.id}`;
    expectMessage(await admin.http.get(anywhere), BLIND);
    expectMessage(
      await admin.http.get(`${pathOf(project)}/slug/nope`),
      inOwn('nope', 'dev, prod, staging'),
    );
    expect(await orderOf(elsewhere.project)).toEqual(['dev', 'staging', 'prod']);
  });
});

describe('PATCH /api/v1/projects/{projectId}/environments/{environmentId}', () => {
  it('appends events for its secrets at the old and the new address', async () => {
    const { admin, project } = await aStage();
    const { id } = await bySlug(admin, project, 'dev');
    const secret = { workspaceId: project.id, environment: 'dev', secretValue: 'v' };
    await admin.http.post('/api/v3/secrets/raw/KEY').send(secret).expect(200);

    for (const changes of [{ name: 'Other' }, { slug: 'dev' }, { slug: 'work' }])
      await admin.http
        .patch(`${pathOf(project)}/${id}`)
        .send(changes)
        .expect(200);

    const at = (environment: string) => ({ environment, secretPath: '/', secretKey: 'KEY' });
    expect(
      await query('select type, payload from project_events where project_id = $1 order by seq', [
        project.id,
      ]),
    ).toEqual([
      { type: 'secret:create', payload: [at('dev')] },
      { type: 'secret:delete', payload: [at('dev')] },
      { type: 'secret:create', payload: [at('work')] },
    ]);
  });

  it('changes name and slug', async () => {
    const { admin, project } = await aStage();
    const before = await bySlug(admin, project, 'dev');

    const answer = await admin.http
      .patch(`${pathOf(project)}/${before.id}`)
      .send({ name: 'Local', slug: 'local' })
      .expect(200);

    expect(answer.body).toEqual({
      message: expect.any(String),
      workspace: project.id,
      environment: { ...before, name: 'Local', slug: 'local', updatedAt: expect.any(String) },
    });
    expect(await auditOf(project, 'environment.update')).toMatchObject([
      { target: { environmentId: before.id, slug: 'dev', changes: { slug: 'local' } } },
    ]);
  });

  it.each([
    ['dev', 3, { staging: 1, prod: 2, dev: 3 }],
    ['prod', 1, { prod: 1, dev: 2, staging: 3 }],
    ['staging', 2, { dev: 1, staging: 2, prod: 3 }],
    ['dev', 50, { staging: 2, prod: 3, dev: 50 }],
    ['dev', 0, { dev: 1, staging: 2, prod: 3 }],
  ])('moves %s to exactly position %i', async (slug, position, places) => {
    const { admin, project } = await aStage();
    const { id } = await bySlug(admin, project, slug);

    const answer = await admin.http
      .patch(`${pathOf(project)}/${id}`)
      .send({ position })
      .expect(200);

    expect(Object.fromEntries(await positionsOf(project))).toEqual(places);
    const place = places[slug as keyof typeof places];
    expect(answer.body).toMatchObject({ environment: { slug, position: place } });
  });

  it('settles where several are moved one after another, in whatever order (Terraform)', async () => {
    const { admin, project } = await aStage();
    const wanted = { dev: 3, staging: 1, prod: 2, qa: 7 };
    await admin.http
      .post(pathOf(project))
      .send({ name: 'QA', slug: 'qa', position: 9 })
      .expect(200);

    for (const slug of ['staging', 'prod', 'dev', 'qa'] as const) {
      const { id } = await bySlug(admin, project, slug);
      const position = wanted[slug];
      await admin.http
        .patch(`${pathOf(project)}/${id}`)
        .send({ position })
        .expect(200);
    }

    expect(Object.fromEntries(await positionsOf(project))).toEqual(wanted);
  });

  it('refuses a slug that exists in the project (409)', async () => {
    const { admin, project } = await aStage();
    const { id } = await bySlug(admin, project, 'dev');

    const body = { slug: 'prod', position: 3 };
    const answer = await admin.http
      .patch(`${pathOf(project)}/${id}`)
      .send(body)
      .expect(409);

    expect(answer.body).toMatchObject({ error: 'Conflict' });
    expect(await orderOf(project)).toEqual(['dev', 'staging', 'prod']);
  });
});

/** Secrets as the secrets module leaves them, written past the API. */
async function putSecrets(project: TestProject, folderId: string, keys: readonly string[]) {
  await query(
    `insert into secrets (id, project_id, folder_id, key, key_version, salt, value, actor_id,
       actor_name, actor_membership_id)
     select gen_random_uuid(), $1, $2, key, 1, '\\x00', '\\x01', $1, 'someone', $1
     from unnest($3::text[]) key`,
    [project.id, folderId, keys],
  );
}

const eventsOf = (project: TestProject) =>
  query<{ type: string; payload: object[] }>(
    'select type, payload from project_events where project_id = $1 order by seq',
    [project.id],
  );

describe('DELETE /api/v1/projects/{projectId}/environments/{environmentId}', () => {
  it('deletes it with all that is in it, and appends events for the deleted secrets', async () => {
    const { admin, project } = await aStage();
    const { id } = await bySlug(admin, project, 'staging');
    const place = { projectId: project.id, environment: 'staging' };
    const made = await admin.http
      .post('/api/v1/folders')
      .send({ ...place, path: '/a', name: 'b' })
      .expect(200);
    const [root] = await query<{ id: string }>(
      `select id from folders where environment_id = $1 and path = '/'`,
      [id],
    );
    await putSecrets(project, root!.id, ['TOP']);
    await putSecrets(project, (made.body as { folder: { id: string } }).folder.id, ['X', 'Y']);

    const answer = await admin.http.delete(`${pathOf(project)}/${id}`).expect(200);

    expect(answer.body).toMatchObject({ workspace: project.id, environment: { slug: 'staging' } });
    expect(await positionsOf(project)).toEqual([
      ['dev', 1],
      ['prod', 3],
    ]);
    expect(await query('select 1 from secrets where project_id = $1', [project.id])).toEqual([]);
    const kept = 'select key, version from secret_versions where project_id = $1 order by key';
    expect(await query(kept, [project.id])).toEqual([
      { key: 'TOP', version: 1 },
      { key: 'X', version: 1 },
      { key: 'Y', version: 1 },
    ]);
    const [event, ...others] = await eventsOf(project);
    expect(others).toEqual([]);
    expect(event?.type).toBe('secret:delete');
    expect(event?.payload).toHaveLength(3);
    expect(event?.payload).toEqual(
      expect.arrayContaining([
        { environment: 'staging', secretPath: '/', secretKey: 'TOP' },
        { environment: 'staging', secretPath: '/a/b', secretKey: 'X' },
        { environment: 'staging', secretPath: '/a/b', secretKey: 'Y' },
      ]),
    );
    expect(await auditOf(project, 'environment.delete')).toEqual([
      { target: { environmentId: id, slug: 'staging', secrets: 3 } },
    ]);
  });

  it('splits the event for many secrets', async () => {
    const { admin, project } = await aStage();
    const { id } = await bySlug(admin, project, 'dev');
    const [root] = await query<{ id: string }>(`select id from folders where environment_id = $1`, [
      id,
    ]);
    const keys = Array.from({ length: 2000 }, (_, i) => `KEY_${i}`);
    await putSecrets(project, root!.id, keys);

    await admin.http.delete(`${pathOf(project)}/${id}`).expect(200);

    const events = await eventsOf(project);
    expect(events.length).toBeGreaterThan(1);
    expect(events.flatMap(({ payload }) => payload)).toHaveLength(2000);
  });

  it('appends no event where there was no secret', async () => {
    const { admin, project } = await aStage();
    const { id } = await bySlug(admin, project, 'dev');

    await admin.http.delete(`${pathOf(project)}/${id}`).expect(200);
    await admin.http.delete(`${pathOf(project)}/${id}`).expect(404);

    expect(await eventsOf(project)).toEqual([]);
    expect(await orderOf(project)).toEqual(['staging', 'prod']);
  });

  it('leaves each its own position beside concurrent creations', async () => {
    const { admin, project } = await aStage();
    const ids = await Promise.all(
      ['dev', 'staging', 'prod'].map(async (slug) => (await bySlug(admin, project, slug)).id),
    );

    const answers = await Promise.all([
      ...ids.map((id) => admin.http.delete(`${pathOf(project)}/${id}`)),
      ...Array.from({ length: 6 }, (_, i) =>
        admin.http.post(pathOf(project)).send({ name: 'E', slug: `e-${i}`, position: 1 }),
      ),
    ]);

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await orderOf(project)).toHaveLength(6);
  });
});

describe('rules on environments', () => {
  it.each([
    ['create', 'edit'],
    ['edit', 'delete'],
    ['delete', 'create'],
  ])('let %s do that alone', async (action, other) => {
    const { admin, orgId, project } = await aStage();
    const { id } = await bySlug(admin, project, 'dev');
    const rules = (held: string) => [{ subject: 'environments', action: [held] }];
    const attempt = ({ http }: Caller) => {
      if (action === 'create') return http.post(pathOf(project)).send({ name: 'N', slug: 'n' });
      const path = `${pathOf(project)}/${id}`;
      return action === 'edit' ? http.patch(path).send({ name: 'N' }) : http.delete(path);
    };

    const denied = await attempt(await aMember(server, project, orgId, rules(other))).expect(403);
    await attempt(await aMember(server, project, orgId, rules(action))).expect(200);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
  });
});
