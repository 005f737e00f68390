import { IS_FRESH } from '../auth/fresh-proof.js';
import { IS_TAKEN } from '../auth/session-queries.js';
import { statement } from '../database/database.js';

export const BEGIN = statement(`
  insert into sessions
    (id, user_id, org_id, kind, login_method, assurance, proved_at, idle_seconds, expires_at, address, client,
     bypasses_sso)
  values ($1, $2, $3, $4, $5, $6, coalesce($7, now()), $8,
    least(now() + make_interval(secs => $9), coalesce($10, 'infinity'::timestamptz)), $11, $12, $13)
  returning expires_at "expiresAt", floor(extract(epoch from now()))::int "now"`);

/** Nobody asks for sessions that ended a day ago; a person's next login takes them away. */
export const FORGET = statement(`
  delete from sessions
  where user_id = $1 and least(ended_at, expires_at) < now() - interval '1 day'`);

export const NOW = statement(`select floor(extract(epoch from now()))::int "now"`);

const IS_LIVE = `s.ended_at is null and s.locked_at is null and s.expires_at > now()
  and s.last_used_at + make_interval(secs => s.idle_seconds) > now()`;

/** Rights are not asked for here: only whether the session lives, in the organization that it is bound to. */
export const RESUME = statement(`
  select s.id "sessionId", s.user_id "userId", s.org_id "orgId", s.kind, s.login_method "loginMethod",
    s.assurance, s.bypasses_sso "bypassesSso", s.proved_at "provedAt", s.expires_at "expiresAt",
    ${IS_FRESH} "isFresh",
    u.email, coalesce(f.is_on, false) "hasSecondFactor",
    s.last_used_at < now() - interval '1 minute' "isUseDue"
  from sessions s
  join users u on u.id = s.user_id
  left join organizations o on o.id = s.org_id
  left join second_factors f on f.user_id = u.id
  left join organization_memberships m on m.user_id = u.id and m.org_id = s.org_id
  where s.id = $1 and s.user_id = $2 and to_timestamp($3) > now() and ${IS_LIVE}
    and (s.org_id is null or (m.is_active and m.status = 'accepted' and ${IS_TAKEN}))`);

/** A live session by its id alone, for who holds its refresh token. */
export const FIND = statement(`
  select s.id "sessionId", s.user_id "userId", s.org_id "orgId", s.kind, s.login_method "loginMethod",
    s.assurance, s.expires_at "expiresAt", floor(extract(epoch from now()))::int "now"
  from sessions s
  left join organizations o on o.id = s.org_id
  left join organization_memberships m on m.user_id = s.user_id and m.org_id = s.org_id
  where s.id = $1 and ${IS_LIVE}
    and (s.org_id is null or (m.is_active and m.status = 'accepted' and ${IS_TAKEN}))`);

/** The next token of the family; none where the token is not the one in force. */
export const ROTATE = statement(`
  update sessions s set refresh_counter = refresh_counter + 1, refreshed_at = now(), last_used_at = now()
  where s.id = $1 and s.refresh_counter = $2 and ${IS_LIVE}
  returning refresh_counter "counter"`);

/** What became of a family: whether the token before the one in force may have its answer once more. */
export const FAMILY = statement(`
  select s.refresh_counter "counter",
    s.refreshed_at > now() - interval '20 seconds' "isRecent"
  from sessions s where s.id = $1 and ${IS_LIVE}`);

/** A session that goes on only by signing in anew: it was locked, or an identity has not used it for long. */
export const IS_LOCKED = statement(`
  select 1 from sessions s
  where s.id = $1 and s.ended_at is null and s.expires_at > now() and (
    s.locked_at is not null
    or (s.identity_id is not null and s.last_used_at + make_interval(secs => s.idle_seconds) <= now())
  )`);

/** Ends a session, and tells whose it was. No row where it had ended before. */
export const END_QUIETLY = statement(`
  with ended as (
    update sessions set ended_at = now() where id = $1 and ended_at is null
    returning user_id, identity_id, org_id
  )
  select coalesce(u.id, i.id) "holderId", coalesce(u.email, i.name) "name", u.id is not null "isPerson",
    e.org_id "orgId"
  from ended e
  left join users u on u.id = e.user_id
  left join identities i on i.id = e.identity_id`);

/** A session that is about to be replaced. Locks come before it, in one order, so that what they waited for is seen. */
export const LOCK_ACCOUNT = statement('select from users where id = $1 for no key update');
export const LOCK_PLACE = statement(
  'select from organization_memberships where user_id = $1 and org_id = $2 for share',
);
/** Waits for a change of the provider, which may end all sessions that it opened. */
export const LOCK_PROVIDER = statement(
  'select from oidc_configurations where org_id = $1 for share',
);
export const LIVE = statement('select 1 from sessions where id = $1 and ended_at is null');
