import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { quantile } from '../bench/measure.js';

/** How another tenant fared, in milliseconds. */
export interface Seen {
  readonly p99: number;
  readonly max: number;
  readonly count: number;
  /** The longest that liveness took. */
  readonly live: number;
  /** Answers that were none, or not 200. */
  readonly failures: readonly string[];
}

/** Milliseconds that a reader's p99 may be while others are at work, by what it is in quiet. */
export const mostP99 = (quiet: Seen): number => Math.min(300, Math.max(100, 3 * quiet.p99));

interface Asked {
  readonly url: string;
  readonly path: string;
  readonly token: string;
}

/** Milliseconds between two reads, and for which an answer is waited for. */
const EVERY = 10;
const PATIENCE = 30_000;

let reader: Worker | undefined;

/**
 * Reads one secret on a connection of its own, in a thread of its own, while the work goes on. The thread is begun with
 * the first measurement, in quiet: a thread has the priority of whoever begins it, and attackers lower theirs.
 */
export async function whileReading(asked: Asked, work: () => Promise<void>): Promise<Seen> {
  reader ??= new Worker(fileURLToPath(import.meta.url));
  const worker = reader;
  worker.ref();
  const seen = new Promise<Seen>((resolve, reject) => {
    worker.removeAllListeners().once('message', resolve).once('error', reject);
  });
  worker.postMessage(asked);
  await work().finally(() => worker.postMessage('end'));
  const result = await seen;
  worker.unref();
  return result;
}

function timed(url: string, agent: Agent, token?: string): Promise<{ status: number; ms: number }> {
  const start = performance.now();
  return new Promise((resolve) => {
    const settle = (status: number) => resolve({ status, ms: performance.now() - start });
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    const outgoing = request(url, { agent, headers, timeout: PATIENCE });
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => settle(0));
    outgoing.on('response', (answer) => {
      answer.resume().on('end', () => settle(answer.statusCode ?? 0));
    });
    outgoing.end();
  });
}

async function readOn({ url, path, token }: Asked): Promise<void> {
  const [own, probes] = [1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 })) as [
    Agent,
    Agent,
  ];
  let isOver = false;
  parentPort!.once('message', () => (isOver = true)); // 'end'
  const waits: number[] = [];
  const failures: string[] = [];
  let live = 0;
  const probing = (async () => {
    while (!isOver) {
      const { status, ms } = await timed(`${url}/api/health/live`, probes);
      if (status !== 200) failures.push(`live ${status}`);
      live = Math.max(live, ms);
      await delay(50);
    }
  })();
  while (!isOver) {
    const { status, ms } = await timed(`${url}${path}`, own, token);
    waits.push(ms);
    if (status !== 200) failures.push(`${status}`);
    // 3,000 a minute are allowed.
    await delay(EVERY * 3);
  }
  await probing;
  const [p99, max] = [quantile(waits, 0.99), Math.max(...waits)];
  parentPort!.postMessage({ p99, max, count: waits.length, live, failures } satisfies Seen);
}

if (!isMainThread)
  parentPort!.on('message', (message: Asked | 'end') => {
    if (message !== 'end') void readOn(message);
  });
