import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';

/** The last link of a chain, or its last checkpoint. */
export interface ChainMark {
  readonly number: number;
  readonly mac: Buffer;
  readonly at: Date | null;
}

export interface ChainStatus {
  readonly head: ChainMark | null;
  readonly checkpoint: ChainMark | null;
  readonly waiting: number;
  readonly withoutSeal: number;
}

type Row = {
  readonly [K in 'head' | 'checkpoint' as `${K}Number`]: number | null;
} & { readonly [K in 'head' | 'checkpoint' as `${K}Mac`]: Buffer | null } & {
  readonly [K in 'head' | 'checkpoint' as `${K}At`]: Date | null;
} & Pick<ChainStatus, 'waiting' | 'withoutSeal'>;

/** Waiting entries that are counted. */
export const MOST_WAITING = 100_000;

const STATUS = statement(`
  with waiting as (
    select seal is null is_bare from audit_pending where org_id = $1 limit ${MOST_WAITING}
  ), head as (
    select l.number, l.mac, e.created_at from audit_links l
    left join audit_entries e on e.id = l.entry_id
    where l.org_id = $1 order by l.number desc limit 1
  ), checkpoint as (
    select number, mac, created_at from audit_checkpoints
    where org_id = $1 order by number desc limit 1
  )
  select h.number::float8 "headNumber", h.mac "headMac", h.created_at "headAt",
    c.number::float8 "checkpointNumber", c.mac "checkpointMac", c.created_at "checkpointAt",
    (select count(*) from waiting)::int "waiting",
    (select count(*) from waiting where is_bare)::int "withoutSeal"
  from (values (1)) one left join head h on true left join checkpoint c on true`);

const MAC_AT = statement(`select mac from audit_links where org_id = $1 and number = $2`);

/** Reads how far the chain of an organization goes. What it says is believed: `audit:verify` recomputes it. */
@Injectable()
export class ChainStatusRepository {
  constructor(private readonly database: Database) {}

  async find(orgId: string): Promise<ChainStatus> {
    const row = (await this.database.row<Row>(STATUS, [orgId]))!; // one row, always
    const mark = (number: number | null, mac: Buffer | null, at: Date | null) =>
      number === null || mac === null ? null : { number, mac, at };
    return {
      head: mark(row.headNumber, row.headMac, row.headAt),
      checkpoint: mark(row.checkpointNumber, row.checkpointMac, row.checkpointAt),
      waiting: row.waiting,
      withoutSeal: row.withoutSeal,
    };
  }

  /** Null where the chain has no such number. */
  async macAt(orgId: string, number: number): Promise<Buffer | null> {
    const row = await this.database.row<{ mac: Buffer }>(MAC_AT, [orgId, number]);
    return row?.mac ?? null;
  }
}
