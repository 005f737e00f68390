import { Logger } from '@nestjs/common';
import type { Database, Statement } from './database.js';
import { PollingLoop } from './polling-loop.js';

/** A statement that deletes one bounded batch of expired rows, and returns one row for each. */
export interface Purge {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

const MAX_BATCHES = 200;

/** Deletes expired rows at intervals, batch by batch. Every replica does; none waits for another. */
export class BackgroundPurge {
  private readonly log = new Logger(BackgroundPurge.name);
  private every = 0;
  private readonly loop = new PollingLoop(
    () => this.sweep(),
    () => this.every,
    () => this.log.warn(`Old ${this.what} could not be swept; it is tried again.`),
  );

  constructor(
    private readonly database: Database,
    private readonly what: string,
    private readonly purges: readonly Purge[],
  ) {}

  /** Runs after `first` milliseconds, and then `every` so many after the end of the run before. */
  start(first: number, every: number): void {
    this.every = every;
    this.loop.start(first);
  }

  /** Waits for the batch under way. */
  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Deletes what is expired now. Returns the number of rows. */
  async sweep(): Promise<number> {
    let swept = 0;
    for (const { statement, values } of this.purges) {
      for (let batch = 0; batch < MAX_BATCHES && !this.loop.isEnding; batch++) {
        const { length } = await this.database.rows(statement, values);
        swept += length;
        if (length === 0) break;
      }
    }
    return swept;
  }
}
