import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type BoundStatement, statement } from '../database/database.js';
import { ofAnyLength } from '../database/batched-query.js';
import { isOfPerson } from '../auth/access-token.js';
import type { Actor } from '../auth/actor.js';

/** A client secret, a token of token auth, a trust in workloads, or a service token, that could be used now. */
export interface LiveCredential {
  readonly id: string;
  readonly kind: 'client-secret' | 'token' | 'workload-auth' | 'service-token';
  readonly identityId: string;
  /** The description of a client secret, the name of a token of either kind, the method of a trust in workloads. */
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
const MAKERS_OF_WORKLOAD = 'select makers from workload_auths where id = $1';
/** A trust may have been changed by many; the one who did last chose how it is. */
const CHAIN_OF_WORKLOAD =
  'select coalesce(configured_by, makers) makers from workload_auths where id = $1';

/** A client secret that is used up or has expired may have left tokens behind, so it counts until it is revoked. */
const LIVE_SECRETS = `
  from client_secrets s join universal_auths a on a.id = s.universal_auth_id
  where not s.is_revoked`;
const LIVE_TOKENS = `
  from access_tokens s join token_auths a on a.id = s.token_auth_id
  where not s.is_revoked
    and (s.ttl = 0 or coalesce(s.last_renewed_at, s.created_at) + make_interval(secs => s.ttl) > now())
    and (s.max_ttl = 0 or s.created_at + make_interval(secs => s.max_ttl) > now())`;

/** Makers of a trust in workloads chose who may act as the identity, for as long as it is attached. */
const WORKLOADS = `
  from workload_auths s cross join lateral (select s.identity_id) a where true`;

/** A service token goes by the rights of the identity that made it. */
const SERVICE_TOKENS = `
  from service_tokens s cross join lateral (select s.maker_id identity_id) a
  where s.expires_at > now()`;

/** Pairs of an identity and a maker that one change looks at. Part of the text: PostgreSQL would make a plan anew for each value. */
export const MAX_PAIRS = 5_000;

const HOLDERS = ofAnyLength('$1::uuid[]');

const MADE_BY = statement(`
  select distinct made.identity_id "identityId", maker
  from (
    select a.identity_id, s.makers ${LIVE_SECRETS} and a.identity_id = any (${HOLDERS})
    union all
    select a.identity_id, s.makers ${LIVE_TOKENS} and a.identity_id = any (${HOLDERS})
    union all
    select a.identity_id, s.makers ${WORKLOADS} and a.identity_id = any (${HOLDERS})
    union all
    select a.identity_id, s.makers ${SERVICE_TOKENS} and a.identity_id = any (${HOLDERS})
  ) made, unnest(made.makers) maker
  where maker <> made.identity_id and maker <> $2
  order by 1, 2
  limit ${MAX_PAIRS}`);

/** `listMadeBy` as a statement. */
export const madeBy = ({ callerId }: Actor, holders: readonly string[]): BoundStatement => ({
  ...MADE_BY,
  values: [holders, callerId],
});

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
  union all
  select s.id, 'workload-auth', a.identity_id, s.method, s.makers ${WORKLOADS} ${BY_ONE_OF_THEM}
  union all
  select s.id, 'service-token', a.identity_id, s.name, s.makers ${SERVICE_TOKENS} ${BY_ONE_OF_THEM}
  order by 3, 1
  limit $3`;

type WrittenTable = 'client_secrets' | 'access_tokens' | 'workload_auths' | 'service_tokens';

/** Grants and creations of who signed in with one of them hold it; they are waited for. */
const revoking = (table: WrittenTable, live: string) => `
  with held as materialized (
    select s.id, a.identity_id ${live} ${BY_ONE_OF_THEM} order by s.id for update of s
  ), done as (
    update ${table} t set is_revoked = true, updated_at = now() from held where t.id = held.id
    returning held.identity_id
  )
  select identity_id "identityId", count(*)::int n from done group by identity_id`;

/** What has no state in which it would be kept is removed. */
const removing = (table: WrittenTable, live: string) => `
  with held as materialized (
    select s.id, a.identity_id ${live} ${BY_ONE_OF_THEM} order by s.id for update of s
  ), done as (
    delete from ${table} t using held where t.id = held.id returning held.identity_id
  )
  select identity_id "identityId", count(*)::int n from done group by identity_id`;

const REVOKE = [
  revoking('client_secrets', LIVE_SECRETS),
  revoking('access_tokens', LIVE_TOKENS),
  removing('workload_auths', WORKLOADS),
  removing('service_tokens', SERVICE_TOKENS),
];

/**
 * What identities sign in with, and who made it. SQL by hand: each question is about four tables at once, of which only the
 * live rows count, and who is found is revoked in the statement that locks it.
 */
@Injectable()
export class CredentialsRepository {
  /** The makers of what the caller signed in with. */
  listMakers(tx: EntityManager, actor: Actor): Promise<readonly string[]> {
    return this.listBehind(tx, actor, MAKERS_OF_WORKLOAD);
  }

  /** Who made what the caller signed in with, or set it up last, then who made what that one did it with, and so on. */
  listChain(tx: EntityManager, actor: Actor): Promise<readonly string[]> {
    return this.listBehind(tx, actor, CHAIN_OF_WORKLOAD);
  }

  private async listBehind(
    tx: EntityManager,
    { claims }: Actor,
    ofWorkload: string,
  ): Promise<readonly string[]> {
    // A person's password and second factor are nobody else's.
    if (isOfPerson(claims)) return [];
    const { clientSecretId, credentialId, jti } = claims;
    const [statement, id] =
      credentialId !== undefined
        ? [ofWorkload, credentialId]
        : clientSecretId !== undefined
          ? [MAKERS_OF_CLIENT_SECRET, clientSecretId]
          : [MAKERS_OF_TOKEN, jti];
    const [row] = await tx.query<{ makers: string[] }[]>(statement, [id]);
    return row?.makers ?? [];
  }

  /** Who made live credentials of the identities, besides themselves and the caller: `MAX_PAIRS` at the most. */
  listMadeBy(
    tx: EntityManager,
    { callerId }: Actor,
    holders: readonly string[],
  ): Promise<MadeBy[]> {
    return tx.query(MADE_BY.text, [holders, callerId]);
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
