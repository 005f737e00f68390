import { aMember, aProject } from '../support/scene.js';
import {
  server,
  type Folder,
  V1,
  V2,
  query,
  auditOf,
  treeOf,
  aStage,
  aFolder,
} from './folders-scene.js';

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
