import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PersonAudit } from '../accounts/person-audit.js';
import { PersonSessions } from '../accounts/person-sessions.js';
import { PersonTokens } from '../accounts/person-tokens.js';
import type { Person } from '../accounts/person.js';
import { SecondFactors } from '../accounts/second-factors.js';
import { Database } from '../database/database.js';
import { ApiError, badRequest } from '../errors/api-error.js';
import { PasswordProofs } from './password-proofs.js';
import { refusalOf } from './second-step.service.js';

/** Proofs, in a session that goes on, that its person is still there. */
@Injectable()
export class FreshProofs {
  // oxlint-disable-next-line max-params -- both kinds of proof, what they prove, and what is told of a failure
  constructor(
    private readonly sessions: PersonSessions,
    private readonly tokens: PersonTokens,
    private readonly factors: SecondFactors,
    private readonly proofs: PasswordProofs,
    private readonly audit: PersonAudit,
    private readonly database: Database,
  ) {}

  /** Proves by password or code that the person is still there. Returns a token of the session. Throws 401. */
  async prove(
    person: Person,
    proof: { readonly password?: string; readonly totp?: string },
  ): Promise<string> {
    if (proof.password !== undefined) {
      return this.tokens.access(person, await this.provePassword(person, proof.password));
    }
    if (proof.totp === undefined) throw badRequest('missing-field', 'Send password or totp.');
    const { totp } = proof;
    const { verdict, now } = await this.database.transaction(async (tx) => {
      await this.sessions.hold(tx, person);
      const verdict = await this.factors.verifyCode(tx, person.userId, totp, true);
      const isRight = verdict.is === 'right';
      if (verdict.is === 'wrong') await this.recordFailure(tx, person);
      return { verdict, now: isRight ? await this.sessions.prove(tx, person.sessionId) : 0 };
    });
    if (verdict.is !== 'right') throw refusalOf(verdict);
    return this.tokens.access(person, now);
  }

  private async provePassword(person: Person, password: string): Promise<number> {
    const { email, request, sessionId } = person;
    try {
      return await this.proofs.prove({ email, password }, request, (tx) =>
        this.sessions.prove(tx, sessionId),
      );
    } catch (error) {
      // What is refused while a lock holds says nothing new, however often it comes.
      if (error instanceof ApiError && error.code === 'sign-in-failed')
        await this.database.transaction((tx) => this.recordFailure(tx, person));
      throw error;
    }
  }

  private recordFailure(tx: EntityManager, { userId, email, request }: Person): Promise<void> {
    return this.audit.recordEverywhere(tx, {
      ...{ action: 'user.reauthentication-failed', userId, email, request },
    });
  }
}
