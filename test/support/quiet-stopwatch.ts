import { existsSync, readFileSync } from 'node:fs';

/** The file in which Linux counts the nanoseconds that a thread has run, and that it was ready to run while something else had the processor. */
const countsOf = (pid: number) => `/proc/${pid}/task/${pid}/schedstat`;

interface Counts {
  readonly ran: number;
  readonly waited: number;
}

function read(pids: readonly number[]): Counts {
  let [ran, waited] = [0, 0];
  for (const pid of pids) {
    const path = countsOf(pid);
    // A process that has ended, or a system that does not count, adds nothing.
    if (!existsSync(path)) continue;
    const [its, waits] = readFileSync(path, 'latin1').split(' ');
    ran += Number(its) / 1e6;
    waited += Number(waits) / 1e6;
  }
  return { ran, waited };
}

/**
 * Starts a stopwatch that stands still while this thread, or one of the other processes named, waits for a processor: what else
 * the machine does is no part of the time, sleeping and waiting for answers are. Returns the milliseconds so far. Where nothing
 * counts those waits it is a clock.
 */
export function quietStopwatch(...others: readonly number[]): () => number {
  const pids = [process.pid, ...others];
  const [start, before] = [performance.now(), read(pids)];
  return () => {
    const after = read(pids);
    const elapsed = performance.now() - start;
    // Several that wait at one moment are taken off several times; what they have worked remains.
    const worked = Math.min(elapsed, after.ran - before.ran);
    return Math.max(worked, elapsed - (after.waited - before.waited));
  };
}

/** How often others had their turn of the event loop while work was under way. */
export interface Turns {
  count: number;
  /** The most milliseconds of a quiet stopwatch between two of them. */
  longest: number;
}

export async function turnsDuring(work: () => PromiseLike<unknown>): Promise<Turns> {
  const turns = { count: 0, longest: 0 };
  let isOver = false;
  let took = quietStopwatch();
  const sample = () => {
    if (isOver) return;
    turns.count++;
    turns.longest = Math.max(turns.longest, took());
    took = quietStopwatch();
    setImmediate(sample);
  };
  setImmediate(sample);
  await work();
  isOver = true;
  turns.longest = Math.max(turns.longest, took());
  return turns;
}

const TRIES = 5;

/**
 * The least of up to five measurements of the same work; the first that is below `enough` ends them. Noise only adds to what is
 * measured, so the least is nearest to what the work costs by itself, and what is too dear is so each time.
 */
export async function leastOf(
  enough: number,
  measure: () => number | Promise<number>,
): Promise<number> {
  let least = Infinity;
  for (let tried = 0; tried < TRIES && least >= enough; tried++)
    least = Math.min(least, await measure());
  return least;
}
