import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';
import type { AuditPosition } from './audit-cursors.js';
import type { ReadEntry, ShownVersion } from './exposure.js';

/** Names that the entries of one page list together; an entry lists a thousand at most. */
const NAMES_OF_PAGE = 5_000;
/** A page has this many entries at most. */
const ENTRIES_OF_PAGE = 1_000;

/** The newest entries before a position, as many as list few enough names, and one at least. */
const READS = statement(`
  with found as materialized (
    select id, created_at, project_id, target from audit_entries
    where org_id = $1 and actor_id = $2 and action = 'secret.read' and project_id is not null
      and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid))
    order by created_at desc, id desc limit ${ENTRIES_OF_PAGE + 1}
  ), measured as (
    select *, row_number() over newest place,
      sum(least(1000, coalesce((target->>'count')::numeric, 1))) over newest names
    from found window newest as (order by created_at desc, id desc)
  )
  select id, project_id "projectId", created_at "createdAt", target,
    place = (select count(*) from found) and place <= ${ENTRIES_OF_PAGE} "isLast"
  from measured
  where place = 1 or (place <= ${ENTRIES_OF_PAGE} and names <= ${NAMES_OF_PAGE})
  order by created_at desc, id desc`);

/** The version that each address has today; null where it has no secret. */
const PRESENT = statement(`
  select s.version
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
    with ordinality as shown (project_id, environment, path, key, n)
  left join environments e on e.project_id = shown.project_id and e.slug = shown.environment
  left join folders f on f.environment_id = e.id and f.path = shown.path
  left join secrets s on s.folder_id = f.id and s.key = shown.key
  order by shown.n`);

const IS_IDENTITY = statement('select 1 from identities where id = $1 and org_id = $2');

export interface ReadsPage {
  readonly entries: readonly ReadEntry[];
  readonly isLast: boolean;
}

@Injectable()
export class ExposureRepository {
  constructor(private readonly database: Database) {}

  async isIdentity(orgId: string, id: string): Promise<boolean> {
    return (await this.database.row(IS_IDENTITY, [id, orgId])) !== null;
  }

  async listReads(
    orgId: string,
    identityId: string,
    after: AuditPosition | null,
  ): Promise<ReadsPage> {
    const values = [orgId, identityId, after?.createdAt ?? null, after?.id ?? null];
    const rows = await this.database.rows<ReadEntry & { readonly isLast: boolean }>(READS, values);
    return { entries: rows, isLast: rows.length === 0 || rows.at(-1)!.isLast };
  }

  /** In the order of the addresses. */
  async presentVersions(shown: readonly ShownVersion[]): Promise<(number | null)[]> {
    if (shown.length === 0) return [];
    const rows = await this.database.rows<{ version: number | null }>(PRESENT, [
      shown.map(({ projectId }) => projectId),
      shown.map(({ environment }) => environment),
      shown.map(({ secretPath }) => secretPath),
      shown.map(({ secretKey }) => secretKey),
    ]);
    return rows.map(({ version }) => version);
  }
}
