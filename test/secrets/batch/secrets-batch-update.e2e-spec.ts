import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import { aMember, type Caller, withoutReqId } from '../../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  aTag,
  BATCH,
  type Fields,
  footprint,
  type Item,
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
import { denied, NOT_FOUND } from '../../support/refusals.js';

const server = useApp();

const update = ({ http }: Caller, where: Fields, secrets: readonly Item[]) =>
  http.patch(BATCH).send({ ...where, secrets });
const remove = ({ http }: Caller, where: Fields, secrets: readonly Item[]) =>
  http.delete(BATCH).send({ ...where, secrets });

const allow = (action: string, conditions?: object): Rule => ({
  subject: 'secrets',
  action,
  ...(conditions ? { conditions } : {}),
});
const deny = (action: string, conditions: object): Rule => ({
  ...allow(action, conditions),
  inverted: true,
});

const secretsOf = ({ body }: { body: unknown }) => (body as { secrets: Secret[] }).secrets;
const pairs = (secrets: readonly Secret[]) =>
  Object.fromEntries(secrets.map((secret) => [secret.secretKey, secret.secretValue]));

const many = (count: number, value: string): Item[] =>
  Array.from({ length: count }, (_, index) => anItem(`KEY_${index}`, `${value} ${index}`));

/** The answer, and proof that nothing was written. */
async function refusal(scene: SecretScene, send: () => ReturnType<typeof update>, status: number) {
  const before = await footprint(server, scene.project.id);
  const state = await listed(scene.admin, { ...scene.dev, recursive: true });
  const answer = await send().expect(status);
  expect(await footprint(server, scene.project.id)).toEqual(before);
  expect(await listed(scene.admin, { ...scene.dev, recursive: true })).toEqual(state);
  return answer.body as { message: unknown; details?: Record<string, unknown> };
}

const lastEvents = (projectId: string, count: number): Promise<object[]> =>
  server.database.source.query(
    `select type, payload from (select * from project_events where project_id = $1
       order by seq desc limit $2) last order by seq`,
    [projectId, count],
  );

const lastAudit = async (projectId: string) => {
  const rows = await server.database.source.query<{ action: string; target: object }[]>(
    `select action, target from audit_entries where project_id = $1 and action <> 'secret.read'
     order by created_at desc limit 1`,
    [projectId],
  );
  return rows[0];
};

