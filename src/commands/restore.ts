import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lockDirectory } from '../database/embedded/directory-lock.js';
import { OWN_KEY_FILES } from '../keys/key-files.js';
import { argumentsOf } from './arguments.js';
import { readArchive } from './backup-archive.js';
import { type Command, CommandError } from './command.js';
import { fileProblem } from './files.js';
import { restoreFinish } from './restore-finish.js';

/** Where a backup is unpacked until it is whole, and what holds the directory meanwhile. */
const DRAFT = 'restoring';
const LOCK = 'lock';

/** Unpacks a backup, and then does what `restore:finish` does: it proves that all of it can be read. */
export const restore: Command = {
  summary: 'puts a backup into an empty DATA_DIR, and checks all of it',
  synopsis: 'FILE',
  options: { FILE: 'what `backup` wrote' },

  /** Gives null: the checks need the database. */
  async runAlone({ config, args, say }) {
    const file = argumentsOf({ args }, { positionals: ['FILE'] }).positionals[0]!;
    if (config.databaseUrl !== undefined)
      throw new CommandError('restore is for an embedded instance, which has no DATABASE_URL.');
    const dataDir = resolve(config.dataDir);
    await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw fileProblem(`DATA_DIR ${dataDir}`, error);
    });
    const unlock = await lockDirectory(dataDir);
    try {
      await unpack(file, dataDir, say);
    } finally {
      await unlock();
    }
    return null;
  },

  async run(run) {
    const code = await restoreFinish.run({ ...run, args: [] });
    run.say(code === 0 ? 'Restored.' : 'What was restored stays in DATA_DIR, to be looked at.');
    return code;
  },
};

async function unpack(file: string, dataDir: string, say: (line: string) => void): Promise<void> {
  const draft = join(dataDir, DRAFT);
  await rm(draft, { recursive: true, force: true });
  const found = (await readdir(dataDir)).filter((name) => name !== LOCK);
  if (found.length > 0) {
    throw new CommandError(
      `DATA_DIR ${dataDir} is not empty (${found[0]}). Restore into an empty or a new directory.`,
    );
  }
  await mkdir(draft, { mode: 0o700 });
  try {
    const { version, startedAt } = await readArchive(file, draft);
    for (const name of [...OWN_KEY_FILES, 'postgres']) await place(draft, dataDir, name);
    say(`A backup of Strongroom ${version}, begun at ${startedAt}.`);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  const directory = await open(dataDir);
  await directory.sync().finally(() => directory.close());
}

/** Moves what there is of that name. The cluster comes last: it makes the directory an instance. */
const place = (draft: string, dataDir: string, name: string): Promise<void> =>
  rename(join(draft, name), join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || name === 'postgres') throw error;
  });
