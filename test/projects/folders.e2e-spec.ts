import { randomUUID } from 'node:crypto';
import { useApp } from '../support/harness.js';
import {
  aMember,
  anIdentity,
  aProject,
  aScene,
  type Caller,
  type TestProject,
  withoutReqId,
} from '../support/scene.js';
import { NOT_FOUND } from '../support/refusals.js';

const server = useApp();

interface Folder {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly parentId: string | null;
  readonly envId: string;
  readonly version: number;
  readonly relativePath?: string;
}

const V1 = '/api/v1/folders';
const V2 = '/api/v2/folders';

const query = <T>(sql: string, values: unknown[]): Promise<T[]> =>
  server.database.source.query<T[]>(sql, values);

const auditOf = (project: TestProject) =>
  query<{ action: string; target: Record<string, unknown> }>(
    `select action, target from audit_entries where project_id = $1 and action like 'folder.%'
     order by id`,
    [project.id],
  );

const eventsOf = (project: TestProject) =>
  query<{ type: string; payload: object[] }>(
    'select type, payload from project_events where project_id = $1 order by seq',
    [project.id],
  );

/** Paths of the folders in `dev`, the root left out. Each must hang below the folder its path says. */
async function treeOf(project: TestProject): Promise<string[]> {
  const rows = await query<{ path: string; name: string; above: string }>(
    `select f.path, f.name, p.path above
     from folders f join environments e on e.id = f.environment_id
     left join folders p on p.id = f.parent_id and p.environment_id = f.environment_id
     where e.project_id = $1 and e.slug = 'dev' and f.path <> '/' order by f.path`,
    [project.id],
  );
  for (const { path, name, above } of rows) {
    expect(`${above === '/' ? '' : above}/${name}`).toBe(path);
  }
  return rows.map(({ path }) => path);
}

/** Secrets as the secrets module leaves them, written past the API. */
const putSecrets = (project: TestProject, folderId: string, keys: readonly string[]) =>
  query(
    `insert into secrets (id, project_id, folder_id, key, key_version, salt, value, actor_id,
       actor_name, actor_membership_id)
     select gen_random_uuid(), $1, $2, key, 1, '\\x00', '\\x01', $1, 'someone', $1
     from unnest($3::text[]) key`,
    [project.id, folderId, keys],
  );

async function aStage() {
  const scene = await aScene(server);
  const project = await aProject(scene.admin);
  return { ...scene, project, place: { projectId: project.id, environment: 'dev' } };
}

async function aFolder(owner: Caller, project: TestProject, path: string): Promise<Folder> {
  const at = path.lastIndexOf('/');
  const body = { projectId: project.id, environment: 'dev' };
  const rest = { path: path.slice(0, at) || '/', name: path.slice(at + 1) };
  const answer = await owner.http
    .post(V1)
    .send({ ...body, ...rest })
    .expect(200);
  return (answer.body as { folder: Folder }).folder;
}

