import type { EntityManager } from 'typeorm';
import { raiseEpoch } from '../access/epoch.js';
import { requireHoldable } from '../access/escalation/holding-limits.js';
import { HoldingsRepository } from '../access/holdings.repository.js';
import { ServerKeys } from '../auth/server-keys.js';
import { Identity } from '../database/entities/identity.entity.js';
import { ProjectRole } from '../database/entities/project-role.entity.js';
import { newId } from '../database/uuid.js';
import { EventSettings } from '../events/event-settings.js';
import { EventLog } from '../events/log/event-log.js';
import { EventMetrics } from '../events/stream/event-metrics.js';
import { EventWakeup, type WakeupTransport } from '../events/wakeup/wakeup.js';
import { generateClientSecret } from '../identities/universal-auth/client-secrets.service.js';
import { UNIVERSAL_AUTH_DEFAULTS } from '../identities/universal-auth/universal-auth.service.js';
import { isPredefined, type ResolvedRole, rowsOfRoles } from '../memberships/membership-draft.js';
import type { MembershipWritesRepository } from '../memberships/membership-writes.repository.js';
import { PROJECT_ROLES } from '../permissions/predefined-roles.js';
import { argumentsOf } from './arguments.js';
import { type Command, CommandError, type CommandRun } from './command.js';
import { auditOf, requestOf } from './key-work.js';
import { identitiesOf, membershipWritesOf, universalAuthsOf } from './repositories.js';

const NAME = 'identity:create';
const MAX_NAME = 255;

interface ProjectInOrganization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly orgId: string;
  readonly orgName: string;
  readonly orgSlug: string;
}

const PROJECTS = `
  select p.id, p.name, p.slug, o.id "orgId", o.name "orgName", o.slug "orgSlug"
  from projects p join organizations o on o.id = p.org_id`;

/** Lists shown to a person end somewhere. */
const SHOWN = 20;

/** Makes an identity that can sign in and holds one role in one project, in one transaction. */
export const identityCreate: Command = {
  summary: 'makes an identity with a role in a project, and shows its client secret once',
  synopsis: 'NAME --project SLUG --role ROLE [--org SLUG]',
  options: {
    NAME: 'what it is called, such as ci',
    '--project SLUG': 'the project, by slug or id',
    '--role ROLE': `${PROJECT_ROLES.map(({ slug }) => slug).join(', ')}, or one of the project's own`,
    '--org SLUG': 'the organization, by slug or id; needed where several have such a project',
  },
  async run(run) {
    const { positionals, texts } = argumentsOf(run, {
      positionals: ['NAME'],
      texts: ['project', 'role', 'org'],
    });
    const name = nameOf(positionals[0]!);
    const role = texts.role;
    if (texts.project === undefined || role === undefined)
      throw new CommandError('--project and --role are needed.');
    const project = await chosenProject(run, texts.project, texts.org);
    const made = await run.database.transaction((tx) => create(run, tx, project, { name, role }));
    run.say(`Organization ${project.orgName} (${project.orgSlug})`);
    run.say(`Project ${project.name} (${project.slug}), role ${role}`);
    if (made.namesakes > 0)
      run.say(
        `Note: the organization has other identities called ${name} (${made.namesakes}). Names need not be unique, and all of them keep their access.`,
      );
    run.say(`Identity ${name} (${made.identityId}). Its client secret is shown this once:`);
    run.say(`  client id      ${made.clientId}`);
    run.say(`  client secret  ${made.clientSecret}`);
    return 0;
  },
};

function nameOf(text: string): string {
  const name = text.trim();
  if (name.length >= 1 && name.length <= MAX_NAME) return name;
  throw new CommandError(`NAME should have 1 to ${MAX_NAME} characters.`);
}

/** Throws a CommandError that lists what there is unless slug and organization name one project. */
async function chosenProject(
  { database }: CommandRun,
  wanted: string,
  org: string | undefined,
): Promise<ProjectInOrganization> {
  const find = (where: string, values: readonly unknown[]) =>
    database.source.query<ProjectInOrganization[]>(`${PROJECTS} ${where}`, [...values]);
  const fits = await find(
    `where $1 in (p.slug, p.id::text) and ($2::text is null or $2 in (o.slug, o.id::text))
     order by o.slug limit ${SHOWN}`,
    [wanted, org ?? null],
  );
  if (fits.length === 1) return fits[0]!;
  const shown = fits.length > 0 ? fits : await find(`order by p.slug, o.slug limit ${SHOWN}`, []);
  const lines = shown.map(
    ({ name, slug, orgSlug }) => `  --project ${slug} --org ${orgSlug}   ${name}`,
  );
  const what =
    fits.length > 0 ? 'Say which of these:' : `There is no project ${wanted}. There are:`;
  if (lines.length === 0) throw new CommandError('There is no project yet. Make one first.');
  throw new CommandError([what, ...lines].join('\n'));
}

