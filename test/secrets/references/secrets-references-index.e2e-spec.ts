import fc from 'fast-check';
import { indexedReferences } from '../../../src/secrets/references/reference-index.js';
import { referencesIn } from '../../../src/secrets/references/references.js';
import { useApp } from '../../support/harness.js';
import {
  aFolder,
  anItem,
  aSecretScene,
  at,
  BATCH,
  type Fields,
  listed,
  named,
  type Secret,
  type SecretScene,
  sendBatch,
  V4,
  withSecrets,
} from '../../support/secrets-scene.js';
import { runs } from '../../support/runs.js';

const server = useApp();

/** Where things happen: what the folder and the environments are called changes on the way. */
interface IndexScene extends SecretScene {
  readonly environmentIds: readonly string[];
  readonly folderIds: readonly string[];
}

/** Each with a root and one folder, which changes its name between these. */
const SLUGS = ['dev', 'next', 'prod'] as const;
const FOLDERS = ['x', 'y'] as const;

interface Spot {
  readonly environment: number;
  readonly isInFolder: boolean;
}

interface Environment {
  readonly id: string;
  readonly slug: string;
}

async function anIndexScene(): Promise<IndexScene> {
  const scene = await aSecretScene(server);
  await aFolder(scene, '/x', 'dev');
  await aFolder(scene, '/x', 'prod');
  const environments = await environmentsOf(scene);
  const chosen = ['dev', 'prod'].map((slug) => environments.find((each) => each.slug === slug)!);
  const folderIds = await Promise.all(
    chosen.map(async ({ slug }) => {
      const where = { projectId: scene.project.id, environment: slug };
      const answer = await scene.admin.http.get(at('/api/v1/folders', where)).expect(200);
      return (answer.body as { folders: { id: string }[] }).folders[0]!.id;
    }),
  );
  return { ...scene, environmentIds: chosen.map(({ id }) => id), folderIds };
}

async function environmentsOf({ admin, project }: SecretScene): Promise<Environment[]> {
  const answer = await admin.http.get(`/api/v1/projects/${project.id}`).expect(200);
  return (answer.body as { project: { environments: Environment[] } }).project.environments;
}

/** Asked of the database: it changes on the way. */
async function placeOf(scene: IndexScene, { environment, isInFolder }: Spot) {
  const [row] = await server.database.source.query<{ slug: string; path: string }[]>(
    'select e.slug, f.path from environments e join folders f on f.environment_id = e.id where f.id = $1',
    [scene.folderIds[environment]],
  );
  const secretPath = isInFolder ? row!.path : '/';
  return { workspaceId: scene.project.id, environment: row!.slug, secretPath };
}

type Step = (scene: IndexScene) => Promise<unknown>;

const key = fc.constantFrom('A', 'B', 'C', 'D');
const spot: fc.Arbitrary<Spot> = fc.record({ environment: fc.nat(1), isInFolder: fc.boolean() });
const part = fc.oneof(
  key.map((name) => `\${${name}}`),
  fc.tuple(fc.constantFrom(...SLUGS), key).map(([slug, name]) => `\${${slug}.${name}}`),
  fc
    .tuple(fc.constantFrom(...SLUGS), fc.constantFrom(...FOLDERS), key)
    .map(([slug, folder, name]) => `\${${slug}.${folder}.${name}}`),
  fc.constantFrom('', 'x', '${', '}', '${no such}'),
);
const value = fc.array(part, { maxLength: 4 }).map((parts) => parts.join(''));
const item = fc.record({ secretKey: key, secretValue: value });
const change = fc.record(
  { secretKey: key, secretValue: value, newSecretName: key },
  { requiredKeys: ['secretKey'] },
);

