import type { EntityManager } from 'typeorm';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { OneTimeTokens } from '../accounts/one-time-tokens.js';
import { recoveryLink } from '../accounts/recovery-link.js';
import { ServerKeys } from '../auth/server-keys.js';
import { PublicAddress } from '../http/public-address.js';
import { canonicalEmail } from '../http/body/email.field.js';
import { CommandError, type CommandRun } from './command.js';

/** Throws a CommandError for a text that is no e-mail address. */
export function requireEmail(text: string): string {
  const email = canonicalEmail(text);
  if (email === null) throw new CommandError(`${text} is no e-mail address.`);
  return email;
}

export const accountsOf = ({ database }: CommandRun): AccountsRepository =>
  new AccountsRepository(database);

/** A link by which a person sets a password within an hour; earlier ones are void. */
export async function passwordLink(
  run: CommandRun,
  tx: EntityManager,
  userId: string,
  email: string,
): Promise<string> {
  const tokens = new OneTimeTokens(new ServerKeys(run.authSecret));
  await tokens.drop(tx, userId, ['recovery']);
  const code = await tokens.make(tx, { userId, purpose: 'recovery', scopeId: userId, email });
  return recoveryLink(new PublicAddress(run.config).origin, code, email);
}
