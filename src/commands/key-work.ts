import type { EntityManager } from 'typeorm';
import ms, { type StringValue } from 'ms';
import { ProposalVault } from '../approvals/held/proposal-vault.js';
import { AuditWakeup } from '../audit/audit-wakeup.js';
import { Audit } from '../audit/audit.js';
import { ChainKeys } from '../audit/chain/chain-keys.js';
import { KeySeals } from '../certificates/keys/key-seals.js';
import { isUuid } from '../database/uuid.js';
import { newReqId, type RequestContext } from '../http/request-context.js';
import { KeyRing } from '../keys/key-ring.js';
import { PersonalVault } from '../secrets/personal/personal-vault.js';
import { SecretVault } from '../secrets/secret-vault.js';
import { argumentsOf } from './arguments.js';
import { CommandError, type CommandRun } from './command.js';

/** Records without chaining, which a server does later: this process ends too soon. */
export const auditOf = ({ authSecret, config, database }: CommandRun): Audit =>
  new Audit(database, new AuditWakeup(), ChainKeys.fromSecrets([config.audit.key ?? authSecret]));

const keyRingOf = ({ database, rootKeys, log }: CommandRun): KeyRing =>
  new KeyRing(database, rootKeys, (broken, damage) => log.error(broken, damage));

export const vaultOf = (run: CommandRun): SecretVault => new SecretVault(keyRingOf(run));

export const personalVaultOf = (run: CommandRun): PersonalVault =>
  new PersonalVault(keyRingOf(run));

export const keySealsOf = (run: CommandRun): KeySeals => new KeySeals(keyRingOf(run));

export const proposalVaultOf = (run: CommandRun): ProposalVault =>
  new ProposalVault(keyRingOf(run));

/** Who an audit entry of a command names as its client. */
export const requestOf = (command: string): RequestContext => ({
  reqId: newReqId(),
  address: 'local',
  client: `strongroom ${command}`,
});

/** Whether the root key is a file in DATA_DIR that we made, and not given by whoever started us. */
export const hasOwnKeys = ({ config }: CommandRun): boolean => config.encryptionKey === undefined;

/** What concerns the instance is told to every organization. */
export async function recordForAll(
  run: CommandRun,
  tx: EntityManager,
  action: string,
  target: Readonly<Record<string, unknown>>,
): Promise<void> {
  const audit = auditOf(run);
  const request = requestOf(action);
  const rows = await tx.query<{ id: string }[]>('select id from organizations order by id');
  for (const { id } of rows) await audit.recordSystem(tx, id, { action, target }, request);
}

/** The options of a command, each with a text. Throws a CommandError that names those there are. */
export const optionsOf = <Name extends string>(
  run: CommandRun,
  names: readonly Name[],
): Partial<Readonly<Record<Name, string>>> => argumentsOf(run, { texts: names }).texts;

/** Throws a CommandError if there is anything after the command's name. */
export const refuseOptions = (run: CommandRun): void => void optionsOf(run, []);

/** Milliseconds of a duration such as `90d`. */
export function durationOf(name: string, text: string): number {
  const value = /^\d+(ms|s|m|h|d|w|y)$/.test(text) ? ms(text as StringValue) : NaN;
  if (Number.isSafeInteger(value)) return value;
  throw new CommandError(`--${name} should be a duration such as 90d, 12h or 0s.`);
}

export function projectOf(text: string | undefined): string | undefined {
  if (text === undefined || isUuid(text)) return text;
  throw new CommandError('--project should be the id of a project.');
}

/** Prints one line now and then, however often there is something to tell. */
export function paced(say: (line: string) => void, every = 2_000): (line: string) => void {
  let last = Date.now();
  return (line) => {
    if (Date.now() - last < every) return;
    last = Date.now();
    say(line);
  };
}
