import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { BEGINNING, type ChainEntry, type Link } from './chain-bytes.js';
import type { FoundLink } from './chain-check.js';

/** Any constant will do; the other half of the lock is the organization. */
const CHAIN_LOCK = 735_017;

const LAST_ORG = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The next organizations with waiting entries; one replica at a time holds the lock of each. */
const LOCK = `
  with page as materialized (
    select org_id from audit_pending
    where org_id > $1 and org_id <= $3 order by org_id limit $2
  ), orgs as materialized (select distinct org_id from page)
  select org_id "orgId", pg_try_advisory_xact_lock(${CHAIN_LOCK}, hashtext(org_id::text)) "isOurs"
  from orgs order by org_id`;

const WAITING_ORGS = statement(`
  select distinct org_id "orgId" from (
    select org_id from audit_pending where org_id > $1 order by org_id limit $2
  ) page order by org_id`);

const HEADS = `
  select o.org_id "orgId", coalesce(l.number, 0)::float8 "number", l.mac
  from unnest($1::uuid[]) o (org_id)
  left join lateral (
    select number, mac from audit_links where org_id = o.org_id order by number desc limit 1
  ) l on true`;

const ENTRY = `
  e.id, e.org_id "orgId", e.project_id "projectId", e.actor_kind "actorKind", e.actor_id "actorId",
  e.actor_name "actorName", e.action, e.target, e.req_id "reqId", e.address, e.client,
  e.created_at "createdAt"`;

const WAITING = `
  select p.org_id "pendingOrgId", p.entry_id "entryId", p.seal, ${ENTRY}
  from unnest($1::uuid[]) o (org_id)
  cross join lateral (
    select org_id, entry_id, seal from audit_pending where org_id = o.org_id order by entry_id limit $2
  ) p
  left join audit_entries e on e.id = p.entry_id
  order by p.org_id, p.entry_id limit $2`;

const APPEND = `
  with linked as (
    insert into audit_links (org_id, number, entry_id, mac, key_id)
    select *, decode($5, 'hex') from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::bytea[])
    returning org_id, entry_id
  )
  delete from audit_pending p using linked l where p.org_id = l.org_id and p.entry_id = l.entry_id`;

const CHECKPOINT = statement(`
  insert into audit_checkpoints (org_id, number, key_id, mac)
  select o.org_id, l.number, l.key_id, l.mac
  from unnest($1::uuid[]) o (org_id)
  cross join lateral (
    select number, key_id, mac from audit_links where org_id = o.org_id order by number desc limit 1
  ) l
  on conflict do nothing
  returning org_id "orgId", number::float8, encode(key_id, 'hex') "keyId", encode(mac, 'hex') mac`);

const PAGE = statement(`
  select l.org_id "linkOrgId", l.number::float8, l.entry_id "entryId", encode(l.key_id, 'hex') "keyId",
    l.mac, c.mac checkpoint, ${ENTRY}
  from audit_links l
  left join audit_entries e on e.id = l.entry_id
  left join audit_checkpoints c on c.org_id = l.org_id and c.number = l.number
  where l.org_id = $1 and l.number > $2 order by l.number limit $3`);

const UNLINKED = statement(`
  with page as materialized (
    select id, created_at from audit_entries
    where org_id = $1 and (created_at, id) > ($2, $3) order by created_at, id limit $4
  )
  select id, created_at "createdAt",
    not exists (
      select from audit_links l where l.entry_id = page.id and l.org_id = $1 and l.number > 0
    ) and not exists (
      select from audit_pending p where p.org_id = $1 and p.entry_id = page.id
    ) "isUnlinked"
  from page order by created_at, id`);

const TAIL = statement(`
  select
    coalesce((select max(number) from audit_checkpoints where org_id = $1), 0)::float8 "lastCheckpoint",
    (select count(*) from audit_pending where org_id = $1)::float8 pending`);

const NEXT_ORG = statement(`
  select least(
    (select org_id from audit_entries where org_id > $1 order by org_id limit 1),
    (select org_id from audit_links where org_id > $1 order by org_id limit 1),
    (select org_id from audit_checkpoints where org_id > $1 order by org_id limit 1)) "orgId"`);

export interface ChainHead {
  readonly orgId: string;
  readonly number: number;
  readonly mac: Buffer;
}

