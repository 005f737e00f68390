import { useApp } from '../../support/harness.js';
import {
  aChain,
  anImport,
  inShort,
  placeOf,
  someFolders,
  type Taken,
  takenOver,
} from '../../support/imports-scene.js';
import type { Rule } from '../../../src/permissions/rule.js';
import { aMember } from '../../support/scene.js';
import {
  anItem,
  aSecretScene,
  at,
  aTag,
  type Fields,
  named,
  type Secret,
  type SecretScene,
  statements,
  V3,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
import { execute } from '../../support/test-database.js';

// Each read is made anew: rows are changed past the server, and statements counted.
const server = useApp({ SEALED_ANSWERS_MIB: '0' });

/** Secrets as `dev:/a A=1 B=2`. */
async function secretsAt(scene: SecretScene, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    const [place = '', ...pairs] = text.split(' ');
    const { environment, path: secretPath } = placeOf(place);
    const items = pairs.map((pair) => {
      const cut = pair.indexOf('=');
      return anItem(pair.slice(0, cut), pair.slice(cut + 1));
    });
    await withSecrets(scene, items, { environment, secretPath });
  }
}

const short = async (...args: Parameters<typeof takenOver>) => inShort(await takenOver(...args));

describe('a list with imports', () => {
  it('has one element for each import, in order, whatever is in it', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'dev:/empty');
    for (const from of ['prod:/', 'dev:/none', 'dev:/empty', 'dev:/a'])
      await anImport(scene, 'dev:/', from);
    await secretsAt(scene, 'dev:/a B=b A=a', 'prod:/ A=p', 'dev:/ A=own');

    const taken = await takenOver(scene, 'dev:/');
    expect(inShort(taken)).toEqual(['prod:/ A=p', 'dev:/none', 'dev:/empty', 'dev:/a A=a B=b']);
    const id = expect.any(String);
    expect(taken.map(({ folderId }) => folderId)).toEqual([id, undefined, id, id]);
    const [{ secrets }] = taken as [Taken];
    expect(secrets).toMatchObject([
      {
        workspace: scene.project.id,
        environment: 'prod',
        secretPath: '/',
        secretValueHidden: false,
      },
    ]);
  });

  it('puts what a source imports into its element, the nearest of a key first', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'dev:/b', 'dev:/c', 'prod:/d');
    await aChain(scene, 'dev:/ dev:/a dev:/b prod:/d');
    await anImport(scene, 'dev:/a', 'dev:/c');
    await secretsAt(
      scene,
      ...['dev:/a A=a', 'dev:/b A=b B=b X=b', 'dev:/c X=c C=c', 'prod:/d X=d B=d D=d'],
    );
    expect(await short(scene, 'dev:/')).toEqual(['dev:/a A=a B=b X=b C=c D=d']);
  });

  it('visits a folder once, where it is nearest', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'dev:/b', 'dev:/c', 'dev:/d');
    await aChain(scene, 'dev:/ dev:/a dev:/b dev:/d');
    await aChain(scene, 'dev:/ dev:/c dev:/d');
    await anImport(scene, 'dev:/', 'dev:/b');
    await secretsAt(scene, 'dev:/a A=a', 'dev:/b B=b', 'dev:/c C=c', 'dev:/d D=d');
    expect(await short(scene, 'dev:/')).toEqual(['dev:/a A=a', 'dev:/c C=c D=d', 'dev:/b B=b']);
  });

  it('goes ten imports deep and no deeper', async () => {
    const scene = await aSecretScene(server);
    const names = Array.from({ length: 12 }, (_, i) => `dev:/f${i}`);
    await someFolders(scene, ...names);
    await aChain(scene, names.join(' '));
    await secretsAt(scene, ...names.map((name, i) => `${name} K${String(i).padStart(2, '0')}=x`));
    const depths = async (place: string) =>
      (await takenOver(scene, place)).flatMap(({ secrets }) =>
        secrets.map((each) => each.secretKey),
      );
    const keys = names.map((_, i) => `K${String(i).padStart(2, '0')}`);
    expect(await depths('dev:/f0')).toEqual(keys.slice(1, 11));
    expect(await depths('dev:/f1')).toEqual(keys.slice(2));
  });

  it('expands references from where the imported secret is', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'dev:/b');
    await aChain(scene, 'dev:/ dev:/a dev:/b');
    await secretsAt(
      scene,
      ...['dev:/ X=root R=${X}${Z}', 'dev:/a X=a Y=${X}${dev.b.Z}', 'dev:/b Z=z W=${Z}${X}'],
    );
    expect(await short(scene, 'dev:/', { expandSecretReferences: true })).toEqual([
      'dev:/a X=a Y=az W=z${X} Z=z',
    ]);
    // `${KEY}` means the folder it stands in, not what that takes over.
    const list = at(V3, { ...scene.dev, include_imports: true, expandSecretReferences: true });
    const { body } = await scene.admin.http.get(list).expect(200);
    expect((body as { secrets: Secret[] }).secrets[0]).toMatchObject({ secretValue: 'root${Z}' });
  });

  it('applies its filters to what is imported, after the nearest of a key is found', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'dev:/b');
    await aChain(scene, 'dev:/ dev:/a dev:/b');
    const tagIds = [await aTag(scene, 'red')];
    const secretMetadata = [{ key: 'owner', value: 'me' }];
    await withSecrets(scene, [anItem('A', 'a')], { secretPath: '/a' });
    const items = [anItem('A', 'b', { tagIds }), anItem('B', 'b', { tagIds, secretMetadata })];
    await withSecrets(scene, items, { secretPath: '/b' });
    expect(await short(scene, 'dev:/', { tagSlugs: 'red' })).toEqual(['dev:/a B=b']);
    expect(await short(scene, 'dev:/', { metadataFilter: 'key=owner,value=me' })).toEqual([
      'dev:/a B=b',
    ]);
  });

  it('with recursive has the imports of all its folders, by path, and nothing twice', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'dev:/a/b', 'prod:/x', 'prod:/y');
    await anImport(scene, 'dev:/a/b', 'prod:/y');
    await anImport(scene, 'dev:/', 'prod:/x');
    await anImport(scene, 'dev:/', 'dev:/a');
    await anImport(scene, 'dev:/a', 'prod:/x');
    await secretsAt(scene, 'dev:/a A=a', 'prod:/x X=x', 'prod:/y Y=y');
    expect(await short(scene, 'dev:/', { recursive: true })).toEqual([
      ...['prod:/x X=x', 'dev:/a', 'prod:/x', 'prod:/y Y=y'],
    ]);
    expect(await short(scene, 'dev:/a', { recursive: true })).toEqual([
      'prod:/x X=x',
      'prod:/y Y=y',
    ]);
    expect(await short(scene, 'dev:/')).toEqual(['prod:/x X=x', 'dev:/a A=a']);
  });

  it('has no imports where the folder has none or does not exist', async () => {
    const scene = await aSecretScene(server);
    expect(await takenOver(scene, 'dev:/')).toEqual([]);
    expect(await takenOver(scene, 'dev:/none')).toEqual([]);
  });

  it('refuses more than 64 MiB, imports included (400)', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'dev:/b');
    await anImport(scene, 'dev:/', 'dev:/a');
    await secretsAt(scene, 'dev:/ A=a', 'dev:/a A=a');
    // Nothing is opened of too much, or where no values are asked for, so any bytes will do.
    const grow = (path: string, mebibytes: number) =>
      execute(
        server.databaseUrl,
        `update secrets s set value = decode(repeat('00', ${mebibytes} * 1024 * 1024), 'hex') from folders f
         where f.id = s.folder_id and s.project_id = '${scene.project.id}' and f.path = '${path}'`,
      );
    const query = at(V3, { ...scene.dev, include_imports: true });
    // On a busy machine so much may take the database longer than it is given: 504, and asked again.
    const inTime = async (url: string) => {
      for (;;) {
        const answer = await scene.admin.http.get(url);
        if (answer.status !== 504) return answer;
      }
    };
    await grow('/', 16);
    await grow('/a', 50);
    const refused = await inTime(query);
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('64 MiB') });
    // Names are read without the values, which do not count then.
    const names = await inTime(`${query}&viewSecretValue=false`);
    expect(names.status).toBe(200);
  });
});

