import { Injectable } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { type IdentityClaims, AccessTokens, FOREVER_SECONDS } from '../../auth/access-token.js';
import { tokenExpired } from '../../errors/api-error.js';

/** Seconds, as configured. 0: no bound. */
export interface TokenTerms {
  readonly ttl: number;
  readonly maxTtl: number;
  /** Above 0: lives this long, and is renewable for ever. */
  readonly period: number;
  readonly usesLimit: number;
}

export type TokenSubject = Pick<
  IdentityClaims,
  | 'jti'
  | 'identityId'
  | 'identityName'
  | 'authMethod'
  | 'orgId'
  | 'clientSecretId'
  | 'sessionId'
  | 'serial'
  | 'credentialId'
  | 'trustEpoch'
  | 'identityAuth'
>;

/** A token as it is handed out, once. Times are seconds. */
export class IssuedTokenView {
  @ApiProperty()
  accessToken: string;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Seconds', example: 2_592_000 })
  expiresIn: number;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Seconds', example: 2_592_000 })
  accessTokenMaxTTL: number;
  @ApiProperty({ enum: ['Bearer'] })
  tokenType: 'Bearer';
}

/** Sent to clients where there is no bound: 31 years, a number that fits 32 bits. */
const UNBOUNDED = 1_000_000_000;

/** Makes access tokens. `now` is the database's, in whole seconds. */
@Injectable()
export class TokenIssuer {
  constructor(private readonly tokens: AccessTokens) {}

  issue(subject: TokenSubject, terms: TokenTerms, now: number): IssuedTokenView {
    const { period, usesLimit } = terms;
    return this.sign({
      ...subject,
      identityAccessTokenId: subject.jti,
      authTokenType: 'identityAccessToken',
      accessTokenTTL: period > 0 ? period : terms.ttl,
      accessTokenMaxTTL: period > 0 ? 0 : terms.maxTtl,
      accessTokenPeriod: period,
      creationEpoch: now,
      numUsesLimit: usesLimit,
      iat: now,
      exp: 0,
    });
  }

  /** Signs the token anew for longer, never beyond its maximum. Throws 401 once that has been reached. */
  renew(old: IdentityClaims, identityName: string, now: number): IssuedTokenView {
    if (expiryOf(old, now) <= now) throw tokenExpired(expiryOf(old, now));
    return this.sign({ ...old, identityName, iat: now });
  }

  private sign(claims: IdentityClaims): IssuedTokenView {
    const exp = expiryOf(claims, claims.iat);
    const { accessTokenMaxTTL } = claims;
    return {
      accessToken: this.tokens.sign({ ...claims, exp }),
      expiresIn: Math.min(exp - claims.iat, UNBOUNDED),
      accessTokenMaxTTL: accessTokenMaxTTL === 0 ? UNBOUNDED : accessTokenMaxTTL,
      tokenType: 'Bearer',
    };
  }
}

/** When a token of these claims ends that is made or renewed at `now`. */
export function expiryOf(
  {
    accessTokenTTL,
    accessTokenMaxTTL,
    creationEpoch,
  }: Pick<IdentityClaims, 'accessTokenTTL' | 'accessTokenMaxTTL' | 'creationEpoch'>,
  now: number,
): number {
  const end = now + (accessTokenTTL || FOREVER_SECONDS);
  return accessTokenMaxTTL === 0 ? end : Math.min(end, creationEpoch + accessTokenMaxTTL);
}
