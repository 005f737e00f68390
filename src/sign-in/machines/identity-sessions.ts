import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessTokens, isOfPerson, type AuthMethod } from '../../auth/access-token.js';
import { isAllowed } from '../../auth/ip-allow-list.js';
import { Sessions } from '../../auth/sessions.js';
import { Database } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import { ApiError } from '../../errors/api-error.js';
import type { RequestContext } from '../../http/request-context.js';
import { TokenIssuer } from '../../identities/tokens/token-issuer.js';
import {
  BEGIN_IDENTITY_SESSION,
  END_IDENTITY_SESSIONS,
  END_OLDEST_IDENTITY_SESSIONS,
  FIND_IDENTITY_SESSION,
  FORGET_IDENTITY_SESSIONS,
  IDLE_SECONDS,
  type IdentitySession,
  LIST_IDENTITY_SESSIONS,
  type ListedSession,
  MOST,
  TOKEN_SECONDS,
  TOTAL_SECONDS,
} from './identity-sessions.sql.js';

/** How an identity came in: its client secret, or null for a code. */
export interface IdentityEntrance {
  readonly identityId: string;
  readonly clientSecretId: string | null;
  readonly loginMethod: AuthMethod;
}

/** Sessions of machine identities, which people without an account use the console by. */
@Injectable()
export class IdentitySessions {
  constructor(
    private readonly database: Database,
    private readonly tokens: AccessTokens,
    private readonly issuer: TokenIssuer,
    private readonly sessions: Sessions,
  ) {}

  /** Null where the identity or its client secret is not there any more. Ends the oldest session beyond the most. */
  async begin(
    tx: EntityManager,
    { identityId, clientSecretId, loginMethod }: IdentityEntrance,
    { address, client }: RequestContext,
  ): Promise<IdentitySession | null> {
    const sessionId = newId();
    const how = [loginMethod, clientSecretId, IDLE_SECONDS, TOTAL_SECONDS, address, client];
    await this.database.together(tx, [
      { ...BEGIN_IDENTITY_SESSION, values: [sessionId, identityId, ...how] },
      { ...FORGET_IDENTITY_SESSIONS, values: [identityId] },
      { ...END_OLDEST_IDENTITY_SESSIONS, values: [identityId, MOST] },
    ]);
    const [row] = await tx.query<IdentitySession[]>(FIND_IDENTITY_SESSION.text, [sessionId]);
    return row ?? null;
  }

  /** Null for a session that has ended, is used from where its identity may not be, or whose tokens are counted by now. */
  async find(sessionId: string, { address }: RequestContext): Promise<IdentitySession | null> {
    const session = await this.database.row<IdentitySession>(FIND_IDENTITY_SESSION, [sessionId]);
    const isOpen = session?.usesLimit === 0 && isAllowed(session.trustedIps, address);
    return isOpen ? session : null;
  }

  /** An access token of the session, of at most 15 minutes. */
  tokenOf(session: IdentitySession): string {
    const { sessionId, identityId, identityName, orgId, loginMethod, clientSecretId } = session;
    const { now, ttl } = session;
    const left = Math.floor(session.expiresAt.getTime() / 1000) - now;
    const seconds = Math.max(1, Math.min(TOKEN_SECONDS, left, ttl || TOKEN_SECONDS));
    const subject = {
      ...{ jti: newId(), sessionId, identityId, identityName, orgId, authMethod: loginMethod },
      ...(clientSecretId === null ? {} : { clientSecretId }),
    };
    const terms = { ttl: seconds, maxTtl: seconds, period: 0, usesLimit: 0 };
    return this.issuer.issue(subject, terms, now).accessToken;
  }

  /** The session of an identity's access token; null for a token of another kind. Throws 401 for one that has ended. */
  async ofToken(token: string, request: RequestContext): Promise<string | null> {
    const claims = this.claimsOf(token);
    if (!claims || isOfPerson(claims) || claims.sessionId === undefined) return null;
    await this.sessions.resume(claims, request);
    return claims.sessionId;
  }

  list(identityId: string): Promise<ListedSession[]> {
    return this.database.rows<ListedSession>(LIST_IDENTITY_SESSIONS, [identityId]);
  }

  /** Whether the identity has the session, and it has not ended. */
  async has(tx: EntityManager, identityId: string, sessionId: string): Promise<boolean> {
    const rows = await tx.query<object[]>(
      `select 1 from sessions
       where id = $1 and identity_id = $2 and ended_at is null and expires_at > now()`,
      [sessionId, identityId],
    );
    return rows.length > 0;
  }

  /** Ends one session of the identity, or all for null. Returns the ids of those that ended. */
  async end(tx: EntityManager, identityId: string, sessionId: string | null): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(END_IDENTITY_SESSIONS.text, [
      identityId,
      sessionId,
    ]);
    return rows.map(({ id }) => id);
  }

  private claimsOf(token: string) {
    try {
      return this.tokens.verify(token);
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }
}
