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

interface Tag {
  readonly id: string;
  readonly slug: string;
}

const FAMILIES = [
  ['/api/v1/projects', 'tag', 'tags'],
  ['/api/v1/workspace', 'workspaceTag', 'workspaceTags'],
] as const;

const query = <T>(sql: string, values: unknown[]): Promise<T[]> =>
  server.database.source.query<T[]>(sql, values);

const auditOf = (project: TestProject) =>
  query<{ action: string; target: object }>(
    `select action, target from audit_entries where project_id = $1 and action like 'tag.%' order by id`,
    [project.id],
  );

async function aStage() {
  const scene = await aScene(server);
  return { ...scene, project: await aProject(scene.admin) };
}

async function aTag(owner: Caller, project: TestProject, slug = 'billing'): Promise<Tag> {
  const path = `/api/v1/projects/${project.id}/tags`;
  const answer = await owner.http.post(path).send({ slug, color: '#abc' }).expect(200);
  return (answer.body as { tag: Tag }).tag;
}

describe.each(FAMILIES)('%s/{projectId}/tags', (base, one, many) => {
  const pathOf = (project: TestProject) => `${base}/${project.id}/tags`;

  it('creates, lists, reads, changes and deletes', async () => {
    const { admin, project } = await aStage();
    const path = pathOf(project);

    const body = { slug: ' billing ', name: 'The bills', color: '#abc' };
    const created = await admin.http.post(path).send(body).expect(200);
    const { [one]: tag } = created.body as Record<string, Tag>;
    const plain = await admin.http.post(path).send({ slug: 'audit' }).expect(200);
    const listed = await admin.http.get(path).expect(200);
    const read = await admin.http.get(`${path}/${tag!.id}`).expect(200);
    const bySlug = await admin.http.get(`${path}/slug/billing`).expect(200);
    const change = { slug: 'money', color: null };
    const changed = await admin.http.patch(`${path}/${tag!.id}`).send(change).expect(200);
    const deleted = await admin.http.delete(`${path}/${tag!.id}`).expect(200);

    expect(created.body).toEqual({
      [one]: {
        id: expect.any(String),
        slug: 'billing',
        name: 'The bills',
        color: '#abc',
        projectId: project.id,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    const other = (plain.body as Record<string, Tag>)[one];
    expect(other).toMatchObject({ slug: 'audit', name: 'audit', color: null });
    expect(listed.body).toEqual({ [many]: [other, tag] });
    expect(read.body).toEqual(created.body);
    expect(bySlug.body).toEqual(created.body);
    const after = { ...tag, slug: 'money', name: 'The bills', color: null };
    expect(changed.body).toEqual({ [one]: { ...after, updatedAt: expect.any(String) } });
    expect(deleted.body).toEqual(changed.body);
    await admin.http.get(`${path}/slug/money`).expect(404);
    expect((await auditOf(project)).map(({ action }) => action)).toEqual([
      'tag.create',
      'tag.create',
      'tag.update',
      'tag.delete',
    ]);
  });

  it('refuses a slug that exists in the project (409)', async () => {
    const { admin, project } = await aStage();
    const [, other] = [await aTag(admin, project), await aTag(admin, project, 'other')];
    const second = await aProject(admin);

    const create = await admin.http.post(pathOf(project)).send({ slug: 'billing' }).expect(409);
    const path = `${pathOf(project)}/${other.id}`;
    await admin.http.patch(path).send({ slug: 'billing' }).expect(409);
    await admin.http.post(pathOf(second)).send({ slug: 'billing' }).expect(200);

    expect(create.body).toMatchObject({ error: 'Conflict' });
    // What was not done was not recorded either.
    const actions = (await auditOf(project)).map(({ action }) => action);
    expect(actions).toEqual(['tag.create', 'tag.create']);
  });

  it('says of a hidden tag only that its slug exists (409), and nothing to who may not create (403)', async () => {
    const { admin, orgId, project } = await aStage();
    await aTag(admin, project);
    const rule = { action: 'create', subject: 'tags' };
    const creator = await aMember(server, project, orgId, [rule]);
    const stranger = await aMember(server, project, orgId, []);
    const create = (caller: Caller, slug: string) =>
      caller.http.post(pathOf(project)).send({ slug });

    await creator.http.get(pathOf(project)).expect(403);
    const taken = await create(creator, 'billing').expect(409);
    const denied = await create(stranger, 'billing').expect(403);
    const free = await create(stranger, 'free').expect(403);

    expect(withoutReqId(taken.body as object)).toEqual({
      statusCode: 409,
      error: 'Conflict',
      message: 'A tag with this slug already exists in the project. Choose another slug.',
    });
    expect(withoutReqId(denied.body as object)).toEqual(withoutReqId(free.body as object));
  });

  it.each([
    ['no slug', {}],
    ['an empty slug', { slug: '' }],
    ['a slug of 65 characters', { slug: 'x'.repeat(65) }],
    ['a slug with a comma', { slug: 'a,b' }],
    ['capitals', { slug: 'Billing' }],
    ['a color of 65 characters', { slug: 'a', color: 'x'.repeat(65) }],
    ['a number for a color', { slug: 'a', color: 5 }],
    ['an object for a slug', { slug: { $ne: '' } }],
  ])('refuses %s', async (_, body) => {
    const { admin, project } = await aStage();

    const answer = await admin.http.post(pathOf(project)).send(body).expect(422);
    expect(answer.body).toMatchObject({ error: 'ValidationFailure' });
  });

  it('accepts slug and color of the greatest length', async () => {
    const { admin, project } = await aStage();

    const body = { slug: 'x'.repeat(64), color: 'c'.repeat(64) };
    const answer = await admin.http.post(pathOf(project)).send(body).expect(200);
    expect(answer.body).toMatchObject({ [one]: body });
  });

  it('answers a 404 that names what it was asked for, for tags of others as for unknown ones', async () => {
    const { admin, orgId, project } = await aStage();
    const elsewhere = await aStage();
    const own = await aTag(admin, project);
    const theirs = await aTag(elsewhere.admin, elsewhere.project);
    const nonMember = await anIdentity(server, orgId, 'admin');

    const inOwn = (id: string) => `Tag '${id}' not found in this project. There is ${own.slug}.`;
    const unknown = randomUUID();
    const attempts: readonly (readonly [string, string])[] = [
      [`${pathOf(elsewhere.project)}/${theirs.id}`, BLIND],
      [`${pathOf(project)}/${theirs.id}`, inOwn(theirs.id)],
      [`${pathOf(project)}/${unknown}`, inOwn(unknown)],
      [`${pathOf(project)}/%2A`, inOwn('*')],
    ];
    const expectMessage = ({ body }: { body: unknown }, message: string) =>
      expect(withoutReqId(body as object)).toEqual({ statusCode: 404, error: 'NotFound', message });
    for (const [path, message] of attempts) {
      expectMessage(await admin.http.get(path), message);
      expectMessage(await admin.http.patch(path).send({ color: 'x' }), message);
      expectMessage(await admin.http.delete(path), message);
    }
    await nonMember.http.get(pathOf(project)).expect(403);
    await nonMember.http.get(`${pathOf(project)}/${own.id}`).expect(403);
    const slug = { slug: 'mine' };
    await nonMember.http.post(pathOf(project)).send(slug).expect(403);
    expectMessage(await admin.http.get(`${pathOf(project)}/slug/nope`), inOwn('nope'));
  });

  it.each(['read', 'create', 'edit', 'delete'])('demands tags:%s', async (action) => {
    const { admin, orgId, project } = await aStage();
    const { id } = await aTag(admin, project);
    const attempt = ({ http }: Caller) => {
      if (action === 'create') return http.post(pathOf(project)).send({ slug: 'new' });
      if (action === 'edit') return http.patch(`${pathOf(project)}/${id}`).send({ color: 'x' });
      if (action === 'delete') return http.delete(`${pathOf(project)}/${id}`);
      return http.get(pathOf(project));
    };
    const rule = { subject: 'tags', action: [action] };
    const others = ['read', 'create', 'edit', 'delete'].filter((each) => each !== action);
    const lacking = await aMember(server, project, orgId, [{ ...rule, action: others }]);
    const holding = await aMember(server, project, orgId, [rule]);

    const denied = await attempt(lacking).expect(403);
    await attempt(holding).expect(200);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
  });
});

describe('DELETE /api/v1/projects/{projectId}/tags/{tagId}', () => {
  it('removes the tag from the secrets that had it', async () => {
    const { admin, project } = await aStage();
    const tag = await aTag(admin, project);
    await query(
      `with made as (
         insert into secrets (id, project_id, folder_id, key, key_version, salt, value, actor_id,
           actor_name, actor_membership_id)
         select gen_random_uuid(), $1, f.id, 'KEY', 1, '\\x00', '\\x01', $1, 'someone', $1
         from folders f join environments e on e.id = f.environment_id
         where e.project_id = $1 and e.slug = 'dev' returning id
       )
       insert into secret_tags (secret_id, tag_id) select id, $2 from made`,
      [project.id, tag.id],
    );

    await admin.http.delete(`/api/v1/projects/${project.id}/tags/${tag.id}`).expect(200);

    expect(await query('select 1 from secret_tags where tag_id = $1', [tag.id])).toEqual([]);
    const secrets = await query('select key from secrets where project_id = $1', [project.id]);
    expect(secrets).toEqual([{ key: 'KEY' }]);
  });
});
