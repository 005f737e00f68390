import { Injectable } from '@nestjs/common';
import type { AccessClaims } from '../../auth/access-token.js';
import { type Network, isAllowed } from '../../auth/ip-allow-list.js';
import { createdDay } from '../../auth/sessions.js';
import { Database, statement } from '../../database/database.js';

/** A token as a stream keeps it: the fields that tell whether it is still valid, and the address of its client. */
export interface StreamToken {
  /** Id of the client secret that logged in, or of a stored token itself. */
  readonly id: string;
  readonly identityId: string;
  readonly exp: number;
  /** Day of its login, by which revocations are kept. */
  readonly day: number;
  /** Null for a token that is stored. */
  readonly serial: number | null;
  readonly address: string;
}

export function toStreamToken(claims: AccessClaims, address: string): StreamToken {
  const { clientSecretId, jti, identityId, exp, serial = null } = claims;
  const day = createdDay(claims);
  return clientSecretId === undefined
    ? { id: jti, identityId, exp, day, serial: null, address }
    : { id: clientSecretId, identityId, exp, day, serial, address };
}

/** The check of `Sessions`, for many tokens at once. */
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

  /** Returns the tokens that a request would be refused with now. */
  async findDead<T extends StreamToken>(tokens: readonly T[]): Promise<T[]> {
    const rows = await this.database.rows<{ n: number; trustedIps: Network[] }>(LIVING, [
      tokens.map(({ id }) => id),
      tokens.map(({ identityId }) => identityId),
      tokens.map(({ exp }) => exp),
      tokens.map(({ day }) => day),
      tokens.map(({ serial }) => serial),
    ]);
    const living = new Map(rows.map(({ n, trustedIps }) => [n - 1, trustedIps]));
    return tokens.filter(({ address }, index) => !isAllowed(living.get(index) ?? [], address));
  }
}

/** A token, and the streams that were opened with it from one address. */
interface TokenStreams<T> extends StreamToken {
  readonly streams: Set<T>;
}

/** Streams by token, so that each token is checked once, however many streams it has. */
export class StreamsByToken<T extends { readonly token: StreamToken }> {
  private readonly byToken = new Map<string, TokenStreams<T>>();

  list(): TokenStreams<T>[] {
    return [...this.byToken.values()];
  }

  add(stream: T): void {
    const key = JSON.stringify(stream.token);
    const known = this.byToken.get(key) ?? { ...stream.token, streams: new Set() };
    this.byToken.set(key, known);
    known.streams.add(stream);
  }

  remove(stream: T): void {
    const key = JSON.stringify(stream.token);
    const streams = this.byToken.get(key)?.streams;
    streams?.delete(stream);
    if (streams?.size === 0) this.byToken.delete(key);
  }
}
