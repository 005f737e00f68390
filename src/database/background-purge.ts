import { Logger } from '@nestjs/common';
import type { Database, Statement } from './database.js';

/** Deletes one bounded batch of what is over, and returns a row for each. */
export interface Purge {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

const MAX_BATCHES = 200;

/** Throws out what is over, again and again, batch by batch. Every replica sweeps; none waits for another. */
export class BackgroundPurge {
  private readonly log = new Logger(BackgroundPurge.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private isEnding = false;

  constructor(
    private readonly database: Database,
    private readonly what: string,
    private readonly purges: readonly Purge[],
  ) {}

  /** Sweeps after `first` milliseconds, and then every so many after the last time. */
  start(first: number, every: number): void {
    this.timer = setTimeout(() => {
      this.running = this.sweep()
        .catch(() => this.log.warn(`Old ${this.what} could not be swept; it is tried again.`))
        .finally(() => {
          if (!this.isEnding) this.start(every, every);
        });
    }, first);
    this.timer.unref();
  }

  /** Waits for the batch under way. */
  async stop(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Returns the number of rows thrown out. */
  async sweep(): Promise<number> {
    let swept = 0;
    for (const { statement, values } of this.purges) {
      for (let batch = 0; batch < MAX_BATCHES && !this.isEnding; batch++) {
        const { length } = await this.database.rows(statement, values);
        swept += length;
        if (length === 0) break;
      }
    }
    return swept;
  }
}