export interface WaitingEntry {
  readonly orgId: string;
  readonly entryId: string;
  readonly entry: ChainEntry | null;
  /** Written with the entry by the server that recorded it. */
  readonly seal: Buffer | null;
}

export interface StoredCheckpoint {
  readonly orgId: string;
  readonly number: number;
  readonly keyId: string;
  readonly mac: string;
}

type EntryRow = { readonly [K in keyof ChainEntry]: ChainEntry[K] | null };
const toEntry = (row: EntryRow): ChainEntry | null =>
  row.id === null ? null : (row as ChainEntry);

/** An organization without links has no `mac`. */
type HeadRow = Omit<ChainHead, 'mac'> & { readonly mac: Buffer | null };

@Injectable()
export class ChainRepository {
  constructor(private readonly database: Database) {}

  /** Locks the next organizations with waiting entries, up to `last`; `isOurs` says whether this transaction got the lock. */
  lock(
    tx: EntityManager,
    after: string,
    limit: number,
    last = LAST_ORG,
  ): Promise<{ readonly orgId: string; readonly isOurs: boolean }[]> {
    return tx.query(LOCK, [after, limit, last]);
  }

  /** Lists the organizations of the next waiting entries. */
  async listWaitingOrgs(after: string, limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ orgId: string }>(WAITING_ORGS, [after, limit]);
    return rows.map(({ orgId }) => orgId);
  }

  /** Comes after the lock, in a statement of its own: it must see what the former holder has committed. */
  async listHeads(tx: EntityManager, orgIds: readonly string[]): Promise<ChainHead[]> {
    const rows = await tx.query<HeadRow[]>(HEADS, [orgIds]);
    return rows.map((row) => ({ ...row, mac: row.mac ?? BEGINNING }));
  }

  async listWaiting(
    tx: EntityManager,
    orgIds: readonly string[],
    limit: number,
  ): Promise<WaitingEntry[]> {
    type Row = EntryRow &
      Pick<WaitingEntry, 'entryId' | 'seal'> & { readonly pendingOrgId: string };
    const rows = await tx.query<Row[]>(WAITING, [orgIds, limit]);
    return rows.map(({ pendingOrgId, entryId, seal, ...row }) => ({
      orgId: pendingOrgId,
      entryId,
      seal,
      entry: toEntry(row),
    }));
  }

  /** Inserts links, all made with one key, and removes their entries from the waiting ones. */
  async append(tx: EntityManager, links: readonly Link[]): Promise<void> {
    const column = <K extends keyof Link>(name: K) => links.map((link) => link[name]);
    const columns = [column('orgId'), column('number'), column('entryId'), column('mac')];
    await tx.query(APPEND, [...columns, links[0]!.keyId]);
  }

  /** Stores the last link of each chain, unless it is stored already. */
  insertCheckpoints(orgIds: readonly string[]): Promise<StoredCheckpoint[]> {
    return this.database.rows<StoredCheckpoint>(CHECKPOINT, [orgIds]);
  }

  async listLinks(orgId: string, after: number, limit: number): Promise<FoundLink[]> {
    type Row = EntryRow & Omit<FoundLink, 'orgId' | 'entry'> & { readonly linkOrgId: string };
    const rows = await this.database.rows<Row>(PAGE, [orgId, after, limit]);
    return rows.map(({ linkOrgId, number, entryId, keyId, mac, checkpoint, ...row }) => ({
      ...{ orgId: linkOrgId, number, entryId, keyId, mac },
      ...(checkpoint ? { checkpoint } : {}),
      entry: toEntry(row),
    }));
  }

  /** Lists entries by time, each with whether it is neither linked nor waiting to be. */
  listUnlinked(orgId: string, after: readonly [Date | string, string], limit: number) {
    type Row = { readonly id: string; readonly createdAt: Date; readonly isUnlinked: boolean };
    return this.database.rows<Row>(UNLINKED, [orgId, ...after, limit]);
  }

  async findTail(
    orgId: string,
  ): Promise<{ readonly lastCheckpoint: number; readonly pending: number }> {
    type Row = { readonly lastCheckpoint: number; readonly pending: number };
    return (await this.database.row<Row>(TAIL, [orgId]))!; // without `from` there is always one
  }

  /** The organization after this one that has anything in its log, or null. */
  async nextOrg(after: string): Promise<string | null> {
    const row = await this.database.row<{ orgId: string | null }>(NEXT_ORG, [after]);
    return row?.orgId ?? null;
  }
}
