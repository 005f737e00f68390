import { randomUUID } from 'node:crypto';
import { withoutReqId } from '../support/scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  aTag,
  keysOf,
  listed,
  named,
  type Secret,
  V3,
  withSecrets,
} from '../support/secrets-scene.js';
import { NOT_FOUND } from '../support/refusals.js';
import { server, secretOf, created } from './secrets-v3-scene.js';

const MASK = '<hidden-by-infisical>';

describe('GET /api/v3/secrets/raw/:secretName', () => {
  it('decodes the name once, and takes white space around it for nothing', async () => {
    const scene = await aSecretScene(server);
    for (const name of [
      'A B',
      'A%20B',
      'A+B',
      'a.b',
      'é',
      'é'.normalize('NFD'),
      '$x;y',
      '..',
      'id',
    ]) {
      const { id } = await created(scene, name);
      const answer = await scene.admin.http.get(at(named(name), scene.dev)).expect(200);
      expect(secretOf(answer)).toMatchObject({ id, secretKey: name });
    }
    await scene.admin.http.get(at(named(' A B '), scene.dev)).expect(200);
    await scene.admin.http.get(at(`${named('A B')}/`, scene.dev)).expect(200);
  });

  it('does not find what no secret can be called', async () => {
    const scene = await aSecretScene(server);
    await created(scene, 'A');
    for (const name of [
      'a',
      'A%2FB',
      '%2F',
      'A%00',
      '%00',
      'undefined',
      '*',
      '%25',
      'K'.repeat(4_000),
    ]) {
      const answer = await scene.admin.http.get(at(`${V3}/${name}`, scene.dev)).expect(404);
      expect(withoutReqId(answer.body)).toEqual(NOT_FOUND);
    }
    for (const garbage of ['%', '%zz', '%FF']) {
      await scene.admin.http.get(at(`${V3}/${garbage}`, scene.dev)).expect(400);
    }
  });

  it('reads every version, with the name and the tags of then', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    const tagIds = [await aTag(scene, 'old')];
    await created(scene, 'A', { secretValue: 'one', tagIds, secretComment: 'first' });
    const patch = (name: string, body: object) =>
      admin.http
        .patch(named(name))
        .send({ ...dev, ...body })
        .expect(200);
    await patch('A', { secretValue: 'two', tagIds: [] });
    await patch('A', { newSecretName: 'B' });

    const read = async (version: number) =>
      secretOf(await admin.http.get(at(named('B'), dev, { version })).expect(200));

    expect(await read(1)).toMatchObject({
      version: 1,
      secretKey: 'A',
      secretValue: 'one',
      secretComment: 'first',
      tags: [{ slug: 'old' }],
    });
    expect(await read(2)).toMatchObject({
      version: 2,
      secretKey: 'A',
      secretValue: 'two',
      tags: [],
    });
    expect(await read(3)).toMatchObject({ version: 3, secretKey: 'B', secretValue: 'two' });
    await admin.http.get(at(named('B'), dev, { version: 4 })).expect(404);
    for (const version of ['0', '-1', '1.0', '1e0', '0x1', 'x', '99999999999']) {
      await admin.http.get(at(named('B'), dev, { version })).expect(422);
    }
  });

  it('hides the value when asked to', async () => {
    const scene = await aSecretScene(server);
    const secretMetadata = [
      { key: 'plain', value: 'p' },
      { key: 'sealed', value: 's', isEncrypted: true },
    ];
    await created(scene, 'A', { secretValue: 'v', secretMetadata });
    const path = at(named('A'), scene.dev, { viewSecretValue: false });
    expect(secretOf(await scene.admin.http.get(path).expect(200))).toMatchObject({
      secretValue: MASK,
      secretValueHidden: true,
      secretMetadata: [
        { key: 'plain', value: 'p', isEncrypted: false },
        { key: 'sealed', value: MASK, isEncrypted: true },
      ],
    });
  });

  it('asks for project and environment, and refuses booleans that are none', async () => {
    const scene = await aSecretScene(server);
    await created(scene, 'A');
    const { http } = scene.admin;
    await http.get(at(named('A'), { workspaceId: scene.project.id })).expect(400);
    await http.get(at(named('A'), { environment: 'dev' })).expect(400);
    await http.get(at(named('A'), scene.dev, { type: 'personal' })).expect(400);
    await http.get(at(named('A'), scene.dev, { environment: 'nowhere' })).expect(404);
    for (const flag of ['2', 'yes', 'on', 'null']) {
      await http.get(at(named('A'), scene.dev, { viewSecretValue: flag })).expect(422);
    }
    for (const [flag, secretValueHidden] of [
      ['1', false],
      ['TRUE', false],
      ['0', true],
      ['False', true],
    ] as const) {
      const answer = await http.get(at(named('A'), scene.dev, { viewSecretValue: flag }));
      expect(answer.body).toMatchObject({ secret: { secretValueHidden } });
    }
    await http
      .get(`${at(named('A'), scene.dev)}&viewSecretValue=true&viewSecretValue=false`)
      .expect(422);
    await http
      .get(`${at(named('A'), scene.dev)}&secretName=x&viewSecretValue=&version=`)
      .expect(200);
  });

  it('says that it is deprecated, and by what it is replaced', async () => {
    const scene = await aSecretScene(server);
    await created(scene, 'A');
    for (const path of [at(named('A'), scene.dev), at(V3, scene.dev)]) {
      const { headers } = await scene.admin.http.get(path).expect(200);
      expect(headers).toMatchObject({
        deprecation: '@1735689600',
        link: '</api/v4/secrets>; rel="successor-version"',
        'cache-control': 'no-store',
      });
    }
  });
});

