import { randomUUID } from 'node:crypto';
import type { Rule } from '../../../src/permissions/rule.js';
import { useApp } from '../../support/harness.js';
import { aMember, type Caller } from '../../support/scene.js';
import {
  anItem,
  aSecretScene,
  at,
  aTag,
  type Fields,
  footprint,
  listed,
  named,
  type Secret,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';

const server = useApp();
const MASK = '<hidden-by-infisical>';

const allow = (action: string, conditions?: object): Rule => ({
  subject: 'secrets',
  action,
  ...(conditions ? { conditions } : {}),
});

const path = (id: string) => `/api/v1/secret/${id}/secret-versions`;

async function versions({ http }: Caller, id: string, query: Fields = {}): Promise<Secret[]> {
  const answer = await http.get(at(path(id), query)).expect(200);
  return (answer.body as { secretVersions: Secret[] }).secretVersions;
}

/** A secret `A` with the values `v1` to `v5`, of which the second had another name. */
async function aHistory() {
  const scene = await aSecretScene(server);
  const tag = await aTag(scene, 'blue');
  const item = anItem('A', 'v1', {
    secretComment: 'first',
    tagIds: [tag],
    secretMetadata: [{ key: 'k', value: 'shut', isEncrypted: true }],
  });
  const id = (await withSecrets(scene, [item])).get('A')!.id;
  const patch = (name: string, changes: Fields) =>
    scene.admin.http
      .patch(named(name))
      .send({ ...scene.dev, ...changes })
      .expect(200);
  await patch('A', { secretValue: 'v2', newSecretName: 'OTHER', tagIds: [] });
  await patch('OTHER', { secretValue: 'v3', newSecretName: 'A', secretMetadata: [] });
  await patch('A', { secretValue: 'v4', secretComment: '' });
  await patch('A', { secretValue: 'v5' });
  const rollBack = (caller: Caller, version: unknown, secretId = id) =>
    caller.http.post(`${V4}/id/${secretId}/rollback`).send({ version });
  return { ...scene, id, rollBack };
}

describe('GET /api/v1/secret/:secretId/secret-versions', () => {
  it('lists every state, the latest first, a page at a time', async () => {
    const { admin, id, dev } = await aHistory();
    const all = await versions(admin, id);
    expect(all.map((each) => [each.version, each.secretKey, each.secretValue])).toEqual([
      [5, 'A', 'v5'],
      [4, 'A', 'v4'],
      [3, 'A', 'v3'],
      [2, 'OTHER', 'v2'],
      [1, 'A', 'v1'],
    ]);
    expect(all[0]).toEqual((await listed(admin, dev))[0]);
    expect(all[4]).toMatchObject({
      id,
      secretComment: 'first',
      tags: [{ slug: 'blue' }],
      secretMetadata: [{ key: 'k', value: 'shut' }],
    });
    for (const [offset, limit] of [
      [0, 1],
      [0, 2],
      [1, 2],
      [3, 10],
      [5, 5],
    ] as const) {
      const page = await versions(admin, id, { offset, limit });
      expect(page).toEqual(all.slice(offset, offset + limit));
    }
    await admin.http.get(at(path(id), { limit: 101 })).expect(422);
    await admin.http.get(at(path(id), { limit: 0 })).expect(422);
    await admin.http.get(at(path(id), { offset: -1 })).expect(422);
  });

  it('masks what may not be read, and leaves out what could not be known of', async () => {
    const { admin: _, id, ...scene } = await aHistory();
    const member = (rules: Rule[] | string) => aMember(server, scene.project, scene.orgId, rules);
    const describes = await member([allow('describeSecret')]);
    const masked = await versions(describes, id);
    expect(masked.map((each) => each.secretValue)).toEqual(Array(5).fill(MASK));
    expect(masked[4]).toMatchObject({
      secretValueHidden: true,
      secretMetadata: [{ key: 'k', value: MASK }],
    });
    const onlyA = await member([allow('read', { secretName: 'A' })]);
    expect((await versions(onlyA, id)).map((each) => each.secretValue)).toEqual([
      'v5',
      'v4',
      'v3',
      'v1',
    ]);
    const reads = await member([allow('describeSecret'), allow('readValue', { secretName: 'A' })]);
    expect((await versions(reads, id)).map((each) => each.secretValue)).toEqual([
      'v5',
      'v4',
      'v3',
      MASK,
      'v1',
    ]);
    const onlyThen = await member([allow('read', { secretName: 'OTHER' })]);
    await onlyThen.http.get(path(id)).expect(404);
    await (await member('no-access')).http.get(path(id)).expect(403);
    await (await aHistory()).admin.http.get(path(id)).expect(404);
    await describes.http.get(path(randomUUID())).expect(404);
    await describes.http.get(path('no-uuid')).expect(404);
  });
});

describe('POST /api/v4/secrets/id/:secretId/rollback', () => {
  it('brings a state back as a new version, under the name and in the place of now', async () => {
    const { admin, id, dev, project, rollBack } = await aHistory();
    const answer = await rollBack(admin, 1).expect(200);
    const [now] = await listed(admin, dev);
    expect((answer.body as { secret: Secret }).secret).toEqual(now);
    expect(now).toMatchObject({
      id,
      version: 6,
      secretKey: 'A',
      secretValue: 'v1',
      secretComment: 'first',
      tags: [{ slug: 'blue' }],
      secretMetadata: [{ key: 'k', value: 'shut', isEncrypted: true }],
    });
    await rollBack(admin, 2).expect(200);
    expect((await versions(admin, id)).slice(0, 3)).toMatchObject([
      { version: 7, secretKey: 'A', secretValue: 'v2', tags: [] },
      { version: 6, secretValue: 'v1' },
      { version: 5, secretValue: 'v5' },
    ]);
    const [entry] = await server.database.source.query<object[]>(
      `select a.action, a.target, e.type, e.payload from audit_entries a, project_events e
       where a.project_id = $1 and a.action <> 'secret.read' and e.project_id = $1
       order by a.created_at desc, e.seq desc limit 1`,
      [project.id],
    );
    const here = { environment: 'dev', secretPath: '/' };
    expect(entry).toEqual({
      action: 'secret.rollback',
      target: { ...here, secretKeys: ['A'], count: 1, version: 2 },
      type: 'secret:update',
      payload: [{ ...here, secretKey: 'A' }],
    });
  });

  it('refuses, and writes nothing', async () => {
    const { admin, id: _, rollBack, ...scene } = await aHistory();
    const member = (rules: Rule[] | string) => aMember(server, scene.project, scene.orgId, rules);
    const before = await footprint(server, scene.project.id);
    const edits = allow('edit');
    const cases: [Caller, unknown, number][] = [
      [admin, 0, 422],
      [admin, '1', 422],
      [admin, 9, 404],
      [admin, 5, 400],
      [(await aHistory()).admin, 1, 404],
      [await member('no-access'), 1, 403],
      [await member('viewer'), 1, 403],
      [await member([edits]), 1, 404],
      [await member([edits, allow('describeSecret')]), 1, 403],
      [await member([edits, allow('read', { secretName: 'A' })]), 2, 404],
      [await member([allow('read'), allow('edit', { secretTags: { $in: ['x'] } })]), 1, 403],
    ];
    const found = [];
    for (const [caller, version] of cases) found.push((await rollBack(caller, version)).status);
    expect(found).toEqual(cases.map(([, , status]) => status));
    await rollBack(admin, 1, randomUUID()).expect(404);
    await rollBack(admin, 1, 'no-uuid').expect(404);
    expect(await footprint(server, scene.project.id)).toEqual(before);
  });
});
