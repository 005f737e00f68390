/** Times in milliseconds and bounds of the streams; a test sets others before it subscribes. */
export class EventSettings {
  pingEvery = 15_000;
  /** How often rights, tokens and heads are looked after though no bell rang. */
  lookEvery = 750;
  /** Of doorbells to other replicas. */
  ringEvery = 5;
  /** How long a reader may leave what is sent untaken. */
  patience = 30_000;
  maxUnsent = 256 * 1024;
  perCaller = 10;
  perReplica = 1_000;
  /**
   * How far an implicit cursor stays behind what was sent. A connection that broke without a word takes
   * what is sent for a while, and its client finds out when pings have been missing for two and a half minutes.
   */
  implicitLag = 180_000;
  saveEvery = 10_000;

  constructor(readonly retentionDays = 7) {}
}
