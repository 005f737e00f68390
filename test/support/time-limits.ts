import type { Pool } from 'pg';
import type { TestApp } from './harness.js';

/** Milliseconds that a statement of the server may take, its rows included. */
export const STATEMENT_LIMIT = 5_000;

/**
 * Call before a spec that measures the time of statements itself, by a quiet stopwatch, or that is about who comes first and not
 * about how long that takes: PostgreSQL counts what else a crowded machine does.
 */
export function liftTimeLimits({ database }: TestApp): void {
  const { source, connections } = database;
  const { master: pool } = source.driver as unknown as { master: Pool };
  expect(pool.options).toMatchObject({ statement_timeout: STATEMENT_LIMIT });
  const longer = 60 * STATEMENT_LIMIT;
  Object.assign(pool.options, {
    statement_timeout: longer,
    query_timeout: longer,
    lock_timeout: longer,
    idle_in_transaction_session_timeout: longer,
  });
  connections.retire(connections.received());
}
