import { hash, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { isUuid } from '../database/uuid.js';
import { forbidden, tokenInvalid } from '../errors/api-error.js';
import { ServerKeys } from './server-keys.js';

export type AuthMethod =
  | 'universal-auth'
  | 'token-auth'
  | 'oidc-auth'
  | 'jwt-auth'
  | 'kubernetes-auth'
  | 'aws-auth'
  | 'azure-auth'
  | 'gcp-auth'
  | 'console-code';

/** What the access token of a machine identity says. Existing clients decode it and know these names. */
export interface IdentityClaims {
  readonly jti: string;
  readonly identityAccessTokenId: string;
  readonly authTokenType: 'identityAccessToken';
  readonly identityId: string;
  readonly identityName: string;
  readonly authMethod: AuthMethod;
  readonly orgId: string;
  /** Universal auth: the credential that logged in, and which of its logins this was. */
  readonly clientSecretId?: string;
  readonly serial?: number;
  /** Tokens of the console: the session that they end with. */
  readonly sessionId?: string;
  /** Logins of workloads: the row that logged in, with `serial`, and the trust under which it did. */
  readonly credentialId?: string;
  readonly trustEpoch?: number;
  /** What the proof of a workload said, as far as it is told. */
  readonly identityAuth?: object;
  /** Seconds. 0: never expires. */
  readonly accessTokenTTL: number;
  readonly accessTokenMaxTTL: number;
  readonly accessTokenPeriod: number;
  /** When the first token of a chain of renewals was made; seconds. */
  readonly creationEpoch: number;
  /** 0: no limit. */
  readonly numUsesLimit: number;
  readonly iat: number;
  readonly exp: number;
}

/** What the access token of a person says; `jti` is the session. Existing clients decode it and know these names. */
export interface UserClaims {
  readonly jti: string;
  readonly authTokenType: 'accessToken';
  readonly userId: string;
  /** The session, by the name that clients know. */
  readonly tokenVersionId: string;
  readonly accessVersion: number;
  /** Absent until an organization was chosen: such a token opens only the steps of the login. */
  readonly organizationId?: string;
  readonly authMethod: string;
  readonly isMfaVerified: boolean;
  readonly mfaMethod?: string;
  readonly iat: number;
  readonly exp: number;
}

/** What an access token says. */
export type AccessClaims = IdentityClaims | UserClaims;

export const isOfPerson = (claims: AccessClaims): claims is UserClaims =>
  claims.authTokenType === 'accessToken';

/** 100 years: `exp` is always there, also where a time to live of 0 means for ever. */
export const FOREVER_SECONDS = 3_155_760_000;

const ISSUER = 'strongroom';
const AUDIENCE = 'strongroom-api';

/** What a verifier must demand. Expiry is judged by the database's clock, in the session query. */
export const VERIFY_OPTIONS = {
  algorithms: ['HS256' as const],
  issuer: ISSUER,
  audience: AUDIENCE,
  ignoreExpiration: true,
};

const MAX_REMEMBERED = 10_000;

/** Signs access tokens, and remembers those whose signature was found good. */
@Injectable()
export class AccessTokens {
  /** By a digest, so that no token is kept. A good signature stays good: only the session query ends a token. */
  private readonly verified = new LRUCache<string, AccessClaims>({ max: MAX_REMEMBERED });

  constructor(private readonly keys: ServerKeys) {}

  sign(claims: AccessClaims): string {
    const payload = {
      ...claims,
      iss: ISSUER,
      aud: AUDIENCE,
      sub: isOfPerson(claims) ? claims.userId : claims.identityId,
    };
    return jwt.sign(payload, this.keys.tokenSigning, {
      algorithm: 'HS256',
      header: { alg: 'HS256', typ: 'at+jwt' },
    });
  }

  /** The claims of a token that was verified before; undefined for all others. */
  remembered(token: string): AccessClaims | undefined {
    return this.verified.get(digestOf(token));
  }

  remember(token: string, claims: AccessClaims): void {
    this.verified.set(digestOf(token), claims);
  }

  /**
   * Checks signature and form of a token that is not a request's bearer token, such as one in a body; not expiry or
   * revocation. Throws 401.
   */
  verify(token: string): AccessClaims {
    const known = this.remembered(token);
    if (known) return known;
    const { tokenSigning, formerTokenSigning } = this.keys;
    const claims =
      claimsUnder(tokenSigning, token) ??
      (formerTokenSigning && claimsUnder(formerTokenSigning, token));
    if (!claims) throw tokenInvalid();
    this.remember(token, claims);
    return claims;
  }
}

const digestOf = (token: string): string => hash('sha256', token, 'base64');

/** Null for a token that was not signed with the key, or is none of ours. */
function claimsUnder(key: KeyObject, token: string): AccessClaims | null {
  try {
    return toClaims(jwt.verify(token, key, { ...VERIFY_OPTIONS, complete: true }));
  } catch {
    return null;
  }
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * The claims of a verified token (`jsonwebtoken`'s complete form). Throws 401 unless all are there, 403 for a token of
 * the second step of a login.
 */
export function toClaims(verified: unknown): AccessClaims {
  const { header, payload } = verified as jwt.Jwt;
  if (header.typ === 'mfa+jwt') {
    throw forbidden(
      'wrong-token-type',
      'This token opens the second step of the login only: POST /api/v2/auth/mfa/verify.',
    );
  }
  if (header.typ !== 'at+jwt' || typeof payload === 'string') throw tokenInvalid();
  const claims = withSession(payload) as unknown as AccessClaims;
  const isComplete =
    typeof claims.jti === 'string' &&
    isCount(claims.iat) &&
    isCount(claims.exp) &&
    claims.exp - claims.iat <= FOREVER_SECONDS &&
    (isOfPerson(claims) ? isUserClaims(claims) : isIdentityClaims(claims));
  if (!isComplete) throw tokenInvalid();
  return claims;
}

/** Tokens of people name their session in a claim of its own. */
const withSession = (payload: jwt.JwtPayload): jwt.JwtPayload =>
  payload['authTokenType'] === 'accessToken'
    ? { ...payload, jti: payload['tokenVersionId'] as string }
    : payload;

const isIdentityClaims = ({ authTokenType, identityId }: IdentityClaims): boolean =>
  authTokenType === 'identityAccessToken' && typeof identityId === 'string';

const isUserClaims = ({ jti, userId, organizationId = userId }: UserClaims): boolean =>
  [jti, userId, organizationId].every((id) => typeof id === 'string' && isUuid(id));
