import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type AccountRow, AccountsRepository } from '../accounts/accounts.repository.js';
import { OneTimeTokens } from '../accounts/one-time-tokens.js';
import { PersonAudit } from '../accounts/person-audit.js';
import { PersonSessions } from '../accounts/person-sessions.js';
import type { Person } from '../accounts/person.js';
import { requireFreshProof } from '../auth/fresh-proof.js';
import { Database } from '../database/database.js';
import { badRequest } from '../errors/api-error.js';
import { didYouMean } from '../errors/nearest.js';
import type { OWN_AUTH_METHODS } from './own-account.dto.js';

/** `email`: by password. `oidc`: by the providers of organizations that the account is linked with. */
export type OwnAuthMethod = (typeof OWN_AUTH_METHODS)[number];

/** The ways of signing in that the account has. */
export const authMethodsOf = ({
  hasPassword,
  isLinked,
}: Pick<AccountRow, 'hasPassword' | 'isLinked'>): OwnAuthMethod[] => [
  ...(hasPassword ? (['email'] as const) : []),
  ...(isLinked ? (['oidc'] as const) : []),
];

/** Takes ways of signing in away. One is added by whoever proves it: a password by mail, a provider by signing in there. */
@Injectable()
export class AuthMethods {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly oneTime: OneTimeTokens,
    private readonly sessions: PersonSessions,
    private readonly audit: PersonAudit,
    private readonly database: Database,
  ) {}

  /** All other sessions end with what is taken away. Throws 400 for one that the account does not have, 403. */
  async keep(person: Person, kept: readonly string[]): Promise<AccountRow> {
    requireFreshProof(person);
    await this.database.transaction(async (tx) => {
      await this.sessions.hold(tx, person);
      const had = authMethodsOf(await this.accounts.get(person.userId, tx));
      const missing = kept.filter((each) => !(had as readonly string[]).includes(each));
      if (missing.length > 0) throw notThere(missing, had);
      const removed = had.filter((each) => !kept.includes(each));
      if (removed.length > 0) await this.remove(tx, person, removed);
    });
    return this.accounts.get(person.userId);
  }

  private async remove(
    tx: EntityManager,
    { userId, email, request, sessionId }: Person,
    removed: readonly OwnAuthMethod[],
  ): Promise<void> {
    if (removed.includes('email')) {
      await this.accounts.removePassword(tx, userId);
      await this.oneTime.drop(tx, userId);
    }
    if (removed.includes('oidc'))
      await tx.query('delete from provider_accounts where user_id = $1', [userId]);
    await this.sessions.endAll(tx, userId, sessionId);
    const action = 'user.sign-in-methods-removed';
    await this.audit.recordEverywhere(tx, { action, userId, email, request, more: { removed } });
  }
}

const notThere = (methods: readonly string[], had: readonly string[]) =>
  badRequest(
    'sign-in-method-missing',
    `The account is not signed in to in this way. Name only ways of \`authMethods\`.${didYouMean(methods[0]!, had)}`,
    { methods: [...methods] },
  );
