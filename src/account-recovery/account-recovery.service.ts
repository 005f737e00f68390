import { Injectable } from '@nestjs/common';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { lockAccount } from '../accounts/account-lock.js';
import { BoundedCounts, recoveryBounds } from '../accounts/bounded-counts.js';
import { recoveryMail } from '../accounts/mail-texts.js';
import { Mailer } from '../accounts/mailer.js';
import { OneTimeTokens } from '../accounts/one-time-tokens.js';
import { PasswordHashes } from '../accounts/password-hashes.js';
import { requireGoodPassword } from '../accounts/password-rules.js';
import { recoveryLink } from '../accounts/recovery-link.js';
import { PersonAudit } from '../accounts/person-audit.js';
import { PersonSessions } from '../accounts/person-sessions.js';
import { Database } from '../database/database.js';
import { newId } from '../database/uuid.js';
import { badRequest, unauthorized } from '../errors/api-error.js';
import { PublicAddress } from '../http/public-address.js';
import type { RequestContext } from '../http/request-context.js';

/** One text for every link that is not good, whatever is wrong with it. */
export const linkRefused = () =>
  badRequest(
    'link-refused',
    'The link is wrong, was used, or its time is over. Ask for another one.',
  );

const linkUsed = () =>
  unauthorized('link-used', 'The token of the link was used, or its time is over.');

/** The way back to an account whose password is lost. The second factor stays as it is. */
@Injectable()
export class AccountRecovery {
  // oxlint-disable-next-line max-params -- the parts of an account that a new password touches
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly oneTime: OneTimeTokens,
    private readonly counts: BoundedCounts,
    private readonly hashes: PasswordHashes,
    private readonly sessions: PersonSessions,
    private readonly mailer: Mailer,
    private readonly audit: PersonAudit,
    private readonly address: PublicAddress,
    private readonly database: Database,
  ) {}

  /**
   * Sends a link, if there is an account that may sign in. Earlier ones stay good: a stranger who asks for another takes
   * nothing from its owner. Throws 400 without mail, 429 beyond the mails of an hour, both whether or not there is an account.
   */
  async sendLink(email: string, { address }: RequestContext): Promise<void> {
    if (!this.mailer.isOn) {
      throw badRequest(
        'no-mail',
        'This server sends no mail, so it can send no link. Ask whoever operates it for one: `npm run strongroom -- admin:recover --user ADDRESS`.',
      );
    }
    const link = await this.database.transaction(async (tx) => {
      await this.counts.spend(tx, 'too-many-mails', recoveryBounds(email, address));
      const account = await this.accounts.findByEmail(email, tx);
      if (!account) return null;
      const holder = { userId: account.id, purpose: 'recovery', scopeId: newId(), email } as const;
      return recoveryLink(this.address.origin, await this.oneTime.make(tx, holder), email);
    });
    if (link !== null) this.mailer.send(email, recoveryMail(link));
  }

  /** Takes the code of a link for a token that may set a password and nothing else; other links are void. Throws 400. */
  async openLink(email: string, code: string): Promise<string> {
    const token = await this.database.transaction(async (tx) => {
      const found = await this.oneTime.find(tx, 'recovery', code);
      if (!found) return null;
      await lockAccount(tx, found.userId);
      const taken = await this.oneTime.take(tx, 'recovery', code);
      if (taken?.email !== email) return null;
      const { userId } = taken;
      await this.oneTime.drop(tx, userId, ['recovery']);
      return this.oneTime.make(tx, { userId, purpose: 'reset', scopeId: userId, email });
    });
    if (token === null) throw linkRefused();
    return token;
  }

  /**
   * Sets the password; all sessions end. Throws 401 for a token that is none, 422 for a password that may not be, both
   * before the slow hash.
   */
  async reset(token: string, password: string, request: RequestContext): Promise<void> {
    const holder = await this.oneTime.find(this.database.manager, 'reset', token);
    if (!holder) throw linkUsed();
    const organizations = await this.accounts.organizations(holder.userId);
    const names = organizations.map(({ name }) => name);
    requireGoodPassword(password, { email: holder.email, organizations: names });
    const passwordHash = await this.hashes.hash(password);
    await this.database.transaction(async (tx) => {
      await lockAccount(tx, holder.userId);
      const taken = await this.oneTime.take(tx, 'reset', token);
      if (!taken) throw linkUsed();
      const { userId, email } = taken;
      const account = await this.accounts.findByEmail(email, tx);
      if (account?.id !== userId) throw linkRefused();
      await this.accounts.setPassword(tx, userId, passwordHash);
      await this.accounts.verifyEmail(tx, userId);
      await this.oneTime.drop(tx, userId);
      await this.sessions.endAll(tx, userId, null);
      await this.audit.recordEverywhere(tx, {
        action: 'user.password-reset',
        userId,
        email,
        request,
      });
    });
  }
}
