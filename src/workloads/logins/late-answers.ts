import { LRUCache } from 'lru-cache';

const SECOND = 1_000;
/** Milliseconds for which it is remembered that an answer was late. */
const REMEMBERED = 60_000;
/** Milliseconds for which somebody else was asked, below which it was this server that was slow, for every id alike. */
const MIN_ASKED = 500;
const MAX_NAMES = 1_000;
const MAX_NAME = 300;

/** Milliseconds of a login. */
export interface LoginWaits {
  /** For an answer of somebody else, from when it was wanted. */
  readonly waited: number;
  /** The part of it for which that one was asked; meanwhile nobody else's calls were waited for. */
  readonly asked: number;
}

/**
 * Who gave its answers late, by what the login itself says of whom it would ask: so lateness belongs to whoever is asked
 * and not to the login that was made to wait, and refusals of ids that nobody knows are as late as the others.
 */
export class LateAnswers {
  /** Seconds that the latest one took, rounded up. */
  private readonly seconds = new LRUCache<string, number>({ max: MAX_NAMES, ttl: REMEMBERED });

  /**
   * When a refusal leaves that took so many milliseconds so far, and whether that is late. What it waited for a place to ask makes it
   * late itself, and says nothing of who was asked: others have places of their own.
   */
  leaving(
    name: string,
    elapsed: number,
    { waited, asked }: LoginWaits,
  ): { readonly at: number; readonly isLate: boolean } {
    const key = name.slice(0, MAX_NAME);
    const known = this.seconds.get(key) ?? 1;
    const answered = secondsOf(elapsed - waited + asked);
    if (answered > 1 && answered >= known && asked >= MIN_ASKED) this.seconds.set(key, answered);
    const seconds = Math.max(secondsOf(elapsed), known);
    return { at: seconds * SECOND, isLate: seconds > 1 };
  }
}

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / SECOND));
