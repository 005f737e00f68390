import { Injectable } from '@nestjs/common';
import { ServerKeys } from '../../auth/server-keys.js';
import { Database, statement } from '../../database/database.js';
import { source } from '../../http/rate-limiter.js';

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

const HALF = 16;
/** Sorts after every source of the client id, so that all statements lock in the same order. */
const ALL_SOURCES = Buffer.alloc(HALF, 0xff);
const CEILING_FACTOR = 10;
/** Counted like any other failure, so that the work is the same, but without consequence. */
const NEVER = 2_147_483_647;

/** A lock that holds is left as it is; one that has ended, or a pause, starts the count anew. */
const COUNT_FAILURE = statement(`
  insert into login_failures as f (key, failures, locked_until, expires_at)
  select key, 1, case when threshold <= 1 then now() + make_interval(secs => $5) end,
    now() + make_interval(secs => case when threshold <= 1 then greatest($5, $6) else $6 end)
  from (values ($1::bytea, $3::int), ($2::bytea, $4::int)) as fresh (key, threshold)
  on conflict (key) do update set (failures, locked_until, expires_at) = (
    select counted.n, lock.until, greatest(lock.until, now() + make_interval(secs => $6))
    from (select case
      when f.locked_until > now() then f.failures
      when f.locked_until is not null or f.expires_at <= now() then 1
      else f.failures + 1 end) as counted (n),
    lateral (select case
      when f.locked_until > now() then f.locked_until
      when counted.n >= case when f.key = $2 then $4 else $3 end
        then now() + make_interval(secs => $5) end) as lock (until)
  )`);

const LOCKED = statement(`
  select c.client_id "clientId"
  from unnest($1::text[], $2::bytea[], $3::bytea[]) as c (client_id, low, high)
  where exists (
    select from login_failures f where f.key between c.low and c.high and f.locked_until > now()
  )`);

/** Counts failed logins under keyed digests, so that the table tells nobody which client ids exist. */
@Injectable()
export class Lockout {
  constructor(
    private readonly database: Database,
    private readonly keys: ServerKeys,
  ) {}

  keysOf(clientId: string, address: string): LockoutKeys {
    const client = this.half(`login failures of ${clientId}`);
    const from = this.half(`login failures from ${source(address)}`);
    return {
      source: Buffer.concat([client, from]),
      ceiling: Buffer.concat([client, ALL_SOURCES]),
    };
  }

  async countFailure(keys: LockoutKeys, settings: LockoutSettings): Promise<void> {
    const { lockoutEnabled, lockoutThreshold: threshold } = settings;
    const thresholds = lockoutEnabled ? [threshold, threshold * CEILING_FACTOR] : [NEVER, NEVER];
    const { lockoutDurationSeconds, lockoutCounterResetSeconds } = settings;
    const spans = [lockoutDurationSeconds, lockoutCounterResetSeconds];
    await this.database.rows(COUNT_FAILURE, [keys.source, keys.ceiling, ...thresholds, ...spans]);
  }

  /** Those of the client ids that are locked for any source. */
  async listLocked(clientIds: readonly (string | null)[]): Promise<ReadonlySet<string | null>> {
    const known = clientIds.filter((clientId) => clientId !== null);
    if (known.length === 0) return new Set();
    const halves = known.map((clientId) => this.half(`login failures of ${clientId}`));
    const edge = (fill: number) =>
      halves.map((half) => Buffer.concat([half, Buffer.alloc(16, fill)]));
    const values = [known, edge(0), edge(0xff)];
    const rows = await this.database.rows<{ clientId: string }>(LOCKED, values);
    return new Set(rows.map(({ clientId }) => clientId));
  }

  private half(text: string): Buffer {
    return this.keys.digest(text).subarray(0, HALF);
  }
}
