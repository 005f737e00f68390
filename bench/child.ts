import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startGroup } from '../soak/endings.js';
import { SERVE } from '../soak/serve-command.js';

/** The end of the path of the server itself; what it is compared with starts as Node does. */
const SERVER = join('src', 'main.js');
/** Whoever calls from this machine may claim the server without a setup token. */
const OPEN = { SETUP_NETWORKS: '127.0.0.0/8' };

export interface Child {
  readonly url: string;
  /** Where it serves metrics, if it does. */
  readonly metricsUrl?: string;
  /** Milliseconds from the start of the process until it listened. */
  readonly readyMs: number;
  /** Resident memory now, in MiB, with that of its worker processes. */
  memory(): number;
  /** Milliseconds of processor time that it has taken so far, with its worker processes. */
  processorTime(): number;
  stop(): Promise<void>;
}

/** Runs a script of ours until it says, in a JSON line, at which `url` it listens. */
export async function startChild(
  script: string,
  env: Readonly<Record<string, string>>,
): Promise<Child> {
  const start = performance.now();
  const how = script.endsWith(SERVER) ? SERVE : { env: {}, flags: [] };
  const child = startGroup(process.execPath, [...how.flags, script], {
    env: { PATH: process.env['PATH'] ?? '', ...OPEN, ...how.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { url, metricsUrl } = await listening(child, script, env['METRICS_PORT'] !== undefined);
  const readyMs = performance.now() - start;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url,
    ...(metricsUrl ? { metricsUrl } : {}),
    readyMs,
    memory: () => residentMiB(child.pid!),
    processorTime: () => processorMs(child.pid!),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

function listening(
  child: ChildProcess,
  script: string,
  hasMetrics: boolean,
): Promise<{ url: string; metricsUrl?: string }> {
  return new Promise((resolve, reject) => {
    let [listensAt, metricsUrl]: (string | undefined)[] = [];
    const lines = createInterface(child.stdout!);
    lines.on('line', (line) => {
      const url = /"url":"([^"]+)"/.exec(line)?.[1];
      if (!url) return;
      if (line.includes('serving metrics')) metricsUrl = url;
      else listensAt ??= url;
      // Metrics are served once it listens.
      if (listensAt !== undefined && (metricsUrl !== undefined || !hasMetrics)) {
        resolve({ url: listensAt, ...(metricsUrl ? { metricsUrl } : {}) });
        // Its log is taken, but to read it would cost as much as to write it.
        lines.close();
        child.stdout!.resume();
      }
    });
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}

/** Memory of the process and of all below it. Not a number where there is no /proc. */
function residentMiB(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? NaN) / 1024;
    return childrenOf(pid).reduce((sum, child) => sum + residentMiB(child), own);
  } catch {
    return NaN;
  }
}

/** Milliseconds of a tick of Linux' accounting. */
const TICK_MS = 10;

/** Processor time of the process and of all below it. Not a number where there is no /proc. */
export function processorMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
    const own = (Number(user) + Number(system)) * TICK_MS;
    return childrenOf(pid).reduce((sum, child) => sum + processorMs(child), own);
  } catch {
    return NaN;
  }
}

/** The process that started it. Not a number where there is no /proc. */
export function parentOf(pid: number): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? NaN);
  } catch {
    return NaN;
  }
}

function childrenOf(pid: number): number[] {
  const threads = readdirSync(`/proc/${pid}/task`);
  const lists = threads.map((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' '),
  );
  return lists.flat().filter(Boolean).map(Number);
}
