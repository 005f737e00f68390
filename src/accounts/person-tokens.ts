import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import jwt from 'jsonwebtoken';
import { ServerKeys } from '../auth/server-keys.js';
import { isUuid } from '../database/uuid.js';
import { forbidden, tokenExpired, tokenInvalid } from '../errors/api-error.js';
import type { Person } from './person.js';

/** What a person's token is for. `mfa`: a password was right, and the second factor is due. */
export type PersonTokenType = 'accessToken' | 'mfaToken';

export interface PersonClaims {
  readonly authTokenType: PersonTokenType;
  readonly userId: string;
  /** The session. Existing clients know it by this name. */
  readonly tokenVersionId: string;
  /** The organization that the session is bound to; of an MFA token: the one that was asked for. */
  readonly organizationId?: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

const ISSUER = 'strongroom';
const AUDIENCE = 'strongroom-api';
const TYPES: Readonly<Record<string, PersonTokenType>> = {
  'at+jwt': 'accessToken',
  'mfa+jwt': 'mfaToken',
};

const CONSOLE_SECONDS = 900;
const MFA_SECONDS = 600;

type Signed = Pick<
  Person,
  'userId' | 'sessionId' | 'orgId' | 'kind' | 'loginMethod' | 'assurance' | 'expiresAt'
>;

/** Signs the tokens of people, and verifies those of the routes that people sign in by. */
@Injectable()
export class PersonTokens {
  constructor(private readonly keys: ServerKeys) {}

  /** For a program as long as its session, which it cannot refresh; for a browser 15 minutes. `now`: the database's. */
  access(session: Signed, now: number): string {
    const end = Math.floor(session.expiresAt.getTime() / 1000);
    return this.sign(
      'at+jwt',
      now,
      session.kind === 'cli' ? end : Math.min(end, now + CONSOLE_SECONDS),
      {
        jti: session.sessionId,
        authTokenType: 'accessToken',
        userId: session.userId,
        tokenVersionId: session.sessionId,
        accessVersion: 1,
        authMethod: session.loginMethod,
        isMfaVerified: session.assurance !== 'password',
        ...(session.assurance === 'mfa' ? { mfaMethod: 'totp' } : {}),
        ...(session.orgId === null ? {} : { organizationId: session.orgId }),
      },
    );
  }

  /** Opens the second step of a login and nothing else. */
  mfa(session: Signed, organizationId: string | undefined, now: number): string {
    const { userId, sessionId: tokenVersionId } = session;
    const claims = {
      ...{ authTokenType: 'mfaToken', userId, tokenVersionId },
      ...(organizationId === undefined ? {} : { organizationId }),
    };
    return this.sign('mfa+jwt', now, now + MFA_SECONDS, claims);
  }

  /** Checks signature and form; expiry is judged with the session. Throws 401, and 403 for a genuine token of a machine. */
  verify(token: string): PersonClaims {
    const { tokenSigning, formerTokenSigning } = this.keys;
    const verified =
      verifiedUnder(tokenSigning, token) ??
      (formerTokenSigning && verifiedUnder(formerTokenSigning, token));
    if (!verified || typeof verified.payload === 'string') throw tokenInvalid();
    const claims = verified.payload as unknown as PersonClaims;
    const { authTokenType } = verified.payload as { authTokenType?: unknown };
    if (authTokenType === 'identityAccessToken' && verified.header.typ === 'at+jwt') {
      throw ofMachine(claims.exp);
    }
    const isComplete =
      Object.hasOwn(TYPES, verified.header.typ ?? '') &&
      TYPES[verified.header.typ!] === claims.authTokenType &&
      [claims.userId, claims.tokenVersionId].every(isUuid) &&
      Number.isSafeInteger(claims.exp);
    if (!isComplete) throw tokenInvalid();
    return claims;
  }

  private sign(typ: string, iat: number, exp: number, claims: object): string {
    const { userId: sub } = claims as PersonClaims;
    return jwt.sign(
      { ...claims, iat, exp, iss: ISSUER, aud: AUDIENCE, sub },
      this.keys.tokenSigning,
      {
        algorithm: 'HS256',
        header: { alg: 'HS256', typ },
      },
    );
  }
}

/** The refusal of a machine's token. The clock of the process only chooses the words: neither opens anything. */
const ofMachine = (exp: number) =>
  exp * 1000 <= Date.now()
    ? tokenExpired(exp)
    : forbidden('people-only', 'This operation is for people: sign in with e-mail and password.');

function verifiedUnder(key: KeyObject, token: string): jwt.Jwt | null {
  try {
    return jwt.verify(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      ignoreExpiration: true,
      complete: true,
    });
  } catch {
    return null;
  }
}
