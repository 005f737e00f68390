import { describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import { aMember } from '../../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  aTag,
  type Fields,
  footprint,
  listed,
  named,
  type Secret,
  type SecretScene,
  statements,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
import { textsOf } from '../../support/sent-texts.js';
import { execute } from '../../support/test-database.js';
import { listedThen, remember, rollBack, rolledBack } from '../../support/secrets-history-scene.js';

const server = useApp();

const allow = (action: string, conditions?: object): Rule => ({
  subject: 'secrets',
  action,
  ...(conditions ? { conditions } : {}),
});
const deny = (action: string, conditions: object): Rule => ({
  ...allow(action, conditions),
  inverted: true,
});
const ALL = ['describeSecret', 'readValue', 'create', 'edit', 'delete'].map((each) => allow(each));

const move = ({ admin, project }: SecretScene, from: string, to: string, ...secretIds: string[]) =>
  admin.http
    .post(`${V4}/move`)
    .send({
      projectId: project.id,
      sourceEnvironment: 'dev',
      sourceSecretPath: from,
      destinationEnvironment: 'dev',
      destinationSecretPath: to,
      secretIds,
    })
    .expect(200);

/** A folder `/a` in which much has happened since `then`. */
async function aPast() {
  const scene = await aSecretScene(server);
  for (const path of ['/a', '/a/sub', '/b']) await aFolder(scene, path);
  const tag = await aTag(scene, 'blue');
  const { admin, project } = scene;
  const a = { projectId: project.id, environment: 'dev', secretPath: '/a' };
  const b = { ...a, secretPath: '/b' };
  const full = { tagIds: [tag], secretComment: 'c', secretMetadata: [SHUT] };
  const items = ['CHANGED', 'DELETED', 'FIRST', 'OUT', 'SAME', 'SECOND'].map((key) =>
    anItem(key, `${key} then`, full),
  );
  const secrets = await withSecrets(scene, items, a);
  await withSecrets(scene, [anItem('IN', 'in')], b);
  const was = await listed(admin, a);
  const then = await remember(server, scene);
  const patch = (key: string, changes: Fields) =>
    admin.http
      .patch(named(key, V4))
      .send({ ...a, ...changes })
      .expect(200);
  await patch('CHANGED', { secretValue: 'now', tagIds: [], secretMetadata: [], secretComment: '' });
  await admin.http.delete(named('DELETED', V4)).send(a).expect(200);
  const swap = [
    { secretKey: 'FIRST', newSecretName: 'SECOND' },
    { secretKey: 'SECOND', newSecretName: 'FIRST' },
  ];
  await admin.http
    .patch(`${V4}/batch`)
    .send({ ...a, secrets: swap })
    .expect(200);
  await move(scene, '/a', '/b', secrets.get('OUT')!.id);
  await move(scene, '/b', '/a', (await listed(admin, b)).find((s) => s.secretKey === 'IN')!.id);
  await withSecrets(scene, [anItem('NEW', 'n')], a);
  const member = (rules: Rule[] | string) => aMember(server, project, scene.orgId, rules);
  return { ...scene, scene, a, b, was, then, member, idOf: (key: string) => secrets.get(key)!.id };
}

const SHUT = { key: 'k', value: 'shut', isEncrypted: true };

/** All but what a new version must change. */
const contentOf = (secrets: readonly Secret[]) =>
  secrets.map((secret) => ({ ...secret, version: 0, updatedAt: '' }));

const titles = (items: readonly { outcome: string; secretKey: string }[]) =>
  items.map(({ outcome, secretKey }) => `${outcome} ${secretKey}`);

const PLAN = [
  'update CHANGED',
  'create DELETED',
  'update FIRST',
  'update IN',
  'delete NEW',
  'update SECOND',
  'update OUT',
];

const EVENTS = `
  select type, item->>'secretPath' path, item->>'secretKey' key
  from project_events, json_array_elements(payload) item
  where project_id = $1 and seq > $2 order by seq, path, key`;

const eventsAfter = async ({ project }: SecretScene, seq: number) =>
  (
    await server.database.source.query<{ type: string; path: string; key: string }[]>(EVENTS, [
      project.id,
      seq,
    ])
  ).map(({ type, path, key }) => `${type} ${path} ${key}`);

const audited = ({ project }: SecretScene) =>
  server.database.source.query<{ target: Record<string, unknown> }[]>(
    `select target from audit_entries where project_id = $1 and action = 'secret.rollback'`,
    [project.id],
  );

describe('POST /api/v4/secrets/batch/rollback', () => {
  it.each([
    ['comment', { secretComment: 'now' }],
    ['metadata', { secretMetadata: [{ key: 'k', value: 'now' }] }],
    ['encrypted metadata', { secretMetadata: [{ ...SHUT, value: 'now' }] }],
  ])('puts the %s of a secret back where nothing else changed', async (_, change) => {
    const scene = await aSecretScene(server);
    const place = { projectId: scene.project.id, environment: 'dev', secretPath: '/' };
    await withSecrets(scene, [anItem('A', 'x', { secretComment: 'then', secretMetadata: [SHUT] })]);
    const [was] = await listed(scene.admin, place);
    const { time: asOf } = await remember(server, scene);
    await scene.admin.http
      .patch(named('A', V4))
      .send({ ...place, ...change })
      .expect(200);

    const { items } = await rolledBack(scene.admin, { ...place, asOf });

    expect(titles(items)).toEqual(['update A']);
    expect(contentOf(await listed(scene.admin, place))).toEqual(contentOf([was!]));
  });

  it.each(['time', 'event'] as const)('makes the folder what it was, as of a %s', async (kind) => {
    const { admin, a, b, was, then, scene } = await aPast();
    const asOf = then[kind];
    const [head] = (await footprint(server, scene.project.id)) as { head: string }[];
    const preview = await rolledBack(admin, { ...a, asOf, dryRun: true });
    expect(preview).toMatchObject({ isDone: false, accepted: true, unchanged: 1 });
    expect(titles(preview.items)).toEqual(PLAN);
    expect(await footprint(server, scene.project.id)).toEqual([head]);

    const done = await rolledBack(admin, { ...a, asOf, expectedPlan: preview.plan });

    expect(done).toEqual({ ...preview, isDone: true });
    const now = await listed(admin, a);
    expect(contentOf(now)).toEqual(contentOf(was));
    expect(now.map(({ secretKey, version }) => [secretKey, version])).toEqual([
      ['CHANGED', 3],
      ['DELETED', 2],
      ['FIRST', 3],
      ['OUT', 3],
      ['SAME', 1],
      ['SECOND', 3],
    ]);
    expect((await listed(admin, b)).map((each) => each.secretKey)).toEqual(['IN']);
    expect(await eventsAfter(scene, Number(head!.head))).toEqual([
      'secret:delete /a IN',
      'secret:delete /a NEW',
      'secret:delete /b OUT',
      'secret:update /a CHANGED',
      'secret:update /a FIRST',
      'secret:update /a SECOND',
      'secret:create /a DELETED',
      'secret:create /a OUT',
      'secret:create /b IN',
    ]);
    const [entry, ...more] = await audited(scene);
    expect(more).toHaveLength(0);
    expect(entry!.target).toMatchObject({
      environment: 'dev',
      secretPath: '/a',
      asOf,
      createdKeys: ['DELETED'],
      deletedKeys: ['NEW'],
    });
    expect(JSON.stringify([preview, entry])).not.toMatch(/then|shut/);
  });

  it('is nothing the second time, and can itself be taken back', async () => {
    const { admin, a, then, scene } = await aPast();
    const present = await listed(admin, a);
    const now = await remember(server, scene);
    await rolledBack(admin, { ...a, asOf: then.event });
    const before = await footprint(server, scene.project.id);
    const again = await rolledBack(admin, { ...a, asOf: then.event });
    expect(again).toMatchObject({ isDone: true, unchanged: 6, items: [] });
    expect(await footprint(server, scene.project.id)).toEqual(before);

    await rolledBack(admin, { ...a, asOf: now.event });
    expect(contentOf(await listed(admin, a))).toEqual(contentOf(present));
    expect(await listedThen(admin, now.event, a)).toEqual(present);
  });

  it('brings a deleted secret back with its id and its history', async () => {
    const { admin, a, then, idOf } = await aPast();
    await rolledBack(admin, { ...a, asOf: then.time });
    const id = idOf('DELETED');
    const answer = await admin.http.get(at(`/api/v1/secret/${id}/secret-versions`)).expect(200);
    const { secretVersions } = answer.body as { secretVersions: Secret[] };
    expect(secretVersions.map((each) => [each.version, each.secretValue])).toEqual([
      [2, 'DELETED then'],
      [1, 'DELETED then'],
    ]);
    const patch = { ...a, secretValue: 'on' };
    await admin.http.patch(named('DELETED', V4)).send(patch).expect(200);
    await admin.http.delete(named('DELETED', V4)).send(a).expect(200);
  });

  it('goes below when told to', async () => {
    const scene = await aSecretScene(server);
    const { admin, project } = scene;
    const where = { projectId: project.id, environment: 'dev', secretPath: '/' };
    for (const path of ['/x', '/x/y']) await aFolder(scene, path);
    await withSecrets(scene, [anItem('R')], where);
    const deep = await withSecrets(scene, [anItem('D')], { ...where, secretPath: '/x/y' });
    const then = await remember(server, scene);
    await move(scene, '/x/y', '/x', deep.get('D')!.id);
    await withSecrets(scene, [anItem('D'), anItem('E')], { ...where, secretPath: '/x/y' });
    const shallow = await rolledBack(admin, { ...where, asOf: then.time });
    expect(shallow).toMatchObject({ unchanged: 1, items: [] });
    const all = await rolledBack(admin, { ...where, asOf: then.time, recursive: true });
    expect(titles(all.items)).toEqual(['update D', 'delete D', 'delete E']);
    const list = await listed(admin, { ...where, recursive: true });
    expect(list.map((each) => `${each.secretPath} ${each.secretKey}`)).toEqual(['/ R', '/x/y D']);
    expect(list[1]!.id).toBe(deep.get('D')!.id);
  });

  it('refuses a plan that is another one by now', async () => {
    const { admin, a, then, scene } = await aPast();
    const { plan } = await rolledBack(admin, { ...a, asOf: then.time, dryRun: true });
    await admin.http
      .patch(named('CHANGED', V4))
      .send({ ...a, secretValue: 'later' })
      .expect(200);
    const before = await footprint(server, scene.project.id);
    const body = { ...a, asOf: then.time, expectedPlan: plan };
    const refused = await rollBack(admin, body).expect(409);
    expect(await footprint(server, scene.project.id)).toEqual(before);
    const { details } = refused.body as { details: { plan: string } };
    await rollBack(admin, { ...body, expectedPlan: details.plan }).expect(200);
  });

  it('is of the chosen secrets alone, and refuses one whose name is held by another that stays', async () => {
    const { scene, a, then, idOf } = await aPast();
    const { admin } = scene;
    const body = { ...a, asOf: then.time };
    const chosen = [idOf('CHANGED'), idOf('DELETED')];
    const plan = await rolledBack(admin, { ...body, secretIds: chosen, dryRun: true });
    expect(titles(plan.items)).toEqual(['update CHANGED', 'create DELETED']);

    await rollBack(admin, { ...body, expectedPlan: plan.plan }).expect(409);
    const done = { ...body, secretIds: chosen, expectedPlan: plan.plan };
    expect(titles((await rolledBack(admin, done)).items)).toEqual(titles(plan.items));
    const left = await rolledBack(admin, { ...body, dryRun: true });
    expect(titles(left.items)).toEqual(PLAN.filter((each) => !/ (CHANGED|DELETED)$/.test(each)));

    const one = await rolledBack(admin, { ...body, secretIds: [idOf('FIRST')], dryRun: true });
    expect(one.accepted).toBe(false);
    expect(titles(one.items)).toEqual(['refused SECOND']);
    await rollBack(admin, { ...body, secretIds: [] }).expect(422);
  });

  it('names what stands in the way, and does nothing', async () => {
    const { admin, a, b, then, scene } = await aPast();
    await withSecrets(scene, [anItem('IN', 'in the way')], b);
    const before = await footprint(server, scene.project.id);
    const preview = await rolledBack(admin, { ...a, asOf: then.time, dryRun: true });
    expect(preview.accepted).toBe(false);
    expect(preview.items.filter(({ problems }) => problems.length > 0)).toEqual([
      expect.objectContaining({
        outcome: 'refused',
        secretKey: 'IN',
        problems: [{ error: 'Conflict', message: expect.any(String) }],
      }),
    ]);
    const { body } = await rollBack(admin, { ...a, asOf: then.time }).expect(409);
    expect(body).toMatchObject({ details: { secretKeys: ['IN'] } });
    expect(await footprint(server, scene.project.id)).toEqual(before);
  });

  it('tells that the folder of then is gone', async () => {
    const scene = await aSecretScene(server);
    const { admin, project } = scene;
    const root = { projectId: project.id, environment: 'dev', secretPath: '/' };
    await aFolder(scene, '/x');
    const secrets = await withSecrets(scene, [anItem('A')], { ...root, secretPath: '/x' });
    const then = await remember(server, scene);
    await move(scene, '/x', '/', secrets.get('A')!.id);
    await admin.http
      .delete('/api/v1/folders/x')
      .send({ workspaceId: project.id, environment: 'dev', path: '/' })
      .expect(200);
    const { body } = await rollBack(admin, { ...root, asOf: then.time }).expect(409);
    expect(body).toMatchObject({ message: expect.stringContaining('folders') });
    expect(await listed(admin, root)).toHaveLength(1);
  });

  it('refuses unknown places, moments and plans that are too large', async () => {
    const { admin, a, then, scene } = await aPast();
    const asOf = then.time;
    await rollBack(admin, { ...a, asOf, secretPath: '/none' }).expect(404);
    await rollBack(admin, { ...a, asOf, environment: 'none' }).expect(404);
    await rollBack(admin, { ...a, asOf: 'x'.repeat(59) }).expect(400);
    await rollBack(admin, { ...a, asOf, type: 'personal' }).expect(400);
    for (const bad of [undefined, '', 'yesterday', 7]) {
      await rollBack(admin, { ...a, asOf: bad }).expect(422);
    }
    const many = Array.from({ length: 1_000 }, (_, index) => anItem(`M${index}`));
    await withSecrets(scene, many, a);
    const { body } = await rollBack(admin, { ...a, asOf, dryRun: true }).expect(400);
    expect(body).toMatchObject({ message: expect.stringContaining('1007') });
    await rollBack(admin, { ...a, asOf }).expect(400);
  });

  it('takes a fixed number of statements', async () => {
    const count = async (size: number) => {
      const scene = await aSecretScene(server);
      const where = { projectId: scene.project.id, environment: 'dev', secretPath: '/' };
      const items = (prefix: string) =>
        Array.from({ length: size }, (_, index) => anItem(`${prefix}${index}`));
      const update = async (value: string) => {
        const secrets = items('A').map((item) => ({ ...item, secretValue: value }));
        await scene.admin.http
          .patch(`${V4}/batch`)
          .send({ ...where, secrets })
          .expect(200);
      };
      await withSecrets(scene, [...items('A'), ...items('B')]);
      const then = await remember(server, scene);
      await update('changed');
      const gone = items('B').map(({ secretKey }) => ({ secretKey }));
      await scene.admin.http
        .delete(`${V4}/batch`)
        .send({ ...where, secrets: gone })
        .expect(200);
      await withSecrets(scene, items('C'));
      return statements(() => rolledBack(scene.admin, { ...where, asOf: then.event }));
    };
    expect(await count(100)).toBe(await count(1));
  });
});

describe('rights to roll back', () => {
  it('need edit, create and delete where each is done, and the right to read what comes back', async () => {
    const { a, then, scene, member } = await aPast();
    const asOf = then.time;
    const before = await footprint(server, scene.project.id);
    for (const [lacking, keys] of [
      [deny('edit', { secretName: 'CHANGED' }), ['CHANGED']],
      [deny('create', { secretName: 'DELETED' }), ['DELETED']],
      [deny('delete', { secretName: 'NEW' }), ['NEW']],
      [deny('delete', { secretPath: '/b' }), ['OUT']],
      [deny('create', { secretPath: '/b' }), ['IN']],
      [deny('readValue', { secretName: 'DELETED' }), ['DELETED']],
      [deny('readValue', { secretTags: { $in: ['blue'] } }), null],
      [deny('describeSecret', { secretTags: { $in: ['blue'] } }), ['CHANGED']],
    ] as const) {
      const caller = await member([...ALL, lacking]);
      await rollBack(caller, { ...a, asOf }).expect(403);
      const preview = await rolledBack(caller, { ...a, asOf, dryRun: true });
      expect(preview.accepted).toBe(false);
      const refused = preview.items.filter(({ outcome }) => outcome === 'refused');
      if (keys) expect(refused.map(({ secretKey }) => secretKey)).toEqual(keys);
    }
    const reader = await member([allow('read')]);
    await rollBack(reader, { ...a, asOf }).expect(403);
    await rollBack(reader, { ...a, asOf, dryRun: true }).expect(403);
    expect(await footprint(server, scene.project.id)).toEqual(before);
  });

  it('leave alone what the caller may not know of', async () => {
    const { admin, a, then, member } = await aPast();
    const unseen = deny('describeSecret', { secretName: 'NEW' });
    const caller = await member([...ALL, unseen]);
    const { items } = await rolledBack(caller, { ...a, asOf: then.event });
    expect(titles(items)).toEqual(PLAN.filter((each) => each !== 'delete NEW'));
    expect((await listed(admin, a)).map((each) => each.secretKey)).toContain('NEW');
  });

  it('do not tell a name of then that may not be known', async () => {
    const scene = await aSecretScene(server);
    const where = { projectId: scene.project.id, environment: 'dev', secretPath: '/' };
    await withSecrets(scene, [anItem('HUSH')]);
    const then = await remember(server, scene);
    const rename = { ...where, newSecretName: 'LOUD' };
    await scene.admin.http.patch(named('HUSH', V4)).send(rename).expect(200);
    const unseen = deny('describeSecret', { secretName: 'HUSH' });
    const caller = await aMember(server, scene.project, scene.orgId, [...ALL, unseen]);
    const preview = await rollBack(caller, { ...where, asOf: then.time, dryRun: true }).expect(200);
    expect(JSON.stringify(preview.body)).not.toContain('HUSH');
    const refused = await rollBack(caller, { ...where, asOf: then.time }).expect(403);
    expect(JSON.stringify((refused.body as { details: object }).details)).not.toContain(
      '"secretName":"HUSH","secretTags',
    );
  });

  it('end at the organization', async () => {
    const { a, then } = await aPast();
    const elsewhere = await aSecretScene(server);
    const answer = await rollBack(elsewhere.admin, { ...a, asOf: then.time });
    expect(answer.status).toBe(404);
  });
});

describe('a rollback among other writers', () => {
  it('is one of them: each list is of one moment, and nothing is lost', async () => {
    const { admin, a, then, was, scene } = await aPast();
    const write = async (writer: number) => {
      for (let turn = 0; turn < 8; turn++) {
        const secrets = ['CHANGED', 'SAME', `W${writer}`].map((key) =>
          anItem(key, `${writer}.${turn}`),
        );
        const answer = await admin.http
          .patch(`${V4}/batch`)
          .send({ ...a, mode: 'upsert', secrets });
        expect(answer.status).toBe(200);
      }
    };
    const rollBacks = async () => {
      for (let turn = 0; turn < 4; turn++) {
        const answer = await rollBack(admin, { ...a, asOf: then.event });
        expect(answer.status).toBe(200);
      }
    };
    await Promise.all([write(1), write(2), rollBacks()]);
    await rolledBack(admin, { ...a, asOf: then.event });
    expect(contentOf(await listed(admin, a))).toEqual(contentOf(was));
    expect(await listedThen(admin, then.event, a)).toEqual(was);
    expect(await listedThen(admin, then.time, a)).toEqual(was);
    expect((await audited(scene)).length).toBeGreaterThan(0);
  });
});

type Query = (...args: unknown[]) => Promise<unknown>;

/** Ends the server's connection right before it sends such a statement, once; the result tells how often. */
function killAt(text: string): () => number {
  const send = Reflect.get(pg.Client.prototype, 'query') as Query;
  let kills = 0;
  const sendOrKill = function (this: { processID: number }, ...args: unknown[]) {
    const isIt = textsOf(args[0]).some((sent) => sent.includes(text));
    if (!isIt || kills > 0) return send.apply(this, args);
    kills++;
    const kill = `select pg_terminate_backend(${this.processID}, 5000)`;
    return execute(server.databaseUrl, kill).then(() => send.apply(this, args));
  };
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(sendOrKill as never);
  return () => {
    spy.mockRestore();
    return kills;
  };
}

describe('a rollback whose connection is killed', () => {
  const STATEMENTS = [
    'insert into secret_versions',
    'delete from secrets where',
    'update secrets set key',
    'insert into secret_tags',
    'insert into secrets ',
    // Not those of the chain, which is made in the background.
    'insert into audit_entries',
    'insert into project_events',
  ];

  it.each(STATEMENTS)('leaves nothing of it behind: at "%s"', async (text) => {
    const { admin, a, was, then, scene } = await aPast();
    const before = await footprint(server, scene.project.id);
    const present = await listed(admin, a);
    const end = killAt(text);
    const answer = await rollBack(admin, { ...a, asOf: then.event });
    expect(end()).toBe(1);
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(await footprint(server, scene.project.id)).toEqual(before);
    expect(await listed(admin, a)).toEqual(present);

    await rolledBack(admin, { ...a, asOf: then.event });
    expect(contentOf(await listed(admin, a))).toEqual(contentOf(was));
  });
});
