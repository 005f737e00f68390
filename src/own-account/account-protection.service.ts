import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { PasswordHashes } from '../accounts/password-hashes.js';
import { requireGoodPassword } from '../accounts/password-rules.js';
import { PersonAudit } from '../accounts/person-audit.js';
import { PersonSessions } from '../accounts/person-sessions.js';
import { PersonTokens } from '../accounts/person-tokens.js';
import type { Person } from '../accounts/person.js';
import { requireFreshProof } from '../auth/fresh-proof.js';
import { SecondFactors } from '../accounts/second-factors.js';
import { OneTimeTokens } from '../accounts/one-time-tokens.js';
import { otpUrl } from '../accounts/totp.js';
import { Database } from '../database/database.js';
import type { SessionAssurance } from '../database/entities/session.entity.js';
import { badRequest } from '../errors/api-error.js';
import { PasswordProofs } from '../sign-in/password-proofs.js';
import type { SignedIn } from '../sign-in/sign-in.service.js';
import { refusalOf } from '../sign-in/second-step.service.js';

const ISSUER = 'Strongroom';

/** What people change of what protects their account. Each change ends all other sessions. */
@Injectable()
export class AccountProtection {
  // oxlint-disable-next-line max-params -- the parts of an account that protect it
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly hashes: PasswordHashes,
    private readonly proofs: PasswordProofs,
    private readonly factors: SecondFactors,
    private readonly oneTime: OneTimeTokens,
    private readonly sessions: PersonSessions,
    private readonly tokens: PersonTokens,
    private readonly audit: PersonAudit,
    private readonly database: Database,
  ) {}

  /** Returns the session that takes the place of the caller's. Throws 401 for a wrong password, 422. */
  async changePassword(person: Person, current: string, next: string): Promise<SignedIn> {
    const { email, userId, request } = person;
    const organizations = await this.accounts.organizations(userId);
    const names = organizations.map(({ name }) => name);
    requireGoodPassword(next, { email, organizations: names }, 'newPassword');
    const passwordHash = await this.hashes.hash(next);
    return this.proofs.prove({ email, password: current }, request, async (tx) => {
      await this.sessions.hold(tx, person);
      await this.accounts.setPassword(tx, userId, passwordHash);
      await this.oneTime.drop(tx, userId);
      return this.renew(tx, person, 'user.password-changed', person.assurance);
    });
  }

  /** Begins to set up an authenticator app. Throws 400 where there is one, 403 without a fresh proof. */
  async registerTotp(person: Person): Promise<string> {
    requireFreshProof(person);
    const secret = await this.database.transaction(async (tx) => {
      await this.sessions.hold(tx, person);
      return this.factors.register(tx, person.userId);
    });
    if (!secret) throw badRequest('second-factor-on', 'There is an authenticator app already.');
    return otpUrl(secret, person.email, ISSUER);
  }

  /** Turns the app on with its first code. Returns recovery codes, shown this once, and the session from now on. Throws 401. */
  async confirmTotp(
    person: Person,
    code: string,
  ): Promise<SignedIn & { readonly recoveryCodes: string[] }> {
    requireFreshProof(person);
    const { verdict, made } = await this.database.transaction(async (tx) => {
      await this.sessions.hold(tx, person);
      const verdict = await this.factors.verifyCode(tx, person.userId, code, false);
      if (verdict.is !== 'right') return { verdict, made: null };
      const recoveryCodes = await this.factors.makeRecoveryCodes(tx, person.userId);
      const signed = await this.renew(tx, person, 'user.second-factor-on', 'mfa');
      return { verdict, made: { recoveryCodes, ...signed } };
    });
    if (!made) throw refusalOf(verdict);
    return made;
  }

  /** Throws 400 where there is none, 403 without a fresh proof. */
  async removeTotp(person: Person): Promise<SignedIn> {
    requireFreshProof(person);
    return this.database.transaction(async (tx) => {
      await this.sessions.hold(tx, person);
      const isRemoved = await this.factors.remove(tx, person.userId);
      if (!isRemoved) throw badRequest('no-second-factor', 'There is no authenticator app.');
      return this.renew(tx, person, 'user.second-factor-off', 'password');
    });
  }

  stateOfTotp({ userId }: Person): Promise<{ isOn: boolean; recoveryCodes: number }> {
    return this.factors.stateOf(userId);
  }

  /** Ends all sessions, and begins one in the place of the caller's, which is held. */
  private async renew(
    tx: EntityManager,
    person: Person,
    action: string,
    assurance: SessionAssurance,
  ): Promise<SignedIn> {
    const { userId, email, request, orgId, sessionId } = person;
    const session = await this.sessions.replace(tx, person, { orgId, assurance });
    await this.sessions.endAll(tx, userId, session.sessionId);
    const more = { sessionId };
    await this.audit.recordEverywhere(tx, { action, userId, email, request, more });
    return { session, token: this.tokens.access(session, session.now) };
  }
}
