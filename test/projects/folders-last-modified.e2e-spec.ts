import { describe, expect, it } from '@jest/globals';
import type { Rule } from '../../src/permissions/rule.js';
import { useApp } from '../support/harness.js';
import { aMember, type Caller } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  BATCH,
  type SecretScene,
  withSecrets,
} from '../support/secrets-scene.js';

const server = useApp();
const V1 = '/api/v1/folders';

interface Folder {
  readonly id: string;
  readonly path: string;
  readonly lastSecretModified?: string;
}

const whereOf = ({ project }: SecretScene) => ({ workspaceId: project.id, environment: 'dev' });

async function folders(scene: SecretScene, more: object = {}, caller: Caller = scene.admin) {
  const answer = await caller.http
    .get(at(V1, whereOf(scene), { recursive: true }, more as Record<string, unknown>))
    .expect(200);
  return (answer.body as { folders: Folder[] }).folders;
}

const pathsOf = (found: readonly Folder[]) => found.map(({ path }) => path);

/** The database's clock, which stamps every change. */
async function now(): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 5));
  const [row] = await server.database.source.query<{ now: Date }[]>(
    'select clock_timestamp() "now"',
  );
  return row!.now.toISOString();
}

const changed = async (scene: SecretScene, path: string) =>
  (await folders(scene)).find((folder) => folder.path === path)?.lastSecretModified;

describe('lastSecretModified of a folder', () => {
  it('changes with each creation, change, move and deletion of a secret', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    for (const path of ['/a', '/b']) await aFolder(scene, path);
    expect((await folders(scene)).every((each) => !('lastSecretModified' in each))).toBe(true);

    const steps: [string, () => Promise<unknown>, readonly string[]][] = [
      ['create', () => withSecrets(scene, [anItem('K')], { secretPath: '/a' }), ['/a']],
      [
        'update',
        () =>
          admin.http
            .patch(BATCH)
            .send({ ...dev, secretPath: '/a', secrets: [anItem('K', 'new')] })
            .expect(200),
        ['/a'],
      ],
      ['move', () => move(scene), ['/a', '/b']],
      [
        'delete',
        () =>
          admin.http
            .delete(BATCH)
            .send({ ...dev, secretPath: '/b', secrets: [{ secretKey: 'K' }] })
            .expect(200),
        ['/b'],
      ],
    ];
    for (const [, act, touched] of steps) {
      const before = await now();
      await act();
      const after = await now();
      for (const path of ['/a', '/b']) {
        const time = await changed(scene, path);
        const isNew = time !== undefined && time >= before && time <= after;
        expect([path, isNew]).toEqual([path, touched.includes(path)]);
      }
    }
  });

  it('is in each answer that reads a folder', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/a');
    await withSecrets(scene, [anItem('K')], { secretPath: '/a' });
    const [listed] = await folders(scene);
    expect(listed!.lastSecretModified).toMatch(/^\d{4}-.*\.\d{3}Z$/);

    for (const address of [listed!.id, `${scene.project.id}/dev/a`]) {
      const { body } = await scene.admin.http.get(`${V1}/${address}`).expect(200);
      const { folder } = body as { folder: Folder };
      expect(folder.lastSecretModified).toBe(listed!.lastSecretModified);
    }
  });

  it('filters a list to folders modified at that moment or later', async () => {
    const scene = await aSecretScene(server);
    for (const path of ['/none', '/old', '/new', '/old/below']) await aFolder(scene, path);
    await withSecrets(scene, [anItem('K')], { secretPath: '/old' });
    const moment = await now();
    await withSecrets(scene, [anItem('K')], { secretPath: '/new' });
    await withSecrets(scene, [anItem('K')], { secretPath: '/old/below' });
    const exact = (await changed(scene, '/new'))!;

    const since = async (lastSecretModified: string, more = {}) =>
      pathsOf(await folders(scene, { lastSecretModified, ...more }));
    expect(await since(moment)).toEqual(['/new', '/old/below']);
    expect(await since(moment, { recursive: false })).toEqual(['/new']);
    expect(await since(exact)).toEqual(['/new', '/old/below']);
    expect(await since(new Date(Date.parse(exact) + 60_000).toISOString())).toEqual([]);
    expect(await since('')).toHaveLength(4);
    for (const bad of ['yesterday', '2026-13-01T00:00:00Z', '12'])
      await scene.admin.http.get(at(V1, whereOf(scene), { lastSecretModified: bad })).expect(422);
  });

  it('is hidden from callers who may not know of every secret there, and matches no filter for them', async () => {
    const scene = await aSecretScene(server);
    for (const path of ['/a', '/b']) await aFolder(scene, path);
    for (const secretPath of ['/a', '/b']) await withSecrets(scene, [anItem('K')], { secretPath });
    const rule = (conditions: Rule['conditions']): Rule => ({
      subject: 'secrets',
      action: ['describeSecret'],
      conditions,
    });
    const known = async (role: string | readonly Rule[]) => {
      const caller = await aMember(server, scene.project, scene.orgId, role);
      const all = await folders(scene, {}, caller);
      expect(pathsOf(all)).toEqual(['/a', '/b']);
      const shown = pathsOf(all.filter((each) => each.lastSecretModified !== undefined));
      const long = { lastSecretModified: '2020-01-01T00:00:00Z' };
      expect(pathsOf(await folders(scene, long, caller))).toEqual(shown);
      return shown;
    };

    expect(await known('no-access')).toEqual([]);
    expect(await known([rule({ secretName: 'K' })])).toEqual([]);
    expect(await known([rule({ environment: 'dev', secretPath: '/b' })])).toEqual(['/b']);
  });
});

async function move(scene: SecretScene): Promise<void> {
  const { secrets } = (
    await scene.admin.http.get(at('/api/v3/secrets/raw', whereOf(scene), { secretPath: '/a' }))
  ).body as { secrets: { id: string }[] };
  await scene.admin.http
    .post('/api/v4/secrets/move')
    .send({
      projectId: scene.project.id,
      sourceEnvironment: 'dev',
      sourceSecretPath: '/a',
      destinationEnvironment: 'dev',
      destinationSecretPath: '/b',
      secretIds: secrets.map(({ id }) => id),
    })
    .expect(200);
}
