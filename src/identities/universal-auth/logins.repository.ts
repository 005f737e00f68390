import { Injectable } from '@nestjs/common';
import type { Network } from '../../auth/ip-allow-list.js';
import { Database, statement } from '../../database/database.js';
import type { LockoutKeys, LockoutSettings } from './lockout.js';

/** What stands behind a client id, and whether the secret that came with it may be used. */
export interface Credential extends LockoutSettings {
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
}

export interface Attempt {
  readonly isLocked: boolean;
  /** Null for an unknown client id. */
  readonly credential: Credential | null;
}

const IS_USABLE = `not s.is_revoked and (s.uses_limit = 0 or s.uses < s.uses_limit)
  and (s.ttl = 0 or s.created_at + make_interval(secs => s.ttl) > now())`;

/** One row, whatever is asked for. */
const FIND = statement(`
  select c.*, exists (
    select from login_failures f where f.key in ($3, $4) and f.locked_until > now()
  ) "isLocked"
  from (values (1)) as one
  left join lateral (
    select i.id "identityId", i.name "identityName", i.org_id "orgId", o.slug "orgSlug",
      a.access_token_ttl "accessTokenTtl", a.access_token_max_ttl "accessTokenMaxTtl",
      a.access_token_period "accessTokenPeriod",
      a.access_token_num_uses_limit "accessTokenNumUsesLimit",
      a.client_secret_trusted_ips "trustedIps", a.lockout_enabled "lockoutEnabled",
      a.lockout_threshold "lockoutThreshold",
      a.lockout_duration_seconds "lockoutDurationSeconds",
      a.lockout_counter_reset_seconds "lockoutCounterResetSeconds", s.id "clientSecretId"
    from universal_auths a
    join identities i on i.id = a.identity_id
    join organizations o on o.id = i.org_id
    left join client_secrets s on s.universal_auth_id = a.id and s.digest = $2 and ${IS_USABLE}
    where a.client_id = $1::uuid
  ) c on true`);

/**
 * Spends one use, unless the secret or the lock has changed meanwhile. Takes the lock of the failures,
 * so that a guess that is right must still have been made in time.
 */
const SPEND = statement(`
  with gate as materialized (
    select locked_until from login_failures where key in ($2, $3) order by key for update
  ), spent as (
    update client_secrets s set uses = s.uses + 1, last_used_at = now()
    where s.id = $1 and ${IS_USABLE}
      and not ($4 and exists (select from gate where locked_until > now()))
    returning s.uses
  ), cleared as (
    delete from login_failures where key = $2 and exists (select from spent)
  )
  select uses "serial", floor(extract(epoch from now()))::bigint "now" from spent`);

@Injectable()
export class LoginsRepository {
  constructor(private readonly database: Database) {}

  async find(clientId: string | null, digest: Buffer, keys: LockoutKeys): Promise<Attempt> {
    const values = [clientId, digest, keys.source, keys.ceiling];
    const row = await this.database.row<Credential & { isLocked: boolean }>(FIND, values);
    const { isLocked, ...credential } = row!;
    return { isLocked, credential: credential.identityId === null ? null : credential };
  }

  /** Null if the secret cannot be used any more. */
  async spend(
    clientSecretId: string,
    keys: LockoutKeys,
    lockoutEnabled: boolean,
  ): Promise<{ readonly serial: number; readonly now: number } | null> {
    const values = [clientSecretId, keys.source, keys.ceiling, lockoutEnabled];
    const row = await this.database.row<{ serial: string; now: string }>(SPEND, values);
    return row && { serial: Number(row.serial), now: Number(row.now) };
  }
}
