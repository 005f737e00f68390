import { Injectable } from '@nestjs/common';
import type { Network } from '../../auth/ip-allow-list.js';
import { Database, statement } from '../../database/database.js';
import type { LockoutKeys, LockoutSettings } from './lockout.js';

/** The identity and settings of a client id, and whether the secret sent with it may be used. By hand: see README. */
export interface LoginCredential extends LockoutSettings {
  readonly identityId: string;
  readonly identityName: string;
  readonly orgId: string;
  readonly orgSlug: string;
  readonly accessTokenTtl: number;
  readonly accessTokenMaxTtl: number;
  readonly accessTokenPeriod: number;
  readonly accessTokenNumUsesLimit: number;
  readonly trustedIps: readonly Network[];
  /** Null unless the secret belongs to the client id, is not revoked, expired or used up. */
  readonly clientSecretId: string | null;
  /** Whether the secret is or was one of the client id's: nobody guesses those. */
  readonly isOwnSecret: boolean;
}

export interface LoginAttempt {
  /** Seconds until the lock of the source or of the client id ends; null where none holds. */
  readonly lockedFor: number | null;
  /** Whether the source signed in with the client id in the last 30 days. */
  readonly isKnownSource: boolean;
  /** Whether the source is due to be stored again. */
  readonly isSourceDue: boolean;
  /** Null for an unknown client id. */
  readonly credential: LoginCredential | null;
}

/** A login that is about to succeed. */
export interface LoginUse {
  readonly clientSecretId: string;
  /** The secret's digest under the key in force. */
  readonly digest: Buffer;
  readonly keys: LockoutKeys;
  readonly lockoutEnabled: boolean;
  readonly isKnownSource: boolean;
  readonly isSourceDue: boolean;
}

const IS_USABLE = `not s.is_revoked and (s.uses_limit = 0 or s.uses < s.uses_limit)
  and (s.ttl = 0 or s.created_at + make_interval(secs => s.ttl) > now())`;

/** How long a source that signed in is exempt from the ceiling; stored at most once a day. */
const KNOWN_FOR = `interval '30 days'`;
const RENEWED_BELOW = `interval '29 days'`;

/** One row, whatever is asked for. */
const FIND = statement(`
  select c.*, known.until is not null "isKnownSource",
    coalesce(known.until < now() + ${RENEWED_BELOW}, true) "isSourceDue",
    (
      select ceil(extract(epoch from max(f.locked_until) - now()))::int from login_failures f
      where f.locked_until > now() and (f.key = $3 or (f.key = $4 and known.until is null))
    ) "lockedFor"
  from (values (1)) as one
  left join lateral (
    select s.expires_at until from login_sources s where s.key = $3 and s.expires_at > now()
  ) known on true
  left join lateral (
    select i.id "identityId", i.name "identityName", i.org_id "orgId", o.slug "orgSlug",
      a.access_token_ttl "accessTokenTtl", a.access_token_max_ttl "accessTokenMaxTtl",
      a.access_token_period "accessTokenPeriod",
      a.access_token_num_uses_limit "accessTokenNumUsesLimit",
      a.client_secret_trusted_ips "trustedIps", a.lockout_enabled "lockoutEnabled",
      a.lockout_threshold "lockoutThreshold",
      a.lockout_duration_seconds "lockoutDurationSeconds",
      a.lockout_counter_reset_seconds "lockoutCounterResetSeconds",
      case when ${IS_USABLE} then s.id end "clientSecretId", s.id is not null "isOwnSecret"
    from universal_auths a
    join identities i on i.id = a.identity_id
    join organizations o on o.id = i.org_id
    left join client_secrets s on s.universal_auth_id = a.id and s.digest = any($2::bytea[])
    where a.client_id = $1::uuid
  ) c on true`);

/**
 * Spends one use, unless the secret or the lock has changed meanwhile. Takes the lock of the failures,
 * so that a guess that is right must still have been made in time. A digest under a former AUTH_SECRET
 * becomes one under that in force.
 */
const SPEND = statement(`
  with gate as materialized (
    select locked_until from login_failures
    where key = $2 or (key = $3 and not $5::boolean)
    order by key for update
  ), spent as (
    update client_secrets s set uses = s.uses + 1, last_used_at = now(), digest = $6
    where s.id = $1 and ${IS_USABLE}
      and not ($4 and exists (select from gate where locked_until > now()))
    returning s.uses
  ), cleared as (
    delete from login_failures where key = $2 and exists (select from spent)
  ), noted as (
    insert into login_sources (key, expires_at)
    select $2, now() + ${KNOWN_FOR} from spent where $7::boolean
    on conflict (key) do update set expires_at = excluded.expires_at
  )
  select uses "serial", floor(extract(epoch from now()))::bigint "now" from spent`);

@Injectable()
export class LoginsRepository {
  constructor(private readonly database: Database) {}

  async find(
    clientId: string | null,
    digests: readonly Buffer[],
    keys: LockoutKeys,
  ): Promise<LoginAttempt> {
    const values = [clientId, digests, keys.source, keys.ceiling];
    const row = await this.database.row<LoginCredential & Omit<LoginAttempt, 'credential'>>(
      FIND,
      values,
    );
    const { lockedFor, isKnownSource, isSourceDue, ...credential } = row!; // one row, always
    const known = { lockedFor, isKnownSource, isSourceDue };
    return { ...known, credential: credential.identityId === null ? null : credential };
  }

  /** Null if the secret cannot be used any more. */
  async useClientSecret(
    spending: LoginUse,
  ): Promise<{ readonly serial: number; readonly now: number } | null> {
    const { clientSecretId, digest, keys, lockoutEnabled, isKnownSource, isSourceDue } = spending;
    const row = await this.database.row<{ serial: string; now: string }>(SPEND, [
      clientSecretId,
      keys.source,
      keys.ceiling,
      lockoutEnabled,
      isKnownSource,
      digest,
      isSourceDue,
    ]);
    return row && { serial: Number(row.serial), now: Number(row.now) };
  }
}
