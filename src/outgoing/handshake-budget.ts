import { LRUCache } from 'lru-cache';

/** Milliseconds of the processor. */
export interface HandshakeCosts {
  /** What a step of a handshake takes at most where its keys are usual ones. */
  readonly usual: number;
  /** What dearer steps may take together, for one organization in a minute. */
  readonly perMinute: number;
}

export const HANDSHAKE_COSTS: HandshakeCosts = { usual: 50, perMinute: 1_000 };

const MINUTE = 60_000;
const ORGANIZATIONS = 10_000;

/** What one organization may still spend. */
export interface HandshakeShare {
  /** 0 where there is something left. */
  readonly secondsUntilFree: number;
  /** Does a step, and counts it where it was dear. */
  charge(step: () => void): void;
}

/** What the handshakes of outgoing calls take of the event loop, beyond the usual, by organization. */
export class HandshakeBudget {
  private readonly spent = new LRUCache<string, number>({
    max: ORGANIZATIONS,
    ttl: MINUTE,
    noUpdateTTL: true,
  });

  constructor(private readonly costs = HANDSHAKE_COSTS) {}

  shareOf(organizationId: string): HandshakeShare {
    const { spent, costs } = this;
    return {
      get secondsUntilFree() {
        const isLeft = (spent.get(organizationId) ?? 0) < costs.perMinute;
        return isLeft ? 0 : Math.ceil(spent.getRemainingTTL(organizationId) / 1_000);
      },
      charge(step) {
        const took = processorTimeOf(step);
        if (took > costs.usual) spent.set(organizationId, (spent.get(organizationId) ?? 0) + took);
      },
    };
  }
}

/** In milliseconds. The clock alone counts the turns of other processes too, the processor those of other threads. */
function processorTimeOf(step: () => void): number {
  const start = performance.now();
  const before = process.cpuUsage();
  step();
  const { user, system } = process.cpuUsage(before);
  return Math.min(performance.now() - start, (user + system) / 1_000);
}
