import { useApp } from '../support/harness.js';
import type { Caller } from '../support/scene.js';
import { aFolder, anItem, aSecretScene, withSecrets } from '../support/secrets-scene.js';
import {
  environmentIds,
  hired,
  inProject,
  inProjectV2,
  may,
  mayNot,
  memberRules,
  seen,
  where,
} from '../support/attacks/relabel-scene.js';
import { denied } from '../support/refusals.js';

const server = useApp();

const REMOVER = may(['read', 'delete'], undefined, 'secret-folders');

async function aFullScene() {
  const scene = await aSecretScene(server);
  for (const path of ['/hid', '/hid/deep', '/bare']) await aFolder(scene, path);
  const below = { ...scene.dev, secretPath: '/hid/deep' };
  await withSecrets(scene, [anItem('KEPT', 'kept'), anItem('LOOSE', 'loose')], below);
  await withSecrets(scene, [anItem('DB', 'prod')], where(scene, 'prod'));
  const v1 = (caller: Caller, name: string) =>
    caller.http.delete(`/api/v1/folders/${name}`).send(inProject(scene, 'dev'));
  const v2 = (caller: Caller, name: string, forceDelete = true) =>
    caller.http
      .delete(`/api/v2/folders/${name}`)
      .send({ ...inProjectV2(scene, 'dev'), forceDelete });
  const ids = await environmentIds(scene);
  const remove = (caller: Caller, slug: string, family = '/api/v1/projects') =>
    caller.http.delete(`${family}/${scene.project.id}/environments/${ids[slug]}`);
  const isKept = async () =>
    (await seen(scene.admin, scene, { environment: 'dev', secretPath: '/hid/deep' }, 'KEPT')) ===
    'kept';
  return { ...scene, v1, v2, remove, isKept };
}

describe('DELETE a folder', () => {
  it('demands delete on each secret below (403), and counts those that may not be known of', async () => {
    const { v1, v2, isKept, ...scene } = await aFullScene();
    const blind = await hired(server, scene, [REMOVER]);
    for (const send of [v1, v2]) {
      const answer = await send(blind, 'hid').expect(403);
      expect(answer.body).toMatchObject({
        message: denied('delete', 'secrets'),
        details: { subject: 'secrets', action: 'delete', refused: 2, offenders: [] },
      });
    }
    await v2(blind, 'hid', false).expect(400);
    expect(await isKept()).toBe(true);
    await v2(blind, 'bare', false).expect(200);
    const remover = await hired(server, scene, [REMOVER, may('delete')]);
    await v2(remover, 'hid').expect(200);
  });

  it('names the one that a rule keeps', async () => {
    const { v1, v2, isKept, ...scene } = await aFullScene();
    const rules = memberRules(mayNot('delete', { secretName: 'KEPT' }));
    const member = await hired(server, scene, rules);
    for (const send of [v1, v2]) {
      const answer = await send(member, 'hid').expect(403);
      const { details } = answer.body as { details: object };
      expect(details).toMatchObject({
        refused: 1,
        offenders: [{ attributes: { secretPath: '/hid/deep', secretName: 'KEPT' } }],
      });
    }
    expect(await isKept()).toBe(true);
    await v1(await hired(server, scene, 'member'), 'hid').expect(200);
  });
});

describe.each(['/api/v1/projects', '/api/v1/workspace', '/api/v2/workspace'])(
  'DELETE %s/{projectId}/environments/{id}',
  (family) => {
    it('demands delete on each secret there (403)', async () => {
      const { remove, ...scene } = await aFullScene();
      const rules = memberRules(mayNot('delete', { environment: 'prod' }));
      const member = await hired(server, scene, rules);
      const bare = await hired(server, scene, [may(['read', 'delete'], undefined, 'environments')]);
      await remove(member, 'prod', family).expect(403);
      await remove(bare, 'prod', family).expect(403);
      expect(await seen(scene.admin, scene, { environment: 'prod' }, 'DB')).toBe('prod');
      await remove(bare, 'staging', family).expect(200);
      await remove(member, 'dev', family).expect(200);
      await remove(scene.admin, 'prod', family).expect(200);
    });
  },
);
