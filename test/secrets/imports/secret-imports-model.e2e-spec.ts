import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { useApp } from '../../support/harness.js';
import { inShort, placeOf, someFolders, takenOver } from '../../support/imports-scene.js';
import {
  anItem,
  aSecretScene,
  at,
  named,
  type Secret,
  type SecretScene,
  withSecrets,
} from '../../support/secrets-scene.js';
import { runs } from '../../support/runs.js';

/** The server against a naive model of imports, over graphs without a circle. Each read is made anew: rows are changed past the server, and statements counted. */
const server = useApp({ SEALED_ANSWERS_MIB: '0' });

const FOLDERS = ['dev:/', 'dev:/a', 'prod:/b', 'dev:/c', 'prod:/d', 'dev:/e', 'dev:/f', 'prod:/g'];
const KEYS = ['K0', 'K1', 'K2', 'K3', 'K4'];

/** Number `i` has every key but those that its bits leave out. */
const keysOf = (folder: number) => KEYS.filter((_, bit) => ((folder * 11) >> bit) & 1);

/** From a folder to the folders it imports, in order; only to folders of a higher number. */
type Graph = readonly (readonly number[])[];

const graphs: fc.Arbitrary<Graph> = fc.tuple(
  ...FOLDERS.map((_, from) => {
    const later = FOLDERS.map((__, to) => to).filter((to) => to > from);
    const some = fc.shuffledSubarray(later, { maxLength: Math.min(3, later.length) });
    return later.length === 0 ? fc.constant([]) : some;
  }),
);

interface Way {
  readonly folder: number;
  readonly positions: readonly number[];
}

/** Every way there is, spelled out. */
const waysFrom = (graph: Graph, folder: number, positions: readonly number[] = []): Way[] =>
  graph[folder]!.flatMap((source, position) => {
    const way = [...positions, position];
    return [{ folder: source, positions: way }, ...waysFrom(graph, source, way)];
  });

const shorterFirst = ({ positions: a }: Way, { positions: b }: Way) => {
  if (a.length !== b.length) return a.length - b.length;
  const differs = a.findIndex((position, index) => position !== b[index]);
  return differs < 0 ? 0 : a[differs]! - b[differs]!;
};

/** For each import of folder 0, which folder's value each key has. */
function naive(graph: Graph): Map<string, number>[] {
  const best = new Map<number, Way>();
  for (const way of waysFrom(graph, 0).sort(shorterFirst))
    if (!best.has(way.folder)) best.set(way.folder, way);
  return graph[0]!.map((_, position) => {
    const values = new Map<string, number>();
    for (const { folder, positions } of [...best.values()].sort(shorterFirst))
      for (const key of positions[0] === position ? keysOf(folder) : [])
        if (!values.has(key)) values.set(key, folder);
    return values;
  });
}

async function prepared() {
  const scene = await aSecretScene(server);
  await someFolders(scene, ...FOLDERS.filter((place) => !place.endsWith('/')));
  for (const [index, place] of FOLDERS.entries()) {
    const { environment, path: secretPath } = placeOf(place);
    const items = keysOf(index).map((key) => anItem(key, `${key} of ${place}`));
    if (items.length > 0) await withSecrets(scene, items, { environment, secretPath });
  }
  const rows = await server.database.source.query<{ id: string; place: string }[]>(
    `select f.id, e.slug || ':' || f.path place from folders f
     join environments e on e.id = f.environment_id where e.project_id = $1`,
    [scene.project.id],
  );
  return { scene, ids: FOLDERS.map((place) => rows.find((row) => row.place === place)!.id) };
}

/** Past the API, to be quick. */
async function draw(ids: readonly string[], graph: Graph): Promise<void> {
  const { source } = server.database;
  const edges = graph.flatMap((sources, from) =>
    sources.map((to, position) => ({ id: randomUUID(), from: ids[from], to: ids[to], position })),
  );
  await source.query('delete from secret_imports where folder_id = any($1)', [ids]);
  await source.query(
    `insert into secret_imports (id, folder_id, source_environment_id, source_path, position)
     select edge.id, edge."from", f.environment_id, f.path, edge.position + 1
     from json_to_recordset($1) as edge (id uuid, "from" uuid, "to" uuid, position int)
     join folders f on f.id = edge."to"`,
    [JSON.stringify(edges)],
  );
}

const readOne = async ({ admin, dev }: SecretScene, key: string): Promise<string | null> => {
  const { status, body } = await admin.http.get(at(named(key), { ...dev, includeImports: true }));
  return status === 404 ? null : (body as { secret: Secret }).secret.secretValue;
};

it('lists and reads what the model lists and reads', async () => {
  const { scene, ids } = await prepared();
  await fc.assert(
    fc.asyncProperty(graphs, fc.constantFrom(...KEYS), async (graph, key) => {
      await draw(ids, graph);
      const model = naive(graph);

      const taken = await takenOver(scene, 'dev:/');
      const values = taken.map(
        ({ secrets }) => new Map(secrets.map((each) => [each.secretKey, each.secretValue])),
      );
      expect(taken.map(({ secretPath }) => secretPath)).toEqual(
        graph[0]!.map((folder) => placeOf(FOLDERS[folder]!).path),
      );
      const expected = model.map(
        (folders) =>
          new Map([...folders].map(([name, folder]) => [name, `${name} of ${FOLDERS[folder]}`])),
      );
      expect(values).toEqual(expected);
      expect(inShort(taken)).toHaveLength(graph[0]!.length);

      const last = [...expected].reverse().find((each) => each.has(key));
      expect(await readOne(scene, key)).toBe(last?.get(key) ?? null);
    }),
    { numRuns: runs(40, 500) },
  );
});