describe.each([V1, V2])('POST %s', (base) => {
  it('creates a folder in the root', async () => {
    const { admin, project, place } = await aStage();

    const body = { ...place, name: 'apps', description: 'All of them' };
    const answer = await admin.http.post(base).send(body).expect(200);

    const { folder } = answer.body as { folder: Folder };
    expect(answer.body).toEqual({
      folder: {
        id: expect.any(String),
        name: 'apps',
        path: '/apps',
        description: 'All of them',
        version: 1,
        envId: expect.any(String),
        parentId: expect.any(String),
        isReserved: false,
        projectId: project.id,
        environment: { envId: folder.envId, envName: 'Development', envSlug: 'dev' },
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    });
    expect(await treeOf(project)).toEqual(['/apps']);
    expect(await auditOf(project)).toEqual([
      {
        action: 'folder.create',
        target: { folderId: folder.id, environment: 'dev', path: '/apps', made: ['/apps'] },
      },
    ]);
  });

  it('creates the missing folders above', async () => {
    const { admin, project, place } = await aStage();
    await aFolder(admin, project, '/a');

    const body = { ...place, path: '/a/b/c', name: 'd', description: 'Deep' };
    const answer = await admin.http.post(base).send(body).expect(200);

    expect(answer.body).toMatchObject({ folder: { path: '/a/b/c/d', description: 'Deep' } });
    expect(await treeOf(project)).toEqual(['/a', '/a/b', '/a/b/c', '/a/b/c/d']);
    const described = await query('select path from folders where description is not null', []);
    expect(described).toContainEqual({ path: '/a/b/c/d' });
    expect((await auditOf(project))[1]?.target).toMatchObject({
      made: ['/a/b', '/a/b/c', '/a/b/c/d'],
    });
  });

  it('returns a folder that exists already unchanged', async () => {
    const { admin, project, place } = await aStage();
    const body = { ...place, name: 'apps', description: 'First' };
    const first = await admin.http.post(base).send(body).expect(200);

    const again = await admin.http
      .post(base)
      .send({ ...body, description: 'Second' })
      .expect(200);

    expect(again.body).toEqual(first.body);
    expect(await auditOf(project)).toHaveLength(1);
  });

  it('creates one folder in 50 concurrent requests', async () => {
    const { admin, project, place } = await aStage();

    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        admin.http.post(base).send({ ...place, path: '/x/y', name: 'z' }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const ids = new Set(answers.map(({ body }) => (body as { folder: Folder }).folder.id));
    expect(ids.size).toBe(1);
    expect(await treeOf(project)).toEqual(['/x', '/x/y', '/x/y/z']);
    expect(await auditOf(project)).toHaveLength(1);
  });

  it.each([
    ['path', '/a'],
    ['directory', '/a'],
    ['secretPath', '/a'],
    ['path', 'a'],
    ['path', '/a/'],
    ['path', ' /a '],
  ])('takes the path under the name %s, written %j', async (field, path) => {
    const { admin, project } = await aStage();

    const body = { workspaceId: project.id, environment: 'dev', name: 'b', [field]: path };
    const answer = await admin.http.post(base).send(body).expect(200);
    expect(answer.body).toMatchObject({ folder: { path: '/a/b' } });
  });
});

describe('POST /api/v1/folders', () => {
  it.each([
    ['..', { name: '..' }],
    ['.', { name: '.' }],
    ['*', { name: '*' }],
    ['**', { name: '**' }],
    ['a*', { name: 'a*' }],
    [':', { name: ':' }],
    ['/', { name: '/' }],
    ['a/b', { name: 'a/b' }],
    ['a space', { name: 'a b' }],
    ['another alphabet', { name: 'аdmin' }],
    ['an accent', { name: 'é' }],
    ['a zero-width space', { name: 'a\u200b' }],
    ['NUL', { name: 'a\u0000' }],
    ['256 characters', { name: 'x'.repeat(256) }],
    ['an empty name', { name: '' }],
    ['no name', {}],
    ['a number', { name: 7 }],
    ['an object', { name: { $ne: 'a' } }],
    ['an upward path', { name: 'n', path: '/a/../b' }],
    ['a double slash', { name: 'n', path: '//a' }],
    ['an inner double slash', { name: 'n', path: '/a//b' }],
    ['a dot path', { name: 'n', path: '.' }],
    ['a dot in a path', { name: 'n', path: '/a/./b' }],
    ['a backslash', { name: 'n', path: '\\a' }],
    ['an encoded dot', { name: 'n', path: '%2e' }],
    ['a path that is too deep', { name: 'n', path: '/a'.repeat(21) }],
    ['a folder that is too deep', { name: 'n', path: '/a'.repeat(20) }],
    ['a path that is too long', { name: 'n', path: `/${'x'.repeat(255)}`.repeat(5) }],
    ['a folder whose path is too long', { name: 'n', path: `/${'x'.repeat(255)}`.repeat(4) }],
    ['a list for a path', { name: 'n', path: ['/a'] }],
    ['a long description', { name: 'n', description: 'x'.repeat(1025) }],
    ['no environment', { name: 'n', environment: undefined }],
  ])('refuses %s', async (_, body) => {
    const { admin, project, place } = await aStage();

    const answer = await admin.http
      .post(V1)
      .send({ ...place, ...body })
      .expect(422);

    expect(answer.body).toMatchObject({ error: 'ValidationFailure' });
    expect(await treeOf(project)).toEqual([]);
  });

  it('accepts a name of 255 characters and a depth of 20', async () => {
    const { admin, place } = await aStage();

    const name = 'x'.repeat(255);
    await admin.http
      .post(V1)
      .send({ ...place, name })
      .expect(200);
    const deep = { ...place, name: 'n', path: '/a'.repeat(19) };
    const answer = await admin.http.post(V1).send(deep).expect(200);
    expect(answer.body).toMatchObject({ folder: { path: `${'/a'.repeat(19)}/n` } });
  });

  it('distinguishes names that differ in case only', async () => {
    const { admin, project } = await aStage();

    await aFolder(admin, project, '/a');
    await aFolder(admin, project, '/A');

    expect(await treeOf(project)).toEqual(['/A', '/a']);
  });

  it('refuses two projects, two paths, and no project (400)', async () => {
    const { admin, project, place } = await aStage();
    const other = await aProject(admin);
    const { projectId, ...rest } = { ...place, name: 'n' };

    const two = { ...rest, projectId, workspaceId: other.id };
    const answer = await admin.http.post(V1).send(two).expect(400);
    await admin.http
      .post(V1)
      .send({ ...rest, projectId, path: '/a', directory: '/b' })
      .expect(400);
    await admin.http.post(V1).send(rest).expect(400);
    const same = { ...rest, projectId, workspaceId: projectId, path: '/a', secretPath: 'a' };
    await admin.http.post(V1).send(same).expect(200);

    expect(answer.body).toMatchObject({ error: 'BadRequest' });
    expect(await treeOf(project)).toEqual(['/a', '/a/n']);
  });

  it('answers 404 for an unknown environment', async () => {
    const { admin, place } = await aStage();

    for (const environment of ['nope', 'DEV', 'd%v', '*']) {
      const body = { ...place, environment, name: 'n' };
      const answer = await admin.http.post(V1).send(body).expect(404);
      expect(answer.body).toMatchObject({ error: 'NotFound' });
    }
  });

  it('checks secret-folders:create for environment and path of the folder above', async () => {
    const { admin, orgId, project, place } = await aStage();
    await aFolder(admin, project, '/apps');
    const member = await aMember(server, project, orgId, [
      {
        subject: 'secret-folders',
        action: ['create'],
        conditions: { environment: 'dev', secretPath: { $glob: '/apps/**' } },
      },
    ]);
    const attempt = (body: object) => member.http.post(V1).send({ ...place, ...body });

    await attempt({ path: '/apps', name: 'web' }).expect(200);
    await attempt({ path: '/apps/api/v1', name: 'x' }).expect(200);
    const denied = await attempt({ path: '/', name: 'other' }).expect(403);
    await attempt({ path: '/', name: 'apps' }).expect(403);
    await attempt({ path: '/apps', name: 'web', environment: 'prod' }).expect(403);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
    expect(await treeOf(project)).toEqual([
      '/apps',
      '/apps/api',
      '/apps/api/v1',
      '/apps/api/v1/x',
      '/apps/web',
    ]);
  });

  it('creates none of the missing folders above if one is denied (403)', async () => {
    const { orgId, project, place } = await aStage();
    const member = await aMember(server, project, orgId, [
      { subject: 'secret-folders', action: ['create'], conditions: { secretPath: '/a/b' } },
    ]);

    const answer = await member.http
      .post(V1)
      .send({ ...place, path: '/a/b', name: 'c' })
      .expect(403);

    expect(answer.body).toMatchObject({ error: 'PermissionDenied' });
    expect(await treeOf(project)).toEqual([]);
  });

  it('refuses a request without token (401)', async () => {
    const answer = await server.http.post(V1).send({}).expect(401);
    expect(answer.body).toMatchObject({ error: 'UnauthorizedError' });
  });
});

describe.each([V1, V2])('GET %s', (base) => {
  it('lists the folders right below a path, to a member without any right', async () => {
    const { admin, orgId, project } = await aStage();
    for (const path of ['/b', '/a', '/a/x', '/a-b']) await aFolder(admin, project, path);
    const member = await aMember(server, project, orgId, 'no-access');
    const where = `workspaceId=${project.id}&environment=dev`;

    const top = await member.http.get(`${base}?${where}`).expect(200);
    const below = await member.http
      .get(`${base}?${where}&directory=/a&recursive=false`)
      .expect(200);
    const none = await member.http.get(`${base}?${where}&path=b/`).expect(200);

    const namesOf = ({ body }: { body: unknown }) =>
      (body as { folders: Folder[] }).folders.map(({ path }) => path);
    expect(namesOf(top)).toEqual(['/a', '/a-b', '/b']);
    expect(namesOf(below)).toEqual(['/a/x']);
    expect(none.body).toEqual({ folders: [] });
    const folder = await aFolder(admin, project, '/a');
    const { folders } = top.body as { folders: Folder[] };
    const environment = { envId: folder.envId, envName: 'Development', envSlug: 'dev' };
    expect({ ...folders[0], projectId: project.id, environment }).toEqual(folder);
  });

  it('lists all below, with their paths from there', async () => {
    const { admin, project } = await aStage();
    for (const path of ['/a/b/c', '/a-b', '/ab/x', '/a/z']) await aFolder(admin, project, path);
    const where = `projectId=${project.id}&environment=dev&recursive=true`;

    const all = await admin.http.get(`${base}?${where}`).expect(200);
    const below = await admin.http.get(`${base}?${where}&path=/a`).expect(200);

    const { folders } = all.body as { folders: Folder[] };
    expect(folders.map(({ relativePath }) => relativePath)).toEqual(await treeOf(project));
    expect((below.body as { folders: Folder[] }).folders).toMatchObject([
      { path: '/a/b', relativePath: '/b' },
      { path: '/a/b/c', relativePath: '/b/c' },
      { path: '/a/z', relativePath: '/z' },
    ]);
  });

  it('answers 404 for an unknown environment or path, 422 for no path, 400 for no project', async () => {
    const { admin, project } = await aStage();
    const where = `workspaceId=${project.id}`;

    await admin.http.get(`${base}?${where}&environment=nope`).expect(404);
    await admin.http.get(`${base}?${where}&environment=dev&path=/nope`).expect(404);
    await admin.http.get(`${base}?${where}&environment=dev&path=/a/../b`).expect(422);
    await admin.http.get(`${base}?${where}`).expect(422);
    const answer = await admin.http.get(`${base}?environment=dev`).expect(400);

    expect(answer.body).toMatchObject({ error: 'BadRequest' });
  });

  it('returns a folder by its id and by its path', async () => {
    const { admin, orgId, project } = await aStage();
    const folder = await aFolder(admin, project, '/a/b');
    const member = await aMember(server, project, orgId, 'no-access');

    const addresses = [
      folder.id,
      `${project.id}/dev/a/b`,
      `${project.id}/dev//a/b`,
      `${project.id}/dev/a/b/`,
      `${project.id}/dev/a%2Fb`,
      `${project.id}/dev/%2Fa%2Fb`,
    ];
    for (const address of addresses) {
      const answer = await member.http.get(`${base}/${address}`).expect(200);
      expect(answer.body).toEqual({ folder });
    }
    const root = await member.http.get(`${base}/${project.id}/dev`).expect(200);
    expect(root.body).toMatchObject({ folder: { path: '/', name: 'root', parentId: null } });
    await member.http.get(`${base}/${project.id}/dev//`).expect(200);
    await member.http.get(`${base}/${project.id}/dev/a/../a/b/%2e%2e`).expect(404);
  });
});

describe('a folder that is not there for the caller', () => {
  it('is the same 404 on every route, unknown or of others', async () => {
    const { admin, orgId, project, place } = await aStage();
    const elsewhere = await aStage();
    const second = await aProject(admin);
    const own = await aFolder(admin, project, '/a');
    const theirs = await aFolder(elsewhere.admin, elsewhere.project, '/a');
    const nonMember = await anIdentity(server, orgId, 'admin');
    const bodies: object[] = [];
    const keep = ({ body }: { body: unknown }) => bodies.push(body as object);

    for (const base of [V1, V2]) {
      const attempts = [
        [admin, theirs.id, place],
        [admin, theirs.id, elsewhere.place],
        [admin, own.id, { ...place, projectId: second.id }],
        [admin, own.id, { ...place, environment: 'prod' }],
        [admin, randomUUID(), place],
        [admin, 'nope', place],
        [admin, 'a%2A', place],
        [admin, 'a', { projectId: project.id }],
        [admin, own.id, { ...place, projectId: 'nonsense' }],
      ] as const;
      for (const [{ http }, id, body] of attempts) {
        keep(
          await http
            .patch(`${base}/${id}`)
            .send({ ...body, name: 'x' })
            .expect(404),
        );
        keep(await http.delete(`${base}/${id}`).send(body).expect(404));
      }
      for (const id of [theirs.id, randomUUID(), 'nonsense'])
        keep(await admin.http.get(`${base}/${id}`).expect(404));
      // The folder is in the caller's own organization, where it is no secret that it exists: 403, not 404.
      await nonMember.http.get(`${base}/${own.id}`).expect(403);
      await nonMember.http.delete(`${base}/${own.id}`).send(place).expect(403);
      keep(await admin.http.get(`${base}/${elsewhere.project.id}/dev/a`).expect(404));
      keep(await admin.http.get(`${base}/${project.id}/dev/nope`).expect(404));
      keep(await admin.http.get(`${base}/${project.id}/nope/a`).expect(404));
      keep(
        await admin.http
          .post(base)
          .send({ ...elsewhere.place, name: 'x' })
          .expect(404),
      );
      for (const id of [theirs.id, 'nonsense']) {
        const folders = [
          { id: own.id, name: 'moved' },
          { id, name: 'x' },
        ];
        const batch = { projectId: project.id, folders };
        keep(await admin.http.patch(`${base}/batch`).send(batch).expect(404));
      }
    }

    for (const body of bodies) expect(withoutReqId(body)).toEqual(NOT_FOUND);
    expect(await treeOf(project)).toEqual(['/a']);
    expect(await treeOf(elsewhere.project)).toEqual(['/a']);
  });
});

describe.each([V1, V2])('PATCH %s/{folderIdOrName}', (base) => {
  it('renames a folder, and all below move with it', async () => {
    const { admin, project, place } = await aStage();
    for (const path of ['/a/b/c', '/a-b', '/ab']) await aFolder(admin, project, path);
    const folder = await aFolder(admin, project, '/a');

    const body = { ...place, name: 'z', description: 'Renamed' };
    const answer = await admin.http.patch(`${base}/${folder.id}`).send(body).expect(200);

    expect(answer.body).toEqual({
      folder: {
        ...folder,
        name: 'z',
        path: '/z',
        description: 'Renamed',
        version: 2,
        updatedAt: expect.any(String),
      },
    });
    expect(await treeOf(project)).toEqual(['/a-b', '/ab', '/z', '/z/b', '/z/b/c']);
    const { target } = (await auditOf(project)).find(({ action }) => action === 'folder.rename')!;
    expect(target).toEqual({
      folders: [{ folderId: folder.id, environment: 'dev', from: '/a', path: '/z' }],
    });
  });

  it('appends events for the secrets that move with it, at both addresses', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');
    await aFolder(admin, project, '/a/b');
    const secret = { ...place, secretPath: '/a/b', secretValue: 'v' };
    await admin.http.post('/api/v3/secrets/raw/KEY').send(secret).expect(200);

    await admin.http
      .patch(`${base}/${folder.id}`)
      .send({ ...place, description: 'd' })
      .expect(200);
    await admin.http
      .patch(`${base}/${folder.id}`)
      .send({ ...place, name: 'z' })
      .expect(200);

    const at = (secretPath: string) => ({ environment: 'dev', secretPath, secretKey: 'KEY' });
    expect(await eventsOf(project)).toEqual([
      { type: 'secret:create', payload: [at('/a/b')] },
      { type: 'secret:delete', payload: [at('/a/b')] },
      { type: 'secret:create', payload: [at('/z/b')] },
    ]);
  });

  it('finds it by its name at a path', async () => {
    const { admin, project, place } = await aStage();
    await aFolder(admin, project, '/a/b');

    const body = { ...place, path: '/a', name: 'c' };
    const answer = await admin.http.patch(`${base}/b`).send(body).expect(200);

    expect(answer.body).toMatchObject({ folder: { path: '/a/c' } });
  });

  it('prefers the folder with that id to one named so', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');
    await aFolder(admin, project, `/${folder.id}`);

    const answer = await admin.http
      .patch(`${base}/${folder.id}`)
      .send({ ...place, name: 'b' })
      .expect(200);

    expect(answer.body).toMatchObject({ folder: { id: folder.id, path: '/b' } });
  });

  it('changes the description alone, or nothing', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');
    const path = `${base}/${folder.id}`;

    const described = await admin.http
      .patch(path)
      .send({ ...place, name: 'a', description: 'D' })
      .expect(200);
    const same = await admin.http.patch(path).send(place).expect(200);
    const cleared = await admin.http
      .patch(path)
      .send({ ...place, description: null })
      .expect(200);

    expect(described.body).toMatchObject({ folder: { description: 'D', version: 2 } });
    expect(same.body).toEqual(described.body);
    expect(cleared.body).toMatchObject({ folder: { description: null, version: 3 } });
    const actions = (await auditOf(project)).map(({ action }) => action);
    expect(actions).toEqual(['folder.create', 'folder.update', 'folder.update']);
  });

  it('refuses a name that exists (409)', async () => {
    const { admin, project, place } = await aStage();
    await aFolder(admin, project, '/b');
    const { id } = await aFolder(admin, project, '/a/x');
    const { id: top } = await aFolder(admin, project, '/a');

    const body = { ...place, name: 'b' };
    const answer = await admin.http.patch(`${base}/${top}`).send(body).expect(409);
    await admin.http.patch(`${base}/${id}`).send(body).expect(200);

    expect(answer.body).toMatchObject({ error: 'Conflict' });
    expect(await treeOf(project)).toEqual(['/a', '/a/b', '/b']);
  });

  it('refuses to rename the root, and a path that becomes too long (400)', async () => {
    const { admin, project, place } = await aStage();
    const answer = await admin.http.get(`${base}/${project.id}/dev`).expect(200);
    const { id } = (answer.body as { folder: Folder }).folder;
    await aFolder(admin, project, `/a${`/${'x'.repeat(254)}`.repeat(4)}`);
    const { id: long } = await aFolder(admin, project, '/a');

    const refused = await admin.http
      .patch(`${base}/${id}`)
      .send({ ...place, name: 'r' })
      .expect(400);
    await admin.http
      .patch(`${base}/${id}`)
      .send({ ...place, description: 'Top' })
      .expect(200);
    await admin.http
      .patch(`${base}/${long}`)
      .send({ ...place, name: 'aa' })
      .expect(200);
    await admin.http
      .patch(`${base}/${long}`)
      .send({ ...place, name: 'a'.repeat(9) })
      .expect(400);

    expect(refused.body).toMatchObject({ error: 'BadRequest' });
  });

  it('refuses a caller without secret-folders:edit on the folder above (403)', async () => {
    const { admin, orgId, project, place } = await aStage();
    const inner = await aFolder(admin, project, '/a/b');
    const outer = await aFolder(admin, project, '/a');
    const member = await aMember(server, project, orgId, [
      { subject: 'secret-folders', action: ['edit'], conditions: { secretPath: '/a' } },
    ]);

    const body = { ...place, name: 'z' };
    const denied = await member.http.patch(`${base}/${outer.id}`).send(body).expect(403);
    await member.http.patch(`${base}/${inner.id}`).send(body).expect(200);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
    await member.http
      .patch(`${base}/${inner.id}`)
      .send({ ...place, name: '..' })
      .expect(422);
  });

  it('leaves a consistent tree beside concurrent creations below the folder', async () => {
    const { admin, project, place } = await aStage();
    const { id } = await aFolder(admin, project, '/a/b');

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i % 2 === 0
          ? admin.http.patch(`${base}/${id}`).send({ ...place, name: `b${i}` })
          : admin.http.post(base).send({ ...place, path: '/a/b', name: `c${i}` }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await treeOf(project)).length).toBeGreaterThanOrEqual(12);
  });
});

