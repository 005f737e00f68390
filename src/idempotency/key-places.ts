import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../auth/actor.js';
import { KeyBounds } from './key-bounds.js';
import { tooManyKeys } from './keyed-request.js';

/** Callers. One that was forgotten is counted at its next key. */
const REMEMBERED = 10_000;

/** What this process knows of the keys of a caller. */
interface Standing {
  /** New ones that may still come. */
  left: number;
  /** Those that came since the last count began. */
  taken: number;
  /** Number of the last count. */
  round: number;
  isCounting: boolean;
  /** The last count left less room than there is between two of them. */
  isNearlyFull: boolean;
  isCounted: boolean;
  countedAt: number;
}

/** Room for one new key. */
export interface KeyPlace {
  readonly standing: Standing;
  readonly round: number;
  /** The keys of the caller are to be counted as this one is claimed, so far; null: they are not. */
  readonly countUpTo: number | null;
}

export interface KeyCount {
  readonly live: number;
  /** Until the first of them ends; null if there is none. */
  readonly seconds: number | null;
}

/**
 * Holds callers to their number of live keys. Counts seldom: after some new keys, and of a caller without room after
 * some time. Between two counts a caller may have as many new keys as there was room for, in each process.
 */
@Injectable()
export class KeyPlaces {
  private readonly standings = new LRUCache<string, Standing>({ max: REMEMBERED });

  constructor(private readonly bounds: KeyBounds) {}

  /** Null if there is no room. */
  take(actor: Actor): KeyPlace | null {
    const standing = this.standingOf(`${actor.orgId} ${actor.identityId}`);
    const isToCount = this.isToCount(standing);
    if (isToCount) begin(standing);
    else if (standing.left <= 0) return null;
    standing.left--;
    standing.taken++;
    const countUpTo = isToCount ? this.bounds.perCaller : null;
    return { standing, round: standing.round, countUpTo };
  }

  /** What was counted as the place was used. Throws 429 if there is no room for it after all. */
  counted({ standing, round }: KeyPlace, { live, seconds }: KeyCount): void {
    const { perCaller } = this.bounds;
    let left = perCaller - live - 1;
    if (round === standing.round) {
      left = Math.min(this.ahead, perCaller - live) - standing.taken;
      standing.isNearlyFull = perCaller - live < this.ahead;
      Object.assign(standing, { left, isCounting: false, isCounted: true });
      standing.countedAt = performance.now();
    }
    if (left < 0) throw tooManyKeys(perCaller, seconds);
  }

  /** For a key that is new and has no place. */
  refusal(): Error {
    return tooManyKeys(this.bounds.perCaller, null);
  }

  /** Nothing came of it. */
  giveBack({ standing, round, countUpTo }: KeyPlace): void {
    if (round !== standing.round) return; // the count that began meanwhile did not see it
    standing.left++;
    standing.taken--;
    if (countUpTo === null || !standing.isCounting) return;
    standing.isCounting = false;
    standing.isCounted = false;
  }

  /** Twice as many as there are between two counts: others go on while one counts. */
  private get ahead(): number {
    return 2 * this.bounds.countEvery;
  }

  private standingOf(caller: string): Standing {
    const known = this.standings.get(caller);
    if (known) return known;
    const counts = { left: this.ahead, taken: 0, round: 0, countedAt: 0 };
    const standing = { ...counts, isCounting: false, isNearlyFull: false, isCounted: false };
    this.standings.set(caller, standing);
    return standing;
  }

  /** One counts at a time, unless it takes so long that the others have used what was ahead. */
  private isToCount(standing: Standing): boolean {
    const { left, taken, isCounting, isNearlyFull, isCounted, countedAt } = standing;
    if (left <= 0 && !isNearlyFull) return true;
    if (isCounting) return false;
    if (!isCounted || taken >= this.bounds.countEvery) return true;
    return left <= 0 && performance.now() - countedAt >= this.bounds.countPause;
  }
}

function begin(standing: Standing): void {
  standing.isCounting = true;
  standing.taken = 0;
  standing.round++;
}
