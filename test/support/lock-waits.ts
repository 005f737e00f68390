import pg from 'pg';
import type { TestApp } from './harness.js';
import { until } from './until.js';

export interface LockWait {
  /** The process of the database that waits. */
  readonly pid: number;
  /** The kind of lock, as PostgreSQL names it: `transactionid`, `tuple`, `advisory`, `relation` … */
  readonly kind: string;
  readonly statement: string;
}

/**
 * Statements in the server's database that wait for a lock. Each look has a connection of its own:
 * within a transaction PostgreSQL goes on showing the connections of its first look, and those of
 * the server may all be taken.
 */
export async function lockWaits({
  databaseUrl,
}: Pick<TestApp, 'databaseUrl'>): Promise<LockWait[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<LockWait>(
      `select pid, wait_event kind, query statement from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' order by wait_event`,
    );
    return rows;
  } finally {
    await client.end();
  }
}

/** Resolves once so many statements wait for a lock, of those whose text has the given part. */
export async function untilLocksAreAwaited(
  server: Pick<TestApp, 'databaseUrl'>,
  { count = 1, part = '' } = {},
): Promise<void> {
  await until(async () => {
    const waits = await lockWaits(server);
    return waits.filter(({ statement }) => statement.includes(part)).length >= count;
  }, 5);
}