describe('the option', () => {
  const LISTS = [
    [V3, {}, false],
    [V3, { include_imports: true }, true],
    [V3, { includeImports: true }, true],
    [V3, { includeImports: false }, false],
    [V4, {}, true],
    [V4, { include_imports: false }, false],
    [V4, { includeImports: false }, false],
    [V4, { includeImports: true }, true],
  ] as const;

  it.each(LISTS)('of a list and of a single read: %s %j', async (root, option, isOn) => {
    const scene = await aSecretScene(server);
    await anImport(scene, 'dev:/', 'prod:/');
    await secretsAt(scene, 'prod:/ A=imported');
    const where = { ...scene.dev, projectId: scene.project.id, ...option };

    const { body } = await scene.admin.http.get(at(root, where)).expect(200);
    const { secrets, imports } = body as { secrets: Secret[]; imports?: Taken[] };
    expect(secrets).toEqual([]);
    expect(imports && inShort(imports)).toEqual(isOn ? ['prod:/ A=imported'] : undefined);
    await scene.admin.http.get(at(named('A', root), where)).expect(isOn ? 200 : 404);
  });
});

describe('a single read with imports', () => {
  const read = (scene: SecretScene, key: string, more: Fields = {}) =>
    scene.admin.http.get(at(named(key), { ...scene.dev, includeImports: true, ...more }));

  it("returns the folder's own secret, else that of the last import, the nearest first", async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'dev:/b', 'dev:/c');
    await aChain(scene, 'dev:/ dev:/a');
    await aChain(scene, 'dev:/ dev:/b dev:/c');
    await secretsAt(
      scene,
      ...['dev:/ OWN=root', 'dev:/a OWN=a ONE=a TWO=a', 'dev:/b OWN=b TWO=b NEAR=b'],
      'dev:/c NEAR=c FAR=${TWO}c TWO=c',
    );
    const found: Record<string, string> = {};
    for (const key of ['OWN', 'ONE', 'TWO', 'NEAR', 'FAR']) {
      const { body } = await read(scene, key, { expandSecretReferences: true }).expect(200);
      const { secret } = body as { secret: Secret };
      found[key] = `${secret.secretPath} ${secret.secretValue}`;
    }
    expect(found).toEqual({ OWN: '/ root', ONE: '/a a', TWO: '/b b', NEAR: '/b b', FAR: '/c cc' });
    await read(scene, 'NONE').expect(404);
    await read(scene, 'ONE', { version: 1 }).expect(404);
    await read(scene, 'OWN', { version: 1 }).expect(200);
  });

  it('agrees with what a client makes of the list', async () => {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'dev:/b', 'dev:/c', 'dev:/d');
    await aChain(scene, 'dev:/ dev:/a dev:/c');
    await aChain(scene, 'dev:/ dev:/b dev:/c');
    await aChain(scene, 'dev:/b dev:/d');
    await secretsAt(
      scene,
      ...['dev:/ A=root', 'dev:/a A=a B=a', 'dev:/b C=b', 'dev:/c B=c C=c D=c E=c', 'dev:/d E=d'],
    );
    const merged = new Map<string, string>();
    for (const { secrets } of await takenOver(scene, 'dev:/'))
      for (const { secretKey, secretValue } of secrets) merged.set(secretKey, secretValue);
    merged.set('A', 'root');
    for (const [key, value] of merged) {
      const { body } = await read(scene, key).expect(200);
      expect((body as { secret: Secret }).secret.secretValue).toBe(value);
    }
    expect([...merged.keys()].sort()).toEqual(['A', 'B', 'C', 'D', 'E']);
  });
});

