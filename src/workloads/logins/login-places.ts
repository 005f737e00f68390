import { setTimeout as wait } from 'node:timers/promises';
import { tooManyRequests } from '../../errors/api-error.js';
import { FairQueue, QueueRefusal } from '../../http/limits/fair-queue.js';
import type { RateLimitStorage } from '../../http/limits/rate-limit-storage.js';
import { RATE_WINDOW } from '../../http/limits/rate-limiter.js';

/** Failures a minute. */
const MAX_FAILURES = 10;
/** Logins under way in a process: fewer than a row may have under way to one origin, so that no stranger holds all of those. */
const AT_ONCE = 3;
/** How many wait, and for how many milliseconds. */
const WAITING = 60;
const PATIENCE = 3_000;
/** Milliseconds between two looks at whether a login that is under way on another replica has ended. */
const AGAIN = 100;
/** Places and waiters in all: more than there could be, since each id and source has bounds of its own. */
const ALL = 100_000;

interface LoginPlace {
  /** `isCounted`: it failed, and stays one of ten in its minute. */
  leave(isCounted: boolean): Promise<void>;
}

/**
 * Logins of one id from one source that reach the network. Each counts as a failure from its begin, and is given back when
 * it succeeds: however many come at once, no more than ten in a minute fail beyond it. Honest ones wait for those before.
 */
export class LoginPlaces {
  private readonly queue = new FairQueue(
    { total: ALL, perGroup: ALL, perCaller: AT_ONCE, perContended: ALL },
    { total: ALL, perGroup: ALL, perCaller: WAITING, bytes: Infinity, patience: PATIENCE },
  );

  constructor(private readonly storage: RateLimitStorage) {}

  /** Throws 429 where ten failed already, or where too many are under way. */
  async enter(key: string): Promise<LoginPlace> {
    await this.requireFew(key);
    const claimant = { group: '', caller: key, contended: null, bytes: 0 };
    if (!this.queue.tryEnter(claimant))
      await this.queue
        .enter(claimant, () => undefined)
        .catch((error: unknown) => {
          throw error instanceof QueueRefusal ? tooManyRequests(error.seconds) : error;
        });
    const start = performance.now();
    const leave = () => this.queue.leave(claimant, performance.now() - start);
    try {
      await this.count(key);
    } catch (error) {
      leave();
      throw error;
    }
    return {
      leave: async (isCounted) => {
        // Before the next one looks.
        if (isCounted) await this.storage.add(failuresOf(key), RATE_WINDOW);
        else await this.storage.add(key, RATE_WINDOW, -1);
        leave();
      },
    };
  }

  private async count(key: string): Promise<void> {
    for (const end = performance.now() + PATIENCE; ; await wait(AGAIN)) {
      const { hits, seconds } = await this.storage.add(key, RATE_WINDOW);
      if (hits <= MAX_FAILURES) return;
      await this.storage.add(key, RATE_WINDOW, -1);
      await this.requireFew(key);
      if (performance.now() > end) throw tooManyRequests(seconds);
    }
  }

  private async requireFew(key: string): Promise<void> {
    const { hits, seconds } = await this.storage.add(failuresOf(key), RATE_WINDOW, 0);
    if (hits >= MAX_FAILURES) throw tooManyRequests(seconds);
  }
}

const failuresOf = (key: string): string => `${key} failed`;
