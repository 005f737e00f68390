import { randomUUID } from 'node:crypto';
import { useApp } from '../../support/harness.js';
import {
  aChain,
  anImport,
  type Import,
  importBody,
  IMPORTS,
  importsOf,
  inShort,
  placeOf,
  someFolders,
  takenOver,
} from '../../support/imports-scene.js';
import {
  anItem,
  aSecretScene,
  at,
  type SecretScene,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
import { withoutNames } from '../../support/refusals.js';

const server = useApp();
const PROD = { environment: 'prod' };

const idOf = async ({ project }: SecretScene, slug: string): Promise<string> => {
  const [row] = await server.database.source.query<{ id: string }[]>(
    'select id from environments where project_id = $1 and slug = $2',
    [project.id, slug],
  );
  return row!.id;
};

describe.each(['v1', 'v2'])('/api/%s/secret-imports', (version) => {
  const path = `/api/${version}/secret-imports`;

  it('creates, returns, lists and deletes an import', async () => {
    const scene = await aSecretScene(server);
    const { admin, project } = scene;
    await someFolders(scene, 'dev:/web');
    const place = { projectId: project.id, environment: 'dev', path: '/web/' };
    const body = {
      ...place,
      import: { environment: 'prod', path: 'shared' },
      isReplication: false,
    };

    const made = await admin.http.post(path).send(body).expect(200);
    const importEnv = { id: await idOf(scene, 'prod'), name: 'Production', slug: 'prod' };
    const secretImport = {
      id: expect.any(String),
      version: 1,
      importPath: '/shared',
      importEnv,
      position: 1,
      folderId: expect.any(String),
      isReplication: false,
      isReserved: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    };
    expect(made.body).toEqual({ message: expect.any(String), secretImport });
    const { secretImport: is } = made.body as { secretImport: Import };

    const listed = await admin.http.get(at(path, place)).expect(200);
    expect(listed.body).toEqual({ message: expect.any(String), secretImports: [is] });
    const read = await admin.http.get(`${path}/${is.id}`).expect(200);
    expect(read.body).toEqual({
      secretImport: {
        ...is,
        environment: { id: await idOf(scene, 'dev'), name: 'Development', slug: 'dev' },
        projectId: project.id,
        secretPath: '/web',
      },
    });
    const gone = await admin.http.delete(`${path}/${is.id}`).send(place).expect(200);
    expect(gone.body).toEqual({ message: expect.any(String), secretImport: is });
    await admin.http.get(`${path}/${is.id}`).expect(404);
  });

  it('changes the source of an import', async () => {
    const scene = await aSecretScene(server);
    const { id } = await anImport(scene, 'dev:/', 'prod:/a');
    const change = (more: object) =>
      scene.admin.http.patch(`${path}/${id}`).send({ workspaceId: scene.project.id, import: more });

    const { body } = await change({ environment: 'staging' }).expect(200);
    expect(body).toMatchObject({ secretImport: { version: 2, importPath: '/a' } });
    await change({ path: '/b' }).expect(200);
    expect(await importsOf(scene, 'dev:/')).toEqual(['1 staging:/b']);
    const same = await change({ environment: 'staging', path: '/b', position: 7 }).expect(200);
    expect(same.body).toMatchObject({ secretImport: { version: 3, position: 1 } });
    await change({}).expect(400);
  });

  it('lists the secrets that a folder imports', async () => {
    const scene = await aSecretScene(server);
    await anImport(scene, 'dev:/', 'prod:/');
    await withSecrets(scene, [anItem('A', 'a'), anItem('B', '${A}b')], PROD);
    const query = { projectId: scene.project.id, environment: 'dev' };
    const listed = (root: string, more = {}) => scene.admin.http.get(at(root, query, more));

    for (const root of [`${path}/secrets`, `${path}/secrets/raw`]) {
      const { body } = await listed(root).expect(200);
      const { secrets } = body as { secrets: Parameters<typeof inShort>[0] };
      expect(inShort(secrets)).toEqual(['prod:/ A=a B=${A}b']);
    }
    const { body } = await listed(`${path}/secrets/raw`, { expandSecretReferences: true });
    expect(body).toMatchObject({ secrets: [{ secrets: [{}, { secretValue: 'ab' }] }] });
    const masked = await listed(`${path}/secrets`, { viewSecretValue: false });
    expect(masked.body).toMatchObject({
      secrets: [{ secrets: [{ secretValueHidden: true }, {}] }],
    });
  });
});

describe('the order of imports', () => {
  const SOURCES = ['prod:/a', 'prod:/b', 'prod:/c', 'prod:/d'];

  async function four() {
    const scene = await aSecretScene(server);
    const ids: string[] = [];
    for (const source of SOURCES) ids.push((await anImport(scene, 'dev:/', source)).id);
    const move = (index: number, position: number) =>
      scene.admin.http.patch(`${IMPORTS}/${ids[index]}`).send({ import: { position } });
    return { scene, ids, move };
  }

  it.each([
    [0, 3, 'b c a d'],
    [3, 1, 'd a b c'],
    [1, 2, 'a b c d'],
    [0, 99, 'b c d a'],
  ])('moves number %i to position %i', async (index, position, order) => {
    const { scene, move } = await four();
    await move(index, position).expect(200);
    const expected = order.split(' ').map((name, i) => `${i + 1} prod:/${name}`);
    expect(await importsOf(scene, 'dev:/')).toEqual(expected);
  });

  it('has no gap after one is deleted', async () => {
    const { scene, ids } = await four();
    await scene.admin.http.delete(`${IMPORTS}/${ids[1]}`).send({}).expect(200);
    expect(await importsOf(scene, 'dev:/')).toEqual(['1 prod:/a', '2 prod:/c', '3 prod:/d']);
  });

  it('has no gap and no duplicate after concurrent changes', async () => {
    const { scene, ids, move } = await four();
    const body = importBody(scene, 'dev:/', 'prod:/e');
    const answers = await Promise.all([
      ...[4, 1, 3, 2].map((position, index) => move(index, position)),
      scene.admin.http.delete(`${IMPORTS}/${ids[2]}`).send({}),
      scene.admin.http.post(IMPORTS).send(body),
    ]);
    expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
    const order = await importsOf(scene, 'dev:/');
    expect(order.map((each) => each.split(' ')[0])).toEqual(['1', '2', '3', '4']);
    expect(order.map((each) => each.slice(2)).sort()).toEqual([
      'prod:/a',
      'prod:/b',
      'prod:/d',
      'prod:/e',
    ]);
  });
});

describe('refuses an import', () => {
  it('in an unknown project, environment or folder (404)', async () => {
    const scene = await aSecretScene(server);
    const elsewhere = await aSecretScene(server);
    await elsewhere.admin.http
      .post(`/api/v1/projects/${elsewhere.project.id}/environments`)
      .send({ name: 'Theirs', slug: 'theirs' })
      .expect(200);
    const send = (to: string, from: string, more = {}) =>
      scene.admin.http
        .post(IMPORTS)
        .send(importBody(scene, to, from, more))
        .expect(404);

    const nobodys = await send('dev:/', 'nowhere:/');
    const theirs = await send('dev:/', 'theirs:/');
    expect(withoutNames(theirs.body)).toEqual(withoutNames(nobodys.body));
    await send('dev:/none', 'prod:/');
    await send('none:/', 'prod:/');
    await send('dev:/', 'prod:/', { workspaceId: elsewhere.project.id });
    const { id } = await anImport(elsewhere, 'dev:/', 'prod:/');
    const { http } = scene.admin;
    for (const other of [id, randomUUID(), 'no-id']) {
      await http.get(`${IMPORTS}/${other}`).expect(404);
      await http
        .patch(`${IMPORTS}/${other}`)
        .send({ import: { position: 1 } })
        .expect(404);
      await http.delete(`${IMPORTS}/${other}`).send({}).expect(404);
    }
    expect(await importsOf(elsewhere, 'dev:/')).toEqual(['1 prod:/']);
  });

  it('whose id does not agree with the project or folder of the request (404)', async () => {
    const scene = await aSecretScene(server);
    const other = await aSecretScene(server);
    await someFolders(scene, 'dev:/web');
    const { id } = await anImport(scene, 'dev:/web', 'prod:/');
    const refused = (where: object) =>
      scene.admin.http.delete(`${IMPORTS}/${id}`).send(where).expect(404);

    await refused({ projectId: other.project.id });
    await refused({ environment: 'prod' });
    await refused({ path: '/' });
    const query = { workspaceId: scene.project.id, environment: 'dev', path: '/none' };
    await scene.admin.http.get(at(IMPORTS, query)).expect(404);
    await scene.admin.http.get(at(`${IMPORTS}/secrets`, query)).expect(404);
  });

  it('that asks for replication (400)', async () => {
    const scene = await aSecretScene(server);
    const body = importBody(scene, 'dev:/', 'prod:/', { isReplication: true });
    const { body: refusal } = await scene.admin.http.post(IMPORTS).send(body).expect(400);
    expect(refusal).toMatchObject({ message: expect.stringContaining('Replication') });
    expect(await importsOf(scene, 'dev:/')).toEqual([]);
  });

  it('that the folder has already (409)', async () => {
    const scene = await aSecretScene(server);
    await anImport(scene, 'dev:/', 'prod:/a');
    const { id } = await anImport(scene, 'dev:/', 'prod:/b');
    const body = importBody(scene, 'dev:/', 'prod:/a');
    await scene.admin.http.post(IMPORTS).send(body).expect(409);
    const aim = { import: { path: '/a' } };
    await scene.admin.http.patch(`${IMPORTS}/${id}`).send(aim).expect(409);
    expect(await importsOf(scene, 'dev:/')).toEqual(['1 prod:/a', '2 prod:/b']);
  });

  it('beyond a hundred of a folder (400)', async () => {
    const scene = await aSecretScene(server);
    const [folder] = await server.database.source.query<{ id: string }[]>(
      `select f.id from folders f join environments e on e.id = f.environment_id
       where e.project_id = $1 and e.slug = 'dev'`,
      [scene.project.id],
    );
    await server.database.source.query(
      `insert into secret_imports (id, folder_id, source_environment_id, source_path, position)
       select gen_random_uuid(), $1, $2, '/' || n, n from generate_series(1, 99) n`,
      [folder!.id, await idOf(scene, 'prod')],
    );
    await anImport(scene, 'dev:/', 'prod:/last');
    const body = importBody(scene, 'dev:/', 'prod:/more');
    await scene.admin.http.post(IMPORTS).send(body).expect(400);
  });

  it.each([
    ['a', { path: '/a/../b' }],
    ['a', { path: '//' }],
    ['no path', { path: undefined }],
    ['no environment', { environment: undefined }],
    ['a number', { environment: 7 }],
  ])('with %s: %j', async (_, source) => {
    const scene = await aSecretScene(server);
    const body = importBody(scene, 'dev:/', 'prod:/');
    const sent = { ...body, import: { ...body.import, ...source } };
    await scene.admin.http.post(IMPORTS).send(sent).expect(422);
  });
});

describe('a circle of imports', () => {
  const refusal = (way: string) => ({
    error: 'BadRequest',
    message: expect.stringContaining(`: ${way}.`),
  });

  it('is refused with its path (400)', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'prod:/b', 'dev:/c');
    await aChain(scene, 'dev:/a prod:/b dev:/c');
    const close = (to: string, from: string) =>
      scene.admin.http
        .post(IMPORTS)
        .send(importBody(scene, to, from))
        .expect(400);

    const self = await close('dev:/a', 'dev:/a');
    expect(self.body).toMatchObject(refusal('dev:/a > dev:/a'));
    const mutual = await close('prod:/b', 'dev:/a');
    expect(mutual.body).toMatchObject(refusal('dev:/a > prod:/b > dev:/a'));
    const long = await close('dev:/c', 'dev:/a');
    expect(long.body).toMatchObject(refusal('dev:/a > prod:/b > dev:/c > dev:/a'));
    expect(await importsOf(scene, 'dev:/c')).toEqual([]);
  });

  it('is refused when an import changes its source or a folder is renamed (400)', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'dev:/b', 'dev:/z');
    await aChain(scene, 'dev:/a dev:/b');
    const { id } = await anImport(scene, 'dev:/b', 'dev:/nothing-yet');
    const aim = { import: { path: '/a' } };
    const aimed = await scene.admin.http.patch(`${IMPORTS}/${id}`).send(aim).expect(400);
    expect(aimed.body).toMatchObject(refusal('dev:/a > dev:/b > dev:/a'));

    const where = { projectId: scene.project.id, environment: 'dev', path: '/' };
    const rename = { ...where, name: 'nothing-yet' };
    const renamed = await scene.admin.http.patch('/api/v1/folders/a').send(rename).expect(400);
    expect(renamed.body).toMatchObject(refusal('dev:/b > dev:/nothing-yet > dev:/b'));
    expect(await importsOf(scene, 'dev:/a')).toEqual(['1 dev:/b']);
  });

  it('is found beyond the depth that reads follow (400)', async () => {
    const scene = await aSecretScene(server);
    const names = Array.from({ length: 15 }, (_, i) => `dev:/f${i}`);
    await someFolders(scene, ...names);
    await aChain(scene, names.join(' '));
    const body = importBody(scene, 'dev:/f14', 'dev:/f0');
    await scene.admin.http.post(IMPORTS).send(body).expect(400);
  });

  it('is not closed by two concurrent requests', async () => {
    for (let round = 0; round < 5; round++) {
      const scene = await aSecretScene(server);
      await someFolders(scene, 'dev:/a', 'dev:/b', 'dev:/c');
      const send = (to: string, from: string) =>
        scene.admin.http.post(IMPORTS).send(importBody(scene, to, from));
      const answers = await Promise.all([
        send('dev:/a', 'dev:/b'),
        send('dev:/b', 'dev:/c'),
        send('dev:/c', 'dev:/a'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
    }
  });
});

describe('a change of folders and environments', () => {
  it('keeps imports in a renamed folder and those that name it or a folder below as their source', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/old/deep', 'dev:/older', 'prod:/web');
    for (const from of ['dev:/old', 'dev:/old/deep', 'dev:/old/none', 'dev:/older'])
      await anImport(scene, 'prod:/web', from);
    await anImport(scene, 'dev:/old/deep', 'prod:/x');
    await withSecrets(scene, [anItem('A', 'a')], { secretPath: '/old/deep' });
    const before = inShort(await takenOver(scene, 'prod:/web'));

    const where = { projectId: scene.project.id, environment: 'dev', path: '/', name: 'new' };
    await scene.admin.http.patch('/api/v1/folders/old').send(where).expect(200);

    expect(await importsOf(scene, 'prod:/web')).toEqual([
      '1 dev:/new',
      '2 dev:/new/deep',
      '3 dev:/new/none',
      '4 dev:/older',
    ]);
    expect(await importsOf(scene, 'dev:/new/deep')).toEqual(['1 prod:/x']);
    const after = inShort(await takenOver(scene, 'prod:/web'));
    expect(after).toEqual(
      before.map((each) => each.replace('/old', '/new').replace('/newer', '/older')),
    );
  });

  it('lets folders exchange names in one batch', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a/in', 'dev:/b', 'prod:/web');
    for (const from of ['dev:/a', 'dev:/a/in', 'dev:/b']) await anImport(scene, 'prod:/web', from);
    const { body } = await scene.admin.http.get(
      at('/api/v1/folders', { projectId: scene.project.id, environment: 'dev' }),
    );
    const { folders } = body as { folders: { id: string; name: string }[] };
    const [a, b] = ['a', 'b'].map((name) => folders.find((folder) => folder.name === name)!.id);
    const batch = {
      projectId: scene.project.id,
      folders: [
        { id: a, name: 'c' },
        { id: b, name: 'd' },
      ],
    };
    await scene.admin.http.patch('/api/v1/folders/batch').send(batch).expect(200);
    expect(await importsOf(scene, 'prod:/web')).toEqual(['1 dev:/c', '2 dev:/c/in', '3 dev:/d']);
  });

  it('refuses a rename that would import one source twice (409)', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'prod:/web');
    for (const from of ['dev:/a', 'dev:/b']) await anImport(scene, 'prod:/web', from);
    const where = { projectId: scene.project.id, environment: 'dev', path: '/', name: 'b' };
    await scene.admin.http.patch('/api/v1/folders/a').send(where).expect(409);
    expect(await importsOf(scene, 'prod:/web')).toEqual(['1 dev:/a', '2 dev:/b']);
  });

  it('keeps an import of a deleted folder for the next folder of that path', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'prod:/web');
    await anImport(scene, 'prod:/web', 'dev:/a');
    const where = { projectId: scene.project.id, environment: 'dev', path: '/' };
    await scene.admin.http.delete('/api/v1/folders/a').send(where).expect(200);
    expect(await takenOver(scene, 'prod:/web')).toEqual([
      { environment: 'dev', secretPath: '/a', secrets: [] },
    ]);
    await someFolders(scene, 'dev:/a');
    await withSecrets(scene, [anItem('A', 'a')], { secretPath: '/a' });
    expect(inShort(await takenOver(scene, 'prod:/web'))).toEqual(['dev:/a A=a']);
  });

  it('counts imports as content of a folder', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a');
    const { folderId } = await anImport(scene, 'dev:/a', 'prod:/');
    const where = { projectId: scene.project.id, environment: 'dev', path: '/' };
    const remove = (more = {}) =>
      scene.admin.http.delete(`/api/v2/folders/${folderId}`).send({ ...where, ...more });
    await remove().expect(400);
    await remove({ forceDelete: true }).expect(200);
    const [left] = await server.database.source.query<{ count: string }[]>(
      'select count(*) from secret_imports where folder_id = $1',
      [folderId],
    );
    expect(left).toEqual({ count: '0' });
  });

  it('deletes the imports of a deleted environment without gaps in the order', async () => {
    const scene = await aSecretScene(server);
    for (const from of ['staging:/', 'prod:/', 'staging:/x', 'prod:/y'])
      await anImport(scene, 'dev:/', from);
    const id = await idOf(scene, 'staging');
    const path = `/api/v1/projects/${scene.project.id}/environments/${id}`;
    await scene.admin.http.delete(path).send({}).expect(200);
    expect(await importsOf(scene, 'dev:/')).toEqual(['1 prod:/', '2 prod:/y']);
    await anImport(scene, 'dev:/', 'prod:/z');
    expect(await importsOf(scene, 'dev:/')).toHaveLength(3);
  });
});

