import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

/** Another process, which lives, owns the directory. */
export class DirectoryInUse extends Error {
  readonly isExpected = true;

  constructor(pid: string | undefined, directory: string) {
    super(
      `Another Strongroom (pid ${pid}) already uses the data directory ${directory}. ` +
        'Stop it first, or set DATA_DIR to another directory.',
    );
  }
}

/**
 * Makes this process the only owner of a directory until it calls what it gets back, or dies.
 * The file holds the process id and, where the system tells, when that process started, since ids are used again.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = join(directory, 'lock');
  const mine = `${process.pid} ${(await startedAt(process.pid)) ?? ''}`.trimEnd() + '\n';
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, mine, { mode: 0o600 });
  try {
    while (!(await linkIfAbsent(draft, path))) {
      const found = await readFile(path, 'utf8').catch(absent);
      if (found !== undefined) await removeIfStale(path, found, directory);
    }
  } finally {
    await rm(draft, { force: true });
  }
  return async () => {
    if ((await readFile(path, 'utf8').catch(absent)) === mine) await rm(path, { force: true });
  };
}

async function removeIfStale(path: string, found: string, directory: string): Promise<void> {
  const [pid, started] = found.trim().split(' ');
  if (await isRunning(Number(pid), started)) {
    throw new DirectoryInUse(pid, directory);
  }
  // Two starters may both find the lock stale; the slower one must not remove the faster one's.
  const aside = `${path}.${randomUUID()}`;
  await rename(path, aside).catch(absent);
  const taken = await readFile(aside, 'utf8').catch(absent);
  if (taken !== undefined && taken !== found) await linkIfAbsent(aside, path);
  await rm(aside, { force: true });
}

async function linkIfAbsent(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isRunning(pid: number, started: string | undefined): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const now = await startedAt(pid);
  return now === undefined || (now !== 'dead' && (started === undefined || now === started));
}

/** In clock ticks since boot; a process that only waits for its parent to notice is dead; undefined without /proc. */
async function startedAt(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name comes second, in brackets, and may hold anything; the state is third and the start is 22nd.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && ('ZX'.includes(fields[0]!) ? 'dead' : fields[19]);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
