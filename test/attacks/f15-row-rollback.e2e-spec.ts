import { beforeEach, describe, expect, it } from '@jest/globals';
import { SHARED_COLUMNS } from '../../src/database/entities/secret-columns.js';
import { anImport } from '../support/imports-scene.js';
import { useApp } from '../support/harness.js';
import { withoutReqId } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  BATCH,
  type Fields,
  footprint,
  named,
  type Secret,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../support/secrets-scene.js';

const server = useApp();
const query = <T = unknown>(text: string, values: unknown[] = []) =>
  server.database.source.query<T>(text, values);

/** What `secrets` and `secret_versions` both have. */
const STATE = [...SHARED_COLUMNS.map(({ column }) => column), 'folder_id']
  .filter((column) => column !== 'project_id')
  .join(', ');

/** A of three versions, a secret that refers to it, and a folder that imports its folder. */
async function aScene(): Promise<SecretScene & { readonly id: string }> {
  const scene = await aSecretScene(server);
  await aFolder(scene, '/web');
  const [a] = [
    ...(await withSecrets(scene, [anItem('A', 'first'), anItem('REF', '${A}')])).values(),
  ];
  for (const value of ['second', 'third']) await change(scene, { secretValue: value });
  await anImport(scene, 'dev:/web', 'dev:/');
  return { ...scene, id: a!.id };
}

const change = ({ admin, dev }: SecretScene, body: Fields) =>
  admin.http
    .patch(named('A'))
    .send({ ...dev, ...body })
    .expect(200);

/** What somebody does who can write the database. */
const putBack = (id: string, version: number, as = version) =>
  query(
    `update secrets s set version = $3, (${STATE}) =
       (select ${STATE} from secret_versions where secret_id = $1 and version = $2) where s.id = $1`,
    [id, version, as],
  );

const TAMPERING: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  'its first version, as it is kept': (id) => putBack(id, 1),
  'its last version but one': (id) => putBack(id, 2),
  'its first version under the number of the present one': (id) => putBack(id, 1, 3),
  'its first version, with the number of a later one': (id) => putBack(id, 1, 4),
};

const reads = ({ admin, project, dev, id }: SecretScene & { readonly id: string }) => {
  const v4 = { projectId: project.id, environment: 'dev' };
  const get = (path: string, more: Fields = {}) => admin.http.get(at(path, more));
  const web = { secretPath: '/web', include_imports: true };
  return {
    get: () => get(named('A'), dev),
    'get by v4': () => get(named('A', V4), v4),
    'get by id': () => get(`${V4}/id/${id}`),
    list: () => get(V3, dev),
    'list by v4': () => get(V4, v4),
    imports: () => get(V3, { ...dev, ...web }),
    'get of what is imported': () => get(named('A'), { ...dev, ...web }),
    references: () => get(named('REF'), { ...dev, expandSecretReferences: true }),
    'as of now': () => get(named('A'), { ...dev, asOf: new Date().toISOString() }),
    'list as of now': () => get(V3, { ...dev, asOf: new Date().toISOString() }),
    update: () => admin.http.patch(named('A')).send({ ...dev, secretValue: 'x' }),
    'batch update': () =>
      admin.http.patch(BATCH).send({ ...dev, secrets: [{ secretKey: 'A', secretValue: 'x' }] }),
    delete: () => admin.http.delete(named('A')).send(dev),
    move: () =>
      admin.http.post(`${V4}/move`).send({
        projectId: project.id,
        sourceEnvironment: 'dev',
        destinationEnvironment: 'prod',
        secretIds: [id],
      }),
  };
};

const metric = async () => {
  const text = await server.metrics.registry.getSingleMetricAsString(
    'strongroom_tampered_values_total',
  );
  return [...text.matchAll(/damage="(\w+)"\} (\d+)/g)].reduce((sum, [, , n]) => sum + Number(n), 0);
};

