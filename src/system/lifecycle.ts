/** Where the process stands between start and end. */
export class Lifecycle {
  /** Set at SIGTERM: readiness says no, requests under way are finished. */
  isEnding = false;

  constructor(readonly usesRedis: boolean) {}
}