it('writes one audit entry for every change, and none where nothing changes', async () => {
  const scene = await aSecretScene(server);
  const { id } = await anImport(scene, 'dev:/', 'prod:/a');
  const { http } = scene.admin;
  await http
    .patch(`${IMPORTS}/${id}`)
    .send({ import: { path: '/b' } })
    .expect(200);
  await http
    .patch(`${IMPORTS}/${id}`)
    .send({ import: { path: '/b' } })
    .expect(200);
  await http.delete(`${IMPORTS}/${id}`).send({}).expect(200);
  const entries = await server.database.source.query(
    `select action, target from audit_entries
     where project_id = $1 and action like 'secret-import.%' order by id`,
    [scene.project.id],
  );
  const common = { secretImportId: id, environment: 'dev', secretPath: '/', position: 1 };
  const from = (secretPath: string) => ({ environment: 'prod', secretPath });
  expect(entries).toMatchObject([
    { action: 'secret-import.create', target: { ...common, source: from('/a') } },
    {
      action: 'secret-import.update',
      target: { ...common, source: from('/b'), before: { source: from('/a'), position: 1 } },
    },
    { action: 'secret-import.delete', target: { ...common, source: from('/b') } },
  ]);
  expect(entries).toHaveLength(3);
});

it('answers 304 to a list with imports until an imported secret changes', async () => {
  const scene = await aSecretScene(server);
  await anImport(scene, 'dev:/', 'prod:/');
  await withSecrets(scene, [anItem('A', 'a')], PROD);
  const url = at(V4, { projectId: scene.project.id, ...placeOf('dev:/') });
  const first = await scene.admin.http.get(url).expect(200);
  const tag = String(first.headers.etag);
  await scene.admin.http.get(url).set('If-None-Match', tag).expect(304);
  await withSecrets(scene, [anItem('B', 'b')], PROD);
  await scene.admin.http.get(url).set('If-None-Match', tag).expect(200);
});
