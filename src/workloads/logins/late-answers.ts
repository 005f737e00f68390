import { LRUCache } from 'lru-cache';

const SECOND = 1_000;
/** Milliseconds for which it is remembered that an answer was late. */
const REMEMBERED = 60_000;
/** Milliseconds of waiting for somebody else, below which it was this server that was slow, for every id alike. */
const MIN_WAITED = 500;
const MAX_NAMES = 1_000;
const MAX_NAME = 300;

/**
 * Who gave its answers late, by what the login itself says of whom it would ask: so lateness belongs to whoever is asked
 * and not to the login that was made to wait, and refusals of ids that nobody knows are as late as the others.
 */
export class LateAnswers {
  /** Seconds that the latest one took, rounded up. */
  private readonly seconds = new LRUCache<string, number>({ max: MAX_NAMES, ttl: REMEMBERED });

  /**
   * When a refusal leaves that took so long so far, of which it waited so long for who was asked, all in milliseconds, and
   * whether that is late.
   */
  leaving(
    name: string,
    elapsed: number,
    waited: number,
  ): { readonly at: number; readonly isLate: boolean } {
    const key = name.slice(0, MAX_NAME);
    const took = Math.max(1, Math.ceil(elapsed / SECOND));
    const known = this.seconds.get(key) ?? 1;
    if (took > 1 && took >= known && waited >= MIN_WAITED) this.seconds.set(key, took);
    const seconds = Math.max(took, known);
    return { at: seconds * SECOND, isLate: seconds > 1 };
  }
}
