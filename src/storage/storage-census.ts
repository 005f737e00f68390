import {
  Logger,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { StorageSettings } from './storage-settings.js';
import { StorageRepository } from './storage.repository.js';

/** Milliseconds after the start, with a bound and without, and between two looks. */
const FIRST = 120_000;
const FIRST_UNBOUNDED = 30 * 60_000;
const EVERY = 10 * 60_000;
/** Seconds for which a count is good: with a bound, and where it only serves the metric. */
const BOUNDED = 60 * 60;
const UNBOUNDED = 24 * 60 * 60;

/**
 * Counts all organizations again and again, one after another: what versions and kept answers thrown out
 * have freed, and what a process that was killed did not pass on. All replicas share the work, as each takes
 * what was counted longest ago.
 */
@Injectable()
export class StorageCensus implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(StorageCensus.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private isEnding = false;

  constructor(
    private readonly repository: StorageRepository,
    private readonly settings: StorageSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.start(this.settings.perOrganization === null ? FIRST_UNBOUNDED : FIRST);
  }

  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Returns the number of organizations counted. */
  async sweep(age = this.settings.perOrganization === null ? UNBOUNDED : BOUNDED): Promise<number> {
    await this.repository.forgetGone();
    let counted = 0;
    for (const orgId of await this.repository.listOldest(age)) {
      if (this.isEnding) break;
      await this.repository.count(orgId);
      counted++;
    }
    return counted;
  }

  private start(after: number): void {
    this.timer = setTimeout(() => {
      this.running = this.sweep()
        .catch(() => this.log.warn('What is stored could not be counted; it is tried again.'))
        .finally(() => {
          if (!this.isEnding) this.start(EVERY);
        });
    }, after);
    this.timer.unref();
  }
}
