import { availableParallelism } from 'node:os';
import { tooManyRequests } from '../errors/api-error.js';

interface Bounds {
  readonly atATime: number;
  readonly maxWaiting: number;
  /** The bound of one group; without it, of all. */
  readonly maxWaitingPerGroup?: number;
  /** Milliseconds for which one may wait; absent: any time. */
  readonly patience?: number;
}

/** Seconds after which somebody who has waited may ask again. */
const AFTER_A_WAIT = 5;

/** Work of which a few pieces are done at a time. The groups that wait take turns, each in its own order. */
export class WorkPlaces {
  private readonly waiting = new Map<string, (() => void)[]>();
  private waitingCount = 0;
  private running = 0;

  constructor(private readonly bounds: Bounds) {}

  /** `group`: the organization that it is done for. Throws 429 where too many wait already, or the wait is too long. */
  async run<T>(work: () => Promise<T>, group = ''): Promise<T> {
    if (this.running >= this.bounds.atATime) await this.wait(group);
    else this.running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place.
      const next = this.takeNext();
      if (next) next();
      else this.running -= 1;
    }
  }

  private wait(group: string): Promise<void> {
    const { maxWaiting, maxWaitingPerGroup = maxWaiting } = this.bounds;
    const own = this.waiting.get(group) ?? [];
    if (this.waitingCount >= maxWaiting || own.length >= maxWaitingPerGroup)
      throw tooManyRequests(1);
    this.waiting.set(group, own);
    this.waitingCount += 1;
    return new Promise((resolve, reject) => {
      const { patience } = this.bounds;
      const go = () => {
        clearTimeout(late);
        resolve();
      };
      const late =
        patience === undefined
          ? undefined
          : setTimeout(() => {
              this.forget(group, go);
              reject(tooManyRequests(AFTER_A_WAIT));
            }, patience);
      own.push(go);
    });
  }

  private forget(group: string, gone: () => void): void {
    const left = this.waiting.get(group)!.filter((each) => each !== gone);
    if (left.length > 0) this.waiting.set(group, left);
    else this.waiting.delete(group);
    this.waitingCount -= 1;
  }

  private takeNext(): (() => void) | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [group, own] = first;
    this.waiting.delete(group);
    if (own.length > 1) this.waiting.set(group, own.slice(1)); // behind all others
    this.waitingCount -= 1;
    return own[0];
  }
}

/** One less than the threads that Node.js has by default, so that files and passwords go on meanwhile. */
const THREADS = 3;
/** A key of RSA takes a second of a processor: with two of them, one is left for all else. */
const KEYS_AT_A_TIME = availableParallelism() > 2 ? 2 : 1;
const keys = new WorkPlaces({
  atATime: KEYS_AT_A_TIME,
  maxWaiting: 100,
  maxWaitingPerGroup: 40,
  // A connection on which nothing comes for 20 s is taken for gone: the key is to be there before.
  patience: 10_000,
});
const signatures = new WorkPlaces({ atATime: THREADS - KEYS_AT_A_TIME, maxWaiting: 200 });

/** Makes a key slowly for an organization. Throws 429 where too many wait already, or the wait is too long. */
export const makingKey = <T>(group: string, work: () => Promise<T>): Promise<T> =>
  keys.run(work, group);

/** Makes a slow signature. Throws 429 where too many wait already. */
export const signingSlowly = <T>(work: () => Promise<T>): Promise<T> => signatures.run(work);
