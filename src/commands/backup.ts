import { readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type BackupEntry, clusterBackup } from '../database/embedded/online-backup.js';
import { OWN_KEY_FILES } from '../keys/key-files.js';
import { VERSION } from '../version.js';
import { argumentsOf } from './arguments.js';
import { writeArchive } from './backup-archive.js';
import { type Command, CommandError, type CommandRun } from './command.js';
import { fileProblem, openNewFile } from './files.js';
import { hasOwnKeys, recordForAll } from './key-work.js';

const MIB = 1024 * 1024;

/** A backup of the embedded instance, while it serves or not; see `clusterBackup` for what is in it. */
export const backup: Command = {
  summary: 'writes a backup of an embedded instance, also while it serves',
  synopsis: 'FILE',
  options: { FILE: 'a new file; it has the keys in it, so guard it like the secrets themselves' },
  async run(run) {
    const file = argumentsOf(run, { positionals: ['FILE'] }).positionals[0]!;
    const { dataDir, databaseUrl } = run.config;
    if (databaseUrl !== undefined) throw new CommandError(ONLY_EMBEDDED);
    if (await stat(file).catch(() => null))
      throw new CommandError(`${file} exists: name a new file.`);
    await run.database.transaction((tx) => recordForAll(run, tx, 'instance.backup', {}));
    const started = performance.now();
    await write(run, resolve(dataDir), file);
    const { size } = await stat(file);
    const seconds = ((performance.now() - started) / 1_000).toFixed(1);
    run.say(`${file}: ${(size / MIB).toFixed(1)} MiB in ${seconds} s.`);
    run.say(hasOwnKeys(run) ? WITH_KEYS : WITHOUT_KEYS);
    return 0;
  },
};

const WITH_KEYS = 'It has the keys of this instance, too: guard it like the secrets themselves.';
const WITHOUT_KEYS =
  'It does not have ENCRYPTION_KEY, without which nobody can read it: keep that elsewhere.';
const ONLY_EMBEDDED =
  'backup is for an embedded instance. With DATABASE_URL back up PostgreSQL itself, with pg_dump for instance: docs/operations.md says how.';

/** Under another name until it is complete: what is called `file` is a whole backup. */
async function write({ database }: CommandRun, dataDir: string, file: string): Promise<void> {
  const draft = `${file}.part`;
  const handle = await openNewFile(draft);
  try {
    const { url } = database.source.options as { url?: string };
    const manifest = { version: VERSION, startedAt: new Date().toISOString() };
    await writeArchive(handle, manifest, entriesOf(url!, dataDir));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw fileProblem(draft, error);
  } finally {
    await handle.close();
  }
}

/** Names are those in DATA_DIR. Keys come last: one may be made while the cluster is copied. */
async function* entriesOf(url: string, dataDir: string): AsyncGenerator<BackupEntry> {
  const cluster = join('postgres', 'cluster');
  for (const name of ['postgres', cluster]) yield { name, content: null };
  for await (const { name, content } of clusterBackup(url, join(dataDir, cluster)))
    yield { name: join(cluster, name), content };
  for (const name of OWN_KEY_FILES) {
    const bytes = await readFile(join(dataDir, name)).catch(() => null);
    if (bytes) yield { name, content: { size: bytes.length, bytes: () => once(bytes) } };
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
