import { aMember, type Caller } from '../../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  BATCH,
  footprint,
  type Item,
  keysOf,
  listed,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
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

  it.each([
    ['anywhere', [allow('read')], 101],
    ['there', [allow('read'), allow('delete', { secretName: 'OTHER' })], 102],
  ])(
    'names the first hundred of those that may not be deleted %s, and counts all',
    async (_, rules, count) => {
      const scene = await aSecretScene(server);
      await withSecrets(scene, many(count, 'v'));
      const caller = await aMember(server, scene.project, scene.orgId, rules);
      const order = Array.from({ length: count }, (_each, n) => ({ secretKey: `KEY_${n}` }));

      const { details = {} } = await refusal(scene, () => remove(caller, scene.dev, order), 403);

      const offenders = details['offenders'] as { index: number }[];
      expect(details).toMatchObject({ refused: count });
      expect(offenders.map(({ index }) => index)).toEqual([...Array(100).keys()]);
    },
  );

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
