import { stillRunning } from './keyed-request.js';

/** As long as the database would let one wait for a lock. */
const WAIT_MS = 2_000;

/**
 * The keys whose requests run in this process. Requests with the same key run one after the other and wait here,
 * without a connection: one key must not be able to take the whole pool.
 */
export class RunningKeys {
  private readonly ends = new Map<string, Promise<void>>();

  /** Does the work when no other request with the key runs here. Throws 409 if the others take too long. */
  async runAlone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const deadline = performance.now() + WAIT_MS;
    for (let other = this.ends.get(name); other; other = this.ends.get(name)) {
      await orRefusal(other, deadline - performance.now());
    }
    let end: () => void = () => undefined;
    this.ends.set(name, new Promise((resolve) => (end = resolve)));
    try {
      return await work();
    } finally {
      this.ends.delete(name);
      end();
    }
  }
}

function orRefusal(other: Promise<void>, milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(stillRunning()), Math.max(0, milliseconds));
    void other.then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
