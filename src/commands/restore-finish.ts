import { NEXT_EPOCH } from '../access/epoch.js';
import { type Database, statement } from '../database/database.js';
import { KeyRing } from '../keys/key-ring.js';
import { SecretVault } from '../secrets/secret-vault.js';
import { auditVerify } from './audit-verify.js';
import { type Command, CommandError, type CommandRun } from './command.js';
import { paced, recordForAll } from './key-work.js';
import {
  checkAuthorityKeys,
  checkPersonal,
  checkProposals,
  checkDataKeys,
  checkEventLogs,
  checkStates,
  type Count,
} from './restore-checks.js';

const NO_ID = '00000000-0000-0000-0000-000000000000';

type WrittenTable = 'organizations' | 'projects';

const leapOf = (table: WrittenTable) =>
  statement(`
    with next as (select id from ${table} where id > $1 order by id limit 1000 for no key update)
    update ${table} t set epoch = ${NEXT_EPOCH} from next where t.id = next.id
    returning t.id`);

const LEAPS = [leapOf('organizations'), leapOf('projects')];

/**
 * After a restore: proves that keys, values, events and audit fit together, and makes what replicas and
 * readers remember of the time after the backup void. 0: whole, 1: not, and then nothing is changed.
 */
export const restoreFinish: Command = {
  summary: 'checks a restored copy and voids what is remembered of the time after it',
  synopsis: '[--check]',
  options: { '--check': 'only looks' },

  async run(run) {
    const onlyLooks = run.args.length === 1 && run.args[0] === '--check';
    if (run.args.length > 0 && !onlyLooks) throw new CommandError('restore:finish [--check]');
    const isWhole = await checkRestored(run);
    if (!isWhole) {
      run.say('NOT WHOLE. Nothing was changed.');
      return 1;
    }
    if (onlyLooks) return 0;
    await voidMemories(run.database);
    await run.database.transaction((tx) => recordForAll(run, tx, 'instance.restore', {}));
    run.say('Every project and organization has begun a new epoch: start the replicas.');
    return 0;
  },
};

async function checkRestored(run: CommandRun): Promise<boolean> {
  const { database, rootKeys, say } = run;
  const keyRing = new KeyRing(database, rootKeys);
  const tell = paced(say);
  const progress = (looked: number) => tell(`${looked} states of secrets looked at`);
  const parts: readonly (readonly [string, Count])[] = [
    ['data keys', await checkDataKeys(database, keyRing)],
    ['states of secrets', await checkStates(database, new SecretVault(keyRing), progress)],
    ['personal secrets', await checkPersonal(database, keyRing)],
    ['keys of certificate authorities', await checkAuthorityKeys(database, keyRing)],
    ['changes that wait for consent', await checkProposals(database, keyRing)],
    ['event logs', await checkEventLogs(database)],
  ];
  for (const [what, count] of parts) describe(what, count, say);
  const audit = await auditVerify.run({ ...run, args: [] });
  return audit === 0 && parts.every(([, { brokenCount }]) => brokenCount === 0);
}

function describe(what: string, count: Count, say: (line: string) => void): void {
  const { looked, brokenCount, broken } = count;
  say(`${what}: ${looked} looked at, ${brokenCount} not whole`);
  for (const name of broken) say(`  ${name}`);
  if (broken.length < brokenCount) say(`  and ${brokenCount - broken.length} more`);
}

/** Rights and answers are remembered under the epoch of their scope: none has been under these yet. */
async function voidMemories(database: Database): Promise<void> {
  for (const leap of LEAPS) {
    for (let after: string | undefined = NO_ID; after !== undefined;) {
      const rows: { id: string }[] = await database.rows<{ id: string }>(leap, [after]);
      after = rows
        .map(({ id }) => id)
        .sort()
        .at(-1);
    }
  }
}