describe('PATCH …/secrets/batch', () => {
  it('changes what is given, keeps the rest and the states before, and tells of it once', async () => {
    const scene = await aSecretScene(server);
    const tag = await aTag(scene, 'blue');
    const metadata = [
      { key: 'open', value: '1', isEncrypted: false },
      { key: 'shut', value: '2', isEncrypted: true },
    ];
    const before = await withSecrets(scene, [
      anItem('A', 'a', { secretComment: 'c', tagIds: [tag], secretMetadata: metadata }),
      anItem('B', 'b', { secretReminderNote: 'n', secretReminderRepeatDays: 3 }),
      anItem('C', 'c'),
    ]);
    const items = [
      anItem('C', 'c2'),
      { secretKey: 'A', secretValue: 'a2' },
      { secretKey: 'B', newSecretName: 'B2', tagIds: [tag], secretComment: 'new' },
    ];
    const answer = await update(scene.admin, scene.dev, items).expect(200);
    expect(answer.headers).toMatchObject({ deprecation: expect.stringMatching(/^@/) });

    const now = await listed(scene.admin, scene.dev);
    const byKey = new Map(now.map((secret) => [secret.secretKey, secret]));
    expect(secretsOf(answer)).toEqual(['C', 'A', 'B2'].map((key) => byKey.get(key)));
    expect(byKey.get('A')).toMatchObject({
      id: before.get('A')!.id,
      version: 2,
      secretValue: 'a2',
      secretComment: 'c',
      secretMetadata: metadata,
      tags: [{ slug: 'blue' }],
      createdAt: before.get('A')!.createdAt,
    });
    expect(byKey.get('B2')).toMatchObject({
      id: before.get('B')!.id,
      version: 2,
      secretValue: 'b',
      secretComment: 'new',
      secretReminderNote: 'n',
      secretReminderRepeatDays: 3,
      tags: [{ slug: 'blue' }],
    });
    const old = await scene.admin.http.get(at(named('B2'), scene.dev, { version: 1 })).expect(200);
    expect(old.body).toMatchObject({ secret: { secretKey: 'B', secretValue: 'b', tags: [] } });
    const here = { environment: 'dev', secretPath: '/' };
    expect(await lastEvents(scene.project.id, 1)).toEqual([
      {
        type: 'secret:update',
        payload: ['C', 'A', 'B', 'B2'].map((secretKey) => ({ ...here, secretKey })),
      },
    ]);
    expect(await lastAudit(scene.project.id)).toEqual({
      action: 'secret.update',
      target: { ...here, secretKeys: ['C', 'A', 'B', 'B2'], count: 4 },
    });
  });

  it('is in v4 what it is in v3, without being deprecated', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, many(3, 'old'));
    const where = { projectId: scene.project.id, environment: 'dev' };
    const answer = await scene.admin.http
      .patch(`${V4}/batch`)
      .send({ ...where, secrets: many(3, 'new') })
      .expect(200);
    expect(answer.headers).not.toHaveProperty('deprecation');
    expect(secretsOf(answer)).toEqual(await listed(scene.admin, scene.dev));
    expect(pairs(secretsOf(answer))).toEqual({ KEY_0: 'new 0', KEY_1: 'new 1', KEY_2: 'new 2' });
  });

  it('exchanges names, passes them on in a ring, and gives a freed one to a new secret', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(
      scene,
      ['A', 'B', 'C', 'D'].map((key) => anItem(key, key.toLowerCase())),
    );
    const rename = (secretKey: string, newSecretName: string) => ({ secretKey, newSecretName });
    await update(scene.admin, scene.dev, [rename('A', 'B'), rename('B', 'A')]).expect(200);
    expect(pairs(await listed(scene.admin, scene.dev))).toEqual({ A: 'b', B: 'a', C: 'c', D: 'd' });
    const cycle = [rename('A', 'B'), rename('B', 'C'), rename('C', 'A')];
    await update(scene.admin, scene.dev, cycle).expect(200);
    expect(pairs(await listed(scene.admin, scene.dev))).toEqual({ A: 'c', B: 'b', C: 'a', D: 'd' });
    const passed = [rename('D', 'E'), { ...rename('NONE', 'D'), secretValue: 'new' }];
    await update(scene.admin, { ...scene.dev, mode: 'upsert' }, passed).expect(200);
    expect(pairs(await listed(scene.admin, scene.dev))).toMatchObject({ D: 'new', E: 'd' });
  });

  it('takes items of several folders', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/a');
    await withSecrets(scene, [anItem('K', 'root')]);
    await withSecrets(scene, [anItem('K', 'below')], { secretPath: '/a' });
    const items = [anItem('K', '1'), anItem('K', '2', { secretPath: '/a' })];
    await update(scene.admin, scene.dev, items).expect(200);
    const all = await listed(scene.admin, { ...scene.dev, recursive: true });
    expect(all.map((each) => [each.secretPath, each.secretValue])).toEqual([
      ['/', '1'],
      ['/a', '2'],
    ]);
    expect(await lastAudit(scene.project.id)).toMatchObject({
      target: { secretKeys: ['K', 'K'], secretPaths: ['/', '/a'], count: 2 },
    });
    const unknown = [anItem('K', '1', { secretPath: '/b' })];
    await refusal(scene, () => update(scene.admin, scene.dev, unknown), 404);
  });

  it('fails on, skips or creates what is not there, as the mode says', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/a');
    await withSecrets(scene, [anItem('A')]);
    const items = [anItem('A', '2'), anItem('X', 'x'), anItem('Y', 'y', { secretPath: '/a' })];
    const missing = await refusal(scene, () => update(scene.admin, scene.dev, items), 404);
    expect(withoutReqId(missing)).toEqual({
      statusCode: 404,
      error: 'NotFound',
      message: NOT_FOUND.message,
      details: {
        secretKeys: ['X', 'Y'],
        items: [
          { index: 1, secretPath: '/', secretKey: 'X' },
          { index: 2, secretPath: '/a', secretKey: 'Y' },
        ],
      },
    });
    const ignore = { ...scene.dev, mode: 'ignore' };
    const some = await update(scene.admin, ignore, items).expect(200);
    expect(pairs(secretsOf(some))).toEqual({ A: '2' });
    await refusal(scene, () => update(scene.admin, ignore, [anItem('X')]), 200);

    const all = await update(scene.admin, { ...scene.dev, mode: 'upsert' }, items).expect(200);
    expect(secretsOf(all).map(({ secretKey, version }) => [secretKey, version])).toEqual([
      ['A', 3],
      ['X', 1],
      ['Y', 1],
    ]);
    expect(secretsOf(all)).toEqual(
      await Promise.all(
        secretsOf(all).map(async ({ id }) => {
          const answer = await scene.admin.http.get(`${V3}/id/${id}`).expect(200);
          return (answer.body as { secret: Secret }).secret;
        }),
      ),
    );
    const here = { environment: 'dev', secretPath: '/' };
    expect(await lastEvents(scene.project.id, 2)).toEqual([
      { type: 'secret:update', payload: [{ ...here, secretKey: 'A' }] },
      {
        type: 'secret:create',
        payload: [
          { ...here, secretKey: 'X' },
          { environment: 'dev', secretPath: '/a', secretKey: 'Y' },
        ],
      },
    ]);
    expect(await lastAudit(scene.project.id)).toMatchObject({
      target: { createdKeys: ['X', 'Y'] },
    });
  });

  it('compares versions, and names those that moved with where they are', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, many(3, 'old'));
    await update(scene.admin, scene.dev, [anItem('KEY_1', 'moved')]).expect(200);
    const expecting = many(3, 'new').map((item) => ({ ...item, expectedVersion: 1 }));
    const body = await refusal(scene, () => update(scene.admin, scene.dev, expecting), 409);
    expect(withoutReqId(body)).toEqual({
      statusCode: 409,
      error: 'Conflict',
      message: 'Secrets are at another version than expected: KEY_1.',
      details: {
        secretKeys: ['KEY_1'],
        items: [{ index: 1, secretPath: '/', secretKey: 'KEY_1', expectedVersion: 1, version: 2 }],
      },
    });
    const upsert = { ...scene.dev, mode: 'upsert' };
    const gone = [anItem('NONE', 'x', { expectedVersion: 1 })];
    const none = await refusal(scene, () => update(scene.admin, upsert, gone), 409);
    expect(none.details).toMatchObject({ items: [{ secretKey: 'NONE', version: null }] });
    const right = expecting.map((item, index) => ({
      ...item,
      expectedVersion: index === 1 ? 2 : 1,
    }));
    await update(scene.admin, scene.dev, right).expect(200);
  });

  it('of two that race with the same expectation, one wins, 20 times', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, many(30, 'old'));
    for (let round = 1; round <= 20; round++) {
      const item = (value: string) =>
        many(30, value).map((each) => ({ ...each, expectedVersion: round }));
      const answers = await Promise.all([
        update(scene.admin, scene.dev, item(`one ${round}`)),
        update(scene.admin, scene.dev, item(`two ${round}`).reverse()),
      ]);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
      const winner = answers[0].status === 200 ? 'one' : 'two';
      const now = await listed(scene.admin, scene.dev);
      expect(now.every((each) => each.secretValue.startsWith(`${winner} ${round} `))).toBe(true);
      expect(new Set(now.map((each) => each.version))).toEqual(new Set([round + 1]));
    }
  });

  it('serializes those that race without one: every state is kept', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, many(20, 'old'));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        update(
          scene.admin,
          scene.dev,
          index % 2 ? many(20, `${index}`) : many(20, `${index}`).reverse(),
        ),
      ),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array<number>(10).fill(200));
    const [count] = await footprint(server, scene.project.id);
    expect(count).toMatchObject({ secrets: '20', versions: '200' });
  });

  it('needs as many statements for 1,000 items as for 10, whatever they hold', async () => {
    const scene = await aSecretScene(server);
    const [blue, red] = [await aTag(scene, 'blue'), await aTag(scene, 'red')];
    await withSecrets(scene, many(1_000, 'old'));
    const changes = (count: number, from: string, to: string, tag: string): Item[] =>
      Array.from({ length: count }, (_, index) => ({
        secretKey: `KEY_${index}${from}`,
        newSecretName: `KEY_${index}${to}`,
        secretValue: `${to} ${index}`,
        tagIds: [tag],
      }));
    const upsert = { ...scene.dev, mode: 'upsert' };
    const send = (secrets: Item[]) => () => update(scene.admin, upsert, secrets).expect(200);
    const thousand = await statements(send([...changes(990, '', 'x', blue), ...newOnes(10)]));
    const ten = await statements(send([...changes(5, 'x', '', red), ...newOnes(5, 'TEN')]));
    expect(thousand).toBe(ten);
    expect(thousand).toBeGreaterThan(6);
    expect(thousand).toBeLessThan(25);
    const all = Array.from({ length: 990 }, (_, index) => ({
      secretKey: `KEY_${index}${index < 5 ? '' : 'x'}`,
    }));
    const deleted = await statements(() => remove(scene.admin, scene.dev, all).expect(200));
    const few = [{ secretKey: 'NEW_0' }, { secretKey: 'NEW_1' }];
    expect(await statements(() => remove(scene.admin, scene.dev, few).expect(200))).toBe(deleted);
  });
});

