import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { KnownCheckpoint } from '../audit/chain/chain-check.js';
import { ChainKeys } from '../audit/chain/chain-keys.js';
import { ChainRepository } from '../audit/chain/chain.repository.js';
import { type ChainVerdict, verifyLines, verifyStored } from '../audit/chain/verify.js';
import { type Config, formerAuditKeys } from '../config.js';
import { isUuid } from '../database/uuid.js';
import { type Command, CommandError } from './command.js';

const USAGE =
  'audit:verify [--org <id>] [--file <export.ndjson>] [--checkpoint <number>:<mac>]…, and checkpoints only with --org or --file';

interface Order {
  readonly org?: string;
  readonly file?: string;
  readonly checkpoints: readonly KnownCheckpoint[];
}

const NO_ORG = '00000000-0000-0000-0000-000000000000';

/** Recomputes the chain of audit entries, in the database or in an export. 0: whole, 1: not. */
export const auditVerify: Command = {
  summary: 'verifies the audit log, or an export of it, and names the first bad record',
  synopsis: '[--org ID] [--file FILE] [--checkpoint NUMBER:MAC ...]',
  options: {
    '--org ID': 'one organization only, by id',
    '--file FILE': 'a file that audit:export wrote; needs no database',
    '--checkpoint NUMBER:MAC': 'a record that was noted elsewhere; with --org or --file',
  },

  async runAlone({ args, config, say }) {
    const order = toOrder(args);
    if (order.file === undefined) return null;
    const keys = chainKeys(config, await secretOf(config));
    const file = await open(order.file).catch(() => {
      throw new CommandError(`The file ${order.file} cannot be read.`);
    });
    return tell([await verifyLines(file.readLines(), keys, order.org, order.checkpoints)], say);
  },

  async run({ args, config, authSecret, database, say }) {
    const { org, checkpoints } = toOrder(args);
    const keys = chainKeys(config, authSecret);
    const repository = new ChainRepository(database);
    if (org !== undefined)
      return tell([await verifyStored(repository, keys, org, checkpoints)], say);
    let code = 0;
    for (
      let next = await repository.nextOrg(NO_ORG);
      next !== null;
      next = await repository.nextOrg(next)
    )
      code = Math.max(code, tell([await verifyStored(repository, keys, next)], say));
    return code;
  },
};

/** Throws CommandError. */
function toOrder(args: readonly string[]): Order {
  const text = { type: 'string' } as const;
  const options = { org: text, file: text, checkpoint: { ...text, multiple: true } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options });
    const { org, file, checkpoint = [] } = values;
    const isAimed = org !== undefined || file !== undefined;
    if ((org !== undefined && !isUuid(org)) || (checkpoint.length > 0 && !isAimed)) throw usage();
    return { org, file, checkpoints: checkpoint.map(toCheckpoint) };
  } catch {
    throw usage();
  }
}

function toCheckpoint(text: string): KnownCheckpoint {
  const [, number, mac] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (number === undefined || mac === undefined) throw usage();
  return { number: Number(number), mac: Buffer.from(mac, 'hex') };
}

const usage = () => new CommandError(USAGE);

const chainKeys = (config: Config, authSecret: string): ChainKeys =>
  ChainKeys.fromSecrets([config.audit.key ?? authSecret, ...formerAuditKeys(config)]);

/** An instance without settings keeps its secret beside its database. */
async function secretOf({ audit, authSecret, dataDir }: Config): Promise<string> {
  const given = audit.key ?? authSecret;
  if (given !== undefined) return given;
  const own = await readFile(join(dataDir, 'auth.secret'), 'utf8').catch(() => null);
  if (own === null) throw new CommandError('Set AUDIT_KEY, or AUTH_SECRET where there is none.');
  return own.trim();
}

/** One line an organization; the exit code. */
function tell(verdicts: readonly ChainVerdict[], say: (line: string) => void): number {
  for (const verdict of verdicts) say(lineOf(verdict));
  return verdicts.some(({ fault }) => fault !== null) ? 1 : 0;
}

function lineOf({ orgId, length, head, pending, fault }: ChainVerdict): string {
  const waiting = pending > 0 ? `, ${pending} not chained yet` : '';
  if (!fault)
    return `${orgId || 'an empty export'}: whole, ${length} records, the last ${length}:${head}${waiting}`;
  const { number, entryId, reason } = fault;
  const which = [number === undefined ? [] : [`record ${number}`], entryId ? [entryId] : []].flat();
  return `${orgId}: NOT WHOLE, ${which.join(', ')}: ${reason}; ${length} records before are right${waiting}`;
}
