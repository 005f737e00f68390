import type { EntityManager } from 'typeorm';
import { raiseEpochsOfPerson, raiseOrganizationEpoch } from '../access/epoch.js';
import { HoldingsRepository } from '../access/holdings.repository.js';
import { ORG_ROLES } from '../permissions/predefined-roles.js';
import { argumentsOf } from './arguments.js';
import { type Command, CommandError, type CommandRun } from './command.js';
import { auditOf, requestOf } from './key-work.js';
import { accountsOf, requireEmail, passwordLink } from './password-links.js';

const NAME = 'user:create';

interface OrganizationRow {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

/** Lists shown to a person end somewhere. */
const SHOWN = 20;

/**
 * Makes a person a member of an organization, without mail: the operator hands the link on. Whom a provider invited is
 * accepted by it, since the operator vouches for the address.
 */
export const userCreate: Command = {
  summary: 'makes a person a member of an organization, and shows a link to set a password by',
  synopsis: 'EMAIL --role ROLE [--org SLUG]',
  options: {
    EMAIL: 'the address that the person signs in with',
    '--role ROLE': `${ORG_ROLES.map(({ slug }) => slug).join(', ')}, or one of the organization's own`,
    '--org SLUG': 'the organization, by slug or id; needed where there are several',
  },
  async run(run) {
    const { positionals, texts } = argumentsOf(run, {
      positionals: ['EMAIL'],
      texts: ['role', 'org'],
    });
    const email = requireEmail(positionals[0]!);
    const { role } = texts;
    if (role === undefined) throw new CommandError('--role is needed.');
    const organization = await chosenOrganization(run, texts.org);
    const link = await run.database.transaction((tx) =>
      create(run, tx, organization, { email, role }),
    );
    run.say(`Organization ${organization.name} (${organization.slug}), role ${role}`);
    if (link === null) run.say(`${email} has a password already, and signs in with it.`);
    else {
      run.say(`${email} sets a password with this link within an hour. It is shown this once:`);
      run.say(`  ${link}`);
    }
    return 0;
  },
};

/** Throws a CommandError that lists what there is unless one organization is meant. */
async function chosenOrganization(
  { database }: CommandRun,
  wanted: string | undefined,
): Promise<OrganizationRow> {
  const rows = await database.source.query<OrganizationRow[]>(
    `select id, name, slug from organizations
     where $1::text is null or $1 in (slug, id::text) order by slug limit ${SHOWN}`,
    [wanted ?? null],
  );
  if (rows.length === 1) return rows[0]!;
  if (rows.length > 1) {
    const lines = rows.map(({ name, slug }) => `  --org ${slug}   ${name}`);
    throw new CommandError(['Say which of these:', ...lines].join('\n'));
  }
  throw new CommandError(
    wanted === undefined
      ? 'There is no organization yet. POST /api/v1/admin/bootstrap claims the server.'
      : `There is no organization ${wanted}.`,
  );
}

/** Returns the link, null for an account that has a password. Throws a CommandError for a member, or an unknown role. */
async function create(
  run: CommandRun,
  tx: EntityManager,
  { id: orgId, slug }: OrganizationRow,
  { email, role }: { readonly email: string; readonly role: string },
): Promise<string | null> {
  if (!(await new HoldingsRepository().lockOrganization(tx, orgId)))
    throw new CommandError(`The organization ${slug} was deleted meanwhile.`);
  const assigned = await resolveRole(tx, orgId, role);
  const accounts = accountsOf(run);
  // Projects are locked before people, as everywhere: whom a provider invited is in some already.
  const known = await accounts.findId(tx, email);
  if (known !== null) await raiseEpochsOfPerson(tx, known);
  const { id: userId, hasPassword, isEmailVerified } = await accounts.findOrMake(tx, email);
  // Whoever was handed an invitation of another organization may have set it.
  if (hasPassword && !isEmailVerified)
    throw new CommandError(
      `${email} has a password, and nobody has shown that the address is theirs. ` +
        `Hand on the link of admin:recover --user ${email} first.`,
    );
  const membershipId = await accounts.join(tx, { orgId, userId, ...assigned });
  if (membershipId === null)
    throw new CommandError(`${email} is in ${slug} already, or is deactivated there.`);
  await raiseOrganizationEpoch(tx, orgId);
  const target = { userId, membershipId, email, role };
  await auditOf(run).recordSystem(tx, orgId, { action: 'user.create', target }, requestOf(NAME));
  return hasPassword ? null : passwordLink(run, tx, userId, email);
}

async function resolveRole(
  tx: EntityManager,
  orgId: string,
  slug: string,
): Promise<{ readonly role: string; readonly roleId: string | null }> {
  if (ORG_ROLES.some((role) => role.slug === slug)) return { role: slug, roleId: null };
  const own = await tx.query<{ id: string; slug: string }[]>(
    `select id, slug from org_roles where org_id = $1 order by slug`,
    [orgId],
  );
  const found = own.find((role) => role.slug === slug);
  if (found) return { role: 'custom', roleId: found.id };
  const known = [...ORG_ROLES, ...own.slice(0, SHOWN)].map((role) => role.slug);
  throw new CommandError(`The organization has no role ${slug}. It has: ${known.join(', ')}.`);
}