describe('GET /api/v3/secrets/raw/id/:secretId', () => {
  it('does not find what is not, or is of another organization', async () => {
    const scene = await aSecretScene(server);
    const foreign = await created(await aSecretScene(server), 'A');
    const { id } = await created(scene, 'A');
    const ids = [
      foreign.id,
      randomUUID(),
      'undefined',
      'null',
      '*',
      '%25',
      '_',
      `{${id}}`,
      id.toUpperCase(),
    ];
    for (const each of ids) {
      const answer = await scene.admin.http.get(`${V3}/id/${each}`).expect(404);
      expect(withoutReqId(answer.body)).toEqual(NOT_FOUND);
    }
  });
});

describe('GET /api/v3/secrets/raw', () => {
  it('answers secrets by folder and key, and imports only when asked for, in both spellings', async () => {
    const scene = await aSecretScene(server);
    const { http } = scene.admin;
    expect((await http.get(at(V3, scene.dev)).expect(200)).body).toEqual({ secrets: [] });
    for (const asked of [{ include_imports: true }, { includeImports: true }]) {
      const answer = await http.get(at(V3, scene.dev, asked)).expect(200);
      expect(answer.body).toEqual({ secrets: [], imports: [] });
    }
    const off = await http.get(at(V3, scene.dev, { include_imports: false })).expect(200);
    expect(off.body).toEqual({ secrets: [] });
    await withSecrets(
      scene,
      ['b', 'B', 'a', 'A', '_'].map((key) => anItem(key)),
    );
    expect(keysOf(await listed(scene.admin, scene.dev))).toEqual(['A', 'B', '_', 'a', 'b']);
  });

  it('takes the project by every name, in the query or in a body', async () => {
    const scene = await aSecretScene(server);
    await created(scene, 'A');
    const { id, slug } = scene.project;
    for (const project of [
      { workspaceId: id },
      { projectId: id },
      { workspaceSlug: slug, workspaceId: '' },
      { projectSlug: slug },
    ]) {
      expect(await listed(scene.admin, { environment: 'dev', ...project })).toHaveLength(1);
    }
    const body = { ...scene.dev, recursive: true, viewSecretValue: false, tagSlugs: null };
    const asBody = await scene.admin.http.get(V3).send(body).expect(200);
    expect((asBody.body as { secrets: Secret[] }).secrets).toHaveLength(1);
  });

  it('lists a folder, and with recursive all below it, each secret with its path', async () => {
    const scene = await aSecretScene(server);
    for (const path of ['/a', '/a/b', '/a/b/c', '/ab', '/A']) await aFolder(scene, path);
    for (const secretPath of ['/', '/a', '/a/b', '/a/b/c', '/ab', '/A']) {
      await withSecrets(scene, [anItem('K')], { secretPath });
    }
    const paths = async (more: object) =>
      (await listed(scene.admin, { ...scene.dev, ...more })).map((secret) => secret.secretPath);
    expect(await paths({})).toEqual(['/']);
    expect(await paths({ secretPath: '/a' })).toEqual(['/a']);
    expect(await paths({ secretPath: '/a/', recursive: true })).toEqual(['/a', '/a/b', '/a/b/c']);
    expect(await paths({ recursive: true })).toEqual(['/', '/A', '/a', '/a/b', '/a/b/c', '/ab']);
    expect(await paths({ environment: 'prod', recursive: true })).toEqual([]);
  });

  it('answers an empty list for an unknown folder and 404 for an unknown environment', async () => {
    const scene = await aSecretScene(server);
    await created(scene, 'A');
    for (const more of [{ secretPath: '/nowhere' }, { secretPath: '/nowhere', recursive: true }]) {
      expect(await listed(scene.admin, { ...scene.dev, ...more })).toEqual([]);
    }
    for (const recursive of [true, false]) {
      const where = { ...scene.dev, environment: 'nowhere', recursive };
      const answer = await scene.admin.http.get(at(V3, where)).expect(404);
      expect(withoutReqId(answer.body)).toEqual(NOT_FOUND);
    }
    await scene.admin.http.get(at(V3, scene.dev, { secretPath: '/a/../b' })).expect(422);
    await scene.admin.http.get(at(V3, { environment: 'dev' })).expect(400);
    await scene.admin.http.get(at(V3, { workspaceId: scene.project.id })).expect(400);
    await scene.admin.http.get(at(V3, scene.dev, { type: 'personal' })).expect(400);
  });

  it('chooses by tags: any of them', async () => {
    const scene = await aSecretScene(server);
    const [red, blue] = [await aTag(scene, 'red'), await aTag(scene, 'blue')];
    await withSecrets(scene, [
      anItem('NONE'),
      anItem('RED', 'x', { tagIds: [red] }),
      anItem('BLUE', 'x', { tagIds: [blue] }),
      anItem('BOTH', 'x', { tagIds: [red, blue] }),
    ]);
    const having = async (tagSlugs: string) =>
      keysOf(await listed(scene.admin, { ...scene.dev, tagSlugs }));
    expect(await having('red')).toEqual(['BOTH', 'RED']);
    expect(await having(' red , blue,')).toEqual(['BLUE', 'BOTH', 'RED']);
    expect(await having('re')).toEqual([]);
    expect(await having('')).toHaveLength(4);
    expect(await having(',')).toHaveLength(4);
  });

  it('chooses by plain metadata, never by encrypted', async () => {
    const scene = await aSecretScene(server);
    const meta = (...pairs: [string, string, boolean?][]) => ({
      secretMetadata: pairs.map(([key, value, isEncrypted = false]) => ({
        key,
        value,
        isEncrypted,
      })),
    });
    await withSecrets(scene, [
      anItem('A', 'x', meta(['owner', 'me'], ['tier', '1'])),
      anItem('B', 'x', meta(['owner', 'me', true], ['tier', '1'])),
      anItem('C', 'x', meta(['owner', 'you'])),
      anItem('D'),
    ]);
    const having = async (metadataFilter: string) =>
      keysOf(await listed(scene.admin, { ...scene.dev, metadataFilter }));
    expect(await having('key=owner,value=me')).toEqual(['A']);
    expect(await having('key=tier,value=1')).toEqual(['A', 'B']);
    expect(await having('key=tier,value=1|key=owner,value=me')).toEqual(['A']);
    expect(await having('key=owner,value=%|nonsense')).toEqual([]);
    expect(await having('nonsense')).toEqual(['A', 'B', 'C', 'D']);
    const eleven = Array(11).fill('key=a,value=b').join('|');
    await scene.admin.http.get(at(V3, scene.dev, { metadataFilter: eleven })).expect(422);
  });

  it('hides values when asked to', async () => {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [anItem('A', 'v1'), anItem('B', 'v2')]);
    const secrets = await listed(scene.admin, { ...scene.dev, viewSecretValue: false });
    expect(secrets.map((secret) => [secret.secretValue, secret.secretValueHidden])).toEqual([
      [MASK, true],
      [MASK, true],
    ]);
  });
});

