import { ApiError } from '../errors/api-error.js';

/** Work that is dear in memory and processors: a few at a time, some waiting for a while, and a refusal beyond. */
export class HashQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** `maxWait`: milliseconds. */
  constructor(
    private readonly parallel: number,
    private readonly maxWaiting: number,
    private readonly maxWait: number,
  ) {}

  /** Throws 503 while there is no place, before anything else is done for a request that could not go on. */
  requireRoom(): void {
    if (this.running < this.parallel || this.waiting.length < this.maxWaiting) return;
    throw busy();
  }

  /** Does the work in its turn, first come first served. Throws 503 where too many wait already, or the turn comes too late. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.requireRoom();
    const since = performance.now();
    if (this.running < this.parallel) this.running++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      // A silent connection is cut off after 20 s: an answer that comes later reaches nobody.
      if (performance.now() - since > this.maxWait) throw busy();
      return await work();
    } finally {
      // The place goes over to the next one, so that nobody can come between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running--;
    }
  }
}

const busy = () =>
  new ApiError('sign-in-busy', 'Too many people sign in at this moment. Try again.', undefined, {
    'Retry-After': '1',
  });
