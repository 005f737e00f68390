import type { EventConfig } from '../config.js';

/** Times in milliseconds, and bounds of streams. A test sets others before it subscribes. */
export class EventSettings {
  pingInterval = 15_000;
  /** How often `SubscriptionMonitor` polls. */
  pollInterval = 750;
  /** For how long wake-ups for other replicas are gathered. */
  wakeupInterval = 5;
  /** After this time without taking what was sent, a reader is cut off. */
  slowReaderTimeout = 30_000;
  maxUnsentBytes = 256 * 1024;
  /**
   * How far a saved cursor stays behind what was sent. A connection that broke without being closed takes
   * what is sent for a while, and its client notices when pings have been missing for two and a half minutes.
   */
  savedCursorLag = 180_000;
  cursorSaveInterval = 10_000;
  expiryPollInterval = 2_000;
  readonly retentionDays: number;
  readonly retentionCount: number;
  /** How long before the end of temporary access its `…:expiring` event is written. */
  readonly expiryNoticeTime: number;
  perCaller: number;
  perOrganization: number;
  perReplica: number;

  constructor(config: EventConfig) {
    this.retentionDays = config.retentionDays;
    this.retentionCount = config.retentionCount;
    this.expiryNoticeTime = config.expiringSeconds * 1_000;
    this.perCaller = config.streamsPerCaller;
    this.perOrganization = config.streamsPerOrganization;
    this.perReplica = config.streamsPerReplica;
  }
}