const newOnes = (count: number, prefix = 'NEW'): Item[] =>
  Array.from({ length: count }, (_, index) => anItem(`${prefix}_${index}`));

describe('PATCH …/secrets/batch refuses', () => {
  it('bodies that are no batch', async () => {
    const scene = await aSecretScene(server);
    const wrong: unknown[] = [
      [],
      {},
      'x',
      [1],
      [[]],
      [{}],
      [{ secretKey: '' }],
      [{ secretKey: 'a/b' }],
      [{ secretKey: 'A', expectedVersion: 0 }],
      [{ secretKey: 'A', expectedVersion: '1' }],
      [{ secretKey: 'A', secretPath: '/a/../b' }],
      [{ secretKey: 'A', newSecretName: 'a:b' }],
      [{ secretKey: 'A', secretValue: 7 }],
      newOnes(1_001),
    ];
    for (const secrets of wrong) {
      const body = { ...scene.dev, secrets };
      const answer = await refusal(scene, () => scene.admin.http.patch(BATCH).send(body), 422);
      expect(answer.message).toEqual(expect.any(Array));
    }
    const mode = { ...scene.dev, mode: 'other' };
    await refusal(scene, () => update(scene.admin, mode, [anItem('A')]), 422);
  });

  it('repeated keys, colliding and empty names, names in use, lower case, personal ones', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(
      scene,
      ['A', 'B', 'C'].map((key) => anItem(key)),
    );
    const rename = (secretKey: string, newSecretName: string) => ({ secretKey, newSecretName });
    const cases: [number, Item[], string[]][] = [
      [400, [anItem('A'), anItem('B'), anItem('A ')], ['A']],
      [400, [rename('A', 'X'), rename('B', 'X')], ['A', 'B']],
      [400, [rename('A', 'B'), anItem('B')], ['A', 'B']],
      [400, [rename('A', ' '), anItem('B')], ['A']],
      [409, [rename('A', 'C'), anItem('B')], ['A']],
      [400, [anItem('A', 'x', { type: 'personal' })], ['A']],
    ];
    for (const [status, items, secretKeys] of cases) {
      const body = await refusal(scene, () => update(scene.admin, scene.dev, items), status);
      expect(body.details).toMatchObject({ secretKeys });
    }
    const path = `/api/v1/projects/${scene.project.id}`;
    await scene.admin.http.patch(path).send({ autoCapitalization: true }).expect(200);
    const lower = [rename('A', 'x'), anItem('new')];
    const upsert = { ...scene.dev, mode: 'upsert' };
    const body = await refusal(scene, () => update(scene.admin, upsert, lower), 400);
    expect(body.details).toMatchObject({ secretKeys: ['A', 'new'] });
  });

  it('every item that is not the caller’s to change, each by itself and by what it becomes', async () => {
    const scene = await aSecretScene(server);
    const locked = await aTag(scene, 'locked');
    await withSecrets(scene, [
      ...many(5, 'v'),
      anItem('OFF_1'),
      anItem('OFF_2'),
      anItem('SHUT', 'v', { tagIds: [locked] }),
    ]);
    const member = await aMember(server, scene.project, scene.orgId, [
      allow('read'),
      allow('edit'),
      allow('create'),
      deny('edit', { secretName: { $glob: 'OFF_*' } }),
      deny('edit', { secretTags: { $in: ['locked'] } }),
      deny('create', { secretName: { $glob: 'NO_*' } }),
    ]);
    const items = [
      anItem('KEY_0'),
      anItem('OFF_1'),
      { secretKey: 'KEY_1', newSecretName: 'OFF_9' },
      { secretKey: 'KEY_2', tagIds: [locked] },
      { secretKey: 'SHUT', tagIds: [] },
    ];
    const body = await refusal(scene, () => update(member, scene.dev, items), 403);
    expect(body).toMatchObject({
      error: 'PermissionDenied',
      message: denied('edit', 'secrets'),
      details: {
        subject: 'secrets',
        action: 'edit',
        refused: 4,
        offenders: [
          { index: 1, attributes: { secretName: 'OFF_1' }, rule: { inverted: true } },
          { index: 2, attributes: { secretName: 'OFF_9' } },
          { index: 3, attributes: { secretName: 'KEY_2', secretTags: ['locked'] } },
          { index: 4, attributes: { secretName: 'SHUT', secretTags: ['locked'] } },
        ],
      },
    });
    const upsert = { ...scene.dev, mode: 'upsert' };
    const upserted = [anItem('YES'), anItem('NO_1'), { secretKey: 'NEW', newSecretName: 'NO_2' }];
    const made = await refusal(scene, () => update(member, upsert, upserted), 403);
    expect(made.details).toMatchObject({
      action: 'create',
      offenders: [{ index: 1 }, { index: 2, attributes: { secretName: 'NO_2' } }],
    });
    await update(member, upsert, [anItem('YES'), anItem('KEY_0')]).expect(200);
  });

  it('a rename or a tag that would open what was closed', async () => {
    const scene = await aSecretScene(server);
    const open = await aTag(scene, 'open');
    await withSecrets(scene, many(3, 'hidden'));
    const member = await aMember(server, scene.project, scene.orgId, [
      allow('describeSecret'),
      allow('edit'),
      allow('readValue', { secretName: { $glob: 'MINE_*' } }),
      allow('readValue', { secretTags: { $in: ['open'] } }),
    ]);
    const items = [
      { secretKey: 'KEY_0', newSecretName: 'MINE_0' },
      { secretKey: 'KEY_1', tagIds: [open] },
      anItem('KEY_2'),
    ];
    const body = await refusal(scene, () => update(member, scene.dev, items), 403);
    expect(body.details).toMatchObject({
      action: 'readValue',
      refused: 2,
      offenders: [{ index: 0 }, { index: 1 }],
    });
    const answer = await update(member, scene.dev, [
      { secretKey: 'KEY_0', secretComment: 'c' },
      anItem('KEY_1', 'mine'),
    ]).expect(200);
    expect(secretsOf(answer).map((each) => each.secretValue)).toEqual([
      '<hidden-by-infisical>',
      'mine',
    ]);
  });

  it('what the caller may not know of, in the words of what is not there', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('HIDDEN'), anItem('OPEN')]);
    const member = await aMember(server, scene.project, scene.orgId, [
      allow('read', { secretName: { $glob: 'O*' } }),
      allow('edit', { secretName: { $glob: 'O*' } }),
      allow('delete', { secretName: { $glob: 'O*' } }),
    ]);
    for (const send of [update, remove]) {
      const bodies = [];
      for (const key of ['HIDDEN', 'ABSENT']) {
        const items = [{ secretKey: 'OPEN' }, { secretKey: key }];
        const body = await refusal(scene, () => send(member, scene.dev, items), 404);
        bodies.push(JSON.stringify(withoutReqId(body)).replaceAll(key, 'KEY'));
      }
      expect(bodies[0]).toBe(bodies[1]);
    }
    const ignore = { ...scene.dev, mode: 'ignore' };
    const answer = await update(member, ignore, [anItem('HIDDEN'), anItem('OPEN')]).expect(200);
    expect(keysOf(secretsOf(answer))).toEqual(['OPEN']);
    expect(pairs(await listed(scene.admin, scene.dev))).toMatchObject({ HIDDEN: 'x' });
  });

  it('in the order 404, 403, 400, 409', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A')]);
    const viewer = await aMember(server, scene.project, scene.orgId, 'viewer');
    const twice = [anItem('A', 'x', { expectedVersion: 7 }), anItem('A')];
    for (const send of [update, remove]) {
      await send(viewer, { ...scene.dev, secretPath: '/nowhere' }, twice).expect(404);
      await send(viewer, { ...scene.dev, environment: 'nowhere' }, twice).expect(404);
      await send(viewer, scene.dev, [anItem('NONE')]).expect(403);
      await send(viewer, scene.dev, twice).expect(403);
      await send(scene.admin, scene.dev, [...twice, anItem('NONE')]).expect(404);
      await send(scene.admin, scene.dev, twice).expect(400);
    }
    await update(scene.admin, scene.dev, [twice[0]!]).expect(409);
  });
});

