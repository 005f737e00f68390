import { LRUCache } from 'lru-cache';

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

/** What one organization may still spend. */
export interface ProcessorShare {
  /** 0 where there is something left. */
  readonly secondsUntilFree: number;
  /** Does a step and counts what it took. */
  charge<T>(step: () => T): T;
}

/** Milliseconds of a minute so far. */
interface Spent {
  all: number;
  dear: number;
}

/** What outgoing calls take of the event loop, by organization: the other side decides what it sends, and in how many pieces. */
export class ProcessorBudget {
  private readonly spent = new LRUCache<string, Spent>({
    max: ORGANIZATIONS,
    ttl: MINUTE,
    noUpdateTTL: true,
  });

  constructor(private readonly costs = PROCESSOR_COSTS) {}

  shareOf(organizationId: string): ProcessorShare {
    const { spent, costs } = this;
    return {
      get secondsUntilFree() {
        const { all, dear } = spent.get(organizationId) ?? { all: 0, dear: 0 };
        const isLeft = all < costs.perMinute && dear < costs.dearPerMinute;
        return isLeft ? 0 : Math.ceil(spent.getRemainingTTL(organizationId) / 1_000);
      },
      charge(step) {
        const { result, took } = measured(step);
        const before = spent.get(organizationId) ?? { all: 0, dear: 0 };
        const dear = before.dear + (took > costs.usual ? took : 0);
        spent.set(organizationId, { all: before.all + took, dear });
        return result;
      },
    };
  }
}

/** In milliseconds. The clock alone counts the turns of other processes too, the processor those of other threads. */
function measured<T>(step: () => T): { readonly result: T; readonly took: number } {
  const start = performance.now();
  const before = process.cpuUsage();
  const result = step();
  const { user, system } = process.cpuUsage(before);
  return { result, took: Math.min(performance.now() - start, (user + system) / 1_000) };
}
