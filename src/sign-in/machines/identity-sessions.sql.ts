import type { AuthMethod } from '../../auth/access-token.js';
import { IS_FRESH } from '../../auth/fresh-proof.js';
import type { Network } from '../../auth/ip-allow-list.js';
import { IS_LIVE_IDENTITY_SESSION } from '../../auth/session-queries.js';
import { statement } from '../../database/database.js';

/** After which it is locked, in seconds. */
export const IDLE_SECONDS = 900;
/** After which it ends, in seconds. */
export const TOTAL_SECONDS = 43_200;
/** How long its access tokens last at most, in seconds. */
export const TOKEN_SECONDS = 900;
/** Sessions of one identity at a time. */
export const MOST = 100;

/** A live session of an identity, and what its universal auth says of tokens. */
export interface IdentitySession {
  readonly sessionId: string;
  readonly identityId: string;
  readonly identityName: string;
  readonly orgId: string;
  readonly kind: 'console';
  readonly loginMethod: AuthMethod;
  readonly clientSecretId: string | null;
  readonly expiresAt: Date;
  /** Seconds; 0: no bound. */
  readonly ttl: number;
  readonly usesLimit: number;
  /** Null: from anywhere. */
  readonly trustedIps: readonly Network[] | null;
  /** The database's time, in whole seconds. */
  readonly now: number;
}

/** A session as its owner and administrators recognize it. */
export interface ListedSession {
  readonly id: string;
  readonly loginMethod: string;
  readonly clientSecretId: string | null;
  readonly isLocked: boolean;
  readonly address: string | null;
  readonly client: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly isFresh: boolean;
}

/** Lasts no longer than the client secret, nor than any token of its universal auth. */
export const BEGIN_IDENTITY_SESSION = statement(`
  insert into sessions
    (id, identity_id, org_id, kind, login_method, assurance, universal_auth_id, client_secret_id,
     idle_seconds, expires_at, address, client)
  select $1, i.id, i.org_id, 'console', $3, 'password', a.id, c.id, $5,
    least(
      now() + make_interval(secs => $6),
      case when c.ttl > 0 then c.created_at + make_interval(secs => c.ttl) end,
      case when a.access_token_period = 0 and a.access_token_max_ttl > 0
        then now() + make_interval(secs => a.access_token_max_ttl) end),
    $7, $8
  from identities i
  left join universal_auths a on a.identity_id = i.id
  left join client_secrets c on c.universal_auth_id = a.id and c.id = $4::uuid and not c.is_revoked
  where i.id = $2 and ($4::uuid is null or c.id is not null)
  returning id`);

/** Nobody asks for sessions that ended a day ago. */
export const FORGET_IDENTITY_SESSIONS = statement(`
  delete from sessions
  where identity_id = $1 and least(ended_at, expires_at) < now() - interval '1 day'`);

export const END_OLDEST_IDENTITY_SESSIONS = statement(`
  update sessions set ended_at = now() where id in (
    select id from sessions where identity_id = $1 and ended_at is null and expires_at > now()
    order by created_at desc, id desc offset $2
  )`);

export const FIND_IDENTITY_SESSION = statement(`
  select s.id "sessionId", i.id "identityId", i.name "identityName", i.org_id "orgId", s.kind,
    s.login_method "loginMethod", s.client_secret_id "clientSecretId", s.expires_at "expiresAt",
    coalesce(nullif(a.access_token_period, 0), a.access_token_ttl, 0) "ttl",
    coalesce(a.access_token_num_uses_limit, 0) "usesLimit", a.access_token_trusted_ips "trustedIps",
    floor(extract(epoch from now()))::int "now"
  from sessions s
  join identities i on i.id = s.identity_id
  left join universal_auths a on a.id = s.universal_auth_id
  left join client_secrets c on c.id = s.client_secret_id
  where s.id = $1 and ${IS_LIVE_IDENTITY_SESSION}`);

/** Sessions that are locked, or idle, are among them: their owner can sign in anew. */
export const LIST_IDENTITY_SESSIONS = statement(`
  select s.id, s.login_method "loginMethod", s.client_secret_id "clientSecretId",
    (s.locked_at is not null or s.last_used_at + make_interval(secs => s.idle_seconds) <= now())
      "isLocked",
    s.address, s.client, s.created_at "createdAt", s.last_used_at "lastUsedAt", s.expires_at "expiresAt",
    ${IS_FRESH} "isFresh"
  from sessions s left join client_secrets c on c.id = s.client_secret_id
  where s.identity_id = $1 and s.ended_at is null and s.expires_at > now()
    and (s.client_secret_id is null or not c.is_revoked)
  order by s.created_at desc, s.id limit ${MOST}`);

export const END_IDENTITY_SESSIONS = statement(`
  with ended as (
    update sessions set ended_at = now()
    where identity_id = $1 and ended_at is null and expires_at > now()
      and ($2::uuid is null or id = $2::uuid)
    returning id
  )
  select id from ended order by id`);
