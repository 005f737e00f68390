/** Milliseconds. Whoever goes by our readiness asks for it more often than that. */
const WATCHED_WITHIN = 60_000;
/** Seconds that a proxy or an orchestrator usually needs to notice. */
const USUAL_DRAIN = 5;

/** Milliseconds of the longest drain that this setting can come to. */
export const longestDrain = (drainSeconds = USUAL_DRAIN): number => drainSeconds * 1_000;

/** Where the process stands between start and end. */
export class Lifecycle {
  /** Set at the signal: readiness says no. */
  isEnding = false;
  private askedAt = -Infinity;

  /** `drainSeconds`: the operator's, if set. */
  constructor(
    readonly usesRedis: boolean,
    private readonly drainSeconds?: number,
  ) {}

  /** Called by a request for our readiness: somebody decides by it whether to send us requests. */
  noteWatcher(): void {
    this.askedAt = performance.now();
  }

  /** Milliseconds for which requests are still taken after readiness said no: none where nobody asks for it. */
  get drain(): number {
    const isWatched = performance.now() - this.askedAt < WATCHED_WITHIN;
    return isWatched || this.drainSeconds !== undefined ? longestDrain(this.drainSeconds) : 0;
  }
}
