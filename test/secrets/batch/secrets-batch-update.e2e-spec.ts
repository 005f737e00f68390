import { aMember, withoutReqId } from '../../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  aTag,
  BATCH,
  footprint,
  type Item,
  keysOf,
  listed,
  named,
  type Secret,
  statements,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
import { denied, NOT_FOUND } from '../../support/refusals.js';
import {
  server,
  update,
  remove,
  allow,
  deny,
  secretsOf,
  many,
  refusal,
  lastEvents,
  lastAudit,
} from './batch-update-scene.js';

const pairs = (secrets: readonly Secret[]) =>
  Object.fromEntries(secrets.map((secret) => [secret.secretKey, secret.secretValue]));

describe('PATCH …/secrets/batch', () => {
  it('takes all tags off by an empty list, and leaves them without one', async () => {
    const scene = await aSecretScene(server);
    const tagIds = [await aTag(scene, 'blue'), await aTag(scene, 'red')];
    await withSecrets(scene, [anItem('A', 'a', { tagIds }), anItem('B', 'b', { tagIds })]);
    const items = [
      { secretKey: 'A', tagIds: [] },
      { secretKey: 'B', secretValue: 'c' },
    ];
    const answer = await update(scene.admin, scene.dev, items).expect(200);

    const tagsOf = (secrets: readonly Secret[]) =>
      secrets.map(({ secretKey, tags }) => [secretKey, tags.map(({ slug }) => slug)]);
    const expected = [
      ['A', []],
      ['B', ['blue', 'red']],
    ];
    expect(tagsOf(secretsOf(answer))).toEqual(expected);
    expect(tagsOf(await listed(scene.admin, scene.dev))).toEqual(expected);
  });

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
