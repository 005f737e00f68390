import type { EntityManager } from 'typeorm';
import { ServerKeys } from '../auth/server-keys.js';
import { newId } from '../database/uuid.js';
import { generateClientSecret } from '../identities/universal-auth/client-secrets.service.js';
import { LockoutReport } from '../identities/universal-auth/lockout-report.js';
import { Lockout } from '../identities/universal-auth/lockout.js';
import { UNIVERSAL_AUTH_DEFAULTS } from '../identities/universal-auth/universal-auth.service.js';
import { type Command, CommandError, type CommandRun } from './command.js';
import { auditOf, optionsOf, requestOf } from './key-work.js';
import { universalAuthsOf } from './repositories.js';
import { recoverUser } from './user-recover.js';

/** An identity with the predefined organization role `admin`. */
interface Admin {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
  readonly orgName: string;
  readonly orgSlug: string;
}

/** The admin of the instance first, then the oldest. */
const ADMINS = `
  select i.id, i.name, o.id "orgId", o.name "orgName", o.slug "orgSlug"
  from identities i join organizations o on o.id = i.org_id
  where i.role = 'admin' and i.role_id is null
  order by i.is_instance_admin desc, i.created_at, i.id`;

/** Lists shown to a person end somewhere. */
const SHOWN = 20;

export const adminRecover: Command = {
  summary: 'makes a new client secret for an administrator, or a password link for a person',
  synopsis: '[--org SLUG] [--identity ID] | --user EMAIL',
  options: {
    '--org SLUG': 'the organization, by slug or id; needed where there are several',
    '--identity ID': 'which administrator, by id',
    '--user EMAIL':
      'a person instead: ends password, second factor and sessions, and shows a link to set a new password by',
  },
  async run(run) {
    const { user, ...options } = optionsOf(run, ['org', 'identity', 'user']);
    if (user !== undefined) return recoverUser(run, user);
    const admin = chosen(await run.database.source.query<Admin[]>(ADMINS), options);
    const made = await run.database.transaction((tx) => makeSecret(run, tx, admin));
    run.say(
      `Organization ${admin.orgName} (${admin.orgSlug}), identity ${admin.name} (${admin.id})`,
    );
    run.say(
      'A new client secret, shown this once. Earlier ones go on working; revoke what is lost.',
    );
    run.say(`  client id      ${made.clientId}`);
    run.say(`  client secret  ${made.clientSecret}`);
    return 0;
  },
};

/** Throws a CommandError that lists what there is unless the options name one administrator. */
function chosen(
  admins: readonly Admin[],
  { org, identity }: { readonly org?: string; readonly identity?: string },
): Admin {
  if (admins.length === 0) {
    throw new CommandError(
      'There is no administrator yet. POST /api/v1/admin/bootstrap claims the server.',
    );
  }
  const fits = admins.filter(
    (admin) =>
      (org === undefined || admin.orgSlug === org || admin.orgId === org) &&
      (identity === undefined || admin.id === identity),
  );
  const organizations = new Set(fits.map(({ orgId }) => orgId));
  if (fits[0] !== undefined && organizations.size === 1) return fits[0];
  const lines = (fits.length > 0 ? fits : admins)
    .slice(0, SHOWN)
    .map(({ id, name, orgSlug }) => `  --org ${orgSlug} --identity ${id}   ${name}`);
  const what = fits.length > 0 ? 'Say which of these:' : 'No administrator fits. There are:';
  throw new CommandError([what, ...lines].join('\n'));
}

/** Universal auth is attached where the administrator has none; locks of failed logins end. */
async function makeSecret(run: CommandRun, tx: EntityManager, admin: Admin) {
  const auths = universalAuthsOf(run);
  const auth =
    (await auths.find(admin.id, tx)) ??
    (await auths.save(tx, {
      id: newId(),
      clientId: newId(),
      identityId: admin.id,
      ...UNIVERSAL_AUTH_DEFAULTS,
    }));
  const keys = new ServerKeys(run.authSecret);
  await new Lockout(run.database, keys, new LockoutReport(run.log)).clear(tx, auth.clientId);
  const { clientSecret, kept } = generateClientSecret(keys);
  const terms = { description: 'Made by admin:recover', usesLimit: 0, ttl: 0, makers: [] };
  const id = newId();
  await auths.insertSecret(tx, { id, universalAuthId: auth.id, ...kept, ...terms });
  const target = { identityId: admin.id, universalAuthId: auth.id, clientSecretId: id };
  const record = { action: 'admin.recover', target };
  await auditOf(run).recordSystem(tx, admin.orgId, record, requestOf('admin:recover'));
  return { clientId: auth.clientId, clientSecret };
}
