import pg from 'pg';
import type { Bench } from './bench.js';
import { call } from './http.js';
import { duration } from './measure.js';
import { type Row, say } from './report.js';
import { createBatch, listUrl, makeFolder, secretUrl } from './scene.js';
import { rawThroughput } from './wire.js';

const AIM = { atMost: 1.3 };

/** The cost of one secret in a large folder, beside that in a small one. */
export async function growthOfFolder({ scene, sizes }: Bench): Promise<Row[]> {
  const { token } = scene;
  const costs: number[] = [];
  for (const size of sizes.folders) {
    const path = await makeFolder(scene, `of-${size}`);
    for (let first = 0; first < size; first += sizes.batch) {
      await createBatch(scene, path, Math.min(sizes.batch, size - first), first);
    }
    const list = () => call('GET', listUrl(scene, path), { token });
    await duration(list, 3);
    costs.push(((await duration(list, sizes.rounds * 2)) / size) * 1000);
  }
  const { folders } = sizes;
  return [row(`list, a secret's cost: folder of ${last(folders)} : ${folders[0]}`, costs, 'µs')];
}

/** What operations cost beside many secrets of others, and beside few. */
export async function growthOfDatabase(bench: Bench): Promise<Row[]> {
  const { scene, sizes, databaseUrl } = bench;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const costs = { get: [] as number[], list: [] as number[], batch: [] as number[] };
  const path = await makeFolder(scene, 'growth');
  await createBatch(scene, path, sizes.batch);
  for (const size of sizes.databases) {
    say(`  ${size} secrets in the database`);
    await fill(client, scene.projectId, size);
    const measured = await costsNow(bench, path, size);
    costs.get.push(measured.get);
    costs.list.push(measured.list);
    costs.batch.push(measured.batch);
  }
  await client.end();
  const many = `database of ${last(sizes.databases)} : ${sizes.databases[0]}`;
  return [
    row(`get, ${many}`, costs.get, 'µs'),
    row(`list of ${sizes.batch}, ${many}`, costs.list, 'ms'),
    row(`batch create of ${sizes.batch}, ${many}`, costs.batch, 'ms'),
  ];
}

async function costsNow({ scene, sizes }: Bench, path: string, size: number) {
  const { token } = scene;
  const list = () => call('GET', listUrl(scene, path), { token });
  const get = { url: secretUrl(scene, path, 'KEY_1'), token, status: 200 } as const;
  await rawThroughput(get, sizes);
  await duration(list, 3);
  const folders: string[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    folders.push(await makeFolder(scene, `growth-${size}-${round}`));
  }
  return {
    get: 1_000_000 / (await rawThroughput(get, sizes)),
    list: await duration(list, sizes.rounds * 4),
    batch: await duration(() => createBatch(scene, folders.pop()!, sizes.batch), sizes.rounds),
  };
}

const row = (what: string, costs: readonly number[], unit: 'µs' | 'ms'): Row => ({
  what,
  unit,
  ours: last(costs),
  floor: costs[0]!,
  floorIs: 'when small',
  ratio: last(costs) / costs[0]!,
  aim: AIM,
});

const last = <T>(values: readonly T[]): T => values[values.length - 1]!;

const FOLDER_SIZE = 1_000;

/** Rows of others: nobody reads them, so their values need not open. */
const FILL = `
  with f as (
    insert into folders (id, environment_id, parent_id, name, path)
    select gen_random_uuid(), e.id, null, 'fill-' || n, '/fill-' || n
    from environments e, (select gen_random_uuid() n from generate_series(1, $2::int)) names
    where e.project_id = $1 and e.slug = 'prod'
    returning id
  )
  insert into secrets (id, folder_id, project_id, key, key_version, salt, value, actor_id, actor_name,
    actor_membership_id)
  select gen_random_uuid(), f.id, $1, 'FILL_' || k, 1, decode(repeat('00', 16), 'hex'),
    decode(repeat('ab', 100), 'hex'), $1, 'bench', $1
  from f, generate_series(1, ${FOLDER_SIZE}) k`;

/** Adds secrets until the database has about so many. */
async function fill(client: pg.Client, projectId: string, size: number): Promise<void> {
  const count = 'select count(*)::int have from secrets';
  const { rows } = await client.query<{ have: number }>(count);
  for (
    let missing = Math.floor((size - rows[0]!.have) / FOLDER_SIZE);
    missing > 0;
    missing -= 100
  ) {
    await client.query(FILL, [projectId, Math.min(100, missing)]);
  }
  // Or the database would do it by itself in the middle of what is measured.
  await client.query('vacuum analyze');
}
