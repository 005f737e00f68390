import { ServerKeys } from '../auth/server-keys.js';
import { ConsoleCodes } from '../identities/console-codes/console-codes.js';
import { argumentsOf } from './arguments.js';
import { type Command, CommandError, type CommandRun } from './command.js';
import { auditOf, requestOf } from './key-work.js';

const NAME = 'console:code';
/** Lists shown to a person end somewhere. */
const SHOWN = 20;

interface Chosen {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
  readonly orgName: string;
}

const IDENTITIES = `
  select i.id, i.name, o.id "orgId", o.name "orgName"
  from identities i join organizations o on o.id = i.org_id`;

/** Makes a code by which somebody signs in to the console as an identity. */
export const consoleCode: Command = {
  summary: 'makes a code that signs in to the console once, as an identity',
  synopsis: '[--identity NAME]',
  options: { '--identity NAME': 'by name or id; absent: the admin of the instance' },
  async run(run) {
    const { texts } = argumentsOf(run, { texts: ['identity'] });
    const identity = await chosenIdentity(run, texts.identity);
    const code = await run.database.transaction(async (tx) => {
      const codes = new ConsoleCodes(new ServerKeys(run.authSecret));
      const made = await codes.make(tx, identity.id);
      const record = { action: 'identity.console-code', target: { identityId: identity.id } };
      await auditOf(run).recordSystem(tx, identity.orgId, record, requestOf(NAME));
      return made;
    });
    run.say(`Signs in to the console as ${identity.name} (${identity.id}), organization`);
    run.say(`${identity.orgName}. It is shown this once, and good once, within 15 minutes:`);
    run.say(`  console code   ${code}`);
    return 0;
  },
};

/** Throws a CommandError that lists what there is unless one identity is meant. */
async function chosenIdentity(
  { database }: CommandRun,
  wanted: string | undefined,
): Promise<Chosen> {
  const where = wanted === undefined ? 'i.is_instance_admin' : '$1 in (i.id::text, i.name)';
  const fits = await database.source.query<Chosen[]>(
    `${IDENTITIES} where ${where} order by i.created_at, i.id limit ${SHOWN}`,
    wanted === undefined ? [] : [wanted],
  );
  if (fits.length === 1) return fits[0]!;
  const what = wanted ?? 'that is the admin of the instance';
  if (fits.length === 0)
    throw new CommandError(`There is no identity ${what}. Name one: --identity NAME.`);
  const lines = fits.map(({ id, name, orgName }) => `  ${id}   ${name}, ${orgName}`);
  throw new CommandError(['Say which of these, with --identity ID:', ...lines].join('\n'));
}
