import { Injectable } from '@nestjs/common';
import type { AccessClaims } from '../auth/access-token.js';
import { type Network, isAllowed } from '../auth/ip-allow-list.js';
import { createdDay } from '../auth/sessions.js';
import { Database, statement } from '../database/database.js';

/** A token that a stream was opened with, and from where. */
export interface HeldToken {
  readonly claims: AccessClaims;
  readonly address: string;
}

/** What `Sessions` asks of one token at a request, asked of many at once. */
const LIVING = statement(`
  with held as (
    select * from unnest($1::uuid[], $2::uuid[], $3::float8[], $4::int[], $5::bigint[])
      with ordinality as held (id, identity_id, exp, day, serial, n)
    where to_timestamp(exp) > statement_timestamp()
  )
  select held.n::int, a.access_token_trusted_ips "trustedIps"
  from held
  join client_secrets c on c.id = held.id and not c.is_revoked
  join universal_auths a on a.id = c.universal_auth_id and a.identity_id = held.identity_id
  where held.serial is not null and not exists (
    select from token_revocations r
    where r.credential_id = held.id and r.created_day = held.day and r.serials @> held.serial
  )
  union all
  select held.n::int, a.access_token_trusted_ips
  from held
  join access_tokens t on t.id = held.id and not t.is_revoked
  join token_auths a on a.id = t.token_auth_id and a.identity_id = held.identity_id
  where held.serial is null`);

@Injectable()
export class LiveTokens {
  constructor(private readonly database: Database) {}

  /** Those that a request would be refused with now. A token that many hold is asked about once. */
  async deadAmong<T extends HeldToken>(held: readonly T[]): Promise<T[]> {
    const claims = [...new Map(held.map((each) => [keyOf(each.claims), each.claims])).values()];
    const rows = await this.database.rows<{ n: number; trustedIps: Network[] }>(LIVING, [
      claims.map(({ clientSecretId, jti }) => clientSecretId ?? jti),
      claims.map(({ identityId }) => identityId),
      claims.map(({ exp }) => exp),
      claims.map(createdDay),
      claims.map(({ clientSecretId, serial }) => (clientSecretId === undefined ? null : serial)),
    ]);
    const living = new Map(rows.map(({ n, trustedIps }) => [keyOf(claims[n - 1]!), trustedIps]));
    return held.filter((each) => !isAllowed(living.get(keyOf(each.claims)) ?? [], each.address));
  }
}

/** All that the statement asks about. */
function keyOf(claims: AccessClaims): string {
  const { clientSecretId, jti, identityId, exp, serial } = claims;
  return [clientSecretId, jti, identityId, exp, serial, createdDay(claims)].join(' ');
}
