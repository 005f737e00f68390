import type { RateLimits } from '../../config.js';
import { type ApiError, tooManyRequests } from '../../errors/api-error.js';
import type { RateLimitStorage } from './rate-limit-storage.js';

export type RateClass = keyof RateLimits | 'compare' | 'scim';

/** Milliseconds. */
export const RATE_WINDOW = 60_000;

/** A provider may send 200 requests at once, and 50 a second: Microsoft Entra asks for 25. */
const SCIM_REQUESTS = 200;
const SCIM_WINDOW = 4_000;

/** A page asks once for a folder; whoever asks for many learns which secrets are copies of others. */
const COMPARISONS = 60;

/** Milliseconds in which requests of the class are counted. */
export const windowOf = (rateClass: RateClass): number =>
  rateClass === 'scim' ? SCIM_WINDOW : RATE_WINDOW;

/** The window in which a request was counted, kept on its response so that its cost is charged there too. */
const RATE_KEY = Symbol('rateKey');
type Counted = object & { [RATE_KEY]?: string };

/**
 * Limits that the throttler's guard does not check: requests that are answered ahead of the guards or refused by an
 * earlier one, and the cost of answers. Counts on the guard's storage and under its keys.
 */
export class RateLimiter {
  constructor(
    private readonly limits: RateLimits | 'off',
    readonly storage: RateLimitStorage,
  ) {}

  get isOff(): boolean {
    return this.limits === 'off';
  }

  /** Requests that one caller may send in the window of the class. */
  limitOf(rateClass: RateClass): number {
    if (this.limits === 'off') return Infinity;
    if (rateClass === 'compare') return COMPARISONS;
    return rateClass === 'scim' ? SCIM_REQUESTS : this.limits[rateClass];
  }

  /** Counts a request; returns the headers that say what is left. Throws 429 beyond the limit. */
  async countRequest(rateClass: RateClass, caller: string): Promise<Record<string, string>> {
    if (this.isOff) return {};
    const limit = this.limitOf(rateClass);
    const { hits, seconds } = await this.storage.add(
      rateKey(rateClass, caller),
      windowOf(rateClass),
    );
    if (hits > limit) throw rateLimitExceeded(limit, seconds);
    return rateLimitHeaders(limit, hits, seconds);
  }

  /** Charges the cost of an answer to the window of that key. */
  chargeTo(response: object, key: string): void {
    (response as Counted)[RATE_KEY] = key;
  }

  /**
   * Charges what an answer cost beyond its request: the next requests of its caller have so much less left. Nobody
   * waits for it, and an answer that was made is never refused.
   */
  charge(response: object, units: number): void {
    const key = (response as Counted)[RATE_KEY];
    if (this.isOff || key === undefined || units <= 0) return;
    this.storage.add(key, windowOf(classOf(key)), units).catch(() => undefined);
  }
}

export const rateKey = (rateClass: RateClass, caller: string): string =>
  `${rateClass}:${source(caller)}`;

const classOf = (key: string) => key.slice(0, key.indexOf(':')) as RateClass;

export const rateLimitExceeded = (limit: number, seconds: number): ApiError =>
  tooManyRequests(seconds, rateLimitHeaders(limit, limit, seconds));

const rateLimitHeaders = (limit: number, hits: number, seconds: number) => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(Math.max(0, limit - hits)),
  'X-RateLimit-Reset': String(seconds),
});

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
