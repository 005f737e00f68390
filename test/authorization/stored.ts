import type { TestApp } from '../support/harness.js';

/** Entries of the audit log are given their places in its chain in the background, whatever is asked. */
const TABLES = `select tablename as name from pg_tables where schemaname = 'public'
  and tablename not in ('audit_checkpoints', 'audit_links', 'audit_pending') order by 1`;

/** A checksum of the rows of every table; equal where nothing has been written. */
export async function stored({ database }: TestApp): Promise<Record<string, string>> {
  const tables = await database.source.query<{ name: string }[]>(TABLES);
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' rows ' ||
         coalesce(md5(string_agg(row::text, '' order by row::text)), '') as sum
       from "${name}" row`,
  );
  const rows = await database.source.query<{ name: string; sum: string }[]>(
    sums.join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
