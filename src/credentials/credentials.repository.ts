import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';

/** A client secret or a token of token auth that could be used now. */
export interface LiveCredential {
  readonly id: string;
  readonly kind: 'client-secret' | 'token';
  readonly identityId: string;
  /** The description of a client secret, the name of a token. */
  readonly name: string;
  readonly makers: readonly string[];
}

const MAKERS_OF_CLIENT_SECRET = 'select makers from client_secrets where id = $1';
const MAKERS_OF_TOKEN = 'select makers from access_tokens where id = $1';

/** A client secret that is used up or has expired may have left tokens behind, so it counts until it is revoked. */
const LIVE = `
  select s.id, 'client-secret' kind, a.identity_id "identityId", s.description "name", s.makers
  from client_secrets s join universal_auths a on a.id = s.universal_auth_id
  where a.identity_id = any ($1) and not s.makers <@ array[a.identity_id, $2::uuid]
    and not s.is_revoked
  union all
  select t.id, 'token', a.identity_id, t.name, t.makers
  from access_tokens t join token_auths a on a.id = t.token_auth_id
  where a.identity_id = any ($1) and not t.makers <@ array[a.identity_id, $2::uuid]
    and not t.is_revoked
    and (t.ttl = 0 or coalesce(t.last_renewed_at, t.created_at) + make_interval(secs => t.ttl) > now())
    and (t.max_ttl = 0 or t.created_at + make_interval(secs => t.max_ttl) > now())
  order by 3, 1
  limit $3`;

const REVOKE = {
  'client-secret': `
    with held as materialized (select id from client_secrets where id = any ($1) order by id for update)
    update client_secrets s set is_revoked = true, updated_at = now() from held where s.id = held.id`,
  token: `
    with held as materialized (select id from access_tokens where id = any ($1) order by id for update)
    update access_tokens t set is_revoked = true, updated_at = now() from held where t.id = held.id`,
};

/** What identities sign in with, and who made it. */
@Injectable()
export class CredentialsRepository {
  /** The makers of what the caller signed in with. */
  async listMakers(tx: EntityManager, { claims }: Actor): Promise<readonly string[]> {
    const { clientSecretId, jti } = claims;
    const [row] =
      clientSecretId === undefined
        ? await tx.query<{ makers: string[] }[]>(MAKERS_OF_TOKEN, [jti])
        : await tx.query<{ makers: string[] }[]>(MAKERS_OF_CLIENT_SECRET, [clientSecretId]);
    return row?.makers ?? [];
  }

  /** Those of the identities that somebody made besides their holder and the caller. */
  listMadeByOthers(
    tx: EntityManager,
    { identityId }: Actor,
    holders: readonly string[],
    limit: number,
  ): Promise<LiveCredential[]> {
    return tx.query(LIVE, [holders, identityId, limit]);
  }

  /** Ends them and every token that came of them. */
  async revoke(tx: EntityManager, credentials: readonly LiveCredential[]): Promise<void> {
    for (const kind of ['client-secret', 'token'] as const) {
      const ids = credentials.filter((each) => each.kind === kind).map(({ id }) => id);
      if (ids.length > 0) await tx.query(REVOKE[kind], [ids]);
    }
  }
}
