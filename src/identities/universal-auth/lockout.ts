import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ServerKeys } from '../../auth/server-keys.js';
import { Database, statement } from '../../database/database.js';
import { source } from '../../http/limits/rate-limiter.js';
import { LockoutReport } from './lockout-report.js';

export interface LockoutSettings {
  readonly lockoutEnabled: boolean;
  readonly lockoutThreshold: number;
  readonly lockoutDurationSeconds: number;
  readonly lockoutCounterResetSeconds: number;
}

/** Where failures are counted: for one client id from one source, and for the client id from all of them. */
export interface LockoutKeys {
  readonly source: Buffer;
  readonly ceiling: Buffer;
}

/** A login whose secret was never one of the client id's. */
export interface FailedLogin {
  readonly keys: LockoutKeys;
  readonly wrongSecret: string;
  readonly settings: LockoutSettings;
  /** Null for an unknown client id. */
  readonly identityId: string | null;
  /** Whether the source signed in with the client id in the last 30 days. */
  readonly isKnownSource: boolean;
}

const HALF = 16;
/** Sorts after every source of the client id, so that all statements lock in the same order. */
const ALL_SOURCES = Buffer.alloc(HALF, 0xff);
const CEILING_FACTOR = 10;
/** Counted like any other failure, so that the work is the same, but without consequence. */
const NEVER = 2_147_483_647;
/** Bytes that tell one wrong secret from another. */
const TRIED = 8;
/** Distinct wrong secrets that one row remembers: the highest ceiling there is. */
const MAX_TRIED = 1_000;

/** The lock has ended, or the pause after the last failure was long enough to begin anew. */
const IS_OVER = `case when f.locked_until is null then f.expires_at else f.locked_until end <= now()`;

/** Counts a wrong secret ($3) once; a lock that holds is left as it is, and then gives no row back. */
const counting = (key: string, threshold: string, rows: string) => `
  insert into login_failures as f (key, failures, tried, locked_until, expires_at)
  select ${key}::bytea, 1, array[$3::bytea], lock.until, greatest(lock.until, now() + make_interval(secs => $7))
  from (${rows}) one,
    lateral (select case when ${threshold}::int <= 1 then now() + make_interval(secs => $6) end) lock (until)
  on conflict (key) do update set (failures, tried, locked_until, expires_at) = (
    select counted.n,
      case
        when ${IS_OVER} then array[$3::bytea]
        when cardinality(f.tried) < ${MAX_TRIED} then f.tried || $3::bytea
        else f.tried end,
      lock.until, greatest(lock.until, now() + make_interval(secs => $7))
    from (select case when ${IS_OVER} then 1 else f.failures + 1 end) counted (n),
      lateral (select case when counted.n >= ${threshold}::int
        then now() + make_interval(secs => $6) end) lock (until)
  )
  where ${IS_OVER} or (f.locked_until is null and not $3::bytea = any(f.tried))
  returning locked_until is not null locks`;

/** A source that is locked, or repeats itself, gives no row and so adds nothing to the ceiling. By hand: atomic counting. */
const COUNT_FAILURE = statement(`
  with from_source as (${counting('$1', '$4', 'select 1')}),
  from_all as (${counting('$2', '$5', 'select from from_source where not $8::boolean')})
  select (select locks from from_source) "locksSource", (select locks from from_all) "locksAll"`);

const LOCKED = statement(`
  select c.client_id "clientId"
  from unnest($1::text[], $2::bytea[], $3::bytea[]) as c (client_id, low, high)
  where exists (
    select from login_failures f where f.key between c.low and c.high and f.locked_until > now()
  )`);

const CLEAR = `
  with cleared as (delete from login_failures where key between $1 and $2 returning locked_until)
  select count(*)::int n from cleared where locked_until > now()`;

const machine = (clientId: string) => `login failures of ${clientId}`;
const person = (email: string) => `account login failures of ${email}`;

/** Counts failed logins under keyed digests, so that the table tells nobody which client ids exist. */
@Injectable()
export class Lockout {
  constructor(
    private readonly database: Database,
    private readonly keys: ServerKeys,
    readonly report: LockoutReport,
  ) {}

  /** Returns where failures of a machine are counted. */
  keysOf(clientId: string, address: string): LockoutKeys {
    return this.keysFor(machine(clientId), address);
  }

  /** Returns where failures of a person are counted; no client id has the keys of a canonical address. */
  accountKeysOf(email: string, address: string): LockoutKeys {
    return this.keysFor(person(email), address);
  }

  private keysFor(whose: string, address: string): LockoutKeys {
    const client = this.half(whose);
    const from = this.half(`login failures from ${source(address)}`);
    return {
      source: Buffer.concat([client, from]),
      ceiling: Buffer.concat([client, ALL_SOURCES]),
    };
  }

  async countFailure(failed: FailedLogin): Promise<void> {
    const { keys, wrongSecret, settings, isKnownSource, identityId } = failed;
    const { lockoutEnabled, lockoutThreshold: threshold } = settings;
    const thresholds = lockoutEnabled ? [threshold, threshold * CEILING_FACTOR] : [NEVER, NEVER];
    const tried = this.keys.digest(`login tried ${wrongSecret}`).subarray(0, TRIED);
    const locks = await this.database.row<{ locksSource: boolean; locksAll: boolean }>(
      COUNT_FAILURE,
      [
        keys.source,
        keys.ceiling,
        tried,
        ...thresholds,
        settings.lockoutDurationSeconds,
        settings.lockoutCounterResetSeconds,
        isKnownSource,
      ],
    );
    if (locks?.locksSource) this.report.locked('source', identityId);
    if (locks?.locksAll) this.report.locked('all', identityId);
  }

  /** Ends every lock of the client id and forgets its failures. Gives the number of locks that held. */
  clear(tx: EntityManager, clientId: string): Promise<number> {
    return this.clearFor(tx, machine(clientId));
  }

  /** Does for a person what `clear` does for a machine. */
  clearAccount(tx: EntityManager, email: string): Promise<number> {
    return this.clearFor(tx, person(email));
  }

  private async clearFor(tx: EntityManager, whose: string): Promise<number> {
    const rows = await tx.query<{ n: number }[]>(CLEAR, this.rangeFor(whose));
    return rows[0]!.n; // a count gives one row
  }

  /** The client ids that are locked for any source. */
  async listLocked(clientIds: readonly (string | null)[]): Promise<ReadonlySet<string | null>> {
    const known = clientIds.filter((clientId) => clientId !== null);
    if (known.length === 0) return new Set();
    const ranges = known.map((clientId) => this.rangeFor(machine(clientId)));
    const values = [known, ranges.map(([low]) => low), ranges.map(([, high]) => high)];
    const rows = await this.database.rows<{ clientId: string }>(LOCKED, values);
    return new Set(rows.map(({ clientId }) => clientId));
  }

  /** The first and the last key that one of them can have. */
  private rangeFor(whose: string): [Buffer, Buffer] {
    const half = this.half(whose);
    return [Buffer.concat([half, Buffer.alloc(HALF)]), Buffer.concat([half, ALL_SOURCES])];
  }

  private half(text: string): Buffer {
    return this.keys.digest(text).subarray(0, HALF);
  }
}
