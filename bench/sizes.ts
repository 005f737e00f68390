/** How much is measured. */
export interface Sizes {
  readonly rounds: number;
  /** Seconds of one round of a throughput. */
  readonly seconds: number;
  /** Connections of a throughput: enough to keep the server busy while some wait for the database. */
  readonly concurrency: number;
  readonly batch: number;
  /** Secrets in one folder. */
  readonly folders: readonly number[];
  /** Secrets in the whole database. */
  readonly databases: readonly number[];
  readonly members: number;
  /** Certificates on one revocation list. */
  readonly revoked: number;
}

export const FULL: Sizes = {
  rounds: 5,
  seconds: 2,
  concurrency: 32,
  batch: 1_000,
  folders: [100, 1_000, 10_000],
  databases: [1_000, 100_000],
  members: 20_000,
  revoked: 100_000,
};

/** Only shows that everything runs: the figures say nothing. */
export const TINY: Sizes = {
  rounds: 1,
  seconds: 0.05,
  concurrency: 2,
  batch: 5,
  folders: [5, 10],
  databases: [10, 20],
  members: 20,
  revoked: 20,
};