describe('what a caller may see of imports', () => {
  const rule = (action: string, conditions: object, inverted = false): Rule => ({
    ...{ subject: 'secrets', action, conditions },
    ...(inverted ? { inverted } : {}),
  });
  const EVERYWHERE = { environment: { $in: ['dev', 'prod'] } };
  const SEES_ALL = [rule('describeSecret', EVERYWHERE), rule('readValue', EVERYWHERE)];

  async function guarded(...rules: Rule[]) {
    const scene = await aSecretScene(server);
    await someFolders(scene, 'dev:/a', 'prod:/b');
    await aChain(scene, 'dev:/ dev:/a prod:/b');
    await secretsAt(scene, 'dev:/ OWN=own', 'dev:/a A=a X=near', 'prod:/b B=b X=far');
    const caller = await aMember(server, scene.project, scene.orgId, rules);
    const taken = (more = {}) => short(scene, 'dev:/', more, caller);
    const read = (key: string, more = {}) =>
      caller.http.get(at(named(key), { ...scene.dev, includeImports: true, ...more }));
    return { taken, read };
  }

  it('is everything where all may be described and read', async () => {
    const { taken } = await guarded(...SEES_ALL);
    expect(await taken()).toEqual(['dev:/a A=a X=near B=b']);
  });

  it('leaves out a source that may not be described, which hides nothing either', async () => {
    const { taken, read } = await guarded(
      ...SEES_ALL,
      rule('describeSecret', { environment: 'dev', secretPath: '/a' }, true),
    );
    // Without the right to read imports, the source itself is not named either.
    expect(await taken()).toEqual(['prod:/b B=b X=far']);
    expect((await read('X').expect(200)).body).toMatchObject({ secret: { secretValue: 'far' } });
    await read('A').expect(404);
  });

  it('leaves out a secret that may be described but not read, and puts nothing in its place', async () => {
    const { taken, read } = await guarded(
      ...SEES_ALL,
      rule('readValue', { environment: 'dev', secretPath: '/a', secretName: 'X' }, true),
    );
    expect(await taken()).toEqual(['dev:/a A=a B=b']);
    await read('X').expect(403);
    await read('X', { viewSecretValue: false }).expect(200);
  });

  it('masks values that are not asked for', async () => {
    const MASK = '<hidden-by-infisical>';
    const { taken } = await guarded(...SEES_ALL, rule('readValue', { environment: 'prod' }, true));
    expect(await taken({ viewSecretValue: false })).toEqual([
      `dev:/a A=${MASK} X=${MASK} B=${MASK}`,
    ]);
  });

  it('shows an imported secret behind an own one that may not be described', async () => {
    const scene = await aSecretScene(server);
    await anImport(scene, 'dev:/', 'prod:/');
    await secretsAt(scene, 'dev:/ A=own', 'prod:/ A=imported');
    const rules = [...SEES_ALL, rule('describeSecret', { environment: 'dev' }, true)];
    const caller = await aMember(server, scene.project, scene.orgId, rules);
    const query = { ...scene.dev, includeImports: true };
    const { body } = await caller.http.get(at(named('A'), query)).expect(200);
    expect(body).toMatchObject({ secret: { environment: 'prod', secretValue: 'imported' } });
    await caller.http.get(at(named('A'), scene.dev)).expect(404);
  });
});

