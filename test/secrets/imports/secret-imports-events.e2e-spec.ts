import { afterEach, describe, expect, it } from '@jest/globals';
import { closeAll, type Item, listen } from '../../support/events/event-source.js';
import { startApp, useApp } from '../../support/harness.js';
import {
  aChain,
  anImport,
  importBody,
  IMPORTS,
  placeOf,
  someFolders,
} from '../../support/imports-scene.js';
import {
  anItem,
  aSecretScene,
  BATCH,
  named,
  type SecretScene,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';

const server = useApp();
afterEach(closeAll);

interface StoredEvent {
  readonly type: string;
  readonly payload: readonly Item[];
}

const allOf = ({ project }: SecretScene): Promise<StoredEvent[]> =>
  server.database.source.query(
    'select type, payload from project_events where project_id = $1 order by seq',
    [project.id],
  );

/** What is told of while something happens: `create dev:/a#KEY`, `import dev:/b`. */
async function eventsDuring(
  scene: SecretScene,
  act: () => PromiseLike<unknown>,
): Promise<string[]> {
  const before = (await allOf(scene)).length;
  await act();
  return (await allOf(scene)).slice(before).map(({ type, payload }) => {
    const items = payload.map(({ environment, secretPath, secretKey }) =>
      [`${environment}:${secretPath}`, ...(secretKey === undefined ? [] : [secretKey])].join('#'),
    );
    const kind = type.replace('secret:', '').replace('-mutation', '');
    return [kind, ...(kind === 'import' ? items.sort() : items)].join(' ');
  });
}

/** `dev:/top` imports `dev:/mid`, that imports `prod:/low`, and so does `prod:/side`. */
async function layered() {
  const scene = await aSecretScene(server);
  await someFolders(scene, 'dev:/top', 'dev:/mid', 'prod:/low', 'prod:/side', 'prod:/none');
  await aChain(scene, 'dev:/top dev:/mid prod:/low');
  await aChain(scene, 'prod:/side prod:/low');
  const low = { ...scene.dev, environment: 'prod', secretPath: '/low' };
  return { scene, low, http: scene.admin.http };
}

const ABOVE_LOW = 'import dev:/mid dev:/top prod:/side';

describe('a change of secrets sends events for all folders that import them', () => {
  it.each([{}, { 'Idempotency-Key': 'first-import' }])(
    'where another replica made the first import since the last write, with %j',
    async (headers) => {
      const scene = await aSecretScene(server);
      await someFolders(scene, 'dev:/top', 'prod:/low');
      const low = { ...scene.dev, environment: 'prod', secretPath: '/low' };
      await withSecrets(scene, [anItem('A')], low);
      const { parts: replica, end } = await startApp({}, [], server.databaseUrl);
      try {
        const there = { ...scene.admin, http: replica.as(scene.admin.token) };
        await anImport({ ...scene, admin: there }, 'dev:/top', 'prod:/low');
        const change = () =>
          scene.admin.http
            .patch(named('A'))
            .set(headers)
            .send({ ...low, secretValue: 'b' })
            .expect(200);

        expect(await eventsDuring(scene, change)).toEqual([
          'update prod:/low#A',
          'import dev:/top',
        ]);
        expect(await eventsDuring(scene, () => withSecrets(scene, [anItem('B')], low))).toEqual([
          'create prod:/low#B',
          'import dev:/top',
        ]);
      } finally {
        await end();
      }
    },
  );

  it('for single writes', async () => {
    const { scene, low, http } = await layered();
    const create = () =>
      http
        .post(named('A'))
        .send({ ...low, secretValue: 'a' })
        .expect(200);
    expect(await eventsDuring(scene, create)).toEqual(['create prod:/low#A', ABOVE_LOW]);
    const update = () =>
      http
        .patch(named('A'))
        .send({ ...low, secretValue: 'b' })
        .expect(200);
    expect(await eventsDuring(scene, update)).toEqual(['update prod:/low#A', ABOVE_LOW]);
    const rollBack = async () => {
      const [row] = await server.database.source.query<{ id: string }[]>(
        'select id from secrets where project_id = $1',
        [scene.project.id],
      );
      await http.post(`${V4}/id/${row!.id}/rollback`).send({ version: 1 }).expect(200);
    };
    expect(await eventsDuring(scene, rollBack)).toEqual(['update prod:/low#A', ABOVE_LOW]);
    const remove = () => http.delete(named('A')).send(low).expect(200);
    expect(await eventsDuring(scene, remove)).toEqual(['delete prod:/low#A', ABOVE_LOW]);
  });

  it('for batches and moves', async () => {
    const { scene, low, http } = await layered();
    const items = [anItem('A'), anItem('B')];
    const create = () =>
      http
        .post(BATCH)
        .send({ ...low, secrets: items })
        .expect(200);
    expect(await eventsDuring(scene, create)).toEqual([
      'create prod:/low#A prod:/low#B',
      ABOVE_LOW,
    ]);
    const update = () =>
      http
        .patch(BATCH)
        .send({ ...low, secrets: items })
        .expect(200);
    expect(await eventsDuring(scene, update)).toEqual([
      'update prod:/low#A prod:/low#B',
      ABOVE_LOW,
    ]);
    const move = async () => {
      const secrets = await server.database.source.query<{ id: string }[]>(
        `select id from secrets where project_id = $1 and key = 'A'`,
        [scene.project.id],
      );
      const body = {
        ...{ projectId: scene.project.id, secretIds: secrets.map(({ id }) => id) },
        ...{ sourceEnvironment: 'prod', sourceSecretPath: '/low' },
        ...{ destinationEnvironment: 'dev', destinationSecretPath: '/mid' },
      };
      await http.post(`${V4}/move`).send(body).expect(200);
    };
    expect(await eventsDuring(scene, move)).toEqual([
      'delete prod:/low#A',
      'create dev:/mid#A',
      ABOVE_LOW,
    ]);
    const remove = () =>
      http
        .delete(BATCH)
        .send({ ...low, secrets: [{ secretKey: 'B' }] })
        .expect(200);
    expect(await eventsDuring(scene, remove)).toEqual(['delete prod:/low#B', ABOVE_LOW]);
  });

  it('for no other folder', async () => {
    const { scene } = await layered();
    const elsewhere = await layered();
    const where = { environment: 'prod', secretPath: '/none' };
    const create = () => withSecrets(scene, [anItem('A')], where);
    expect(await eventsDuring(scene, create)).toEqual(['create prod:/none#A']);
    const inTop = (key: string) => () => withSecrets(scene, [anItem(key)], { secretPath: '/top' });
    expect(await eventsDuring(scene, inTop('A'))).toEqual(['create dev:/top#A']);
    expect(await eventsDuring(elsewhere.scene, inTop('B'))).toEqual([]);
  });

  it('up to depth 10', async () => {
    const scene = await aSecretScene(server);
    const names = Array.from({ length: 12 }, (_, i) => `dev:/f${String(i).padStart(2, '0')}`);
    await someFolders(scene, ...names);
    await aChain(scene, names.join(' '));
    const create = () => withSecrets(scene, [anItem('A')], { secretPath: '/f11' });
    expect(await eventsDuring(scene, create)).toEqual([
      'create dev:/f11#A',
      `import ${names.slice(1, 11).join(' ')}`,
    ]);
  });

  it('in several events where one would be too large', async () => {
    const scene = await aSecretScene(server);
    const [environment] = await server.database.source.query<{ id: string }[]>(
      `select id from environments where project_id = $1 and slug = 'dev'`,
      [scene.project.id],
    );
    await server.database.source.query(
      `with made as (
         insert into folders (id, environment_id, name, path)
         select gen_random_uuid(), $1, name, '/' || name
         from (select repeat('f', 200) || n as name from generate_series(1, 500) n) names
         returning id
       )
       insert into secret_imports (id, folder_id, source_environment_id, source_path, position)
       select gen_random_uuid(), id, $1, '/low', 1 from made`,
      [environment!.id],
    );
    await anImport(scene, 'dev:/', 'dev:/low');
    const before = (await allOf(scene)).length;
    await someFolders(scene, 'dev:/low');
    await withSecrets(scene, [anItem('A')], { secretPath: '/low' });
    const [created, ...imports] = (await allOf(scene)).slice(before);
    expect(created).toMatchObject({ type: 'secret:create' });
    expect(imports.length).toBeGreaterThan(1);
    expect(imports.every(({ type }) => type === 'secret:import-mutation')).toBe(true);
    expect(imports.flatMap(({ payload }) => payload)).toHaveLength(501);
  });
});

describe('a change of imports sends an event for the folder and all that import it', () => {
  it('at creation, change and deletion, not where nothing changes', async () => {
    const { scene, http } = await layered();
    let id = '';
    const create = async () => {
      ({ id } = await anImport(scene, 'dev:/mid', 'prod:/none'));
    };
    const expected = ['import dev:/mid dev:/top'];
    expect(await eventsDuring(scene, create)).toEqual(expected);
    const patch = (change: object) => () =>
      http.patch(`${IMPORTS}/${id}`).send({ import: change }).expect(200);
    expect(await eventsDuring(scene, patch({ position: 1 }))).toEqual(expected);
    expect(await eventsDuring(scene, patch({ path: '/else' }))).toEqual(expected);
    expect(await eventsDuring(scene, patch({ path: '/else', position: 1 }))).toEqual([]);
    const refused = () =>
      http
        .post(IMPORTS)
        .send(importBody(scene, 'dev:/mid', 'dev:/top'))
        .expect(400);
    expect(await eventsDuring(scene, refused)).toEqual([]);
    const remove = () => http.delete(`${IMPORTS}/${id}`).send({}).expect(200);
    expect(await eventsDuring(scene, remove)).toEqual(expected);
  });
});

describe('a change of folders and environments sends events for all folders that import them', () => {
  const folder = (scene: SecretScene, place: string, more = {}) => {
    const { environment, path } = placeOf(place);
    const where = { projectId: scene.project.id, environment, path: '/', ...more };
    return [`/api/v1/folders${path}`, where] as const;
  };

  it('when a source is renamed, with secrets in it or without', async () => {
    const { scene, http } = await layered();
    const rename = (place: string, name: string) => () => {
      const [path, body] = folder(scene, place, { name });
      return http.patch(path).send(body).expect(200);
    };
    expect(await eventsDuring(scene, rename('prod:/low', 'lower'))).toEqual([ABOVE_LOW]);
    await withSecrets(scene, [anItem('A')], { environment: 'prod', secretPath: '/lower' });
    expect(await eventsDuring(scene, rename('prod:/lower', 'low'))).toEqual([
      ...['delete prod:/lower#A', 'create prod:/low#A', ABOVE_LOW],
    ]);
    expect(await eventsDuring(scene, rename('dev:/mid', 'middle'))).toEqual([
      'import dev:/mid dev:/middle dev:/top',
    ]);
    expect(await eventsDuring(scene, rename('prod:/none', 'nothing'))).toEqual([]);
  });

  it('when a source is deleted', async () => {
    const { scene, http } = await layered();
    await withSecrets(scene, [anItem('A')], { environment: 'prod', secretPath: '/low' });
    const remove = (place: string) => () => {
      const [path, body] = folder(scene, place);
      return http.delete(path).send(body).expect(200);
    };
    expect(await eventsDuring(scene, remove('prod:/low'))).toEqual([
      'delete prod:/low#A',
      ABOVE_LOW,
    ]);
    // It has no secrets of its own, but what it imports is gone for those above.
    expect(await eventsDuring(scene, remove('dev:/mid'))).toEqual(['import dev:/mid dev:/top']);
  });

  it('when an environment is deleted', async () => {
    const { scene, http } = await layered();
    await withSecrets(scene, [anItem('A')], { environment: 'prod', secretPath: '/low' });
    const [environment] = await server.database.source.query<{ id: string }[]>(
      `select id from environments where project_id = $1 and slug = 'prod'`,
      [scene.project.id],
    );
    const path = `/api/v1/projects/${scene.project.id}/environments/${environment!.id}`;
    expect(await eventsDuring(scene, () => http.delete(path).send({}).expect(200))).toEqual([
      'delete prod:/low#A',
      ABOVE_LOW,
    ]);
  });
});

it('reaches a stream that listens to the importing folder alone', async () => {
  const { scene, low, http } = await layered();
  const conditions = { environmentSlug: 'dev', secretPath: '/top' };
  const register = [{ event: 'secret:import-mutation', conditions }];
  const source = await listen(server, scene.admin.token, { projectId: scene.project.id, register });

  await http
    .post(named('A'))
    .send({ ...low, secretValue: 'canary' })
    .expect(200);
  await source.until(({ items }) => items.length > 0);

  expect(source.items).toEqual([{ environment: 'dev', secretPath: '/top' }]);
  expect(source.text).not.toContain('canary');
});

it('is never lost between a new import and a change of its source at the same time', async () => {
  for (let round = 0; round < 10; round++) {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'prod:/b');
    if (round % 2 === 1) await anImport(scene, 'dev:/', 'prod:/');
    const source = { environment: 'prod', secretPath: '/b' };
    await Promise.all([
      anImport(scene, 'dev:/a', 'prod:/b'),
      withSecrets(scene, [anItem('A')], source),
    ]);
    // The last that is told of the importing folder comes after both changes.
    const all = await allOf(scene);
    const lastOf = (isIt: (event: StoredEvent) => boolean) => all.findLastIndex(isIt);
    const created = lastOf(({ type }) => type === 'secret:create');
    const mutated = lastOf(({ payload }) => payload.some(({ secretPath }) => secretPath === '/a'));
    expect(mutated).toBeGreaterThan(created);
  }
});
