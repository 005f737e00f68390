import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SessionUses } from '../auth/session-uses.js';
import { Database, statement } from '../database/database.js';
import type { SessionAssurance, SessionKind } from '../database/entities/session.entity.js';
import { newId } from '../database/uuid.js';
import { ApiError, tokenExpired, tokenRevoked } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';
import type { PersonClaims } from './person-tokens.js';
import { lockAccount } from './account-lock.js';
import {
  BEGIN,
  END_QUIETLY,
  FAMILY,
  FIND,
  FORGET,
  IS_LOCKED,
  LIVE,
  LOCK_ACCOUNT,
  LOCK_PLACE,
  LOCK_PROVIDER,
  NOW,
  RESUME,
  ROTATE,
} from './person-sessions.sql.js';
import { lifetimesOf } from './session-lifetimes.js';
import type { Person } from './person.js';

/** A session that is to begin. */
export interface NewSession {
  readonly userId: string;
  readonly orgId: string | null;
  readonly kind: SessionKind;
  readonly loginMethod: string;
  readonly assurance: SessionAssurance;
  /** Absent: now. */
  readonly provedAt?: Date;
  /** Whether it is there without the provider that the organization demands. */
  readonly bypassesSso?: boolean;
  /** Where the session goes on from one that was bound already: it lasts no longer than that. */
  readonly until?: Date;
}

/** A session that has begun, and the database's time in whole seconds. */
export interface BegunSession extends NewSession {
  readonly sessionId: string;
  readonly expiresAt: Date;
  readonly now: number;
}

/** A refresh: the counter of the successor, or that the token was used before. */
export type Rotation = { readonly counter: number } | { readonly isReuse: true } | null;

/** A session that somebody ended, of a person or an identity. */
export interface EndedSession {
  readonly isPerson: boolean;
  readonly holderId: string;
  /** An e-mail address, or the name of an identity. */
  readonly name: string;
  readonly orgId: string | null;
}

/** The sessions of people. */
@Injectable()
export class PersonSessions {
  private readonly uses: SessionUses;

  constructor(private readonly database: Database) {
    this.uses = new SessionUses(database);
  }

  async begin(tx: EntityManager, session: NewSession, from: RequestContext): Promise<BegunSession> {
    const { idle, total } = lifetimesOf(session);
    const sessionId = newId();
    const { userId, orgId, kind, loginMethod, assurance, provedAt = null, until = null } = session;
    const values = [
      ...[sessionId, userId, orgId, kind, loginMethod, assurance, provedAt],
      ...[idle, total, until, from.address, from.client, session.bypassesSso ?? false],
    ];
    const [rows] = await this.database.together(tx, [
      { ...BEGIN, values },
      { ...FORGET, values: [userId] },
    ]);
    const { expiresAt, now } = rows![0] as Pick<BegunSession, 'expiresAt' | 'now'>;
    return { ...session, sessionId, expiresAt, now };
  }

  /**
   * Locks the account, then its place in the organization of the session, and reads the session under those locks, before
   * another one takes its place. Throws 401 if it has ended meanwhile, as it has with each change of password, address or
   * second factor.
   */
  async hold(tx: EntityManager, { userId, sessionId, assurance, orgId }: Person): Promise<void> {
    const place = { ...LOCK_PLACE, values: [userId, orgId] };
    const rows = await this.database.together(tx, [
      { ...LOCK_ACCOUNT, values: [userId] },
      ...(orgId === null ? [] : [place]),
      ...(assurance === 'sso' ? [{ ...LOCK_PROVIDER, values: [orgId] }] : []),
      { ...LIVE, values: [sessionId] },
    ]);
    if (rows.at(-1)!.length === 0) throw tokenRevoked('the session had ended');
  }

  /** Throws 401 for a session that has ended, or may not go on without a second factor. */
  async resume(claims: PersonClaims, request: RequestContext): Promise<Person> {
    const { tokenVersionId, userId, exp } = claims;
    const row = await this.database.row<Person & { readonly isUseDue: boolean }>(RESUME, [
      tokenVersionId,
      userId,
      exp,
    ]);
    const isBound = (row?.orgId ?? undefined) === claims.organizationId;
    if (row && (isBound || claims.authTokenType === 'mfaToken')) {
      const { isUseDue, ...person } = row;
      if (isUseDue) this.uses.add(tokenVersionId);
      return { ...person, request };
    }
    throw exp * 1000 <= Date.now() ? tokenExpired(exp) : tokenRevoked();
  }

