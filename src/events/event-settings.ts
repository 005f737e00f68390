import type { EventConfig } from '../config.js';

/** Times in milliseconds and bounds of the streams; a test sets others before it subscribes. */
export class EventSettings {
  pingInterval = 15_000;
  /** How often rights, tokens and heads are looked after though no bell rang. */
  pollInterval = 750;
  /** Of doorbells to other replicas. */
  wakeupInterval = 5;
  /** How long a reader may leave what is sent untaken. */
  slowReaderTimeout = 30_000;
  maxUnsentBytes = 256 * 1024;
  /**
   * How far an implicit cursor stays behind what was sent. A connection that broke without a word takes
   * what is sent for a while, and its client finds out when pings have been missing for two and a half minutes.
   */
  savedCursorLag = 180_000;
  cursorSaveInterval = 10_000;
  expiryPollInterval = 2_000;
  readonly retentionDays: number;
  readonly retentionCount: number;
  /** How long before the end of temporary access it is told of. */
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
