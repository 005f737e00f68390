import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PersonAudit } from '../accounts/person-audit.js';
import { PersonSessions } from '../accounts/person-sessions.js';
import type { PersonClaims } from '../accounts/person-tokens.js';
import type { Person } from '../accounts/person.js';
import { type CodeVerdict, SecondFactors } from '../accounts/second-factors.js';
import { Database } from '../database/database.js';
import { badRequest } from '../errors/api-error.js';
import { MfaRefusal } from '../errors/mfa-refusal.js';
import { type SignedIn, SignIn } from './sign-in.service.js';

/** The second step of a login: a code of the authenticator app, or a recovery code. */
@Injectable()
export class SecondStep {
  constructor(
    private readonly factors: SecondFactors,
    private readonly sessions: PersonSessions,
    private readonly signIn: SignIn,
    private readonly audit: PersonAudit,
    private readonly database: Database,
  ) {}

  /** Throws 401 with the tries that are left, 400 for an account without a second factor. */
  async verify(person: Person, claims: PersonClaims, code: string): Promise<SignedIn> {
    const { verdict, signed } = await this.database.transaction(async (tx) => {
      await this.sessions.hold(tx, person);
      const isOfApp = /^\d{6}$/.test(code);
      const verdict = isOfApp
        ? await this.factors.verifyCode(tx, person.userId, code, true)
        : await this.factors.verifyRecoveryCode(tx, person.userId, code);
      if (verdict.is !== 'right') {
        await this.recordFailure(tx, person, claims, verdict);
        return { verdict, signed: null };
      }
      const { userId, kind, loginMethod, request, sessionId } = person;
      await this.sessions.end(tx, sessionId);
      const step = { orgId: null, assurance: 'mfa', loginMethod } as const;
      const session = await this.sessions.begin(tx, { userId, kind, ...step }, request);
      return { verdict, signed: this.signIn.signed(session) };
    });
    if (signed) return signed;
    throw refusalOf(verdict);
  }

  async isRegistered({ userId }: Person): Promise<boolean> {
    return (await this.factors.stateOf(userId)).isOn;
  }

  private async recordFailure(
    tx: EntityManager,
    { userId, email, request }: Person,
    { organizationId }: PersonClaims,
    { is }: CodeVerdict,
  ): Promise<void> {
    // What is refused while the account takes no codes says nothing new, however often it comes.
    if (organizationId === undefined || is !== 'wrong') return;
    const event = { action: 'user.second-step-failed', userId, email, request, more: { is } };
    await this.audit.record(tx, organizationId, event);
  }
}

/** The refusal of a code, as the established client reads it. */
export function refusalOf(verdict: CodeVerdict): Error {
  if (verdict.is === 'wrong') {
    return verdict.triesLeft === 0
      ? new MfaRefusal('mfa-expired', 'Too many wrong codes. Try again later.', 0)
      : new MfaRefusal('mfa-invalid', 'The code is wrong or was used before.', verdict.triesLeft);
  }
  if (verdict.is === 'locked') {
    const reason = 'Too many wrong codes. Try again later.';
    return new MfaRefusal('mfa-expired', reason, 0, verdict.seconds);
  }
  return badRequest(
    'no-second-factor',
    'The account has no second factor yet: POST /api/v1/user/me/totp/register makes one.',
  );
}
