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

/** Who waits for a place, and for how long. */
export interface Waiter {
  /** The organization that the work is done for. */
  readonly group?: string;
  /** Who asked for it there. */
  readonly caller?: string;
  /** Aborted once nobody wants the work any more. */
  readonly signal?: AbortSignal;
}

interface Waiting {
  readonly caller: string;
  readonly go: () => void;
}

/**
 * Work of which a few pieces are done at a time. The groups that wait take turns, and in each its callers, each of them in its
 * own order.
 */
export class WorkPlaces {
  private readonly waiting = new Map<string, Waiting[]>();
  private waitingCount = 0;
  private running = 0;

  constructor(private readonly bounds: Bounds) {}

  /** Throws 429 where too many wait already, or the wait is too long, and the signal's reason where that is aborted meanwhile. */
  async run<T>(work: () => Promise<T>, waiter: Waiter = {}): Promise<T> {
    if (this.running >= this.bounds.atATime) await this.wait(waiter);
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

  private wait({ group = '', caller = '', signal }: Waiter): Promise<void> {
    const { maxWaiting, maxWaitingPerGroup = maxWaiting, patience } = this.bounds;
    const own = this.waiting.get(group) ?? [];
    if (this.waitingCount >= maxWaiting || own.length >= maxWaitingPerGroup)
      throw tooManyRequests(1);
    this.waiting.set(group, own);
    this.waitingCount += 1;
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(late);
        signal?.removeEventListener('abort', abandon);
        settle();
      };
      const waiting = { caller, go: () => end(resolve) };
      const giveUp = (error: unknown) => {
        this.forget(group, waiting);
        end(() => reject(error as Error));
      };
      const abandon = () => giveUp(signal?.reason);
      const isLate = () => giveUp(tooManyRequests(AFTER_A_WAIT));
      const late = patience === undefined ? undefined : setTimeout(isLate, patience);
      signal?.addEventListener('abort', abandon);
      own.push(waiting);
    });
  }

  private forget(group: string, gone: Waiting): void {
    this.keep(
      group,
      this.waiting.get(group)!.filter((each) => each !== gone),
    );
  }

  private takeNext(): (() => void) | undefined {
    const [first] = this.waiting;
    if (!first) return undefined;
    const [group, [next, ...others]] = first as [string, [Waiting, ...Waiting[]]];
    this.waiting.delete(group); // behind all others
    const isOwn = ({ caller }: Waiting) => caller === next.caller;
    this.keep(group, [...others.filter((each) => !isOwn(each)), ...others.filter(isOwn)]);
    return next.go;
  }

  /** Notes who of a group is left, one fewer than before. */
  private keep(group: string, left: Waiting[]): void {
    if (left.length > 0) this.waiting.set(group, left);
    else this.waiting.delete(group);
    this.waitingCount -= 1;
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

/** Makes a key slowly. Throws as `WorkPlaces.run` does. */
export const makingKey = <T>(waiter: Waiter, work: () => Promise<T>): Promise<T> =>
  keys.run(work, waiter);

/** Makes a slow signature. Throws 429 where too many wait already. */
export const signingSlowly = <T>(work: () => Promise<T>): Promise<T> => signatures.run(work);
