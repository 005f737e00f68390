import type { TestApp } from './harness.js';

/** The processes of the database that a server asks now. */
export async function backendsOf({ database }: TestApp): Promise<number[]> {
  const rows = await database.source.query<{ pid: number }[]>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'strongroom'`,
  );
  return rows.map(({ pid }) => pid);
}
