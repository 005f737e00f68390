import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PersonAudit } from '../accounts/person-audit.js';
import { type EndedSession, PersonSessions } from '../accounts/person-sessions.js';
import { PersonTokens } from '../accounts/person-tokens.js';
import type { Person } from '../accounts/person.js';
import { RefreshTokens } from '../accounts/refresh-tokens.js';
import { Audit } from '../audit/audit.js';
import { Database } from '../database/database.js';
import { unauthorized } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';
import { IdentitySessions } from './machines/identity-sessions.js';

/** One text for every refresh token that is not good. */
const refreshRefused = () =>
  unauthorized('refresh-refused', 'The session has ended. Sign in again.');

const sessionLocked = () => unauthorized('session-locked', 'The session is locked. Sign in again.');

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
  // oxlint-disable-next-line max-params -- both kinds of session, and what is told of each
  constructor(
    private readonly sessions: PersonSessions,
    private readonly machines: IdentitySessions,
    private readonly refreshTokens: RefreshTokens,
    private readonly tokens: PersonTokens,
    private readonly people: PersonAudit,
    private readonly audit: Audit,
    private readonly database: Database,
  ) {}

  /** A refresh token that was used before ends its session: two hold it, and one of them is not its owner. Throws 401. */
  async refresh(refreshToken: string, request: RequestContext): Promise<Continued> {
    const claim = this.refreshTokens.open(refreshToken);
    if (!claim) throw refreshRefused();
    const { sessionId, counter } = claim;
    const rotation = await this.sessions.rotate(sessionId, counter);
    if (rotation && 'isReuse' in rotation) await this.endReused(sessionId, request);
    if (!rotation && (await this.sessions.isLocked(sessionId))) throw sessionLocked();
    if (!rotation || 'isReuse' in rotation) throw refreshRefused();
    const next = (await this.ofPerson(sessionId)) ?? (await this.ofIdentity(sessionId, request));
    if (!next) throw refreshRefused();
    const { counter: successor } = rotation;
    return { ...next, refreshToken: this.refreshTokens.make({ sessionId, counter: successor }) };
  }

  /** The session of a refresh token; null for a token that is not good. The session may have ended. */
  sessionOf(refreshToken: string): string | null {
    return this.refreshTokens.open(refreshToken)?.sessionId ?? null;
  }

  /** Ends the session of a refresh token, if it is one that is good. */
  async endByRefreshToken(refreshToken: string, request: RequestContext): Promise<void> {
    const sessionId = this.sessionOf(refreshToken);
    if (sessionId !== null) await this.end({ sessionId, request });
  }

  /** The audit log of the session's organization tells of it, once. */
  end({ sessionId, request }: Pick<Person, 'sessionId' | 'request'>): Promise<void> {
    return this.endAs('logout', sessionId, request);
  }

  /** Locks a session: its tokens open nothing from the next request on; to go on, somebody signs in anew. */
  lock(sessionId: string): Promise<void> {
    return this.sessions.lock(sessionId);
  }

  private endReused(sessionId: string, request: RequestContext): Promise<void> {
    return this.endAs('refresh-reused', sessionId, request);
  }

  private async endAs(verb: string, sessionId: string, request: RequestContext): Promise<void> {
    await this.database.transaction(async (tx) => {
      const ended = await this.sessions.endQuietly(tx, sessionId);
      if (ended && ended.orgId !== null)
        await this.record(tx, { ...ended, orgId: ended.orgId, verb, sessionId }, request);
    });
  }

  private record(
    tx: EntityManager,
    ended: EndedSession & {
      readonly orgId: string;
      readonly verb: string;
      readonly sessionId: string;
    },
    request: RequestContext,
  ): Promise<void> {
    const { isPerson, holderId, name, orgId, verb, sessionId } = ended;
    if (isPerson) {
      const who = { userId: holderId, email: name, request };
      const event = { action: `user.${verb}`, ...who, more: { sessionId } };
      return this.people.record(tx, orgId, event);
    }
    const record = {
      action: `identity.console-${verb}`,
      target: { identityId: holderId, sessionId },
    };
    return this.audit.recordIdentity(tx, { orgId, id: holderId, name }, record, request);
  }

  private async ofPerson(sessionId: string): Promise<Goes | null> {
    const session = await this.sessions.find(sessionId);
    if (!session) return null;
    const { orgId: organizationId, expiresAt } = session;
    return { token: this.tokens.access(session, session.now), organizationId, expiresAt };
  }

  private async ofIdentity(sessionId: string, request: RequestContext): Promise<Goes | null> {
    const session = await this.machines.find(sessionId, request);
    if (!session) return null;
    const { orgId: organizationId, expiresAt } = session;
    return { token: this.machines.tokenOf(session), organizationId, expiresAt };
  }
}

/** A session that goes on, but for its next refresh token. */
type Goes = Omit<Continued, 'refreshToken'>;
