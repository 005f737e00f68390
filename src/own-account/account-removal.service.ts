import { Injectable } from '@nestjs/common';
import { type AccountRow, AccountsRepository } from '../accounts/accounts.repository.js';
import { PersonSessions } from '../accounts/person-sessions.js';
import type { Person } from '../accounts/person.js';
import { requireFreshProof } from '../auth/fresh-proof.js';
import { Database } from '../database/database.js';
import { OrgMemberDeparture } from '../org-members/org-member-departure.service.js';

@Injectable()
export class AccountRemoval {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly sessions: PersonSessions,
    private readonly departure: OrgMemberDeparture,
    private readonly database: Database,
  ) {}

  /**
   * Deletes the account, with its places in all organizations, and returns what it was. Throws 409 where one of them
   * would be left without an administrator, 401 where the session ended while this waited, 403 without a fresh proof, and while an organization has it deactivated.
   */
  async remove(person: Person): Promise<AccountRow> {
    requireFreshProof(person);
    return this.database.transaction(async (tx) => {
      const account = await this.accounts.get(person.userId, tx);
      await this.departure.leaveAll(tx, person, () => this.sessions.hold(tx, person));
      await this.accounts.remove(tx, person.userId);
      return account;
    });
  }
}
