import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

export interface Child {
  readonly url: string;
  /** Milliseconds from the start of the process until it listened. */
  readonly readyMs: number;
  /** Resident memory now, in MiB. */
  memory(): number;
  stop(): Promise<void>;
}

/** Runs a script of ours until it says, in a JSON line, at which `url` it listens. */
export async function startChild(
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<Child> {
  const start = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await listening(child, script);
  const readyMs = performance.now() - start;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url,
    readyMs,
    memory: () => residentMiB(child.pid!),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function listening(child: ChildProcess, script: string): Promise<string> {
  return new Promise((resolve, reject) => {
    createInterface(child.stdout!).on('line', (line) => {
      const match = /"url":"([^"]+)"/.exec(line);
      if (match?.[1]) resolve(match[1]);
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}

function residentMiB(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
}