describe('F15: a row that was put back to its own older state', () => {
  it.each(Object.entries(TAMPERING))('%s: is refused by whatever reads it', async (_, tamper) => {
    const scene = await aScene();
    await tamper(scene.id);
    const before = await footprint(server, scene.project.id);
    const answers: [string, number][] = [];
    for (const [name, send] of Object.entries(reads(scene))) {
      const { status, body } = await send();
      expect(JSON.stringify(body)).not.toMatch(/"(first|second)"/);
      answers.push([name, status]);
    }
    expect(answers).toEqual(Object.keys(reads(scene)).map((name) => [name, 500]));
    expect(await footprint(server, scene.project.id)).toEqual(before);
  });

  it('is refused where no value is asked for, told in the log and counted', async () => {
    const scene = await aScene();
    await TAMPERING['its first version, as it is kept']!(scene.id);
    const [lines, counted] = [server.logLines.length, await metric()];

    const answer = await scene.admin.http
      .get(at(V3, { ...scene.dev, viewSecretValue: false }))
      .expect(500);

    expect(withoutReqId(answer.body)).toMatchObject({ error: 'InternalServerError' });
    const alarms = server.logLines
      .slice(lines)
      .filter((line) => line.includes('secret put back to an older state'));
    expect(alarms.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 50, projectId: scene.project.id, secretId: scene.id, version: 1 },
    ]);
    expect(await metric()).toBe(counted + 1);
  });

  it('is not built upon by a rollback to another version', async () => {
    const scene = await aScene();
    await putBack(scene.id, 1);
    const before = await footprint(server, scene.project.id);
    const rollback = { version: 2 };
    await scene.admin.http.post(`${V4}/id/${scene.id}/rollback`).send(rollback).expect(500);
    expect(await footprint(server, scene.project.id)).toEqual(before);
  });

  it('is refused where a deleted secret was put back as it was last', async () => {
    const scene = await aScene();
    await query(`create table kept_row as select * from secrets where id = $1`, [scene.id]);
    await scene.admin.http.delete(named('A')).send(scene.dev).expect(200);
    await query('insert into secrets select * from kept_row');
    await query('drop table kept_row');
    const answer = await scene.admin.http.get(at(named('A'), scene.dev));
    expect(answer.status).toBe(500);
  });
});

describe('F15: a folder that was put into another environment', () => {
  it.each([
    ['get', (more: Fields) => at(named('IN'), more)],
    ['list', (more: Fields) => at(V3, more)],
    ['get of a past version', (more: Fields) => at(named('IN'), { ...more, version: 1 })],
    ['list as of now', (more: Fields) => at(V3, { ...more, asOf: new Date().toISOString() })],
  ])('its values are refused to a %s there, and its secrets to a change', async (_, path) => {
    const scene = await aSecretScene(server);
    const { admin, dev, project } = scene;
    await aFolder(scene, '/app');
    const inApp = { ...dev, secretPath: '/app' };
    await admin.http
      .post(named('IN'))
      .send({ ...inApp, secretValue: 'of dev' })
      .expect(200);
    await admin.http
      .patch(named('IN'))
      .send({ ...inApp, secretValue: 'of dev, too' })
      .expect(200);
    const there = { ...inApp, environment: 'prod' };
    await admin.http.get(path(inApp)).expect(200);
    await query(
      `update folders set environment_id = (select id from environments where project_id = $1 and slug = 'prod')
       where path = '/app' and environment_id in (select id from environments where project_id = $1)`,
      [project.id],
    );
    const read = await admin.http.get(path(there));
    const changed = await admin.http.patch(named('IN')).send({ ...there, secretComment: 'x' });
    expect([read.status, changed.status]).toEqual([500, 500]);
    expect(JSON.stringify([read.body, changed.body])).not.toContain('of dev');
  });
});

describe('what an honest server does to a row', () => {
  let scene: Awaited<ReturnType<typeof aScene>>;
  beforeEach(async () => {
    scene = await aScene();
  });

  const value = async (more: Fields = {}) => {
    const { body } = await scene.admin.http.get(at(named('A'), scene.dev, more)).expect(200);
    return (body as { secret: Secret }).secret.secretValue;
  };

  it('reads every version, and as of before', async () => {
    expect([await value(), await value({ version: 1 }), await value({ version: 2 })]).toEqual([
      'third',
      'first',
      'second',
    ]);
    const now = new Date().toISOString();
    await change(scene, { secretValue: 'fourth' });
    expect(await value({ asOf: now })).toBe('third');
  });

  it('rolls back, deletes and brings back, and the versions may be thrown out', async () => {
    const { admin, id, dev, project } = scene;
    await admin.http.post(`${V4}/id/${id}/rollback`).send({ version: 1 }).expect(200);
    expect(await value()).toBe('first');
    const moment = new Date().toISOString();
    await admin.http.delete(named('A')).send(dev).expect(200);
    const back = { projectId: project.id, environment: 'dev', secretPath: '/', asOf: moment };
    await admin.http.post(`${V4}/batch/rollback`).send(back).expect(200);
    expect(await value()).toBe('first');
    await query('delete from secret_versions where project_id = $1', [project.id]);
    expect(await value()).toBe('first');
    await change(scene, { secretValue: 'last' });
    expect(await value()).toBe('last');
  });
});
