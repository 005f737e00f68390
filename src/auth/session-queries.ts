import { type Statement, statement } from '../database/database.js';
import { required } from '../database/required.js';
import { isUuid } from '../database/uuid.js';
import { forbidden, tokenExpired, tokenInvalid, tokenRevoked } from '../errors/api-error.js';
import { type AccessClaims, type IdentityClaims, isOfPerson } from './access-token.js';
import { IS_FRESH } from './fresh-proof.js';
import { personalStampOf, scopeQuery } from './prefetched-project.js';

const ACTOR_COLUMNS = `
  i.name, i.org_id "orgId", i.role "orgRole", i.role_id "orgRoleId",
  i.is_instance_admin "isInstanceAdmin", o.epoch "orgEpoch",
  exists (select from group_members g where g.identity_id = i.id) "isInGroups",
  a.access_token_trusted_ips "trustedIps"`;

/**
 * SQL: whether the token of a login was revoked, by its credential, day and serial number. One row is read, of one size, however
 * many others were.
 */
export const isRevokedSerial = (
  credential: string,
  day: string,
  serial: string,
): string => `exists (
      select from token_revocation_blocks r
      where r.credential_id = ${credential} and r.created_day = ${day} and r.block = ${serial} >> 10
        and get_bit(r.bits, (${serial} & 1023)::int) = 1
    )`;

const FROM_CLIENT_SECRET = statement(`
  select ${ACTOR_COLUMNS}
  from client_secrets c
  join universal_auths a on a.id = c.universal_auth_id
  join identities i on i.id = a.identity_id
  join organizations o on o.id = i.org_id
  where c.id = $1 and i.id = $2 and not c.is_revoked and to_timestamp($3) > now()
    and not ${isRevokedSerial('$1', '$4', '$5::bigint')}`);

const FROM_STORED_TOKEN = statement(`
  select ${ACTOR_COLUMNS}
  from access_tokens t
  join token_auths a on a.id = t.token_auth_id
  join identities i on i.id = a.identity_id
  join organizations o on o.id = i.org_id
  where t.id = $1 and i.id = $2 and not t.is_revoked and to_timestamp($3) > now()`);

/** A login under another trust than the row has now is dead; the row itself goes with its tokens. */
const FROM_WORKLOAD = statement(`
  select ${ACTOR_COLUMNS}
  from workload_auths a
  join identities i on i.id = a.identity_id
  join organizations o on o.id = i.org_id
  where a.id = $1 and i.id = $2 and a.trust_epoch = $6 and to_timestamp($3) > now()
    and not ${isRevokedSerial('$1', '$4', '$5::bigint')}`);

/** SQL: whether the session `s` is of a kind that the organization `o` takes: it may demand a second factor, or its provider. */
export const IS_TAKEN = `(s.assurance <> 'password' or not o.enforce_mfa)
  and (s.assurance = 'sso' or s.bypasses_sso or not o.auth_enforced)`;

/** SQL: whether the session is taken only while its person may go past the provider: who reads it asks for that right. */
export const RESTS_ON_BYPASS = `(s.bypasses_sso and o.auth_enforced and s.assurance <> 'sso')`;

/** Whether a request may go on with the session `s`, which is bound to the organization `o` of the membership `m`. */
export const IS_LIVE_SESSION = `
  s.ended_at is null and s.locked_at is null and s.expires_at > now()
  and s.last_used_at + make_interval(secs => s.idle_seconds) > now()
  and m.is_active and m.status = 'accepted'
  and ${IS_TAKEN}`;

/**
 * SQL: whether a request may go on with the session `s` of an identity. It ends with its universal auth, whose deletion
 * takes it along, and with the client secret `c` that opened it.
 */
export const IS_LIVE_IDENTITY_SESSION = `
  s.ended_at is null and s.locked_at is null and s.expires_at > now()
  and s.last_used_at + make_interval(secs => s.idle_seconds) > now()
  and (s.client_secret_id is null or not c.is_revoked)`;

const FROM_IDENTITY_SESSION = statement(`
  select ${ACTOR_COLUMNS}, s.last_used_at < now() - interval '1 minute' "isUseDue"
  from sessions s
  join identities i on i.id = s.identity_id
  join organizations o on o.id = i.org_id
  left join universal_auths a on a.id = s.universal_auth_id
  left join client_secrets c on c.id = s.client_secret_id
  where s.id = $1 and i.id = $2 and to_timestamp($3) > now() and ${IS_LIVE_IDENTITY_SESSION}`);

/** People sign in from anywhere. What a provider of one organization says makes nobody an admin of the instance. A minute passes before the use of a session is written again. */
const FROM_SESSION = statement(`
  select u.email "name", m.org_id "orgId", m.role "orgRole", m.role_id "orgRoleId",
    u.super_admin and s.assurance <> 'sso' "isInstanceAdmin", o.epoch "orgEpoch",
    exists (
      select from group_members g join groups own on own.id = g.group_id
      where g.user_id = u.id and own.org_id = m.org_id) "isInGroups",
    null::json "trustedIps", m.id "orgMembershipId", ${RESTS_ON_BYPASS} "restsOnBypass",
    s.last_used_at < now() - interval '1 minute' "isUseDue", ${IS_FRESH} "isFresh"
  from sessions s
  join users u on u.id = s.user_id
  join organization_memberships m on m.user_id = s.user_id and m.org_id = s.org_id
  join organizations o on o.id = s.org_id
  where s.id = $1 and u.id = $2 and to_timestamp($3) > now() and s.org_id = $4 and ${IS_LIVE_SESSION}`);