  /**
   * Raises the counter of the family. The token before the one in force is taken for 20 s, as tabs and lost answers
   * bring it: it has the same successor again. Null for a session that has ended.
   */
  async rotate(sessionId: string, counter: number): Promise<Rotation> {
    const rotated = await this.database.row<{ counter: number }>(ROTATE, [sessionId, counter]);
    if (rotated) return rotated;
    const family = await this.database.row<{
      readonly counter: number;
      readonly isRecent: boolean;
    }>(FAMILY, [sessionId]);
    if (!family) return null;
    if (family.counter === counter + 1 && family.isRecent) return { counter: family.counter };
    return { isReuse: true };
  }

  /** The database's time, in whole seconds. */
  async now(): Promise<number> {
    return (await this.database.row<{ now: number }>(NOW, []))!.now; // one row, always
  }

  /** Null for a session that has ended. */
  find(sessionId: string): Promise<BegunSession | null> {
    return this.database.row<BegunSession>(FIND, [sessionId]);
  }

  /** Ends a session if it has not ended, and returns whose it was; null if it has. */
  async endQuietly(tx: EntityManager, sessionId: string): Promise<EndedSession | null> {
    const rows = await tx.query<EndedSession[]>(END_QUIETLY.text, [sessionId]);
    return rows[0] ?? null;
  }

  /** Locks a session: its tokens open nothing any more, and it goes on by signing in anew. */
  async lock(sessionId: string): Promise<void> {
    await this.database.row(
      statement(`update sessions set locked_at = now()
       where id = $1 and ended_at is null and locked_at is null returning id`),
      [sessionId],
    );
  }

  /** Whether the session waits for its owner to sign in anew. */
  async isLocked(sessionId: string): Promise<boolean> {
    return (await this.database.row(IS_LOCKED, [sessionId])) !== null;
  }

  /** Throws 401 if the session has ended meanwhile: a step up is made once. */
  async end(tx: EntityManager, sessionId: string): Promise<void> {
    const ended = await tx.query<[unknown[], number]>(
      `update sessions set ended_at = now() where id = $1 and ended_at is null returning id`,
      [sessionId],
    );
    if (ended[1] === 0) throw tokenRevoked('the session had ended');
  }

  /** False for a session of somebody else, or one that has ended. */
  async endOf(tx: EntityManager, userId: string, sessionId: string): Promise<boolean> {
    const [, ended] = await tx.query<[unknown[], number]>(
      `update sessions set ended_at = now() where id = $1 and user_id = $2 and ended_at is null
       returning id`,
      [sessionId, userId],
    );
    return ended > 0;
  }

  /** Ends the sessions of a person, but for one. Returns how many there were. Locks the account, if it is not locked. */
  async endAll(tx: EntityManager, userId: string, butFor: string | null): Promise<number> {
    await lockAccount(tx, userId);
    const ended = await tx.query<[unknown[], number]>(
      `update sessions set ended_at = now()
       where user_id = $1 and ended_at is null and id is distinct from $2 returning id`,
      [userId, butFor],
    );
    return ended[1];
  }

  /** Begins the session that takes the place of one, which is held: the token of the step before is dead afterwards. */
  async replace(
    tx: EntityManager,
    { sessionId, userId, kind, loginMethod, orgId, expiresAt, bypassesSso, request }: Person,
    next: Pick<NewSession, 'orgId' | 'assurance' | 'provedAt' | 'bypassesSso'> &
      Partial<Pick<NewSession, 'kind'>>,
  ): Promise<BegunSession> {
    await this.end(tx, sessionId);
    const until = orgId === null ? {} : { until: expiresAt };
    const before = { userId, kind, loginMethod, bypassesSso };
    return this.begin(tx, { ...before, ...until, ...next }, request);
  }

  /** The proof of a moment ago, for what asks for a fresh one. Returns the database's time in whole seconds. */
  async prove(tx: EntityManager, sessionId: string): Promise<number> {
    const [rows] = await tx.query<[{ now: number }[], number]>(
      `update sessions set proved_at = now() where id = $1 and ended_at is null
       returning floor(extract(epoch from now()))::int now`,
      [sessionId],
    );
    if (!rows[0]) throw new ApiError('token-revoked', 'The session has ended meanwhile.');
    return rows[0].now;
  }
}
