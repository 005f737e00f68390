import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.js';
import { memberships, permissionChecks, privileges } from './access.js';
import { answers } from './answers.js';
import { batches } from './batch.js';
import type { Bench, Section } from './bench.js';
import { certificates } from './certificates.js';
import { startChild } from './child.js';
import { events } from './events.js';
import { growthOfDatabase, growthOfFolder } from './growth.js';
import { runLoad } from './load.js';
import { reads } from './reads.js';
import { type MachineSpeed, measureMachine } from './machine-speed.js';
import { people } from './people.js';
import { plain, type Row, say } from './report.js';
import { found } from './scene.js';
import type { Sizes } from './sizes.js';
import { starts } from './starts.js';
import { workers } from './workers.js';
import { workloads } from './workloads.js';
import { writes } from './writes.js';

const MAIN = join(import.meta.dirname, '..', 'src', 'main.js');
const FLOOR = join(import.meta.dirname, 'floor.js');

/** The table, part by part and in its order. `--only` takes these names. */
export const SECTIONS = {
  batches,
  reads,
  answers,
  writes,
  load: ({ scene, sizes }) => runLoad(scene, sizes),
  'permission-checks': permissionChecks,
  privileges,
  memberships,
  people,
  workloads,
  certificates,
  folder: growthOfFolder,
  database: growthOfDatabase,
  workers,
  events,
  starts,
} satisfies Readonly<Record<string, Section>>;

export type SectionName = keyof typeof SECTIONS;

/** Measures a server of ours, on a PostgreSQL of its own that is gone afterwards. */
export async function measureOurs(
  names: readonly SectionName[],
  sizes: Sizes,
): Promise<{ readonly rows: Row[]; readonly postgres: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'strongroom-bench-'));
  const ending: (() => Promise<unknown>)[] = [
    () => rm(directory, { recursive: true, force: true }),
  ];
  try {
    const database = await startEmbeddedPostgres({ directory });
    ending.unshift(() => database.stop());
    const env = settingsFor(database.url);
    const server = await startChild(MAIN, { ...env, METRICS_PORT: '0' });
    ending.unshift(() => server.stop());
    const floor = await startChild(FLOOR, env);
    ending.unshift(() => floor.stop());
    const scene = await found(server.url);
    const databaseUrl = database.url;
    const measured = { sizes, databaseUrl, env, server, floor, scene, main: MAIN };
    let speed: Promise<MachineSpeed> | undefined;
    const machineSpeed = () => (speed ??= measureMachine(measured));
    const rows = await measureAll(names, { ...measured, machineSpeed });
    if (speed) rows.push((await speed).row);
    return { rows, postgres: await versionOf(databaseUrl) };
  } finally {
    for (const end of ending) await end();
  }
}

async function measureAll(names: readonly SectionName[], bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of names) {
    say(`${name} …`);
    const section: Section = SECTIONS[name];
    rows.push(...(await section(bench)));
  }
  return [...rows, plain('memory, after the run', bench.server.memory(), 'MiB')];
}

const settingsFor = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  AUTH_SECRET: randomBytes(48).toString('base64'),
  PORT: '0',
  HOST: '127.0.0.1',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'info',
});

async function versionOf(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]!.server_version;
}
