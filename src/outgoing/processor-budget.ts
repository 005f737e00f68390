import { LRUCache } from 'lru-cache';
import { FairShares, type Payer } from './fair-shares.js';

/** Milliseconds of the processor. */
export interface ProcessorCosts {
  /** What a step takes at most where what came is usual: a chain of certificates with usual keys, a part of an answer. */
  readonly usual: number;
  /** What dearer steps may take together, for one organization in a minute: each holds everybody up in one piece. */
  readonly dearPerMinute: number;
  /** What all steps may take together: some thousand calls whose answers are usual. */
  readonly perMinute: number;
}

export const PROCESSOR_COSTS: ProcessorCosts = {
  usual: 50,
  dearPerMinute: 1_000,
  perMinute: 5_000,
};

const MINUTE = 60_000;
const ORGANIZATIONS = 10_000;
/**
 * The part of what the others leave that one payer has at the beginning of a minute. The rest is given out until its end: who
 * is alone has the whole, and who comes late finds something.
 */
const FIRST = 3 / 4;
/** The part of what all steps may take that a call of a usual kind needs. */
const CRUMB = 0.001;
/** The part of what dear steps may take that no payer is let take: nobody knows how dear a step is before it was made. */
const DEAR_STEP = 0.3;

/** What one payer may still spend. */
export interface ProcessorShare {
  /** 0 where there is something left. */
  readonly secondsUntilFree: number;
  /** Does a step and counts what it took. */
  charge<T>(step: () => T): T;
}

/** What an organization spends in a minute. */
interface Minute {
  readonly all: FairShares;
  readonly dear: FairShares;
}

/**
 * What outgoing calls take of the event loop: the other side decides what it sends, and in how many pieces. An organization has so
 * much, which is parted fairly between those who set up what calls: nobody's hostile issuer stops the logins of others.
 */
export class ProcessorBudget {
  private forgottenAt = 0;
  private readonly minutes = new LRUCache<string, Minute>({ max: ORGANIZATIONS, ttl: MINUTE });

  /** @param measure does a step and tells how many milliseconds of the processor it took. */
  constructor(
    private readonly costs = PROCESSOR_COSTS,
    private readonly measure: typeof measured = measured,
  ) {}

  shareOf(organizationId: string, payer: Payer): ProcessorShare {
    const secondsUntilFree = () => this.secondsUntilFree(organizationId, payer);
    return {
      get secondsUntilFree() {
        return secondsUntilFree();
      },
      charge: (step) => {
        const { result, took } = this.measure(step);
        this.charge(organizationId, payer, took);
        return result;
      },
    };
  }

  private secondsUntilFree(organizationId: string, payer: Payer): number {
    const minute = this.minutes.get(organizationId);
    if (!minute) return 0;
    const left = this.minutes.getRemainingTTL(organizationId);
    const isFreeAt = (remaining: number) =>
      [minute.all, minute.dear].every((each) =>
        each.isFree(payer, { released: 1 - remaining / MINUTE }),
      );
    if (isFreeAt(left)) return 0;
    const whole = Math.max(1, Math.ceil(left / 1_000));
    for (let seconds = 1; seconds < whole; seconds++)
      if (isFreeAt(left - seconds * 1_000)) return seconds;
    return whole;
  }

  private charge(organizationId: string, payer: Payer, took: number): void {
    const { all, dear } = this.minuteOf(organizationId);
    const released = 1 - this.minutes.getRemainingTTL(organizationId) / MINUTE;
    all.take(payer, took, released);
    if (took > this.costs.usual) dear.take(payer, took, released);
  }

  /** Forgets minutes that are over, now and then: the cache keeps them until somebody asks for them. */
  private forgetOld(): void {
    const now = performance.now();
    if (now - this.forgottenAt < MINUTE) return;
    this.forgottenAt = now;
    this.minutes.purgeStale();
  }

  private minuteOf(organizationId: string): Minute {
    const known = this.minutes.get(organizationId);
    if (known) return known;
    this.forgetOld();
    const { perMinute, dearPerMinute } = this.costs;
    const minute = {
      all: new FairShares({ total: perMinute, first: FIRST, crumb: perMinute * CRUMB }),
      dear: new FairShares({
        total: (1 - DEAR_STEP) * dearPerMinute,
        first: FIRST,
        limit: dearPerMinute,
      }),
    };
    this.minutes.set(organizationId, minute);
    return minute;
  }
}

/** In milliseconds. The clock alone counts the turns of other processes too, the processor those of other threads. */
export function measured<T>(step: () => T): { readonly result: T; readonly took: number } {
  const start = performance.now();
  const before = process.cpuUsage();
  const result = step();
  const { user, system } = process.cpuUsage(before);
  return { result, took: Math.min(performance.now() - start, (user + system) / 1_000) };
}
