/** SQL: whether what the service token `t` was made with lives, where the token ends with it. */
export const CREDENTIAL_STANDS = `(not t.ends_with_credential or exists (
  select from client_secrets c where c.id = t.credential_id and not c.is_revoked
  union all
  select from access_tokens c where c.id = t.credential_id and not c.is_revoked
  union all
  select from workload_auths c where c.id = t.credential_id and c.trust_epoch = t.trust_epoch
  union all
  select from sessions c
  where c.id = t.credential_id and c.ended_at is null and c.expires_at > now()
))`;

/** SQL: the networks from which the service token `t` may be used, as its credential may; null: from anywhere. */
export const TRUSTED_IPS = `case when t.ends_with_credential then (
  select a.access_token_trusted_ips from client_secrets c
  join universal_auths a on a.id = c.universal_auth_id where c.id = t.credential_id
  union all
  select a.access_token_trusted_ips from access_tokens c
  join token_auths a on a.id = c.token_auth_id where c.id = t.credential_id
  union all
  select c.access_token_trusted_ips from workload_auths c where c.id = t.credential_id
  union all
  select a.access_token_trusted_ips from sessions c
  join universal_auths a on a.id = c.universal_auth_id where c.id = t.credential_id
) end`;

const locked = (name: string, table: string, strength = 'key share') => `
  ${name} as materialized (
    select c.id from ${table} c where c.id = (select credential_id from made_with) for ${strength}
  )`;

/**
 * SQL: locks the service token `$1` after what it ends with, so that whoever ends either waits: in the order in which they
 * lock them.
 */
export const LOCK_WITH_CREDENTIAL = `
  with made_with as materialized (
    select credential_id from service_tokens where id = $1 and ends_with_credential
  ),
  ${locked('secret', 'client_secrets')},
  ${locked('stored', 'access_tokens')},
  ${locked('workload', 'workload_auths')},
  ${locked('session', 'sessions', 'share')}
  select from service_tokens t
  where t.id = $1 and (select count(*) from secret) + (select count(*) from stored)
    + (select count(*) from workload) + (select count(*) from session) >= 0
  for key share of t`;
