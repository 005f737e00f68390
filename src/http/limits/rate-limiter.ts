import type { RateLimits } from '../../config.js';
import { tooManyRequests } from '../../errors/api-error.js';
import type { WindowCounter } from './window-counter.js';

export type RateClass = keyof RateLimits;

const WINDOW_SECONDS = 60;

/** The window that a request was counted in, kept with its answer so that its cost goes there too. */
const SPENT = Symbol('spentIn');
type Charged = object & { [SPENT]?: string };

/** Counts requests by class and caller, or by class and address (decision 23). */
export class RateLimiter {
  constructor(
    private readonly limits: RateLimits | 'off',
    private readonly counter: WindowCounter,
  ) {}

  /** Gives the headers that tell the caller where it stands. Throws 429 beyond the limit. */
  async spend(rateClass: RateClass, caller: string): Promise<Record<string, string>> {
    if (this.limits === 'off') return {};
    const key = `${rateClass}:${source(caller)}`;
    const { hits, seconds } = await this.counter.hit(key, WINDOW_SECONDS);
    const limit = this.limits[rateClass];
    const headers = {
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(Math.max(0, limit - hits)),
      'X-RateLimit-Reset': String(seconds),
    };
    if (hits > limit) throw tooManyRequests(seconds, headers);
    return headers;
  }

  /** Like `spend`, and remembers with the answer where its cost is to be charged. */
  async spendFor(
    answer: object,
    rateClass: RateClass,
    caller: string,
  ): Promise<Record<string, string>> {
    (answer as Charged)[SPENT] = `${rateClass}:${source(caller)}`;
    return this.spend(rateClass, caller);
  }

  /**
   * Charges what an answer cost beyond its request: the next requests of its caller have so much less left (decision
   * 406). Nobody waits for it, and an answer that was made is never refused.
   */
  charge(answer: object, units: number): void {
    const key = (answer as Charged)[SPENT];
    if (this.limits === 'off' || key === undefined || units <= 0) return;
    this.counter.hit(key, WINDOW_SECONDS, units).catch(() => undefined);
  }
}

/** An IPv6 host owns a whole /64, so its addresses count as one. Anything else stands for itself. */
export function source(caller: string): string {
  if (!caller.includes(':')) return caller;
  const [head = '', tail = ''] = caller.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const gap = Math.max(0, 8 - left.length - right.length);
  const zeros = caller.includes('::') ? Array<string>(gap).fill('0') : [];
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => parseInt(group, 16).toString(16)).join(':')}::/64`;
}
