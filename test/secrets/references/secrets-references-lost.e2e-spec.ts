import { useApp } from '../../support/harness.js';
import { aMember } from '../../support/scene.js';
import { statementsAbout } from '../../support/secrets-references-scene.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  BATCH,
  type Fields,
  type SecretScene,
  withSecrets,
} from '../../support/secrets-scene.js';

const server = useApp();

interface Name {
  readonly environment: string;
  readonly secretPath: string;
  readonly secretKey: string;
}

interface Note {
  readonly count: number;
  readonly complete: boolean;
  readonly secrets: readonly (Name & { readonly refersTo: Name })[];
}

const textOf = ({ environment, secretPath, secretKey }: Name) =>
  `${environment} ${secretPath} ${secretKey}`;

/** `referencedBy` as `referrer -> what it refers to`. */
function lostIn(body: unknown): string[] | undefined {
  const { referencedBy } = body as { referencedBy?: Note };
  if (!referencedBy) return undefined;
  expect(referencedBy).toMatchObject({ count: referencedBy.secrets.length, complete: true });
  return referencedBy.secrets.map((each) => `${textOf(each)} -> ${textOf(each.refersTo)}`);
}

const update = async ({ admin, dev }: SecretScene, secrets: readonly Fields[], more = {}) => {
  const body = { ...dev, ...more, secrets };
  return lostIn((await admin.http.patch(BATCH).send(body).expect(200)).body);
};

const rename = (secretKey: string, newSecretName: string) => ({ secretKey, newSecretName });

describe('a batch update', () => {
  async function aChain(): Promise<SecretScene> {
    const scene = await aSecretScene(server);
    await withSecrets(scene, [
      anItem('A'),
      anItem('B'),
      anItem('C'),
      anItem('USES', '${A}${B}${C}'),
    ]);
    return scene;
  }

  it('reports nothing where names are exchanged', async () => {
    const scene = await aChain();

    expect(await update(scene, [rename('A', 'B'), rename('B', 'A')])).toBeUndefined();
    const cycle = [rename('A', 'B'), rename('B', 'C'), rename('C', 'A')];
    expect(await update(scene, cycle)).toBeUndefined();
  });

  it('reports the last name where names are passed on', async () => {
    const scene = await aChain();

    expect(await update(scene, [rename('B', 'NEW'), rename('A', 'B')])).toEqual([
      'dev / USES -> dev / A',
    ]);
  });

  it('reports nothing where a new secret gets the freed name', async () => {
    const scene = await aChain();
    const items = [rename('A', 'NEW'), { ...rename('FRESH', 'A'), secretValue: 'x' }];

    expect(await update(scene, items, { mode: 'upsert' })).toBeUndefined();
  });

  it('reports each folder by itself', async () => {
    const scene = await aChain();
    await aFolder(scene, '/x');
    await withSecrets(scene, [anItem('B')], { secretPath: '/x' });
    const items = [rename('A', 'NEW'), { ...rename('B', 'A'), secretPath: '/x' }];

    expect(await update(scene, items)).toEqual(['dev / USES -> dev / A']);
  });
});