describe('DELETE …/secrets/batch', () => {
  it('deletes all, keeps their last states, answers what they were, and tells of it once', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/a');
    await withSecrets(scene, [...many(3, 'v'), anItem('STAYS')]);
    await withSecrets(scene, [anItem('K', 'below')], { secretPath: '/a' });
    const before = await listed(scene.admin, { ...scene.dev, recursive: true });
    const items = [{ secretKey: 'KEY_0' }, { secretKey: 'KEY_2', type: 'shared' }];
    const answer = await remove(scene.admin, scene.dev, [
      ...items,
      { secretKey: 'K', secretPath: '/a' },
    ]).expect(200);
    const gone = ['KEY_0', 'KEY_2', 'K'];
    expect(secretsOf(answer)).toEqual(
      gone.map((key) => before.find((each) => each.secretKey === key)),
    );
    const rest = await listed(scene.admin, { ...scene.dev, recursive: true });
    expect(keysOf(rest)).toEqual(['KEY_1', 'STAYS']);
    expect(await footprint(server, scene.project.id)).toMatchObject([{ versions: '3' }]);
    expect(await lastEvents(scene.project.id, 1)).toMatchObject([
      { type: 'secret:delete', payload: gone.map((secretKey) => ({ secretKey })) },
    ]);
    expect(await lastAudit(scene.project.id)).toMatchObject({
      action: 'secret.delete',
      target: { secretKeys: gone, count: 3, secretPaths: ['/', '/', '/a'] },
    });
  });

  it('deletes nothing if one is unknown, forbidden, repeated or personal', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, many(4, 'v'));
    const where = { projectId: scene.project.id, environment: 'dev' };
    const v4 = (caller: Caller, secrets: readonly Item[]) => () =>
      caller.http.delete(`${V4}/batch`).send({ ...where, secrets });
    const key = (secretKey: string, more = {}) => ({ secretKey, ...more });
    const unknown = [key('KEY_0'), key('X'), key('Y')];
    const body = await refusal(scene, v4(scene.admin, unknown), 404);
    expect(body.details).toMatchObject({ secretKeys: ['X', 'Y'] });
    await refusal(scene, v4(scene.admin, [key('KEY_0'), key('KEY_0')]), 400);
    await refusal(scene, v4(scene.admin, [key('KEY_0', { type: 'personal' })]), 400);
    await refusal(scene, v4(scene.admin, []), 422);
    const member = await aMember(server, scene.project, scene.orgId, [
      allow('read'),
      allow('delete'),
      deny('delete', { secretName: { $in: ['KEY_1', 'KEY_2'] } }),
    ]);
    const denied = await refusal(scene, v4(member, many(4, 'v')), 403);
    expect(denied.details).toMatchObject({ refused: 2, offenders: [{ index: 1 }, { index: 2 }] });
    await v4(member, [key('KEY_0'), key('KEY_3')])().expect(200);
  });
});

