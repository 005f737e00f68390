import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  aTag,
  BATCH,
  named,
  type Secret,
  V3,
  V4,
  withSecrets,
} from '../support/secrets-scene.js';
import { remember, rollBack } from '../support/secrets-history-scene.js';
import { hired, may, mayNot, seen } from '../support/attacks/relabel-scene.js';

const server = useApp();

const DEV = { environment: 'dev' };
const WRITER = [may(['describeSecret', 'edit', 'create'])];

/** A secret `S` that a writer may change and not read; who reads `PUB_*` and what is tagged `open`. */
async function anAccompliceScene() {
  const scene = await aSecretScene(server);
  const tag = await aTag(scene, 'open');
  const secrets = await withSecrets(scene, [anItem('S', 'CLOSED'), anItem('T', 'x')]);
  const writer = await hired(server, scene, WRITER);
  const byName = await hired(server, scene, [may('read', { secretName: { $glob: 'PUB_*' } })]);
  const byTag = await hired(server, scene, [may('read', { secretTags: { $in: ['open'] } })]);
  const leaks = async (name: string) => {
    const found = [await seen(byName, scene, DEV, name), await seen(byTag, scene, DEV, name)];
    return found.includes('CLOSED');
  };
  return { ...scene, tag, id: secrets.get('S')!.id, secrets, writer, byName, byTag, leaks };
}

type Scene = Awaited<ReturnType<typeof anAccompliceScene>>;
type Change = { readonly newSecretName?: string; readonly tagIds?: readonly string[] };

/** Each door by which one secret gets another name or other tags. */
const DOORS: Readonly<Record<string, (scene: Scene, caller: Caller, change: Change) => unknown>> = {
  'PATCH v3': ({ dev }, { http }, change) => http.patch(named('S', V3)).send({ ...dev, ...change }),
  'PATCH v4': ({ project }, { http }, change) =>
    http.patch(named('S', V4)).send({ ...DEV, projectId: project.id, ...change }),
  'PATCH v3 batch': ({ dev }, { http }, change) =>
    http.patch(BATCH).send({ ...dev, secrets: [{ secretKey: 'S', ...change }] }),
  'PATCH v4 batch': ({ project }, { http }, change) =>
    http.patch(`${V4}/batch`).send({
      ...DEV,
      projectId: project.id,
      secrets: [{ secretKey: 'S', ...change }],
    }),
  'PATCH v4 batch, upsert': ({ project }, { http }, change) =>
    http.patch(`${V4}/batch`).send({
      ...DEV,
      projectId: project.id,
      mode: 'upsert',
      secrets: [{ secretKey: 'S', ...change }],
    }),
};

const statusOf = async (answer: unknown) => (await (answer as Promise<{ status: number }>)).status;

describe.each(Object.entries(DOORS))('%s', (_, send) => {
  it('refuses a name and a tag that open to others what the caller may not read (403)', async () => {
    const scene = await anAccompliceScene();
    const { writer, tag } = scene;
    for (const change of [{ newSecretName: 'PUB_S' }, { tagIds: [tag] }]) {
      expect(await statusOf(send(scene, writer, change))).toBe(403);
    }
    expect(await scene.leaks('S')).toBe(false);
    expect(await scene.leaks('PUB_S')).toBe(false);
    expect(await statusOf(send(scene, writer, { newSecretName: 'S' }))).toBe(200);
    const spare = await aTag(scene, 'spare');
    expect(await statusOf(send(scene, writer, { tagIds: [spare] }))).toBe(200);
  });

  it('leaves it to who may read the value', async () => {
    const scene = await anAccompliceScene();
    const reader = await hired(server, scene, [...WRITER, may('readValue')]);
    expect(await statusOf(send(scene, reader, { tagIds: [scene.tag] }))).toBe(200);
    expect(await scene.leaks('S')).toBe(true);
  });

  it('refuses a tag that lets the caller delete what was closed to him', async () => {
    const scene = await anAccompliceScene();
    const temp = await aTag(scene, 'temp');
    const rules = [may(['read', 'edit']), may('delete', { secretTags: { $in: ['temp'] } })];
    const caller = await hired(server, scene, rules);
    expect(await statusOf(send(scene, caller, { tagIds: [temp] }))).toBe(403);
    expect(await statusOf(send(scene, caller, { newSecretName: 'S2' }))).toBe(200);
  });
});

