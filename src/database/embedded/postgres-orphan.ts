import { once } from 'node:events';
import { readdir, readFile, realpath, readlink, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Seconds until the wait for an orphan turns into force, and until it is given up. */
const PATIENCE = { force: 15, end: 30 };

export function socketIn(cluster: string): string {
  return join(cluster, '.s.PGSQL.5432');
}

/** Ends a server whose owner was killed, and clears away what would make the next one take a stranger for it. */
export async function endOrphan(cluster: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(cluster, 'postmaster.pid');
  const postmaster = parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (!postmaster) return;

  const start = Date.now();
  let asked: NodeJS.Signals | undefined;
  for (;;) {
    const left = await serversIn(cluster);
    if (left === undefined) return; // PostgreSQL's own look at the file must do
    if (left.length === 0) break;
    const seconds = (Date.now() - start) / 1000;
    const signal = seconds < PATIENCE.force ? 'SIGINT' : 'SIGQUIT';
    if (seconds > PATIENCE.end) {
      throw new Error(`PostgreSQL of an earlier run (pid ${left.join()}) does not end.`);
    }
    if (asked !== signal && left.includes(postmaster)) {
      log(`PostgreSQL of an earlier run (pid ${postmaster}) is still there: stopping it`);
      process.kill(postmaster, signal);
      asked = signal;
    }
    await delay(20);
  }
  // Where the id is nobody's, PostgreSQL sees so itself, and cleans up by what the file says.
  if (!isInUse(postmaster)) return;
  for (const file of [pidFile, `${socketIn(cluster)}.lock`]) await rm(file, { force: true });
}

function isInUse(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** All of a server's processes work in its data directory. Undefined where the system does not tell. */
async function serversIn(cluster: string): Promise<number[] | undefined> {
  const directory = await realpath(cluster).catch(() => undefined);
  const names = await readdir('/proc').catch(() => undefined);
  const found = names
    ?.filter((name) => /^\d+$/.test(name))
    .map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      if (cwd === undefined || cwd !== directory) return [];
      const program = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      return program.trim() === 'postgres' ? [Number(pid)] : [];
    });
  return found && (await Promise.all(found)).flat();
}

/** The lock cannot tell for a server of another container: it is in no list of ours, but its socket answers. */
export async function refuseUnseen(cluster: string): Promise<void> {
  if ((await serversIn(cluster))?.length !== 0) return;
  const connection = createConnection(socketIn(cluster));
  const answers = await once(connection, 'connect').catch(() => undefined);
  connection.destroy();
  if (answers) throw new Error(`A PostgreSQL of another container already uses ${cluster}.`);
}
