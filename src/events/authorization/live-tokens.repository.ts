import { Injectable } from '@nestjs/common';
import { SsoBypass } from '../../access/sso-bypass.js';
import { type AccessClaims, isOfPerson } from '../../auth/access-token.js';
import { type Network, isAllowed } from '../../auth/ip-allow-list.js';
import {
  createdDay,
  IS_LIVE_IDENTITY_SESSION,
  IS_LIVE_SESSION,
  isRevokedSerial,
  RESTS_ON_BYPASS,
} from '../../auth/session-queries.js';
import { Database, statement } from '../../database/database.js';

/** A token as a stream keeps it: the fields that tell whether it is still valid, and the address of its client. */
export interface StreamToken {
  /** Id of the client secret or workload row that logged in, of a stored token itself, or of a session. */
  readonly id: string;
  /** The identity, or the person. */
  readonly holderId: string;
  /** The organization of a person's session; null for tokens of identities. */
  readonly orgId: string | null;
  readonly exp: number;
  /** Day of its login, by which revocations are kept. */
  readonly day: number;
  /** Null for a token that is stored. */
  readonly serial: number | null;
  /** The trust under which a workload logged in; null for all others. */
  readonly trustEpoch: number | null;
  readonly address: string;
}

export function toStreamToken(claims: AccessClaims, address: string): StreamToken {
  const { jti, exp } = claims;
  if (isOfPerson(claims)) {
    const { userId: holderId, organizationId: orgId = null } = claims;
    return { id: jti, holderId, orgId, exp, day: 0, serial: null, trustEpoch: null, address };
  }
  const { sessionId, clientSecretId, credentialId, identityId: holderId, serial = null } = claims;
  const { trustEpoch = null } = claims;
  const id = sessionId ?? clientSecretId ?? credentialId ?? jti;
  return { id, holderId, orgId: null, exp, day: createdDay(claims), serial, trustEpoch, address };
}

/** The check of `Sessions`, for many tokens at once. */
const LIVING = statement(`
  with held as (
    select * from unnest($1::uuid[], $2::uuid[], $3::float8[], $4::int[], $5::bigint[], $6::uuid[], $7::int[])
      with ordinality as held (id, holder_id, exp, day, serial, org_id, trust_epoch, n)
    where to_timestamp(exp) > statement_timestamp() and not ${isRevokedSerial('held.id', 'held.day', 'held.serial')}
  )
  select held.n::int, a.access_token_trusted_ips "trustedIps", false "restsOnBypass"
  from held
  join client_secrets c on c.id = held.id and not c.is_revoked
  join universal_auths a on a.id = c.universal_auth_id and a.identity_id = held.holder_id
  where held.serial is not null
  union all
  select held.n::int, a.access_token_trusted_ips, false
  from held
  join workload_auths a
    on a.id = held.id and a.identity_id = held.holder_id and a.trust_epoch = held.trust_epoch
  union all
  select held.n::int, a.access_token_trusted_ips, false
  from held
  join access_tokens t on t.id = held.id and not t.is_revoked
  join token_auths a on a.id = t.token_auth_id and a.identity_id = held.holder_id
  where held.serial is null and held.org_id is null
  union all
  select held.n::int, null::json, ${RESTS_ON_BYPASS}
  from held
  join sessions s on s.id = held.id and s.user_id = held.holder_id and s.org_id = held.org_id
  join organization_memberships m on m.user_id = s.user_id and m.org_id = s.org_id
  join organizations o on o.id = m.org_id
  where ${IS_LIVE_SESSION}
  union all
  select held.n::int, a.access_token_trusted_ips, false
  from held
  join sessions s on s.id = held.id and s.identity_id = held.holder_id
  left join universal_auths a on a.id = s.universal_auth_id
  left join client_secrets c on c.id = s.client_secret_id
  where ${IS_LIVE_IDENTITY_SESSION}`);

interface Living {
  /** The place of the token in the list, from 1. */
  readonly n: number;
  readonly trustedIps: Network[] | null;
  readonly restsOnBypass: boolean;
}

@Injectable()
export class LiveTokens {
  constructor(
    private readonly database: Database,
    private readonly bypass: SsoBypass,
  ) {}

  /** Returns the tokens that a request would be refused with now. */
  async findDead<T extends StreamToken>(tokens: readonly T[]): Promise<T[]> {
    const rows = await this.database.rows<Living>(LIVING, [
      tokens.map(({ id }) => id),
      tokens.map(({ holderId }) => holderId),
      tokens.map(({ exp }) => exp),
      tokens.map(({ day }) => day),
      tokens.map(({ serial }) => serial),
      tokens.map(({ orgId }) => orgId),
      tokens.map(({ trustEpoch }) => trustEpoch),
    ]);
    const living = new Map<number, Network[] | null>();
    for (const { n, trustedIps, restsOnBypass } of rows)
      if (!restsOnBypass || (await this.mayBypass(tokens[n - 1]!))) living.set(n - 1, trustedIps);
    const isAlive = ({ address }: T, index: number) => {
      const networks = living.get(index);
      return networks !== undefined && isAllowed(networks, address);
    };
    return tokens.filter((token, index) => !isAlive(token, index));
  }

  /** One statement each: hardly anybody is there without the provider, and for hours at most. */
  private mayBypass({ orgId, holderId }: StreamToken): Promise<boolean> {
    return this.bypass.isAllowed(this.database.manager, orgId!, holderId); // a person's
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
