import { Injectable } from '@nestjs/common';
import { PersonAudit } from '../accounts/person-audit.js';
import { PersonSessions } from '../accounts/person-sessions.js';
import { PersonTokens } from '../accounts/person-tokens.js';
import type { Person } from '../accounts/person.js';
import { RefreshTokens } from '../accounts/refresh-tokens.js';
import { Database } from '../database/database.js';
import { unauthorized } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';

/** One text for every refresh token that is not good. */
const refreshRefused = () =>
  unauthorized('refresh-refused', 'The session has ended. Sign in again.');

/** A session that goes on in a browser. */
export interface Continued {
  readonly token: string;
  readonly refreshToken: string;
  readonly organizationId: string | null;
  readonly expiresAt: Date;
}

/** How sessions go on, and end. */
@Injectable()
export class Continuation {
  constructor(
    private readonly sessions: PersonSessions,
    private readonly refreshTokens: RefreshTokens,
    private readonly tokens: PersonTokens,
    private readonly audit: PersonAudit,
    private readonly database: Database,
  ) {}

  /** A refresh token that was used before ends its session: two hold it, and one of them is not its owner. Throws 401. */
  async refresh(refreshToken: string, request: RequestContext): Promise<Continued> {
    const claim = this.refreshTokens.open(refreshToken);
    if (!claim) throw refreshRefused();
    const { sessionId, counter } = claim;
    const rotation = await this.sessions.rotate(sessionId, counter);
    if (rotation && 'isReuse' in rotation) await this.endStolen(sessionId, rotation, request);
    if (!rotation || 'isReuse' in rotation) throw refreshRefused();
    const session = await this.sessions.find(sessionId);
    if (!session) throw refreshRefused();
    return {
      token: this.tokens.access(session, session.now),
      refreshToken: this.refreshTokens.make({ sessionId, counter: rotation.counter }),
      organizationId: session.orgId,
      expiresAt: session.expiresAt,
    };
  }

  /** Ends the session of a refresh token, if it is one that is good. */
  async endByRefreshToken(refreshToken: string, request: RequestContext): Promise<void> {
    const claim = this.refreshTokens.open(refreshToken);
    if (claim) await this.end({ sessionId: claim.sessionId, request });
  }

  /** The audit log of the session's organization tells of it, once. */
  async end({ sessionId, request }: Pick<Person, 'sessionId' | 'request'>): Promise<void> {
    await this.database.transaction(async (tx) => {
      const ended = await this.sessions.endQuietly(tx, sessionId);
      if (!ended || ended.orgId === null) return;
      const { userId, email, orgId } = ended;
      const event = { action: 'user.logout', userId, email, request, more: { sessionId } };
      await this.audit.record(tx, orgId, event);
    });
  }

  private async endStolen(
    sessionId: string,
    { userId, orgId }: { readonly userId: string; readonly orgId: string | null },
    request: RequestContext,
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      const email = await this.sessions.endStolen(tx, sessionId);
      if (email === null || orgId === null) return;
      const more = { sessionId };
      const event = { action: 'user.refresh-reused', userId, email, request, more };
      await this.audit.record(tx, orgId, event);
    });
  }
}
