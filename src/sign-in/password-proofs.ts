import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { PasswordHashes } from '../accounts/password-hashes.js';
import { Database } from '../database/database.js';
import { ApiError, unauthorized } from '../errors/api-error.js';
import type { RequestContext } from '../http/request-context.js';
import { Lockout } from '../identities/universal-auth/lockout.js';
import { type LoginAccount, PasswordLoginsRepository } from './password-logins.repository.js';

/** Failures of one source lock it out of the account; ten times as many of all others lock those. */
const LOCKOUT = {
  lockoutEnabled: true,
  lockoutThreshold: 3,
  lockoutDurationSeconds: 300,
  lockoutCounterResetSeconds: 30,
} as const;

/** One text, whatever was wrong: it must not tell whether there is an account. */
export const loginFailed = () =>
  unauthorized('sign-in-failed', 'Wrong e-mail address or password.');

const locked = (seconds: number) =>
  new ApiError('locked-out', 'Too many failed logins. Try again later.', undefined, {
    'Retry-After': String(seconds),
  });

/** Where and with what somebody proves who they are. */
export interface PasswordProof {
  /** Canonical. */
  readonly email: string;
  readonly password: string;
}

/** Proofs by password. Whatever is wrong with one, answer and work are the same. */
@Injectable()
export class PasswordProofs {
  constructor(
    private readonly logins: PasswordLoginsRepository,
    private readonly accounts: AccountsRepository,
    private readonly lockout: Lockout,
    private readonly hashes: PasswordHashes,
    private readonly database: Database,
  ) {}

  /**
   * Does the work in one transaction with the proof. Throws 401 where it fails: with the time left where a lock holds,
   * known account or not; else always the same. Throws 503 while too many wait.
   */
  async prove<T>(
    { email, password }: PasswordProof,
    request: RequestContext,
    work: (tx: EntityManager, account: LoginAccount) => Promise<T>,
  ): Promise<T> {
    const keys = this.lockout.accountKeysOf(email, request.address);
    const looked = await this.hashes.inTurn(async (hashes) => {
      const attempt = await this.logins.find(email, keys);
      if (attempt.lockedFor !== null) return { attempt, verdict: 'wrong', rehashed: null } as const;
      const verdict = await hashes.verify(attempt.account?.passwordHash ?? null, password);
      const isOld = verdict === 'outdated';
      return { attempt, verdict, rehashed: isOld ? await hashes.hash(password) : null };
    });
    const { attempt, verdict, rehashed } = looked;
    const { account, lockedFor, isKnownSource } = attempt;
    if (lockedFor !== null) {
      this.lockout.report.refused();
      throw locked(lockedFor);
    }
    if (verdict === 'damaged') this.lockout.report.damaged(account!.userId);
    if (account?.isUsable && (verdict === 'right' || verdict === 'outdated')) {
      return this.database.transaction(async (tx) => {
        const isHeld = await this.logins.holdPassword(tx, account);
        if (!isHeld || !(await this.logins.pass(tx, keys, attempt))) throw loginFailed();
        if (rehashed) await this.accounts.setPassword(tx, account.userId, rehashed);
        return work(tx, account);
      });
    }
    const failed = { keys, wrongSecret: password, settings: LOCKOUT, identityId: null };
    await this.lockout.countFailure({ ...failed, isKnownSource });
    throw loginFailed();
  }
}