describe('PATCH /api/v1/folders/batch', () => {
  it('changes several folders at once, in the order asked for', async () => {
    const { admin, project } = await aStage();
    const c = await aFolder(admin, project, '/a/b/c');
    const b = await aFolder(admin, project, '/a/b');
    const a = await aFolder(admin, project, '/a');

    const folders = [
      { id: c.id, environment: 'dev', name: 'z', path: '/a/b' },
      { id: a.id, environment: 'dev', name: 'x', path: '/', description: 'Top' },
      { id: b.id, name: 'b' },
    ];
    const body = { projectSlug: project.slug, folders };
    const answer = await admin.http.patch(`${V1}/batch`).send(body).expect(200);

    expect(answer.body).toMatchObject({
      folders: [
        { id: c.id, path: '/x/b/z', version: 2 },
        { id: a.id, path: '/x', version: 2, description: 'Top' },
        { id: b.id, path: '/x/b', version: 1 },
      ],
    });
    expect(await treeOf(project)).toEqual(['/x', '/x/b', '/x/b/z']);
  });

  it('changes nothing where one is refused', async () => {
    const { admin, orgId, project } = await aStage();
    const [a, b] = [await aFolder(admin, project, '/a'), await aFolder(admin, project, '/b')];
    const inner = await aFolder(admin, project, '/a/x');
    const member = await aMember(server, project, orgId, [
      { subject: 'secret-folders', action: ['edit'], conditions: { secretPath: '/a' } },
    ]);
    const send = ({ http }: Caller, folders: readonly object[], more: object = {}) =>
      http.patch(`${V1}/batch`).send({ projectId: project.id, folders, ...more });

    const allowed = { id: inner.id, name: 'y' };
    const denied = await send(member, [allowed, { id: b.id, name: 'y' }]).expect(403);
    await send(admin, [
      { id: a.id, name: 'c' },
      { id: b.id, name: 'c' },
    ]).expect(409);
    await send(admin, [allowed, allowed]).expect(400);
    await send(admin, [allowed], { projectSlug: 'another' }).expect(400);
    await send(admin, [allowed], { projectId: undefined }).expect(400);
    await send(admin, []).expect(422);
    await send(admin, [{ ...allowed, name: 'a/b' }]).expect(422);
    await send(admin, [{ name: 'a' }]).expect(422);
    await send(admin, [{ ...allowed, environment: 'prod' }]).expect(404);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
    expect(await treeOf(project)).toEqual(['/a', '/a/x', '/b']);
  });
});

