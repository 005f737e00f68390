import { Injectable } from '@nestjs/common';
import { Database, type Statement, statement } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { unauthorized } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';
import type { AccessClaims } from './access-token.js';
import type { Actor } from './actor.js';
import { isAllowed, type Network } from './ip-allow-list.js';

interface SessionRow extends Omit<Actor, 'identityId' | 'tokenId' | 'expiresAt' | 'request'> {
  readonly trustedIps: readonly Network[];
}

const ACTOR_COLUMNS = `
  i.name, i.org_id "orgId", i.role "orgRole", i.role_id "orgRoleId",
  i.is_instance_admin "isInstanceAdmin", o.epoch "orgEpoch",
  a.access_token_trusted_ips "trustedIps"`;

export const BY_CLIENT_SECRET = statement(`
  select ${ACTOR_COLUMNS}
  from client_secrets c
  join universal_auths a on a.id = c.universal_auth_id
  join identities i on i.id = a.identity_id
  join organizations o on o.id = i.org_id
  where c.id = $1 and i.id = $2 and not c.is_revoked and to_timestamp($3) > now()
    and not exists (
      select from token_revocations r
      where r.credential_id = $1 and r.created_day = $4 and r.serials @> $5::bigint
    )`);

export const BY_STORED_TOKEN = statement(`
  select ${ACTOR_COLUMNS}
  from access_tokens t
  join token_auths a on a.id = t.token_auth_id
  join identities i on i.id = a.identity_id
  join organizations o on o.id = i.org_id
  where t.id = $1 and i.id = $2 and not t.is_revoked and to_timestamp($3) > now()`);

const COUNT_USE = statement(`
  insert into token_uses (token_id, uses, expires_at) values ($1, 1, to_timestamp($3))
  on conflict (token_id) do update
    set uses = token_uses.uses + 1, expires_at = greatest(token_uses.expires_at, excluded.expires_at)
    where token_uses.uses < $2
  returning uses`);

const SECONDS_A_DAY = 86_400;

/** The day, counted from 1970-01-01, under which the revocation of such a token is kept. */
export const createdDay = (claims: AccessClaims): number =>
  Math.floor(claims.creationEpoch / SECONDS_A_DAY);

/** What tells whether all behind a token is still alive; its `$2` is the identity. Throws 401 for what cannot be. */
export function sessionQuery(claims: AccessClaims): {
  readonly statement: Statement;
  readonly values: readonly unknown[];
} {
  const { jti, identityId, exp, clientSecretId, serial } = claims;
  if (clientSecretId !== undefined) {
    const values = [clientSecretId, identityId, exp, createdDay(claims), serial];
    return { statement: BY_CLIENT_SECRET, values };
  }
  if (!isUuid(jti)) throw unauthorized();
  return { statement: BY_STORED_TOKEN, values: [jti, identityId, exp] };
}

/** Turns verified claims into an actor: one query tells whether all behind the token is still alive. */
@Injectable()
export class Sessions {
  constructor(private readonly database: Database) {}

  /** Throws 401 if the token is expired, revoked, used up, or used from where it may not be. */
  async resume(claims: AccessClaims, request: RequestContext): Promise<Actor> {
    const { statement: query, values } = sessionQuery(claims);
    const session = await this.database.row<SessionRow>(query, values);
    if (!session || !isAllowed(session.trustedIps, request.address)) throw unauthorized();
    const { trustedIps: _, ...known } = session;
    return {
      ...known,
      identityId: claims.identityId,
      tokenId: claims.jti,
      expiresAt: new Date(claims.exp * 1000),
      request,
    };
  }

  /** Spends one use of a use-limited token. Throws 401 when none is left. */
  async spend(claims: AccessClaims): Promise<void> {
    if (claims.numUsesLimit === 0) return;
    const values = [claims.jti, claims.numUsesLimit, claims.exp];
    if (!(await this.database.row(COUNT_USE, values))) throw unauthorized();
  }
}
