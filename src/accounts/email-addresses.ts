import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseEpochsOfAccount } from '../access/epoch.js';
import { cannotGrant } from '../access/escalation/grants.js';
import { IdentityComparison } from '../access/escalation/identity-comparison.js';
import { listFacts } from '../access/holdings.repository.js';
import { requestBudget } from '../access/work-budget.js';
import type { RequestContext } from '../http/request-context.js';
import { AccountsRepository } from './accounts.repository.js';
import { OneTimeTokens } from './one-time-tokens.js';
import { PersonSessions } from './person-sessions.js';

/** An account that gets another address. */
export interface NewAddress {
  readonly userId: string;
  /** Canonical. */
  readonly email: string;
}

/**
 * The one way in which an account gets another e-mail address. Rules speak of it (`{{identity.username}}`) in every
 * organization of the account, so its rights there are other ones from the commit on.
 */
@Injectable()
export class EmailAddresses {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly oneTime: OneTimeTokens,
    private readonly sessions: PersonSessions,
    private readonly comparison: IdentityComparison,
  ) {}

  /**
   * Changes the address for the person themselves, if it `isProved` to be theirs; false where it is not. Under the locks
   * of all that they are in, `isProved` may take them out of some. Throws 403 for what they would gain by the address, in
   * any organization: nobody gives themselves rights. Throws 409 where another account has the address.
   */
  async changeOwn(
    tx: EntityManager,
    address: NewAddress,
    request: RequestContext,
    isProved: () => Promise<boolean>,
  ): Promise<boolean> {
    const orgIds = await raiseEpochsOfAccount(tx, address.userId);
    if (!(await isProved())) return false;
    for (const orgId of orgIds) await this.requireNoGain(tx, address, { orgId, request });
    await this.write(tx, address);
    return true;
  }

  private async requireNoGain(
    tx: EntityManager,
    { userId, email }: NewAddress,
    { orgId, request }: { readonly orgId: string; readonly request: RequestContext },
  ): Promise<void> {
    const facts = (await listFacts(tx, orgId, [userId])).get(userId);
    if (!facts) return;
    const caller = { callerId: userId, orgId, request };
    const after = { ...facts, username: email };
    const gained = await this.comparison.rulesGainedByFacts(tx, caller, after);
    if (gained.length > 0) throw cannotGrant(gained, requestBudget(caller));
  }

  /** Everything that the former address opened ends. */
  private async write(tx: EntityManager, { userId, email }: NewAddress): Promise<void> {
    await this.accounts.setEmail(tx, userId, email);
    await this.oneTime.drop(tx, userId);
    await this.sessions.endAll(tx, userId, null);
  }
}
