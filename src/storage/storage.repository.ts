import { Injectable } from '@nestjs/common';
import { Database, type Statement, statement } from '../database/database.js';

/** Bytes that a row takes besides its values, about. */
export const ROW_BYTES = 256;

/** Rows that one statement of a count reads. By hand: sums along an index, page by page. */
const PAGE = 20_000;

const SIZE = `octet_length(value) + coalesce(octet_length(comment), 0) + coalesce(pg_column_size(metadata), 0)
  + coalesce(pg_column_size(legacy_metadata), 0) + ${ROW_BYTES}`;

/** A page of what is sealed of secrets of a project, along the index that key rotation uses. */
const pageOf = (table: string, id: string, size = SIZE) =>
  statement(`
    select sum(size)::float8 bytes, count(*)::int rows,
      (array_agg(key_version order by key_version desc, id desc, version desc))[1] "keyVersion",
      (array_agg(id order by key_version desc, id desc, version desc))[1] id,
      (array_agg(version order by key_version desc, id desc, version desc))[1] version
    from (
      select ${size} size, key_version, ${id} id, version from ${table}
      where project_id = $1 and (key_version, ${id}, version) > ($2::integer, $3::uuid, $4::integer)
      order by key_version, ${id}, version limit ${PAGE}
    ) page`);

const PAGES = [
  pageOf('secrets', 'id'),
  pageOf('secret_versions', 'secret_id'),
  pageOf('personal_secrets', 'id', `octet_length(sealed) + ${ROW_BYTES}`),
];

const PROJECTS = statement('select id from projects where org_id = $1');

const ANSWERS = statement(`
  select coalesce(sum(coalesce(octet_length(answer), 0) + ${ROW_BYTES}), 0)::float8 bytes
  from idempotent_answers where org_id = $1`);

/** All rows of changes and of access that wait for consent, or waited for it. */
const PROPOSALS = statement(`
  with requests as (
    select r.id, coalesce(octet_length(r.conflicts::text), 0) + coalesce(octet_length(r.target::text), 0) size
    from projects p join approval_requests r on r.project_id = p.id
    where p.org_id = $1
  )
  select coalesce(sum(size + ${ROW_BYTES}), 0)::float8 bytes
  from (
    select size from requests
    union all
    select coalesce(octet_length(i.sealed), 0) + octet_length(i.more::text)
    from requests r join approval_items i on i.request_id = r.id
    union all
    select octet_length(v.comment) from requests r join approval_votes v on v.request_id = r.id
    union all
    select octet_length(a.permissions::text) + octet_length(a.note)
    from projects p join access_requests a on a.project_id = p.id where p.org_id = $1
  ) kept`);

const KEEP = statement(`
  insert into organization_storage (org_id, bytes, counted_at) values ($1, $2, now())
  on conflict (org_id) do update set bytes = excluded.bytes, counted_at = excluded.counted_at`);

/** In the order of ids, so that two replicas cannot deadlock. */
const ADD = statement(`
  insert into organization_storage as known (org_id, bytes)
  select * from unnest($1::uuid[], $2::bigint[]) as grown (org_id, bytes) order by org_id
  on conflict (org_id) do update set bytes = known.bytes + excluded.bytes`);

const FIND = statement(`
  select bytes::float8 bytes, counted_at is not null "isCounted",
    extract(epoch from now() - counted_at)::float8 "age"
  from organization_storage where org_id = $1`);

/** Organizations counted longest ago, or never. */
const OLDEST = statement(`
  select o.id from organizations o left join organization_storage s on s.org_id = o.id
  where s.counted_at is null or s.counted_at < now() - make_interval(secs => $1)
  order by s.counted_at nulls first limit 100`);

const FORGET = statement(`
  delete from organization_storage s where not exists (select from organizations o where o.id = s.org_id)`);

const TOTALS = statement(`
  select coalesce(sum(bytes), 0)::float8 total, coalesce(max(bytes), 0)::float8 largest
  from organization_storage`);

interface StatePage {
  readonly bytes: number | null;
  readonly rows: number;
  readonly keyVersion: number | null;
  readonly id: string | null;
  readonly version: number | null;
}

export interface StoredBytes {
  readonly bytes: number;
  readonly isCounted: boolean;
  /** Seconds since it was counted. */
  readonly age: number | null;
}

export interface StorageTotals {
  readonly total: number;
  readonly largest: number;
}

/** What one organization may store, in bytes; null: without a quota. */
export class StorageSettings {
  constructor(readonly perOrganization: number | null) {}
}

@Injectable()
export class StorageRepository {
  constructor(private readonly database: Database) {}

  find(orgId: string): Promise<StoredBytes | null> {
    return this.database.row<StoredBytes>(FIND, [orgId]);
  }

  async addBytes(grown: ReadonlyMap<string, number>): Promise<void> {
    await this.database.rows(ADD, [[...grown.keys()], [...grown.values()].map(Math.round)]);
  }

  /** Counts all that the organization stores, in short statements, and stores the sum. */
  async count(orgId: string): Promise<number> {
    const answers = await this.database.row<{ bytes: number }>(ANSWERS, [orgId]);
    const proposals = await this.database.row<{ bytes: number }>(PROPOSALS, [orgId]);
    let sum = (answers?.bytes ?? 0) + (proposals?.bytes ?? 0);
    for (const { id } of await this.database.rows<{ id: string }>(PROJECTS, [orgId])) {
      for (const page of PAGES) sum += await this.countStates(page, id);
    }
    await this.database.rows(KEEP, [orgId, sum]);
    return sum;
  }

  /** Organizations that nobody has counted for so many seconds. */
  async listLongestUncounted(seconds: number): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(OLDEST, [seconds]);
    return rows.map(({ id }) => id);
  }

  async removeOrphans(): Promise<void> {
    await this.database.rows(FORGET, []);
  }

  async totals(): Promise<StorageTotals> {
    return (await this.database.row<StorageTotals>(TOTALS, []))!;
  }

  private async countStates(page: Statement, projectId: string): Promise<number> {
    let sum = 0;
    let after: readonly unknown[] = [-1, '00000000-0000-0000-0000-000000000000', 0];
    for (;;) {
      const found = (await this.database.row<StatePage>(page, [projectId, ...after]))!;
      sum += found.bytes ?? 0;
      if (found.rows < PAGE) return sum;
      after = [found.keyVersion, found.id, found.version];
    }
  }
}
