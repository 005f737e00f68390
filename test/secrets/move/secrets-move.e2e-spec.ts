import { randomUUID } from 'node:crypto';
import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import { aMember, type Caller } from '../../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  aTag,
  type Fields,
  footprint,
  keysOf,
  listed,
  named,
  type Secret,
  type SecretScene,
  statements,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';

const server = useApp();

const MOVED = { isSourceUpdated: true, isDestinationUpdated: true };

const allow = (action: string, conditions?: object): Rule => ({
  subject: 'secrets',
  action,
  ...(conditions ? { conditions } : {}),
});
const deny = (action: string, conditions: object): Rule => ({
  ...allow(action, conditions),
  inverted: true,
});
const ALL = ['describeSecret', 'readValue', 'create', 'edit', 'delete'];

/** A folder `/to` beside the root, and secrets `A`, `B` and `C` in the root. */
async function aMoveScene() {
  const scene = await aSecretScene(server);
  await aFolder(scene, '/to');
  const tag = await aTag(scene, 'blue');
  const secrets = await withSecrets(scene, [
    anItem('A', 'a', { tagIds: [tag], secretComment: 'c' }),
    anItem('B', 'b'),
    anItem('C', 'c'),
  ]);
  const idOf = (key: string) => secrets.get(key)!.id;
  const order = {
    projectId: scene.project.id,
    sourceEnvironment: 'dev',
    destinationEnvironment: 'dev',
    destinationSecretPath: '/to',
  };
  return { ...scene, tag, order, idOf, to: { ...scene.dev, secretPath: '/to' } };
}

const move = ({ http }: Caller, order: Fields, secretIds: readonly string[]) =>
  http.post(`${V4}/move`).send({ ...order, secretIds });

async function refusal(
  scene: SecretScene,
  send: () => ReturnType<typeof move>,
  status: number,
): Promise<{ details?: object; message: unknown }> {
  const all = { ...scene.dev, recursive: true };
  const before = [await footprint(server, scene.project.id), await listed(scene.admin, all)];
  const answer = await send().expect(status);
  const after = [await footprint(server, scene.project.id), await listed(scene.admin, all)];
  expect(after).toEqual(before);
  return answer.body as { details?: object; message: unknown };
}

const lastEvents = (projectId: string, count: number): Promise<object[]> =>
  server.database.source.query(
    `select type, payload from (select * from project_events where project_id = $1
       order by seq desc limit $2) last order by seq`,
    [projectId, count],
  );

describe('the past of a secret that was moved', () => {
  it('needs the rights on the folder of then beside those on the folder of now (403)', async () => {
    const { admin, project, orgId, order, idOf, to } = await aMoveScene();
    await move(admin, order, [idOf('A')]).expect(200);
    const rules = [allow('describeSecret'), allow('readValue', { secretPath: '/to' })];
    const caller = await aMember(server, project, orgId, rules);
    const read = (version: number, viewSecretValue: boolean) =>
      caller.http.get(at(named('A'), to, { version, viewSecretValue }));

    await read(2, true).expect(200);
    await read(1, false).expect(200);
    const { body } = await read(1, true).expect(403);
    expect(body).toMatchObject({ details: { attributes: { secretPath: '/' } } });
  });
});

