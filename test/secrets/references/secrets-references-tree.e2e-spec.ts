import { useApp } from '../../support/harness.js';
import { aMember } from '../../support/scene.js';
import { statementsAbout } from '../../support/secrets-references-scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  type Fields,
  named,
  type SecretScene,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';

const server = useApp();

const v4Of = (scene: SecretScene) => ({ projectId: scene.project.id, environment: 'dev' });
const treeOf = (name: string, root = V4) => `${named(name, root)}/secret-reference-tree`;
const inRoot = (key: string, more: Fields) => ({
  key,
  environment: 'dev',
  secretPath: '/',
  ...more,
});
const leaf = (key: string, value: string) => inRoot(key, { value, children: [] });

describe('GET secret-reference-tree', () => {
  it('gives what a secret refers to, and what that refers to, in both generations', async () => {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/x', 'prod');
    const value = '${USER}:${USER}@${prod.x.HOST}/${NONE}';
    await withSecrets(scene, [anItem('URL', value), anItem('USER', 'me')]);
    const prod = { environment: 'prod', secretPath: '/x' };
    await withSecrets(scene, [anItem('HOST', '${NAME}.org'), anItem('NAME', 'db')], prod);
    const expected = {
      tree: inRoot('URL', {
        value,
        children: [
          leaf('USER', 'me'),
          {
            ...prod,
            key: 'HOST',
            value: '${NAME}.org',
            children: [{ ...prod, key: 'NAME', value: 'db', children: [] }],
          },
          inRoot('NONE', { unresolved: 'missing', children: [] }),
        ],
      }),
      value: 'me:me@db.org/${NONE}',
    };

    const v4 = await scene.admin.http.get(at(treeOf('URL'), v4Of(scene))).expect(200);
    const v3 = await scene.admin.http.get(at(treeOf('URL', V3), scene.dev)).expect(200);

    expect(v4.body).toEqual(expected);
    expect(v3.body).toEqual(expected);
    expect(v3.headers).toMatchObject({ deprecation: expect.any(String) });
  });

  it('shows values where they may be read, and ends where they may not', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [
      anItem('A', '${OPEN} ${BLIND} ${UNKNOWN}'),
      anItem('OPEN', 'o${BLIND}'),
      anItem('BLIND', 'canary ${OPEN}'),
      anItem('UNKNOWN', 'canary ${OPEN}'),
    ]);
    const reader = await aMember(server, scene.project, scene.orgId, [
      { subject: 'secrets', action: 'read' },
      {
        subject: 'secrets',
        action: 'readValue',
        conditions: { secretName: 'BLIND' },
        inverted: true,
      },
      { subject: 'secrets', action: 'read', conditions: { secretName: 'UNKNOWN' }, inverted: true },
    ]);
    const blind = inRoot('BLIND', { unresolved: 'forbidden', children: [] });

    const answer = await reader.http.get(at(treeOf('A'), v4Of(scene))).expect(200);

    expect(answer.body).toEqual({
      tree: inRoot('A', {
        value: '${OPEN} ${BLIND} ${UNKNOWN}',
        children: [
          inRoot('OPEN', { value: 'o${BLIND}', children: [blind] }),
          blind,
          inRoot('UNKNOWN', { unresolved: 'missing', children: [] }),
        ],
      }),
      value: 'o${BLIND} ${BLIND} ${UNKNOWN}',
    });
    await reader.http.get(at(treeOf('BLIND'), v4Of(scene))).expect(403);
    await reader.http.get(at(treeOf('UNKNOWN'), v4Of(scene))).expect(404);
    await reader.http.get(at(treeOf('NONE'), v4Of(scene))).expect(404);
    await reader.http.get(at(treeOf('A'), { projectId: scene.project.id })).expect(400);
  });

  it('is cut where it is too large, and refused where its values are', async () => {
    const scene = await aSecretScene(server);
    const wide = Array.from({ length: 40 }, (_, index) => anItem(`W${index}`, 'w'));
    const all = wide.map(({ secretKey }) => `\${${String(secretKey)}}`).join('');
    const middle = Array.from({ length: 40 }, (_, index) => anItem(`M${index}`, all));
    const top = middle.map(({ secretKey }) => `\${${String(secretKey)}}`).join('');
    await withSecrets(scene, [...wide, ...middle, anItem('TOP', top)]);
    const cut = await scene.admin.http.get(at(treeOf('TOP'), v4Of(scene))).expect(200);
    expect(cut.body).toMatchObject({ truncated: true });
    expect(cut.text.match(/"children"/g)).toHaveLength(1_000);

    await withSecrets(scene, [
      anItem('BIG', 'x'.repeat(1024 * 1024)),
      anItem('MANY', '${BIG}'.repeat(40)),
    ]);
    await scene.admin.http.get(at(treeOf('MANY'), v4Of(scene))).expect(400);
  });

  it('costs one statement a level', async () => {
    const scene = await aSecretScene(server);
    const items = Array.from({ length: 300 }, (_, index) => anItem(`K${index}`, '${END}'));
    const names = items.map(({ secretKey }) => `\${${String(secretKey)}}`).join('');
    await withSecrets(scene, [...items, anItem('END', 'e'), anItem('A', names), anItem('B', 'b')]);
    const sent = (name: string) =>
      statementsAbout(() => scene.admin.http.get(at(treeOf(name), v4Of(scene))).expect(200));
    expect(await sent('A')).toHaveLength((await sent('B')).length + 2);
  });
});