describe('ETag', () => {
  it('is strong, answers If-None-Match with 304, and changes if and only if the answer does', async () => {
    const scene = await aSecretScene(server);
    const { admin, dev } = scene;
    await withSecrets(scene, [anItem('A', 'v')]);
    const paths = [at(V3, dev), at(named('A'), dev), at(V3, dev, { viewSecretValue: false })];
    const tags = async () =>
      Promise.all(
        paths.map(
          async (path) => (await admin.http.get(path).expect(200)).headers['etag'] as string,
        ),
      );

    const first = await tags();
    for (const tag of first) expect(tag).toMatch(/^"[\w-]{43}"$/);
    expect(new Set(first).size).toBe(3);
    expect(await tags()).toEqual(first);

    for (const [index, path] of paths.entries()) {
      const same = await admin.http.get(path).set('If-None-Match', first[index]!).expect(304);
      expect(same.text).toBe('');
      expect(same.headers['etag']).toBe(first[index]);
      await admin.http.get(path).set('If-None-Match', '"other"').expect(200);
    }

    await aFolder(scene, '/elsewhere');
    await withSecrets(scene, [anItem('A', 'v')], { secretPath: '/elsewhere' });
    expect(await tags()).toEqual(first);

    await admin.http
      .patch(named('A'))
      .send({ ...dev, secretValue: 'w' })
      .expect(200);
    const second = await tags();
    second.forEach((tag, index) => expect(tag).not.toBe(first[index]));
  });
});
