import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AccountRow, AccountsRepository } from '../accounts/accounts.repository.js';
import { PersonAudit } from '../accounts/person-audit.js';
import { PersonSessions } from '../accounts/person-sessions.js';
import { type Person } from '../accounts/person.js';
import { Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import { OwnSessionsRepository, type SessionRow } from './own-sessions.repository.js';

/** What people read and change of their own account, but for what protects it. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly ownSessions: OwnSessionsRepository,
    private readonly sessions: PersonSessions,
    private readonly audit: PersonAudit,
    private readonly database: Database,
  ) {}

  get({ userId }: Person): Promise<AccountRow> {
    return this.accounts.get(userId);
  }

  /** Throws 401 where the session ended while this waited. */
  async rename(person: Person, firstName: string, lastName: string): Promise<AccountRow> {
    await this.database.transaction(async (tx) => {
      await this.sessions.hold(tx, person);
      await this.accounts.setNames(tx, person.userId, firstName, lastName);
      await this.record(tx, person, 'user.renamed', { firstName, lastName });
    });
    return this.accounts.get(person.userId);
  }

  listSessions({ userId }: Person): Promise<SessionRow[]> {
    return this.ownSessions.list(userId);
  }

  /** Throws 404 for a session of somebody else, or one that has ended. */
  async endSession(person: Person, sessionId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const isEnded =
        isUuid(sessionId) && (await this.sessions.endOf(tx, person.userId, sessionId));
      if (!isEnded) throw notFound();
      await this.record(tx, person, 'user.session-ended', { sessionId });
    });
  }

  /** The one that asks goes too. */
  async endSessions(person: Person): Promise<void> {
    await this.database.transaction(async (tx) => {
      const count = await this.sessions.endAll(tx, person.userId, null);
      await this.record(tx, person, 'user.sessions-ended', { count });
    });
  }

  private record(tx: EntityManager, person: Person, action: string, more: object): Promise<void> {
    const { userId, email, request } = person;
    return this.audit.recordEverywhere(tx, { action, userId, email, request, more: { ...more } });
  }
}
