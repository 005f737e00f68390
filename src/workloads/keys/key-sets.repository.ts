import { Injectable } from '@nestjs/common';
import { BackgroundPurge, type Purge } from '../../database/background-purge.js';
import { Database, statement } from '../../database/database.js';

/** A set as it is kept. Each load moves its end, which so names the version. */
export interface KeptKeySet {
  readonly sealed: Buffer;
  readonly version: string;
}

const FIND_OTHER = statement(`
  select sealed, expires_at::text "version" from workload_key_sets
  where key = $1 and sealed is not null and ($2::timestamptz is null or expires_at <> $2)`);

/** Key sets that the settings of one organization may leave here at a time, each of up to 256 KiB. */
export const KEPT_OF_ORGANIZATION = 200;

/**
 * A row that only tells when an issuer was asked is of nobody until a set is kept in it. A load is no try for an unknown key: that of a key that came just after it is still free. An organization that has
 * too many here keeps no further ones.
 */
const KEEP = statement(`
  insert into workload_key_sets (key, sealed, org_id, tried_at, expires_at)
  select $1, $2, $3, to_timestamp(0), now() + interval '25 hours'
  where exists (select from workload_key_sets where key = $1 and org_id is not null) or (
    select count(*) from (
      select from workload_key_sets where org_id = $3 limit ${KEPT_OF_ORGANIZATION}) kept
  ) < ${KEPT_OF_ORGANIZATION}
  on conflict (key) do update set sealed = excluded.sealed, expires_at = excluded.expires_at,
    org_id = coalesce(workload_key_sets.org_id, excluded.org_id)
  returning expires_at::text "version"`);

/** One replica in so many seconds gets a row. */
const TRY = statement(`
  insert into workload_key_sets (key, tried_at, expires_at) values ($1, now(), now() + interval '25 hours')
  on conflict (key) do update set tried_at = now()
    where workload_key_sets.tried_at < now() - interval '30 seconds'
  returning 1`);

const RECENT_TRY = statement(`
  select 1 from workload_key_sets where key = $1 and tried_at >= now() - interval '30 seconds'`);

const GIVE_BACK = statement(
  'update workload_key_sets set tried_at = to_timestamp(0) where key = $1',
);

const BATCH = 1_000;
const FIRST = 60_000;
const EVERY = 5 * 60_000;

const expired = (table: string, key: string): Purge => ({
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

  /** Returns the version as which it is kept; null where the organization has too many. */
  async keep(key: Buffer, sealed: Buffer, orgId: string): Promise<string | null> {
    const kept = await this.database.row<{ version: string }>(KEEP, [key, sealed, orgId]);
    return kept?.version ?? null;
  }

  /** Whether an issuer may be asked for a key that is not in the set: nobody did for 30 seconds. */
  async isTurnFree(key: Buffer): Promise<boolean> {
    return (await this.database.row(RECENT_TRY, [key])) === null;
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