describe('renaming folders', () => {
  /** `/a/low` refers to itself, from afar and from near; others refer to it. */
  async function aTree(): Promise<SecretScene> {
    const scene = await aSecretScene(server);
    for (const path of ['/a/low', '/b']) await aFolder(scene, path);
    await withSecrets(scene, [anItem('K', 'a'), anItem('NEAR', '${K}')], { secretPath: '/a' });
    await withSecrets(scene, [anItem('L', '${dev.a.K}')], { secretPath: '/a/low' });
    await withSecrets(scene, [anItem('K', 'b')], { secretPath: '/b' });
    await withSecrets(scene, [anItem('TOP', '${dev.a.K} ${dev.a.low.L} ${dev.a.NOWHERE}')]);
    await withSecrets(scene, [anItem('PROD', '${dev.a.low.L}')], { environment: 'prod' });
    return scene;
  }

  const LOST = [
    'dev / TOP -> dev /a K',
    'dev / TOP -> dev /a/low L',
    'dev /c/low L -> dev /a K',
    'prod / PROD -> dev /a/low L',
  ];

  const change = ({ admin, project }: SecretScene, version: string, name: string, body: object) =>
    admin.http
      .patch(`/api/${version}/folders/${name}`)
      .send({ projectId: project.id, environment: 'dev', ...body })
      .expect(200);

  const foldersOf = async ({ admin, dev }: SecretScene) => {
    const query = { ...dev, path: '/' };
    const answer = await admin.http.get('/api/v1/folders').query(query).expect(200);
    const { folders } = answer.body as { folders: { id: string; name: string }[] };
    return new Map(folders.map(({ id, name }) => [name, id]));
  };

  it.each(['v1', 'v2'])('reports what refers to the old paths, %s', async (version) => {
    const scene = await aTree();
    const renamed = await change(scene, version, 'a', { name: 'c' });

    expect(lostIn(renamed.body)).toEqual(LOST);
    expect(renamed.body).toMatchObject({ folder: { path: '/c' } });
  });

  it('reports nothing where no path changes or nothing refers there', async () => {
    const scene = await aTree();
    for (const body of [{ name: 'a' }, { description: 'A' }, {}]) {
      const answer = await change(scene, 'v1', 'a', body);
      expect(Object.keys(answer.body as object)).toEqual(['folder']);
    }
    const answer = await change(scene, 'v1', 'b', { name: 'other' });
    expect(Object.keys(answer.body as object)).toEqual(['folder']);
  });

  it.each(['v1', 'v2'])(
    'says it once for a batch, and leaves out what is found there again, %s',
    async (version) => {
      const scene = await aTree();
      const ids = await foldersOf(scene);
      const folders = [
        { id: ids.get('a'), name: 'b' },
        { id: ids.get('b'), name: 'a' },
      ];
      const swap = () =>
        scene.admin.http
          .patch(`/api/${version}/folders/batch`)
          .send({ projectSlug: scene.project.slug, projectId: scene.project.id, folders });
      // Folders change places by way of a third name only.
      const third = await change(scene, version, ids.get('b')!, { name: 'third' });
      expect(lostIn(third.body)).toBeUndefined();
      const both = [
        { id: ids.get('a'), name: 'c' },
        { id: ids.get('b'), name: 'fourth' },
      ];
      folders.splice(0, 2, ...both);
      const answer = await swap().expect(200);
      expect(lostIn(answer.body)).toEqual(LOST);
      expect(Object.keys(answer.body as object)).toEqual(['folders', 'referencedBy']);
    },
  );

  it('reports only what the caller may know, in one statement however many secrets move', async () => {
    const scene = await aTree();
    const narrow = await aMember(server, scene.project, scene.orgId, [
      { subject: 'secret-folders', action: ['edit'] },
      { subject: 'secrets', action: ['describeSecret'], conditions: { environment: 'prod' } },
      {
        subject: 'secrets',
        action: ['describeSecret', 'readValue', 'create', 'edit', 'delete'],
        conditions: { environment: 'dev', secretPath: { $glob: '/{a,c,d}/**' } },
      },
    ]);
    const renaming = async (from: string, to: string) => {
      const answers: unknown[] = [];
      const texts = await statementsAbout(async () => {
        const body = { projectId: scene.project.id, environment: 'dev', name: to };
        const answer = await narrow.http.patch(`/api/v1/folders/${from}`).send(body).expect(200);
        answers.push(answer.body);
      });
      return { told: lostIn(answers[0]), statements: texts.length };
    };
    const few = await renaming('a', 'c');
    expect(few.told).toEqual(['dev /c/low L -> dev /a K', 'prod / PROD -> dev /a/low L']);
    await aFolder(scene, '/a');
    const items = Array.from({ length: 300 }, (_, n) => anItem(`K${n}`));
    await withSecrets(scene, items, { secretPath: '/a' });
    expect((await renaming('a', 'd')).statements).toBe(few.statements);
  });
});

describe('an environment', () => {
  async function anEnvironment(): Promise<{ scene: SecretScene; path: string }> {
    const scene = await aSecretScene(server);
    await aFolder(scene, '/x', 'prod');
    await withSecrets(scene, [anItem('P'), anItem('NEAR', '${P}'), anItem('OWN', '${prod.P}')], {
      environment: 'prod',
    });
    await withSecrets(scene, [anItem('Q')], { environment: 'prod', secretPath: '/x' });
    await withSecrets(scene, [anItem('BOTH', '${prod.P} ${prod.x.Q} ${prod.NOWHERE}')]);
    const environments = `/api/v1/projects/${scene.project.id}/environments`;
    const prod = await scene.admin.http.get(`${environments}/slug/prod`).expect(200);
    return { scene, path: `${environments}/${(prod.body as { id: string }).id}` };
  }

  const FROM_DEV = ['dev / BOTH -> prod / P', 'dev / BOTH -> prod /x Q'];

  it('reports what refers into it when it is deleted', async () => {
    const { scene, path } = await anEnvironment();
    const narrow = await aMember(server, scene.project, scene.orgId, [
      { subject: 'environments', action: ['delete'] },
    ]);
    const answer = await scene.admin.http.delete(path).expect(200);

    expect(lostIn(answer.body)).toEqual(FROM_DEV);
    expect(answer.body).toMatchObject({
      environment: { slug: 'prod' },
      workspace: scene.project.id,
    });
    const other = await anEnvironment();
    const none = await narrow.http.delete(other.path).expect(404);
    expect(none.body).not.toHaveProperty('referencedBy');
  });

  it('reports what refers to the old slug when it is renamed', async () => {
    const { scene, path } = await anEnvironment();
    const change = async (body: object) =>
      (await scene.admin.http.patch(path).send(body).expect(200)).body as object;

    for (const body of [{ slug: 'prod' }, { name: 'Live' }, { position: 1 }, {}]) {
      expect(await change(body)).not.toHaveProperty('referencedBy');
    }
    expect(lostIn(await change({ slug: 'live' }))).toEqual([...FROM_DEV, 'live / OWN -> prod / P']);
  });

  it('reports nothing where nothing refers to it', async () => {
    const { scene, path } = await anEnvironment();
    await scene.admin.http
      .delete(BATCH)
      .send({ ...scene.dev, secrets: [{ secretKey: 'BOTH' }] })
      .expect(200);
    const answer = await scene.admin.http.delete(path).expect(200);

    expect(Object.keys(answer.body as object)).toEqual(['message', 'workspace', 'environment']);
  });
});
