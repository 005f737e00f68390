import { open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { FoundLink } from '../audit/chain/chain-check.js';
import { ChainRepository } from '../audit/chain/chain.repository.js';
import { toLine } from '../audit/chain/export-line.js';
import { isUuid } from '../database/uuid.js';
import { type Command, CommandError } from './command.js';

const USAGE = 'audit:export --org <id> --file <a new file>';
const PAGE = 1_000;

/** Writes all chained entries of an organization to a file, which `audit:verify --file` reads. */
export const auditExport: Command = {
  summary: 'writes the audit log of an organization to a file, one JSON line an entry',

  async run({ args, database, say }) {
    const { org, file } = toOrder(args);
    const repository = new ChainRepository(database);
    const out = await open(file, 'wx', 0o600);
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

/** Throws CommandError for a chain with a gap. */
function lineOf(found: FoundLink, number: number): string {
  const { entry } = found;
  if (entry && found.number === number) return toLine({ ...found, entry });
  throw new CommandError(`Record ${number} is missing. audit:verify tells more.`);
}

/** Throws CommandError. */
function toOrder(args: readonly string[]): { org: string; file: string } {
  const text = { type: 'string' } as const;
  try {
    const { org, file } = parseArgs({ args: [...args], options: { org: text, file: text } }).values;
    if (org !== undefined && file !== undefined && isUuid(org)) return { org, file };
  } catch {
    // As for arguments that are missing.
  }
  throw new CommandError(USAGE);
}
