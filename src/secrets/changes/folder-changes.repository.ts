import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import type { ProjectScope } from '../../auth/prefetched-project.js';
import { eventStamp } from '../../events/log/event-stamp.js';
import type { DescribedState } from '../as-of/past-secret.js';
import { PRESENT_COLUMNS, PRESENT_JOIN } from '../as-of/valid-at.sql.js';
import { PAST_TAGS_COLUMN } from '../secret-columns.sql.js';
import type { FolderChangesOrder } from './folder-changes.dto.js';
import type { ChangeActor, ChangeKind, FolderChange, Moment } from './moments.js';

/** A change with what tells who may know of it. */
export type StoredChange = FolderChange & DescribedState;

export interface StoredChanges {
  readonly changes: readonly StoredChange[];
  /** Whether there are more, which are older. */
  readonly isCut: boolean;
}

/** From when on all states are kept; null: from the first on. */
interface Kept {
  readonly completeFrom: Date | null;
}

/** An entry of the audit log that tells of a moment. */
export interface EntryOfMoment {
  readonly index: number;
  readonly action: string;
  readonly actorType: string;
  readonly actorId: string | null;
  readonly actorName: string;
  /** As it was called then; null where the entry is about none. */
  readonly environment: string | null;
  /** The moment that a rollback went back to. */
  readonly asOf: string | null;
  readonly keys: readonly string[];
}

/** Changes that one answer looks at. */
const MOST = 10_000;

const CHOSEN = `
  select e.slug environment, f.path, f.id folder_id from environments e
  join folders f on f.environment_id = e.id and (f.path = $3 or ($4 and starts_with(f.path, $5)))
  where e.project_id = $1 and e.slug = $2`;

const ACTOR = 'actor_kind, actor_id, actor_name';

/** Condition: the state after `v` stands in the same folder. */
export const goesOn = (table: string, id: string) => `exists (
  select from ${table} n where n.${id} = v.secret_id and n.version = v.version + 1
    and n.folder_id = v.folder_id and n.updated_at = v.ended_at and n.xid = v.ended_xid)`;

/** A state that began is a change; one that ended is, where none follows it in its folder. */
const CHANGES = statement(`
  with chosen as materialized (${CHOSEN}), changed as (
    select s.id, s.folder_id, s.key, s.version, s.updated_at at, s.xid, ${ACTOR}, true begins,
      (select json_agg(tag_id) from secret_tags where secret_id = s.id) tag_ids
    from secrets s where s.folder_id in (select folder_id from chosen)
      and s.updated_at >= $6 and s.updated_at < $7 and ($8::text is null or s.key = $8)
    union all
    select v.secret_id, v.folder_id, v.key, v.version, v.updated_at, v.xid, ${ACTOR}, true, v.tag_ids
    from secret_versions v where v.folder_id in (select folder_id from chosen)
      and v.updated_at >= $6 and v.updated_at < $7 and ($8::text is null or v.key = $8)
    union all
    select v.secret_id, v.folder_id, v.key, v.version, v.ended_at, v.ended_xid, null, null, null, false,
      v.tag_ids
    from secret_versions v where v.folder_id in (select folder_id from chosen)
      and v.ended_at >= $6 and v.ended_at < $7 and ($8::text is null or v.key = $8)
      and not ${goesOn('secrets', 'id')} and not ${goesOn('secret_versions', 'secret_id')}
  ), newest as materialized (
    select * from changed order by at desc, xid desc, key, version desc limit ${MOST + 1}
  )
  select s.id "secretId", s.at, s.xid::text, s.key, s.version, c.environment, c.path "secretPath",
    s.actor_kind "actorType", s.actor_id "actorId", s.actor_name "actorName",
    case when not s.begins then 'delete' when exists (
      select from secret_versions p where p.secret_id = s.id and p.version = s.version - 1
        and p.folder_id = s.folder_id and p.ended_at = s.at and p.ended_xid = s.xid
    ) then 'update' else 'create' end "kind",
    ${PAST_TAGS_COLUMN.replaceAll('v.', 's.')}, ${PRESENT_COLUMNS}
  from newest s join chosen c on c.folder_id = s.folder_id
  ${PRESENT_JOIN}
  order by s.at desc, s.xid desc, c.path, s.key, s.version desc`);

