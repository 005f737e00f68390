import { randomBytes } from 'node:crypto';
import { PasswordHashes } from '../accounts/password-hashes.js';
import { PersonSessions } from '../accounts/person-sessions.js';
import { SecondFactors } from '../accounts/second-factors.js';
import { ServerKeys } from '../auth/server-keys.js';
import { LockoutReport } from '../identities/universal-auth/lockout-report.js';
import { Lockout } from '../identities/universal-auth/lockout.js';
import { CommandError, type CommandRun } from './command.js';
import { auditOf, requestOf } from './key-work.js';
import { accountsOf, requireEmail, passwordLink } from './password-links.js';

const NAME = 'admin:recover';

/**
 * Gives a person back their account: a link to set a password by, the second factor off, all sessions ended, the lock
 * of failed logins too. The password of before ends at once: somebody may know it, and nothing else guards the account now.
 */
export async function recoverUser(run: CommandRun, address: string): Promise<number> {
  const email = requireEmail(address);
  // Nobody's: an account that had a password goes on having one, and so is nobody's to take by an invitation.
  const unknown = await new PasswordHashes().hash(randomBytes(32).toString('base64'));
  const link = await run.database.transaction(async (tx) => {
    const [user] = await tx.query<{ id: string; hasPassword: boolean }[]>(
      'select id, password_hash is not null "hasPassword" from users where email = $1 for no key update',
      [email],
    );
    if (!user) throw new CommandError(`There is no account ${email}. user:create makes one.`);
    const keys = new ServerKeys(run.authSecret);
    const isFactorOff = await new SecondFactors(run.database, keys).remove(tx, user.id);
    if (user.hasPassword) await accountsOf(run).setPassword(tx, user.id, unknown);
    const sessionsEnded = await new PersonSessions(run.database).endAll(tx, user.id, null);
    await new Lockout(run.database, keys, new LockoutReport(run.log)).clearAccount(tx, email);
    // The provider of an organization may know somebody else by the address by now.
    await tx.query('delete from provider_accounts where user_id = $1', [user.id]);
    const places = await tx.query<{ orgId: string }[]>(
      'select org_id "orgId" from organization_memberships where user_id = $1 order by org_id',
      [user.id],
    );
    const target = { userId: user.id, email, isFactorOff, sessionsEnded };
    const record = { action: 'admin.recover', target };
    for (const { orgId } of places)
      await auditOf(run).recordSystem(tx, orgId, record, requestOf(NAME));
    return passwordLink(run, tx, user.id, email);
  });
  run.say(`${email} sets a password with this link within an hour. It is shown this once.`);
  run.say(
    'The password of before is not good any more, the second factor is off, and all sessions have ended.',
  );
  run.say(`  ${link}`);
  return 0;
}
