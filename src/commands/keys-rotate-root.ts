import { resolve } from 'node:path';
import type { EntityManager } from 'typeorm';
import { nextRootKey } from '../keys/key-files.js';
import { RootRotation } from '../keys/root-rotation.js';
import { CommandError, type Command, type CommandRun } from './command.js';
import { hasOwnKeys, paced, recordForAll, refuseOptions } from './key-work.js';

const NO_NEXT =
  'Set ENCRYPTION_KEY_NEXT to the new root key (openssl rand -base64 32), here and on every replica, ' +
  'and restart the replicas first: one that has only the old key cannot open what is wrapped anew.';
const THEN_GIVEN =
  'Now restart every replica with the new key alone, as ENCRYPTION_KEY; then run keys:retire-root.';
const THEN_OWN =
  'The new key is in encryption.key.next, and a running server has found it. Back it up; then run ' +
  'keys:retire-root, which puts it in the place of encryption.key.';

/** Every replica has to hold both keys by now; each step finds what an earlier run has left. */
export const keysRotateRoot: Command = {
  summary: 'wraps every data key under the next root key',
  synopsis: '',
  run: async (run: CommandRun) => {
    refuseOptions(run);
    const { say, database, rootKeys } = run;
    const rotation = new RootRotation(database, rootKeys);
    const record = (tx: EntityManager, version: number) =>
      recordForAll(run, tx, 'root-key.rotate', { version });
    const { version, isNew } = await rotation.introduce(await nextKey(run), record);
    say(`Root key version ${version}${isNew ? ' is new' : ' was there already'}.`);
    const tell = paced(say);
    const { count, broken, left } = await rotation.rewrapAll(version, (done) =>
      tell(`${done} data keys wrapped anew …`),
    );
    say(`${count} data keys wrapped anew, ${left} left under an older root key.`);
    for (const id of broken) say(`Could not be opened: a data key of project ${id}`);
    if (left > 0) return 1;
    say(hasOwnKeys(run) ? THEN_OWN : THEN_GIVEN);
    return 0;
  },
};

async function nextKey(run: CommandRun): Promise<Buffer> {
  const { config } = run;
  if (hasOwnKeys(run)) return nextRootKey(resolve(config.dataDir));
  if (!config.encryptionKeyNext) throw new CommandError(NO_NEXT);
  return config.encryptionKeyNext;
}
