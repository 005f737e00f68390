import { resolve } from 'node:path';
import type { EntityManager } from 'typeorm';
import { findNextRootKey, promoteRootKey } from '../keys/key-files.js';
import { RootRotation } from '../keys/root-rotation.js';
import type { Command, CommandRun } from './command.js';
import { hasOwnKeys, recordForAll, refuseOptions } from './key-work.js';

/** The database first: it does not let a root key go while a data key is under it. The file comes last. */
export const keysRetireRoot: Command = {
  summary: 'removes root keys that no data key is wrapped under any more',
  synopsis: '',
  run: async (run: CommandRun) => {
    refuseOptions(run);
    const { say, database, rootKeys } = run;
    const rotation = new RootRotation(database, rootKeys);
    const record = (tx: EntityManager, versions: readonly number[]) =>
      recordForAll(run, tx, 'root-key.retire', { versions });
    const { versions, left } = await rotation.retire(record);
    say(`${versions.length} root keys removed.`);
    if (left > 0) {
      say(`${left} data keys are still under an older root key: run keys:rotate-root first.`);
      return 1;
    }
    if (hasOwnKeys(run) && (await promote(run, rotation))) {
      say('encryption.key is the new root key now; encryption.key.next is gone.');
    }
    return 0;
  },
};

async function promote({ config }: CommandRun, rotation: RootRotation): Promise<boolean> {
  const directory = resolve(config.dataDir);
  const next = await findNextRootKey(directory);
  if (!next || !(await rotation.isLatest(next))) return false;
  await promoteRootKey(directory);
  return true;
}
