import { Injectable } from '@nestjs/common';
import { type AccountRow, AccountsRepository } from '../accounts/accounts.repository.js';
import { BoundedCounts, codeBounds, emailChangeBounds } from '../accounts/bounded-counts.js';
import { EmailAddresses } from '../accounts/email-addresses.js';
import { emailChangedMail, emailCodeMail } from '../accounts/mail-texts.js';
import { Mailer } from '../accounts/mailer.js';
import { OneTimeTokens } from '../accounts/one-time-tokens.js';
import { PersonAudit } from '../accounts/person-audit.js';
import { PersonSessions } from '../accounts/person-sessions.js';
import type { Person } from '../accounts/person.js';
import { requireFreshProof } from '../auth/fresh-proof.js';
import { Database } from '../database/database.js';
import { badRequest } from '../errors/api-error.js';
import { OfferedPlaces } from '../org-members/offered-places.js';

/** Another e-mail address for an account: six digits go to the new one, and the old one is told. */
@Injectable()
export class EmailChange {
  // oxlint-disable-next-line max-params -- what an address is bound to
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly oneTime: OneTimeTokens,
    private readonly counts: BoundedCounts,
    private readonly addresses: EmailAddresses,
    private readonly offered: OfferedPlaces,
    private readonly sessions: PersonSessions,
    private readonly mailer: Mailer,
    private readonly audit: PersonAudit,
    private readonly database: Database,
  ) {}

  /**
   * The answer is the same for an address that another account has. Throws 400 without mail, 403 without fresh proof, 429
   * beyond the mails of an hour.
   */
  async sendCode(person: Person, newEmail: string): Promise<void> {
    requireFreshProof(person);
    if (!this.mailer.isOn)
      throw badRequest('no-mail', 'This server sends no mail: SMTP_URL is not set.');
    const { userId, sessionId } = person;
    const holder = {
      userId,
      purpose: 'email-change',
      scopeId: sessionId,
      email: newEmail,
    } as const;
    const code = await this.database.transaction(async (tx) => {
      await this.sessions.hold(tx, person);
      await this.counts.spend(tx, 'too-many-mails', emailChangeBounds(userId, newEmail));
      await this.oneTime.drop(tx, userId, ['email-change']);
      return this.oneTime.makeCode(tx, holder);
    });
    this.mailer.send(newEmail, emailCodeMail(code));
  }

  /**
   * All sessions end, and so do invitations that the old address has not accepted. Throws 400 for a code that is wrong or over, 403 for what the person would gain by the address, 409
   * for one that is taken, 429 beyond the codes of a day: another code gives no other tries.
   */
  async confirm(person: Person, newEmail: string, code: string): Promise<AccountRow> {
    requireFreshProof(person);
    const { userId, email, sessionId, request } = person;
    const holder = { userId, purpose: 'email-change', scopeId: sessionId } as const;
    const changed = await this.database.transaction(async (tx) => {
      await this.counts.spend(tx, 'too-many-codes', codeBounds(userId, newEmail));
      let givenUp: Awaited<ReturnType<OfferedPlaces['giveUp']>> = [];
      const isProved = async () => {
        const taken = await this.oneTime.takeCode(tx, holder, code);
        if (taken?.email !== newEmail) return false;
        await this.sessions.hold(tx, person);
        givenUp = await this.offered.giveUp(tx, userId);
        return true;
      };
      const address = { userId, email: newEmail };
      const isChanged = await this.addresses.changeOwn(tx, address, request, isProved);
      if (!isChanged) return null;
      const more = { newEmail };
      const action = 'user.email-changed';
      await this.audit.recordEverywhere(tx, { action, userId, email, request, more });
      await this.offered.record(tx, givenUp, { email, request });
      return newEmail;
    });
    if (changed === null)
      throw badRequest('code-refused', 'The code is wrong, or its time is over.');
    this.mailer.send(email, emailChangedMail());
    return this.accounts.get(userId);
  }
}
