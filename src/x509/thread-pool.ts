import { tooManyRequests } from '../errors/api-error.js';

/** Work of which a few pieces are done at a time; others wait in their order. */
export class WorkPlaces {
  private readonly waiting: (() => void)[] = [];
  private running = 0;

  constructor(
    private readonly atATime: number,
    private readonly maxWaiting: number,
  ) {}

  /** Throws 429 where too many wait already. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= this.atATime) {
      if (this.waiting.length >= this.maxWaiting) throw tooManyRequests(1);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}

/** One less than the threads that Node.js has by default, so that files and passwords go on meanwhile. */
const AT_A_TIME = 3;
const places = new WorkPlaces(AT_A_TIME, 60);

/** Does slow work with keys, a few pieces at a time. Throws 429 where too many wait already. */
export const inThreadPool = <T>(work: () => Promise<T>): Promise<T> => places.run(work);