describe('POST /api/v4/secrets/move', () => {
  it('takes secrets with id, versions, tags and values to another folder, and tells both', async () => {
    const { admin, project, order, idOf, dev, to } = await aMoveScene();
    const answer = await move(admin, order, [idOf('B'), idOf('A'), idOf('B')]).expect(200);
    expect(answer.body).toEqual(MOVED);

    expect(keysOf(await listed(admin, dev))).toEqual(['C']);
    expect(await listed(admin, to)).toMatchObject([
      {
        id: idOf('A'),
        secretKey: 'A',
        secretValue: 'a',
        secretComment: 'c',
        secretPath: '/to',
        version: 2,
        tags: [{ slug: 'blue' }],
      },
      { id: idOf('B'), secretValue: 'b', version: 2 },
    ]);
    const past = await admin.http.get(at(named('A'), to, { version: 1 })).expect(200);
    expect(past.body).toMatchObject({ secret: { secretValue: 'a', version: 1 } });
    const here = (secretKey: string) => ({ environment: 'dev', secretPath: '/', secretKey });
    const there = (secretKey: string) => ({ ...here(secretKey), secretPath: '/to' });
    expect(await lastEvents(project.id, 2)).toEqual([
      { type: 'secret:delete', payload: [here('B'), here('A')] },
      { type: 'secret:create', payload: [there('B'), there('A')] },
    ]);
    const [entry] = await server.database.source.query<object[]>(
      `select action, target from audit_entries where project_id = $1 and action <> 'secret.read'
         order by created_at desc limit 1`,
      [project.id],
    );
    expect(entry).toEqual({
      action: 'secret.move',
      target: {
        environment: 'dev',
        secretPath: '/',
        destination: { environment: 'dev', secretPath: '/to' },
        secretKeys: ['B', 'A'],
        count: 2,
      },
    });
  });

  it('overwrites only when told to: what was there goes on with what came', async () => {
    const scene = await aMoveScene();
    const { admin, project, order, idOf, dev, to } = scene;
    const there = await withSecrets(scene, [anItem('A', 'old')], { secretPath: '/to' });
    const ids = [idOf('A'), idOf('B')];
    const body = await refusal(scene, () => move(admin, order, ids), 400);
    expect(body.details).toEqual({ secretKeys: ['A'] });

    await move(admin, { ...order, shouldOverwrite: true }, ids).expect(200);
    expect(keysOf(await listed(admin, dev))).toEqual(['C']);
    expect(await listed(admin, to)).toMatchObject([
      {
        id: there.get('A')!.id,
        secretValue: 'a',
        secretComment: 'c',
        version: 2,
        tags: [{ slug: 'blue' }],
      },
      { id: idOf('B'), secretValue: 'b', version: 2 },
    ]);
    const past = await admin.http.get(at(named('A'), to, { version: 1 })).expect(200);
    expect(past.body).toMatchObject({ secret: { secretValue: 'old' } });
    expect(
      (await lastEvents(project.id, 3)).map((event) => (event as { type: string }).type),
    ).toEqual(['secret:delete', 'secret:create', 'secret:update']);
    const [count] = await footprint(server, project.id);
    expect(count).toMatchObject({ secrets: '3', versions: '3' });
  });

  it('goes to another environment, and is in v3 what it is in v4 but deprecated', async () => {
    const { admin, project, idOf } = await aMoveScene();
    const order = { sourceEnvironment: 'dev', destinationEnvironment: 'prod' };
    const answer = await admin.http
      .post('/api/v3/secrets/move')
      .send({ ...order, projectSlug: project.slug, secretIds: [idOf('A')] })
      .expect(200);
    expect(answer.headers).toMatchObject({
      deprecation: '@1735689600',
      link: '</api/v4/secrets/move>; rel="successor-version"',
    });
    const prod = { workspaceId: project.id, environment: 'prod' };
    expect(keysOf(await listed(admin, prod))).toEqual(['A']);
    await admin.http
      .post('/api/v3/secrets/move')
      .send({ ...order, workspaceId: project.id, secretIds: [idOf('B')] })
      .expect(200);
    expect(keysOf(await listed(admin, prod))).toEqual(['A', 'B']);
  });

  it('refuses what is no move', async () => {
    const scene = await aMoveScene();
    const { admin, order, idOf } = scene;
    const stranger = await aMoveScene();
    const ids = [idOf('A')];
    const cases: [number, Fields, string[]][] = [
      [422, order, []],
      [422, { ...order, destinationEnvironment: '' }, ids],
      [422, { ...order, shouldOverwrite: 'yes' }, ids],
      [404, { ...order, projectId: randomUUID() }, ids],
      [404, { ...order, projectId: stranger.project.id }, ids],
      [404, { ...order, sourceSecretPath: '/none' }, ids],
      [404, { ...order, destinationSecretPath: '/none' }, ids],
      [404, { ...order, destinationEnvironment: 'none' }, ids],
      [400, { ...order, projectId: '' }, ids],
      [400, { ...order, destinationSecretPath: '/' }, ids],
      [400, order, [...ids, randomUUID()]],
      [400, order, [...ids, 'no-uuid']],
      [400, order, [...ids, stranger.idOf('A')]],
      [400, { ...order, sourceSecretPath: '/to', destinationSecretPath: '/' }, ids],
    ];
    for (const [status, where, secretIds] of cases) {
      const body = await refusal(scene, () => move(admin, where, secretIds), status);
      expect(body).toMatchObject({ statusCode: status });
    }
  });

  it('needs delete, describe and readValue here, create and edit there', async () => {
    const scene = await aMoveScene();
    const { order, idOf } = scene;
    const member = (rules: Rule[]) => aMember(server, scene.project, scene.orgId, rules);
    for (const missing of ALL) {
      const none = await member(ALL.filter((each) => each !== missing).map((each) => allow(each)));
      await refusal(scene, () => move(none, order, [idOf('A')]), 403);
      const isSource = ['describeSecret', 'readValue', 'delete'].includes(missing);
      const conditions = { secretPath: isSource ? '/to' : '/' };
      const elsewhere = await member(
        ALL.map((each) => (each === missing ? allow(each, conditions) : allow(each))),
      );
      const status = missing === 'describeSecret' ? 400 : 403;
      await refusal(scene, () => move(elsewhere, order, [idOf('A')]), status);
    }
    const enough = await member([
      ...['describeSecret', 'readValue', 'delete'].map((each) => allow(each, { secretPath: '/' })),
      ...['create', 'edit'].map((each) => allow(each, { secretPath: '/to' })),
    ]);
    await move(enough, order, [idOf('A')]).expect(200);
  });

  it('names every secret that may not go, and does not overwrite what may not be changed', async () => {
    const scene = await aMoveScene();
    const { order, idOf } = scene;
    const rules = [
      ...ALL.map((each) => allow(each)),
      deny('delete', { secretName: { $in: ['A', 'C'] } }),
      deny('edit', { secretTags: { $in: ['locked'] } }),
    ];
    const member = await aMember(server, scene.project, scene.orgId, rules);
    const body = await refusal(
      scene,
      () => move(member, order, [idOf('A'), idOf('B'), idOf('C')]),
      403,
    );
    expect(body.details).toMatchObject({
      action: 'delete',
      refused: 2,
      offenders: [{ index: 0 }, { index: 2 }],
    });
    const locked = await aTag(scene, 'locked');
    await withSecrets(scene, [anItem('B', 'x', { tagIds: [locked] })], { secretPath: '/to' });
    const over = { ...order, shouldOverwrite: true };
    await refusal(scene, () => move(member, over, [idOf('B')]), 403);
  });

  it('does not open old versions of where a secret was', async () => {
    const scene = await aMoveScene();
    const { admin, order, idOf, to, dev } = scene;
    const reader = await aMember(server, scene.project, scene.orgId, [
      allow('read', { secretPath: '/to' }),
    ]);
    await admin.http
      .patch(named('A'))
      .send({ ...dev, secretValue: 'a2' })
      .expect(200);
    await move(admin, order, [idOf('A')]).expect(200);
    await admin.http
      .patch(named('A'))
      .send({ ...to, secretValue: 'a4' })
      .expect(200);
    const read = async (version: number) =>
      (await reader.http.get(at(named('A'), to, { version }))).status;
    expect([await read(1), await read(2), await read(3), await read(4)]).toEqual([
      404, 404, 200, 200,
    ]);
    const all = await aMember(server, scene.project, scene.orgId, [allow('read')]);
    const first = await all.http.get(at(named('A'), to, { version: 1 })).expect(200);
    expect((first.body as { secret: Secret }).secret.secretValue).toBe('a');
    await all.http.get(`${V3}/id/${idOf('A')}`).expect(200);
  });

  it('and back at the same time: every secret is in one of the two', async () => {
    const scene = await aMoveScene();
    const { admin, order, idOf, dev, project } = scene;
    const ids = ['A', 'B', 'C'].map(idOf);
    const back = { ...order, sourceSecretPath: '/to', destinationSecretPath: '/' };
    for (let round = 0; round < 15; round++) {
      const answers = await Promise.all([
        move(admin, order, ids),
        move(admin, back, [...ids].reverse()),
        move(admin, order, ids),
      ]);
      expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
    }
    const all = await listed(admin, { ...dev, recursive: true });
    expect(keysOf(all).sort()).toEqual(['A', 'B', 'C']);
    const [count] = (await footprint(server, project.id)) as [{ versions: string }];
    const made = all.reduce((sum, secret) => sum + secret.version - 1, 0);
    expect(Number(count.versions)).toBe(made);
  });

  it('needs as many statements for 1,000 secrets as for 10', async () => {
    const scene = await aMoveScene();
    const { admin, order, idOf, to } = scene;
    const many = Array.from({ length: 997 }, (_, index) => anItem(`KEY_${index}`));
    const ids = [...(await withSecrets(scene, many)).values()].map((secret) => secret.id);
    const counted = (secretIds: readonly string[]) =>
      statements(() => move(admin, order, secretIds).expect(200));
    const few = await counted(ids.slice(0, 10));
    const all = await counted([...ids.slice(10), ...['A', 'B', 'C'].map(idOf)]);
    expect(all).toBe(few);
    expect(few).toBeGreaterThan(6);
    expect(few).toBeLessThan(25);
    expect(await listed(admin, to)).toHaveLength(1_000);
  });
});
