import type { RateLimits } from '../config.js';
import { tooManyRequests } from '../errors/api-error.js';
import type { WindowCounter } from './window-counter.js';

export type RateClass = keyof RateLimits;

const WINDOW_SECONDS = 60;

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
