import { Injectable } from '@nestjs/common';
import { BackgroundPurge, type Purge } from '../../database/background-purge.js';
import { Database, statement } from '../../database/database.js';
import type { Payer } from '../../outgoing/fair-shares.js';
import { sharesOfPlaces } from '../../outgoing/outgoing-parts.js';
import type { KeySource } from './key-documents.js';

/** A set as it is kept. Each load moves its end, which so names the version. */
export interface KeptKeySet {
  readonly sealed: Buffer;
  readonly version: string;
}

/** Whether an issuer was asked for a key that is not in its set, within half a minute, and what came of it. */
export type TurnState = 'free' | 'asking' | 'answered' | 'unanswered';

const FIND_OTHER = statement(`
  select sealed, expires_at::text "version" from workload_key_sets
  where key = $1 and sealed is not null and ($2::timestamptz is null or expires_at <> $2)`);

/** Key sets that the settings of one organization may leave here at a time, each of up to 256 KiB. */
export const KEPT_OF_ORGANIZATION = 200;

/** A set that has its place is written anew, whoever loaded it. */
const KEEP_AGAIN = statement(`
  update workload_key_sets set sealed = $2, expires_at = now() + interval '25 hours'
  where key = $1 and org_id is not null
  returning expires_at::text "version"`);

/** Lists for whom an organization keeps its sets; null for a set of an older version. */
const PAYERS = statement(`
  select payer from workload_key_sets where org_id = $1 limit ${KEPT_OF_ORGANIZATION}`);

/**
 * A row that only tells when an issuer was asked is of nobody until a set is kept in it. A load is no try for an unknown key: that of a key that came just after it is still free.
 */
const KEEP = statement(`
  insert into workload_key_sets (key, sealed, org_id, payer, tried_at, expires_at)
  values ($1, $2, $3, $4::text[], to_timestamp(0), now() + interval '25 hours')
  on conflict (key) do update set sealed = excluded.sealed, expires_at = excluded.expires_at,
    org_id = coalesce(workload_key_sets.org_id, excluded.org_id),
    payer = case when workload_key_sets.org_id is null then excluded.payer else workload_key_sets.payer end
  returning expires_at::text "version"`);

/** One replica in so many seconds gets a row. */
const TRY = statement(`
  insert into workload_key_sets (key, tried_at, expires_at) values ($1, now(), now() + interval '25 hours')
  on conflict (key) do update set tried_at = now()
    where workload_key_sets.tried_at < now() - interval '30 seconds'
  returning 1`);

/**
 * What became of the last try. Whatever came of it moves the end of the row. A call of an issuer, or two of them, is given up
 * after some seconds; who has it may have ended.
 */
const TURN = statement(`
  select case
    when expires_at > tried_at + interval '25 hours' then 'answered'
    when tried_at >= now() - interval '6 seconds' then 'asking'
    else 'unanswered' end state
  from workload_key_sets where key = $1 and tried_at >= now() - interval '30 seconds'`);

/** For a set that is not kept. */
const NOTE_ANSWER = statement(`
  update workload_key_sets set expires_at = now() + interval '25 hours' where key = $1 and sealed is null`);

const GIVE_BACK = statement(
  'update workload_key_sets set tried_at = to_timestamp(0) where key = $1',
);

const BATCH = 1_000;
const FIRST = 60_000;
const EVERY = 5 * 60_000;

type WrittenTable = 'workload_key_sets' | 'workload_proofs' | 'workload_subjects';

const expired = (table: WrittenTable, key: string): Purge => ({
  values: [],
  statement: statement(`
    delete from ${table} where ${key} in (
      select ${key} from ${table} where expires_at < now() - interval '1 hour'
      order by expires_at limit ${BATCH} for update skip locked
    ) returning 1`),
});

const PURGES = [
  expired('workload_key_sets', 'key'),
  expired('workload_proofs', 'digest'),
  expired('workload_subjects', 'key'),
];

/** Sealed key sets, shared by all replicas. By hand: upserts that decide who may ask an issuer. */
@Injectable()
export class KeySetsRepository {
  private readonly purge: BackgroundPurge;

  constructor(private readonly database: Database) {
    this.purge = new BackgroundPurge(database, 'workload state', PURGES);
  }

  onApplicationBootstrap(): void {
    this.purge.start(FIRST, EVERY);
  }

  onModuleDestroy(): Promise<void> {
    return this.purge.stop();
  }

  /** Null where nothing is kept but the known version, whose bytes are not read again. */
  findOther(key: Buffer, known: string | null): Promise<KeptKeySet | null> {
    return this.database.row<KeptKeySet>(FIND_OTHER, [key, known]);
  }

  /** Returns the version as which it is kept; null where the organization has too many, or too many of the payer's. */
  async keep(
    key: Buffer,
    sealed: Buffer,
    { orgId, payer }: Pick<KeySource, 'orgId' | 'payer'>,
  ): Promise<string | null> {
    const again = await this.database.row<{ version: string }>(KEEP_AGAIN, [key, sealed]);
    if (again) return again.version;
    const shares = sharesOfPlaces(KEPT_OF_ORGANIZATION);
    const kept = await this.database.rows<{ payer: Payer | null }>(PAYERS, [orgId]);
    for (const each of kept) shares.take(each.payer ?? [], 1);
    if (!shares.isFree(payer, { amount: 1 })) {
      await this.database.row(NOTE_ANSWER, [key]);
      return null;
    }
    const values = [key, sealed, orgId, payer];
    return (await this.database.row<{ version: string }>(KEEP, values))!.version;
  }

  /** Whether an issuer may be asked for a key that is not in the set: nobody did for 30 seconds. */
  async turnOf(key: Buffer): Promise<TurnState> {
    return (await this.database.row<{ state: TurnState }>(TURN, [key]))?.state ?? 'free';
  }

  /** False where another has asked since. */
  async takeTurn(key: Buffer): Promise<boolean> {
    return (await this.database.row(TRY, [key])) !== null;
  }

  /** For a process that had the turn and could not ask: the next may. */
  async giveTurnBack(key: Buffer): Promise<void> {
    await this.database.row(GIVE_BACK, [key]);
  }
}
