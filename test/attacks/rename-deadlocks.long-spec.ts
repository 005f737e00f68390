import type { Test } from 'supertest';
import { deadlocksOf } from '../support/deadlocks.js';
import { useApp } from '../support/harness.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  aTag,
  named,
  withSecrets,
} from '../support/secrets-scene.js';
import { hired, inProject, may } from '../support/attacks/relabel-scene.js';
import { runs } from '../support/runs.js';

// Review finding 9: renames of secrets and of what they lie in or carry locked the same rows in opposite orders.

const server = useApp();

const ROUNDS = runs(6, 60, 'RENAME_ROUNDS');
const SECRETS = 4;
const TAGGED = 60;
const APP = { secretPath: '/app' };
const BATCH = '/api/v3/secrets/batch/raw';

async function aCrowdedScene() {
  const scene = await aSecretScene(server);
  await aFolder(scene, '/app');
  const tags = [await aTag(scene, 'first'), await aTag(scene, 'second')];
  const items = Array.from({ length: TAGGED }, (_, n) => anItem(`S${n}`, 'X', { tagIds: tags }));
  await withSecrets(scene, items, { ...scene.dev, ...APP });
  // Without `delete` each change is weighed.
  const limited = await hired(server, scene, [
    may(['describeSecret', 'readValue', 'create', 'edit'], { environment: 'dev' }),
    may('delete', { environment: 'dev', secretPath: { $glob: '/other/**' } }),
    may(['read', 'edit'], undefined, 'tags'),
    may(['read', 'edit'], undefined, 'secret-folders'),
  ]);
  return { ...scene, tags, limited };
}

type Scene = Awaited<ReturnType<typeof aCrowdedScene>>;
type Loop = (scene: Scene, round: number) => Test;

const secretRename =
  (n: number): Loop =>
  ({ limited, dev }, round) => {
    const [from, to] = round % 2 === 0 ? [`S${n}`, `S${n}_NEXT`] : [`S${n}_NEXT`, `S${n}`];
    return limited.http.patch(named(from!)).send({ ...dev, ...APP, newSecretName: to });
  };

const retag =
  (n: number, who: 'limited' | 'admin'): Loop =>
  (scene, round) =>
    scene[who].http
      .patch(named(`S${n}`))
      .send({ ...scene.dev, ...APP, tagIds: round % 2 === 0 ? [] : scene.tags });

const batchRetag: Loop = ({ limited, dev, tags }, round) =>
  limited.http.patch(BATCH).send({
    ...dev,
    ...APP,
    mode: 'upsert',
    secrets: Array.from({ length: SECRETS }, (_, n) => ({
      secretKey: `S${n}`,
      secretValue: `${round}`,
      tagIds: round % 2 === 0 ? tags : [],
    })),
  });

const tagRename =
  (n: number): Loop =>
  ({ limited, project, tags }, round) =>
    limited.http
      .patch(`/api/v1/projects/${project.id}/tags/${tags[n]}`)
      .send({ slug: `t${n}-${round % 3}` });

const folderRename: Loop = (scene, round) =>
  scene.limited.http
    .patch(`/api/v1/folders/${round % 2 === 0 ? 'other' : 'back'}`)
    .send({ ...inProject(scene, 'dev'), name: round % 2 === 0 ? 'back' : 'other' });

const numbers = Array.from({ length: SECRETS }, (_, n) => n);
const CROWDS: Readonly<Record<string, readonly Loop[]>> = {
  'of secrets and of their tags': [...numbers.map(secretRename), tagRename(0), tagRename(1)],
  'of tags, while secrets get others': [
    retag(0, 'limited'),
    retag(1, 'limited'),
    retag(2, 'admin'),
    retag(3, 'admin'),
    tagRename(0),
    tagRename(1),
  ],
  'of tags and a folder, while a batch changes what is there': [
    batchRetag,
    retag(0, 'admin'),
    tagRename(0),
    folderRename,
  ],
};

describe('renames at the same time', () => {
  it.each(Object.entries(CROWDS))('%s end without a failure of the server', async (_, loops) => {
    const scene = await aCrowdedScene();
    await aFolder(scene, '/other');
    const before = await deadlocksOf(server);
    const statuses = await Promise.all(
      loops.map(async (send) => {
        const own: number[] = [];
        for (let round = 0; round < ROUNDS; round++) own.push((await send(scene, round)).status);
        return own;
      }),
    );
    expect(statuses.flat().filter((status) => status >= 500)).toEqual([]);
    expect(await deadlocksOf(server)).toBe(before);
    // None is kept from its work by the others.
    for (const own of statuses) expect(own).toContain(200);
  });
});
