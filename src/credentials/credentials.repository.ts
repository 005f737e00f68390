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

/** An identity, and one that made a credential of it. */
export interface MadeBy {
  readonly identityId: string;
  readonly maker: string;
}

const MAKERS_OF_CLIENT_SECRET = 'select makers from client_secrets where id = $1';
const MAKERS_OF_TOKEN = 'select makers from access_tokens where id = $1';

/** A client secret that is used up or has expired may have left tokens behind, so it counts until it is revoked. */
const LIVE_SECRETS = `
  from client_secrets s join universal_auths a on a.id = s.universal_auth_id
  where not s.is_revoked`;
const LIVE_TOKENS = `
  from access_tokens s join token_auths a on a.id = s.token_auth_id
  where not s.is_revoked
    and (s.ttl = 0 or coalesce(s.last_renewed_at, s.created_at) + make_interval(secs => s.ttl) > now())
    and (s.max_ttl = 0 or s.created_at + make_interval(secs => s.max_ttl) > now())`;

const MADE_BY = `
  select distinct made.identity_id "identityId", maker
  from (
    select a.identity_id, s.makers ${LIVE_SECRETS} and a.identity_id = any ($1)
    union all
    select a.identity_id, s.makers ${LIVE_TOKENS} and a.identity_id = any ($1)
  ) made, unnest(made.makers) maker
  where maker <> made.identity_id and maker <> $2
  order by 1, 2
  limit $3`;

const BY_ONE_OF_THEM = `
  and exists (
    select from unnest($1::uuid[], $2::uuid[]) made (identity_id, maker)
    where made.identity_id = a.identity_id and made.maker = any (s.makers)
  )`;

const LIST = `
  select s.id, 'client-secret' kind, a.identity_id "identityId", s.description "name", s.makers
  ${LIVE_SECRETS} ${BY_ONE_OF_THEM}
  union all
  select s.id, 'token', a.identity_id, s.name, s.makers ${LIVE_TOKENS} ${BY_ONE_OF_THEM}
  order by 3, 1
  limit $3`;

/** Grants and creations of who signed in with one of them hold it; they are waited for. */
const revoking = (table: string, live: string) => `
  with held as materialized (
    select s.id, a.identity_id ${live} ${BY_ONE_OF_THEM} order by s.id for update of s
  ), done as (
    update ${table} t set is_revoked = true, updated_at = now() from held where t.id = held.id
    returning held.identity_id
  )
  select identity_id "identityId", count(*)::int n from done group by identity_id`;

const REVOKE = [revoking('client_secrets', LIVE_SECRETS), revoking('access_tokens', LIVE_TOKENS)];

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

  /** Who made live credentials of the identities, besides themselves and the caller. */
  listMadeBy(
    tx: EntityManager,
    { identityId }: Actor,
    holders: readonly string[],
    limit: number,
  ): Promise<MadeBy[]> {
    return tx.query(MADE_BY, [holders, identityId, limit]);
  }

  /** Live credentials of these identities that these made, or had a part in. */
  list(tx: EntityManager, made: readonly MadeBy[], limit: number): Promise<LiveCredential[]> {
    return tx.query(LIST, [...columnsOf(made), limit]);
  }

  /** Ends them and every token that came of them. Gives how many of each identity. */
  async revoke(tx: EntityManager, made: readonly MadeBy[]): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    for (const statement of REVOKE) {
      const rows = await tx.query<{ identityId: string; n: number }[]>(statement, columnsOf(made));
      for (const { identityId, n } of rows) {
        counts.set(identityId, (counts.get(identityId) ?? 0) + n);
      }
    }
    return counts;
  }
}

const columnsOf = (made: readonly MadeBy[]): [string[], string[]] => [
  made.map(({ identityId }) => identityId),
  made.map(({ maker }) => maker),
];