describe('a prohibition that stops applying', () => {
  const IN_QUESTION: readonly [string, object, Change][] = [
    ['a name', { secretName: 'S' }, { newSecretName: 'PUB_S' }],
    ['a tag', { secretTags: { $in: ['closed'] } }, { tagIds: [] }],
  ];

  it.each(IN_QUESTION)(
    'counts as a gain of its holder when %s changes: refused to who may not read the value (403)',
    async (_, conditions, change) => {
      const scene = await anAccompliceScene();
      const { admin, dev } = scene;
      const tagIds = [await aTag(scene, 'closed')];
      await admin.http
        .patch(named('S'))
        .send({ ...dev, tagIds })
        .expect(200);
      const forbidden = [may('read'), mayNot('readValue', conditions)];
      const accomplice = await hired(server, scene, forbidden);
      const { writer } = scene;
      const rename = (caller: Caller) => DOORS['PATCH v4']!(scene, caller, change);

      expect(await statusOf(rename(writer))).toBe(403);
      const selfForbidden = [...WRITER, ...forbidden];
      expect(await statusOf(rename(await hired(server, scene, selfForbidden)))).toBe(403);
      expect(await seen(accomplice, scene, DEV, 'S')).not.toBe('CLOSED');

      const reader = await hired(server, scene, [...WRITER, may('readValue')]);
      expect(await statusOf(rename(reader))).toBe(200);
      const name = change.newSecretName ?? 'S';
      expect(await seen(accomplice, scene, DEV, name)).toBe('CLOSED');
    },
  );

  it('is not lifted for others by who holds the right for a time only (403)', async () => {
    const scene = await anAccompliceScene();
    const { admin, project } = scene;
    await hired(server, scene, [may('read'), mayNot('readValue', { secretName: 'S' })]);
    const caller = await hired(server, scene, WRITER);
    const privilege = {
      identityId: caller.id,
      projectId: project.id,
      permissions: [may('readValue')],
      type: {
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '1h',
        temporaryAccessStartTime: new Date().toISOString(),
      },
    };
    await admin.http
      .post('/api/v2/identity-project-additional-privilege')
      .send(privilege)
      .expect(200);
    const change = { newSecretName: 'OTHER' };
    expect(await statusOf(DOORS['PATCH v4']!(scene, caller, change))).toBe(403);
  });
});

describe('a preview of a batch', () => {
  it('tells what would be refused', async () => {
    const { writer, tag, project } = await anAccompliceScene();
    const send = (tagIds: readonly string[]) =>
      writer.http.patch(`${V4}/batch`).send({
        ...DEV,
        projectId: project.id,
        dryRun: true,
        secrets: [{ secretKey: 'S', tagIds }, { secretKey: 'T' }],
      });
    const refused = (await send([tag]).expect(200)).body as object;
    expect(refused).toMatchObject({ dryRun: { accepted: false } });
    const fine = (await send([]).expect(200)).body as object;
    expect(fine).toMatchObject({ dryRun: { accepted: true } });
  });
});

describe('a rollback', () => {
  it('of one secret brings back no tag that opens its history to others (403)', async () => {
    const scene = await anAccompliceScene();
    const { admin, dev, tag, id } = scene;
    const patch = (change: object) => admin.http.patch(named('S')).send({ ...dev, ...change });
    await patch({ tagIds: [tag], secretValue: 'old' }).expect(200);
    await patch({ tagIds: [], secretValue: 'CLOSED' }).expect(200);
    const rules = [
      may(['describeSecret', 'edit']),
      may('readValue'),
      mayNot('readValue', { secretTags: { $all: ['never'] } }),
    ];
    const rollback = (caller: Caller) =>
      caller.http.post(`${V4}/id/${id}/rollback`).send({ version: 2 });
    await rollback(scene.writer).expect(403);
    await rollback(await hired(server, scene, rules)).expect(200);
  });

  it('of a folder brings back no deletable tag to who may not delete', async () => {
    const scene = await anAccompliceScene();
    const { admin, dev, tag } = scene;
    const patch = (change: object) => admin.http.patch(named('S')).send({ ...dev, ...change });
    await patch({ tagIds: [tag] }).expect(200);
    const { time } = await remember(server, scene);
    await patch({ tagIds: [], secretComment: 'closed' }).expect(200);
    await hired(server, scene, [may('delete', { secretTags: { $in: ['open'] } })]);
    const caller = await hired(server, scene, [may(['read', 'edit'])]);
    const where = { projectId: scene.project.id, ...DEV, secretPath: '/' };
    const order = { ...where, asOf: time };
    await rollBack(caller, order).expect(403);
    await rollBack(await hired(server, scene, [may(['read', 'edit', 'delete'])]), order).expect(
      200,
    );
  });
});

describe('a move that overwrites', () => {
  it('does not take the tag from what it overwrites where that opens its history (403)', async () => {
    const scene = await anAccompliceScene();
    const { project, dev, admin } = scene;
    await aFolder(scene, '/to');
    const closed = await aTag(scene, 'closed');
    const to = { ...dev, secretPath: '/to' };
    await withSecrets(scene, [anItem('S', 'HISTORY')], to);
    const answer = await admin.http
      .patch(named('S'))
      .send({ ...to, tagIds: [closed], secretValue: 'newer' })
      .expect(200);
    const { id } = (answer.body as { secret: Secret }).secret;
    const forbids = mayNot('readValue', { secretTags: { $in: ['closed'] } });
    const other = await hired(server, scene, [may('read'), forbids]);
    const history = () => other.http.get(`/api/v4/secrets/id/${id}/versions/1`);
    const before = (await history()).status;
    const mover = await hired(server, scene, [
      may(['describeSecret', 'readValue', 'create', 'edit', 'delete'], { secretPath: '/' }),
      may(['describeSecret', 'create', 'edit'], { secretPath: '/to' }),
    ]);
    const move = (caller: Caller) =>
      caller.http.post(`${V4}/move`).send({
        projectId: project.id,
        sourceEnvironment: 'dev',
        sourceSecretPath: '/',
        destinationEnvironment: 'dev',
        destinationSecretPath: '/to',
        secretIds: [scene.id],
        shouldOverwrite: true,
      });
    await move(mover).expect(403);
    expect((await history()).status).toBe(before);
    await move(await hired(server, scene, 'member')).expect(200);
  });
});
