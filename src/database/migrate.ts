import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { migrations } from './migrations.js';
import { dataSourceOptions } from './options.js';

/** Any constant will do, so long as every version of Strongroom uses this one. */
const STARTUP_LOCK = 7_350_174_226;

/** Milliseconds. */
const TIMES = { retry: 250, keepAlive: 1_000 };

/** The work may take longer than limits that are set on the role, as behind PgBouncer. */
const NO_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  .map((limit) => `set local ${limit} = 0`)
  .join('; ');

/**
 * Lets one replica at a time through the work: replicas that start together wait for one another. The lock belongs to
 * a transaction, which a pooler leaves to one server until it ends. Whoever waits holds none, and so takes no server
 * away from the one at work.
 */
export async function withStartupLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    while (!(await begin(client))) await delay(TIMES.retry * (0.5 + Math.random()));
    // Some poolers end a transaction that is idle for long.
    const keepAlive = setInterval(
      () => void client.query('select').catch(() => undefined),
      TIMES.keepAlive,
    );
    try {
      return await work();
    } finally {
      clearInterval(keepAlive);
      await client.query('commit').catch(() => undefined);
    }
  } finally {
    await client.end();
  }
}

/** Begins a transaction that holds the lock. False, and no transaction, if another holds it. */
async function begin(client: pg.Client): Promise<boolean> {
  await client.query(`begin; ${NO_LIMITS}`);
  const { rows } = await client.query<{ isOurs: boolean }>(
    'select pg_try_advisory_xact_lock($1) "isOurs"',
    [STARTUP_LOCK],
  );
  if (rows[0]?.isOurs) return true;
  await client.query('rollback');
  return false;
}

/** The database was made by a build from before the first release, whose migrations are one now. */
export class UnreleasedSchema extends Error {
  /** The operator reads the message, without a stack. */
  readonly isExpected = true;

  constructor() {
    super(
      'This database was made by a build of Strongroom from before its first release, and cannot be upgraded: start ' +
        'with an empty one (another DATA_DIR or DATABASE_URL). Nothing was changed.',
    );
  }
}

/** Throws UnreleasedSchema if migrations ran here, but not the first of ours. Later ones that we do not know are fine. */
export async function refuseUnreleasedSchema(source: DataSource): Promise<void> {
  const [table] = await source.query<{ name: string | null }[]>(
    `select to_regclass('migrations')::text as name`,
  );
  if (!table?.name) return;
  const done = await source.query<{ name: string }[]>('select name from migrations');
  const first = migrations[0]!.name;
  if (done.length > 0 && !done.some(({ name }) => name === first)) throw new UnreleasedSchema();
}

/** Runs the pending migrations, each in its own transaction, without the time limits of requests. */
export async function runMigrations(url: string): Promise<void> {
  const source = new DataSource(dataSourceOptions(url, 1, {}));
  await source.initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}

/** Brings the schema up to date. Safe from several replicas at once. */
export const migrate = (url: string): Promise<void> =>
  withStartupLock(url, () => runMigrations(url));
