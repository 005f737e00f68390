import type { TestApp } from '../support/harness.js';

/** Refusals of workloads are noted in the background; entries of the audit log are given their places in its chain in the background, whatever is asked. */
const TABLES = `select tablename as name from pg_tables where schemaname = 'public'
  and tablename not in ('audit_checkpoints', 'audit_links', 'audit_pending', 'workload_failures') order by 1`;

/** The columns that are compared: that a token was used is written whatever became of the request. */
const ROWS: Readonly<Record<string, string>> = {
  scim_tokens: '(row.id, row.digest, row.expires_at)',
  service_tokens: '(row.id, row.digest, row.expires_at)',
};

/** A checksum of the rows of every table; equal where nothing has been written. */
export async function stored({ database }: TestApp): Promise<Record<string, string>> {
  const tables = await database.source.query<{ name: string }[]>(TABLES);
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' rows ' ||
         coalesce(md5(string_agg(text, '' order by text)), '') as sum
       from (select (${ROWS[name] ?? 'row'})::text as text from "${name}" row) rows`,
  );
  const rows = await database.source.query<{ name: string; sum: string }[]>(
    sums.join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}