describe('dryRun', () => {
  const item = (index: number, secretKey: string, outcome: string, errors: string[] = []) => ({
    index,
    secretPath: '/',
    secretKey,
    outcome,
    problems: errors.map((error) => ({ error, message: expect.any(String) })),
  });

  it('reports item by item what would be done, and writes nothing', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A'), anItem('B')]);
    const upsert = { ...scene.dev, dryRun: true, mode: 'upsert' };
    const dry = { ...scene.dev, dryRun: true };
    const updated = await refusal(
      scene,
      () => update(scene.admin, upsert, [anItem('A'), anItem('NEW')]),
      200,
    );
    expect(updated).toEqual({
      dryRun: { accepted: true, items: [item(0, 'A', 'update'), item(1, 'NEW', 'create')] },
    });
    const mixed = [
      anItem('A', 'x', { expectedVersion: 3 }),
      anItem('NONE'),
      { secretKey: 'B', newSecretName: 'A' },
    ];
    const refused = await refusal(scene, () => update(scene.admin, dry, mixed), 200);
    expect(refused).toEqual({
      dryRun: {
        accepted: false,
        items: [
          {
            ...item(0, 'A', 'refused'),
            problems: [
              { error: 'Conflict', message: expect.any(String), version: 1 },
              { error: 'BadRequest', message: expect.any(String) },
            ],
          },
          item(1, 'NONE', 'refused', ['NotFound']),
          item(2, 'B', 'refused', ['BadRequest']),
        ],
      },
    });
    const removed = await refusal(
      scene,
      () => remove(scene.admin, dry, [{ secretKey: 'A' }, { secretKey: 'NONE' }]),
      200,
    );
    expect(removed).toMatchObject({
      dryRun: {
        accepted: false,
        items: [item(0, 'A', 'delete'), item(1, 'NONE', 'refused', ['NotFound'])],
      },
    });
    const created = await refusal(
      scene,
      () => scene.admin.http.post(BATCH).send({ ...dry, secrets: [anItem('A'), anItem('N')] }),
      200,
    );
    expect(created).toEqual({
      dryRun: {
        accepted: false,
        items: [item(0, 'A', 'refused', ['Conflict']), item(1, 'N', 'create')],
      },
    });
  });

  it('is for those who could do it: scope and rights are asked as ever', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A')]);
    const viewer = await aMember(server, scene.project, scene.orgId, 'viewer');
    const stranger = await aSecretScene(server);
    const dry = { ...scene.dev, dryRun: true };
    for (const send of [update, remove]) {
      await send(viewer, dry, [anItem('A')]).expect(403);
      await send(stranger.admin, dry, [anItem('A')]).expect(404);
      await send(scene.admin, { ...dry, secretPath: '/x' }, [anItem('A')]).expect(404);
    }
    await viewer.http
      .post(BATCH)
      .send({ ...dry, secrets: [anItem('B')] })
      .expect(403);
  });
});