/** Extends a session query by a project as its holder finds it, so that one statement reads both. */
function withProject(
  session: Statement,
  stamp: string | undefined,
): Readonly<Record<'id' | 'slug', Statement>> {
  const key = `$${new Set(session.text.match(/\$\d/g)).size + 1}`;
  const by = (column: 'id' | 'slug') =>
    statement(`
      select session.*, p.id, p.slug, p.epoch, p."membershipId", p.now, p.head, p."personalStamp"
      from (${session.text}) session
      left join lateral (${scopeQuery('session."orgId"', '$2', column, key, stamp)}) p on true`);
  return { id: by('id'), slug: by('slug') };
}

/** The statements that read a live session, alone and with a project by id or slug. */
export interface SessionQueries {
  readonly alone: Statement;
  readonly id: Statement;
  readonly slug: Statement;
  /**
   * PostgreSQL types of the parameters of `alone`; `$2` is the identity or person. The others have the project's key
   * after them.
   */
  readonly types: readonly string[];
  /**
   * Locks what the session rests on, `$1` as in `alone`. Logins may go on meanwhile; whoever ends a session or
   * revokes a credential waits.
   */
  readonly lock: Statement;
  /** Fails unless `alone`, whose values it takes, finds the session. Comes after `lock`. */
  readonly proof: Statement;
}

/** Fails unless the query finds a row. */
export const requiringRow = (query: string): Statement =>
  statement(`select ${required('count(*) > 0')} from (${query}) live`);

const queries = (
  alone: Statement,
  types: readonly string[],
  lock: string,
  stamp?: string,
): SessionQueries => ({
  alone,
  ...withProject(alone, stamp),
  types,
  lock: statement(lock),
  proof: requiringRow(alone.text),
});

export const BY_CLIENT_SECRET = queries(
  FROM_CLIENT_SECRET,
  ['uuid', 'uuid', 'float8', 'int', 'bigint'],
  'select from client_secrets where id = $1 for key share',
);
export const BY_STORED_TOKEN = queries(
  FROM_STORED_TOKEN,
  ['uuid', 'uuid', 'float8'],
  'select from access_tokens where id = $1 for key share',
);
export const BY_WORKLOAD = queries(
  FROM_WORKLOAD,
  ['uuid', 'uuid', 'float8', 'int', 'bigint', 'int'],
  'select from workload_auths where id = $1 for key share',
);
/** Any change of the membership or the session waits, deactivation among them. They are locked in that order, as everywhere. */
export const BY_SESSION = queries(
  FROM_SESSION,
  ['uuid', 'uuid', 'float8', 'uuid'],
  `select from sessions s
   join organization_memberships m on m.user_id = s.user_id and m.org_id = s.org_id
   where s.id = $1 for share of m, s`,
  personalStampOf('p.id', '$2'),
);

/** The secret first, as its revocation and deletion do. */
export const BY_IDENTITY_SESSION = queries(
  FROM_IDENTITY_SESSION,
  ['uuid', 'uuid', 'float8'],
  `with secret as materialized (
     select c.id from client_secrets c
     where c.id = (select s.client_secret_id from sessions s where s.id = $1) for key share
   )
   select from sessions s where s.id = $1 and (select count(*) from secret) >= 0 for share of s`,
);

export const ALL_SESSION_QUERIES = [
  ...[BY_CLIENT_SECRET, BY_STORED_TOKEN, BY_WORKLOAD, BY_SESSION, BY_IDENTITY_SESSION],
];

const SECONDS_A_DAY = 86_400;

/** The day, counted from 1970-01-01, under which the revocation of such a token is kept. */
export const createdDay = (claims: IdentityClaims): number =>
  Math.floor(claims.creationEpoch / SECONDS_A_DAY);

/** The session behind a token; undefined where there is none. */
export const sessionOf = (claims: AccessClaims): string | undefined =>
  isOfPerson(claims) ? claims.jti : claims.sessionId;

/** Who a token is of: an identity or a person. */
export const holderOf = (claims: AccessClaims): string =>
  isOfPerson(claims) ? claims.userId : claims.identityId;

/** Why a token has no session. The database decides that it has none; this clock only chooses the words. */
export const deadToken = ({ exp }: AccessClaims) =>
  exp * 1000 <= Date.now() ? tokenExpired(exp) : tokenRevoked();

const unbound = () =>
  forbidden(
    'wrong-token-type',
    'This token is bound to no organization yet. Send it to POST /api/v3/auth/select-organization, and the token of ' +
      'that answer here.',
  );

/**
 * The queries for a token, the values of `alone`, and what `lock` locks by. Throws 401 for what cannot be, 403 for the
 * token of a person who has chosen no organization.
 */
export function sessionQuery(claims: AccessClaims): {
  readonly queries: SessionQueries;
  readonly values: readonly unknown[];
} {
  const { exp } = claims;
  if (isOfPerson(claims)) {
    const { jti, userId, organizationId } = claims;
    if (organizationId === undefined) throw unbound();
    return { queries: BY_SESSION, values: [jti, userId, exp, organizationId] };
  }
  const { jti, identityId, sessionId, clientSecretId, serial } = claims;
  if (sessionId !== undefined) {
    return { queries: BY_IDENTITY_SESSION, values: [sessionId, identityId, exp] };
  }
  if (clientSecretId !== undefined) {
    const values = [clientSecretId, identityId, exp, createdDay(claims), serial];
    return { queries: BY_CLIENT_SECRET, values };
  }
  const { credentialId, trustEpoch } = claims;
  if (credentialId !== undefined) {
    const values = [credentialId, identityId, exp, createdDay(claims), serial, trustEpoch];
    return { queries: BY_WORKLOAD, values };
  }
  if (!isUuid(jti)) throw tokenInvalid();
  return { queries: BY_STORED_TOKEN, values: [jti, identityId, exp] };
}