const KEPT = statement(`
  select (select complete_from from secret_history_starts where project_id = $1) "completeFrom"
  from environments e where e.project_id = $1 and e.slug = $2`);

/** The last event of each transaction, where it is kept. */
const EVENTS = statement(`
  with asked as (
    select * from unnest($2::bigint[], $3::timestamptz[]) with ordinality as a (xid, at, n)
  )
  select distinct on (a.n) a.n::int, e.seq::float8, (${eventStamp('e')})::float8 stamp
  from asked a
  join project_events e on e.project_id = $1 and e.xid = a.xid and e.created_at = a.at
  order by a.n, e.seq desc`);

/** Actions that delete secrets, or put back what was. */
const ENDINGS = ['secret.delete', 'secret.move', 'secret.rollback'];

/** Entries of the transactions of moments: an entry has their time, and names what it is about. */
const ENTRIES = statement(`
  with asked as (select * from unnest($3::timestamptz[]) with ordinality as a (at, n))
  select a.n::int, e.action, e.actor_kind "actorType", e.actor_id "actorId", e.actor_name "actorName",
    e.target ->> 'environment' environment, e.target ->> 'asOf' "asOf", coalesce(e.target -> 'secretKeys', '[]') keys
  from asked a
  join audit_entries e on e.org_id = $1 and e.project_id = $2 and e.created_at = a.at
    and e.action = any($4)
  order by a.n, e.id`);

/** Reads what changed in folders, from the states of secrets that are kept. */
@Injectable()
export class FolderChangesRepository {
  constructor(private readonly database: Database) {}

  /** Null if there is no such environment. */
  findKept(projectId: string, environment: string): Promise<Kept | null> {
    return this.database.row<Kept>(KEPT, [projectId, environment]);
  }

  /** The newest first. */
  async list(
    projectId: string,
    { environment, secretPath, recursive, secretKey, from, until }: FolderChangesOrder,
  ): Promise<StoredChanges> {
    const below = secretPath === '/' ? '/' : `${secretPath}/`;
    type Row = Omit<StoredChange, 'actor' | 'kind'> & {
      readonly kind: ChangeKind;
      readonly actorType: string | null;
      readonly actorId: string;
      readonly actorName: string;
    };
    const values = [projectId, environment, secretPath, recursive, below, from, until, secretKey];
    const rows = await this.database.rows<Row>(CHANGES, values);
    const changes = rows.slice(0, MOST).map(({ actorType, actorId, actorName: name, ...row }) => {
      const actor: ChangeActor | null = actorType === null ? null : { actorType, actorId, name };
      return { ...row, actor };
    });
    return { changes, isCut: rows.length > MOST };
  }

  /** The position after each moment in the event log, by its place in the list; none where its event is not kept. */
  async listEvents(
    projectId: string,
    moments: readonly Pick<Moment, 'at' | 'xid'>[],
  ): Promise<ReadonlyMap<number, { readonly seq: number; readonly stamp: number }>> {
    if (moments.length === 0) return new Map();
    const values = [projectId, moments.map(({ xid }) => xid), moments.map(({ at }) => at)];
    type Row = { readonly n: number; readonly seq: number; readonly stamp: number };
    const rows = await this.database.rows<Row>(EVENTS, values);
    return new Map(rows.map(({ n, seq, stamp }) => [n - 1, { seq, stamp }]));
  }

  /** Who ended states, and whether by going back to a moment, by the place of each moment in the list. */
  async listEntries(
    { id, orgId }: Pick<ProjectScope, 'id' | 'orgId'>,
    moments: readonly Pick<Moment, 'at'>[],
  ): Promise<readonly EntryOfMoment[]> {
    if (moments.length === 0) return [];
    type Row = Omit<EntryOfMoment, 'index'> & { readonly n: number };
    const values = [orgId, id, moments.map(({ at }) => at), ENDINGS];
    const rows = await this.database.rows<Row>(ENTRIES, values);
    return rows.map(({ n, ...row }) => ({ ...row, index: n - 1 }));
  }
}