describe('DELETE, folders', () => {
  it('v1 deletes a folder with all that is in it, and appends events for the deleted secrets', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');
    const inner = await aFolder(admin, project, '/a/b');
    const other = await aFolder(admin, project, '/a-b');
    await putSecrets(project, folder.id, ['ONE']);
    await putSecrets(project, inner.id, ['TWO', 'THREE']);
    await putSecrets(project, other.id, ['KEPT']);

    const answer = await admin.http.delete(`${V1}/a`).send(place).expect(200);

    expect(answer.body).toEqual({ folder });
    expect(await treeOf(project)).toEqual(['/a-b']);
    const left = await query('select key from secrets where project_id = $1', [project.id]);
    expect(left).toEqual([{ key: 'KEPT' }]);
    const [event, ...more] = await eventsOf(project);
    expect(more).toEqual([]);
    expect(event).toMatchObject({ type: 'secret:delete' });
    expect(event?.payload).toHaveLength(3);
    expect(event?.payload).toEqual(
      expect.arrayContaining([
        { environment: 'dev', secretPath: '/a', secretKey: 'ONE' },
        { environment: 'dev', secretPath: '/a/b', secretKey: 'TWO' },
        { environment: 'dev', secretPath: '/a/b', secretKey: 'THREE' },
      ]),
    );
    const kept = await query(
      'select key, version from secret_versions where project_id = $1 order by key',
      [project.id],
    );
    expect(kept).toHaveLength(3);
    expect((await auditOf(project)).at(-1)).toEqual({
      action: 'folder.delete',
      target: { folderId: folder.id, environment: 'dev', path: '/a', folders: 2, secrets: 3 },
    });
    await admin.http.delete(`${V1}/a`).send(place).expect(404);
  });

  it('v1 finds it by its id, and by its name in a directory', async () => {
    const { admin, project, place } = await aStage();
    const { id } = await aFolder(admin, project, '/a/b');
    await aFolder(admin, project, '/a/c');

    await admin.http.delete(`${V1}/${id}`).send(place).expect(200);
    const { projectId, environment } = place;
    const body = { workspaceId: projectId, environment, directory: 'a/' };
    await admin.http.delete(`${V1}/c`).send(body).expect(200);

    expect(await treeOf(project)).toEqual(['/a']);
    expect(await eventsOf(project)).toEqual([]);
  });

  it('v2 refuses a folder that is not empty (400), unless forceDelete is sent', async () => {
    const { admin, project } = await aStage();
    const folder = await aFolder(admin, project, '/a');
    const inner = await aFolder(admin, project, '/a/b');
    await putSecrets(project, inner.id, ['KEY']);
    const attempt = (id: string, body: object = {}) =>
      admin.http.delete(`${V2}/${id}`).send({ projectId: project.id, ...body });

    const refused = await attempt(folder.id).expect(400);
    await attempt(inner.id, { forceDelete: false }).expect(400);
    const left = await query('select key from secrets where project_id = $1', [project.id]);
    await attempt(inner.id, { forceDelete: 'true' }).expect(422);
    await attempt(inner.id, { forceDelete: true }).expect(200);
    await attempt(folder.id).expect(200);

    expect(refused.body).toMatchObject({ error: 'BadRequest' });
    expect(left).toEqual([{ key: 'KEY' }]);
    expect(await treeOf(project)).toEqual([]);
    expect(await eventsOf(project)).toHaveLength(1);
  });

  it.each([V1, V2])('%s refuses the root', async (base) => {
    const { admin, project, place } = await aStage();
    const answer = await admin.http.get(`${V1}/${project.id}/dev`).expect(200);
    const { id } = (answer.body as { folder: Folder }).folder;

    const body = { ...place, forceDelete: true };
    const refused = await admin.http.delete(`${base}/${id}`).send(body).expect(400);

    expect(refused.body).toMatchObject({ error: 'BadRequest' });
  });

  it.each([V1, V2])('%s demands secret-folders:delete for all that goes', async (base) => {
    const { admin, orgId, project, place } = await aStage();
    const outer = await aFolder(admin, project, '/a');
    const inner = await aFolder(admin, project, '/a/b');
    await aFolder(admin, project, '/a/b/c');
    const rule = { subject: 'secret-folders', action: ['delete'] };
    const narrow = await aMember(server, project, orgId, [
      { ...rule, conditions: { secretPath: '/' } },
    ]);
    const wide = await aMember(server, project, orgId, [
      rule,
      { ...rule, conditions: { secretPath: '/a/b' }, inverted: true },
    ]);
    const body = { ...place, forceDelete: true };

    const denied = await narrow.http.delete(`${base}/${inner.id}`).send(body).expect(403);
    await narrow.http.delete(`${base}/${outer.id}`).send(body).expect(403);
    await wide.http.delete(`${base}/${outer.id}`).send(body).expect(403);
    await admin.http.delete(`${base}/${inner.id}`).send(body).expect(200);
    await narrow.http.delete(`${base}/${outer.id}`).send(body).expect(200);

    expect(denied.body).toMatchObject({ error: 'PermissionDenied' });
    expect(await treeOf(project)).toEqual([]);
  });

  it('appends events for every secret that was written into it meanwhile', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');

    const body = {
      workspaceId: project.id,
      environment: 'dev',
      secretPath: '/a',
      secretValue: 'v',
    };
    const [deleted, ...written] = await Promise.all([
      admin.http.delete(`${V1}/${folder.id}`).send(place),
      ...Array.from({ length: 15 }, (_, i) =>
        admin.http.post(`/api/v3/secrets/raw/KEY_${i}`).send(body),
      ),
    ]);

    expect(deleted.status).toBe(200);
    for (const { status } of written) expect([200, 404]).toContain(status);
    const keysIn = async (type: string) =>
      (await eventsOf(project))
        .filter((event) => event.type === type)
        .flatMap(({ payload }) => payload as { secretKey: string }[])
        .map(({ secretKey }) => secretKey)
        .sort();
    const made = written.flatMap(({ status }, i) => (status === 200 ? [`KEY_${i}`] : [])).sort();
    expect(await keysIn('secret:create')).toEqual(made);
    expect(await keysIn('secret:delete')).toEqual(made);
    expect(await query('select 1 from secrets where project_id = $1', [project.id])).toEqual([]);
  });

  it('leaves a consistent tree beside concurrent creations in the folder', async () => {
    const { admin, project, place } = await aStage();
    const folder = await aFolder(admin, project, '/a');

    const [deleted, ...made] = await Promise.all([
      admin.http.delete(`${V1}/${folder.id}`).send(place),
      ...Array.from({ length: 10 }, (_, i) =>
        admin.http.post(V1).send({ ...place, path: '/a', name: `n${i}` }),
      ),
    ]);

    expect(deleted.status).toBe(200);
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    await treeOf(project);
  });
});
