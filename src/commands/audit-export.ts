import type { FoundLink } from '../audit/chain/chain-check.js';
import { ChainRepository } from '../audit/chain/chain.repository.js';
import { toLine } from '../audit/chain/export-line.js';
import type { Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { type Command, CommandError, type CommandRun } from './command.js';
import { openNewFile } from './files.js';
import { optionsOf } from './key-work.js';

const PAGE = 1_000;

/** Writes all chained entries of an organization to a file, which `audit:verify --file` reads. */
export const auditExport: Command = {
  summary: 'writes the audit log of an organization to a file, one JSON line an entry',
  synopsis: '--org ID --file FILE',
  options: {
    '--org ID': 'the organization, by id',
    '--file FILE': 'a new file',
  },

  async run(run) {
    const { database, say } = run;
    const { org, file } = toOrder(run);
    await requireOrganization(database, org);
    const repository = new ChainRepository(database);
    const out = await openNewFile(file);
    let last = 0;
    try {
      for (let page: FoundLink[] | null = null; page?.length !== 0; last += page.length) {
        page = await repository.listLinks(org, last, PAGE);
        const lines = page.map((found, index) => lineOf(found, last + index + 1));
        if (lines.length > 0) await out.appendFile(`${lines.join('\n')}\n`);
      }
    } finally {
      await out.close();
    }
    say(`${last} records`);
    return 0;
  },
};

const IS_KNOWN = `
  select exists (select from organizations where id = $1)
    or exists (select from audit_links where org_id = $1) found`;
const ORGANIZATIONS = 'select id, name from organizations order by name, id limit 20';

/** Throws a CommandError that lists the organizations there are, as far as a person reads. */
async function requireOrganization({ source }: Database, org: string): Promise<void> {
  const known = isUuid(org) ? await source.query<{ found: boolean }[]>(IS_KNOWN, [org]) : [];
  if (known[0]?.found) return;
  const organizations = await source.query<{ id: string; name: string }[]>(ORGANIZATIONS);
  const lines = organizations.map(({ id, name }) => `  --org ${id}   ${name}`);
  throw new CommandError(['--org should be the id of an organization:', ...lines].join('\n'));
}

/** Throws CommandError for a chain with a gap. */
function lineOf(found: FoundLink, number: number): string {
  const { entry } = found;
  if (entry && found.number === number) return toLine({ ...found, entry });
  throw new CommandError(`Record ${number} is missing. audit:verify tells more.`);
}

/** Throws CommandError. */
function toOrder(run: CommandRun): { org: string; file: string } {
  const { org, file } = optionsOf(run, ['org', 'file']);
  if (file === undefined) throw new CommandError('--file should name a new file.');
  return { org: org ?? '', file };
}
