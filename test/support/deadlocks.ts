import type { TestApp } from './harness.js';

/** The deadlocks of the server's database, as PostgreSQL counts them: a session tells its own within a second. */
export async function deadlocksOf({ database }: TestApp): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const [row] = await database.source.query<{ count: number }[]>(
    'select deadlocks::int count from pg_stat_database where datname = current_database()',
  );
  return row!.count;
}