/**
 * Locks in the order of the server: organization, project, rows, and last the head of the event log. What the role
 * gives counts against what a membership may hold.
 */
async function create(
  run: CommandRun,
  tx: EntityManager,
  { id: projectId, orgId, slug }: ProjectInOrganization,
  { name, role }: { readonly name: string; readonly role: string },
) {
  const scopes = new HoldingsRepository();
  const isThere =
    (await scopes.lockOrganization(tx, orgId)) && (await scopes.lockProject(tx, projectId));
  if (!isThere) throw new CommandError(`The project ${slug} was deleted meanwhile.`);
  const members = membershipWritesOf(run);
  const held = await resolveRole(tx, members, projectId, role);
  const identityId = newId();
  const namesakes = await tx.countBy(Identity, { orgId, name });
  const ids = { id: identityId, orgId, membershipId: newId() };
  await identitiesOf(run).insert(tx, { ...ids, name, role: 'no-access' });
  const credential = await giveClientSecret(run, tx, identityId);
  const membership = await members.insert(tx, projectId, identityId);
  await members.insertRoles(tx, membership!.id, rowsOfRoles([held]));
  await requireHoldable(tx, projectId, membership!.id);
  await raiseEpoch(tx, projectId);
  const { clientId, clientSecret, ...credentialIds } = credential;
  const target = { identityId, membershipId: membership!.id, roles: [role], ...credentialIds };
  const record = { action: 'identity.create', projectId, target };
  await auditOf(run).recordSystem(tx, orgId, record, requestOf(NAME));
  await eventsOf(run).append(tx, projectId, [
    { type: 'membership:create', changes: [{ identityId, membershipId: membership!.id }] },
  ]);
  return { identityId, clientId, clientSecret, namesakes };
}

/** Throws a CommandError that lists the roles of the project unless the slug is one of them. */
async function resolveRole(
  tx: EntityManager,
  members: MembershipWritesRepository,
  projectId: string,
  slug: string,
): Promise<ResolvedRole> {
  const lifetime = { isTemporary: false } as const;
  if (isPredefined(slug)) return { slug, lifetime, custom: null };
  const [custom] = await members.listCustomRoles(tx, projectId, [slug]);
  if (custom) return { slug, lifetime, custom };
  const own = await tx.find(ProjectRole, {
    where: { projectId },
    order: { slug: 'ASC' },
    take: SHOWN,
  });
  const known = [...PROJECT_ROLES, ...own].map((each) => each.slug);
  throw new CommandError(`The project has no role ${slug}. It has: ${known.join(', ')}.`);
}

async function giveClientSecret(run: CommandRun, tx: EntityManager, identityId: string) {
  const auths = universalAuthsOf(run);
  const ids = { id: newId(), clientId: newId(), identityId };
  const auth = await auths.save(tx, { ...ids, ...UNIVERSAL_AUTH_DEFAULTS });
  const { clientSecret, kept } = generateClientSecret(new ServerKeys(run.authSecret));
  const terms = { description: `Made by ${NAME}`, usesLimit: 0, ttl: 0, makers: [] };
  const id = newId();
  await auths.insertSecret(tx, { id, universalAuthId: auth.id, ...kept, ...terms });
  const credentialIds = { universalAuthId: auth.id, clientSecretId: id };
  return { clientId: auth.clientId, clientSecret, ...credentialIds };
}

/** Streams look by themselves, every 750 ms: this process ends too soon to wake them. */
const SILENT: WakeupTransport = {
  notify: () => Promise.resolve(),
  listen: () => undefined,
  close: () => Promise.resolve(),
};

const eventsOf = ({ database, config }: CommandRun): EventLog =>
  new EventLog(
    database,
    new EventWakeup(SILENT, new EventSettings(config.events)),
    new EventMetrics(),
  );