it('takes a bounded number of statements for 20 imports and 1,000 references', async () => {
  const scene = await aSecretScene(server);
  const folders = Array.from({ length: 20 }, (_, i) => `prod:/f${i}`);
  await someFolders(scene, ...folders, 'staging:/deep');
  for (const folder of folders) await anImport(scene, 'dev:/', folder);
  await anImport(scene, 'prod:/f0', 'staging:/deep');
  const many = (count: number, valueOf: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => anItem(`K${i}`, valueOf(i)));
  await withSecrets(
    scene,
    many(500, (i) => `\${prod.f${i % 20}.K${i % 20}}`),
  );
  for (const [i, folder] of folders.entries()) {
    const { environment, path: secretPath } = placeOf(folder);
    const items = many(25, (k) => `\${staging.deep.K${(i + k) % 25}}`);
    await withSecrets(scene, items, { environment, secretPath });
  }
  const where = { environment: 'staging', secretPath: '/deep' };
  await withSecrets(
    scene,
    many(25, (i) => `deep ${i}`),
    where,
  );
  const query = { ...scene.dev, include_imports: true, expandSecretReferences: true };
  let taken: Taken[] = [];
  const list = async () => {
    taken = ((await scene.admin.http.get(at(V3, query)).expect(200)).body as { imports: Taken[] })
      .imports;
  };

  await list();
  // Own secrets, where imports lead, the secrets there, and two levels of references.
  expect(await statements(list)).toBe(5);
  expect(taken).toHaveLength(20);
  expect(taken.flatMap(({ secrets }) => secrets)).toHaveLength(500);
  expect(
    taken.flatMap(({ secrets }) => secrets).every((each) => /^deep \d+$/.test(each.secretValue)),
  ).toBe(true);
});