/** Whatever the answer is: only what is there in the end counts. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(spot, fc.array(item, { minLength: 1, maxLength: 3 })).map(
    ([where, items]): Step =>
      async (scene) =>
        sendBatch(scene.admin, await placeOf(scene, where), items),
  ),
  fc.tuple(spot, change).map(([where, { secretKey, ...changes }]): Step => {
    return async (scene) => {
      const body = { ...(await placeOf(scene, where)), ...changes };
      return scene.admin.http.patch(named(secretKey)).send(body);
    };
  }),
  fc
    .tuple(
      spot,
      fc.constantFrom('upsert', 'ignore'),
      fc.uniqueArray(change, { selector: (each) => each.secretKey, minLength: 1, maxLength: 4 }),
    )
    .map(
      ([where, mode, secrets]): Step =>
        async (scene) =>
          scene.admin.http.patch(BATCH).send({ ...(await placeOf(scene, where)), mode, secrets }),
    ),
  fc.tuple(spot, key).map(
    ([where, name]): Step =>
      async (scene) =>
        scene.admin.http.delete(named(name)).send(await placeOf(scene, where)),
  ),
  fc.tuple(spot, spot, fc.boolean()).map(
    ([from, to, shouldOverwrite]): Step =>
      (scene) =>
        move(scene, from, to, shouldOverwrite),
  ),
  spot.map(
    (where): Step =>
      (scene) =>
        rollBack(scene, where),
  ),
  fc.tuple(fc.nat(1), fc.constantFrom(...FOLDERS)).map(
    ([index, name]): Step =>
      async (scene) =>
        scene.admin.http
          .patch(`/api/v1/folders/${scene.folderIds[index]}`)
          .send({ projectId: scene.project.id, name }),
  ),
  fc.tuple(fc.nat(1), fc.constantFrom(...SLUGS)).map(
    ([index, slug]): Step =>
      async ({ admin, project, environmentIds }) =>
        admin.http
          .patch(`/api/v1/projects/${project.id}/environments/${environmentIds[index]}`)
          .send({ slug }),
  ),
);

async function move(scene: IndexScene, from: Spot, to: Spot, shouldOverwrite: boolean) {
  const [source, destination] = [await placeOf(scene, from), await placeOf(scene, to)];
  const present = await listed(scene.admin, source);
  if (present.length === 0) return;
  await scene.admin.http.post(`${V4}/move`).send({
    projectId: scene.project.id,
    sourceEnvironment: source.environment,
    sourceSecretPath: source.secretPath,
    destinationEnvironment: destination.environment,
    destinationSecretPath: destination.secretPath,
    secretIds: present.slice(0, 2).map(({ id }) => id),
    shouldOverwrite,
  });
}

async function rollBack(scene: IndexScene, where: Spot) {
  const present = await listed(scene.admin, await placeOf(scene, where));
  const changed = present.find(({ version }) => version > 1);
  if (!changed) return;
  await scene.admin.http.post(`${V4}/id/${changed.id}/rollback`).send({ version: 1 });
}

async function everySecret(scene: IndexScene): Promise<Secret[]> {
  const lists = await Promise.all(
    [0, 1].map(async (environment) => {
      const where = await placeOf(scene, { environment, isInFolder: false });
      return listed(scene.admin, { ...where, recursive: true });
    }),
  );
  return lists.flat();
}

/** The rows of the index, and those that a look at every value gives. */
async function indexOf(secrets: readonly Secret[], { project }: SecretScene) {
  const rows = await server.database.source.query<Fields[]>(
    'select source_id id, environment, path, key from secret_references where project_id = $1',
    [project.id],
  );
  const parsed = secrets.flatMap(({ id, secretValue }) =>
    indexedReferences(secretValue).map((each) => ({ id, ...each })),
  );
  return { kept: sorted(rows), parsed: sorted(parsed) };
}

const sorted = (rows: readonly Fields[]): string[] =>
  rows
    .map(({ id, environment, path, key: name }) => [id, environment, path, name].join(' '))
    .sort();

const addressOf = ({ environment, secretPath, secretKey }: Omit<Secret, 'id'>) =>
  `${environment} ${secretPath} ${secretKey}`;

/** What refers to each secret, asked of the server and found by hand. */
async function expectReferrers(scene: IndexScene, secrets: readonly Secret[]): Promise<void> {
  for (const { secretKey, environment, secretPath } of secrets) {
    const where = { projectId: scene.project.id, environment, secretPath };
    const path = at(`${named(secretKey, V4)}/secret-references`, where);
    const answer = await scene.admin.http.get(path).expect(200);
    const { references } = answer.body as { references: Secret[] };
    const referring = secrets.filter((source) =>
      [...referencesIn(source.secretValue, source)].some(
        (target) =>
          target.key === secretKey &&
          target.environment === environment &&
          target.secretPath === secretPath,
      ),
    );
    expect(references.map(addressOf).sort()).toEqual(referring.map(addressOf).sort());
  }
}

it('the index holds what every value refers to, after whatever was written, moved and renamed', async () => {
  const steps = fc.array(step, { minLength: 20, maxLength: 30, size: 'max' });
  const property = fc.asyncProperty(steps, async (chosen) => {
    const scene = await anIndexScene();
    for (const each of chosen) await each(scene);
    const secrets = await everySecret(scene);
    const { kept, parsed } = await indexOf(secrets, scene);
    expect(kept).toEqual(parsed);
    await expectReferrers(scene, secrets);
  });
  await fc.assert(property, { numRuns: runs(2, 40), endOnFailure: true });
});

it('holds the same after writers have raced for the same secrets', async () => {
  const scene = await anIndexScene();
  await withSecrets(
    scene,
    ['A', 'B', 'C', 'D'].map((name) => anItem(name, '${A}')),
  );
  const race = Array.from({ length: 24 }, (_, index) => {
    const secretValue = ['${A}', '${B} ${dev.C}', '', '${D}${A}'][index % 4];
    const names = index % 2 ? ['A', 'B', 'C', 'D'] : ['D', 'C', 'B', 'A'];
    const secrets = names.map((secretKey) => ({ secretKey, secretValue }));
    return index % 3
      ? scene.admin.http.patch(BATCH).send({ ...scene.dev, secrets })
      : scene.admin.http.patch(named(names[0]!)).send({ ...scene.dev, secretValue });
  });
  const answers = await Promise.all(race);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  const { kept, parsed } = await indexOf(await everySecret(scene), scene);
  expect(kept).toEqual(parsed);
});

it('goes with its secrets', async () => {
  const scene = await anIndexScene();
  await withSecrets(scene, [anItem('A', '${B}')], { secretPath: '/x' });
  await withSecrets(scene, [anItem('A', '${B}')]);
  await scene.admin.http
    .delete('/api/v1/folders/x')
    .send({ ...scene.dev, path: '/' })
    .expect(200);
  expect((await indexOf(await listed(scene.admin, scene.dev), scene)).kept).toHaveLength(1);
  await scene.admin.http.delete(`/api/v1/projects/${scene.project.id}`).expect(200);
  expect((await indexOf([], scene)).kept).toEqual([]);
});
