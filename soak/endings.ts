import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

/** What must be undone however this process ends. */
const endings = new Set<() => unknown>();

/** Undoes it also if we are interrupted; the answer says that it need not be undone any more. */
export function atInterrupt(undo: () => unknown): () => void {
  endings.add(undo);
  return () => void endings.delete(undo);
}

/** From now on SIGTERM and Ctrl-C undo what is to be undone, the last first, and then end this process. */
export function undoWhenInterrupted(): void {
  let ending: Promise<void> | undefined;
  // Again and again: npm passes on the Ctrl-C that the terminal has sent us already.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => (ending ??= end(signal)));
}

async function end(signal: 'SIGINT' | 'SIGTERM'): Promise<void> {
  process.on('uncaughtException', () => undefined); // whatever is under way fails now
  for (const undo of [...endings].reverse())
    await Promise.resolve(undo()).catch((error: unknown) => console.error(error));
  process.exit(128 + constants.signals[signal]);
}

/** Starts a program that does not outlive us, not even kill -9, with all that it starts itself. */
export function startGroup(
  program: string,
  args: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const child = spawn(program, args, { ...options, detached: true });
  const { pid } = child;
  if (pid === undefined) return child; // it says so itself, by an event
  // The pipe from us closes when we are gone.
  const watch = ['-c', 'read -r _; kill -s KILL -- "-$1"', 'sh', String(pid)];
  const watchdog = spawn('/bin/sh', watch, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const exited = once(child, 'exit');
  const forget = atInterrupt(async () => {
    killGroup(pid);
    await exited;
  });
  void exited.then(() => {
    forget();
    killGroup(pid);
    watchdog.kill('SIGKILL');
  });
  return child;
}

/** One that is gone need not be killed. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
