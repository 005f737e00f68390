import {
  Logger,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { PollingLoop } from '../database/polling-loop.js';
import { StorageRepository, StorageSettings } from './storage.repository.js';

/** Milliseconds after the start, with a quota and without, and between two runs. */
const FIRST = 120_000;
const FIRST_UNBOUNDED = 30 * 60_000;
const EVERY = 10 * 60_000;
/** Seconds after which a count is repeated: with a quota, and where it only serves the metric. */
const BOUNDED = 60 * 60;
const UNBOUNDED = 24 * 60 * 60;

/**
 * Recounts all organizations one after another: versions and kept answers that were purged count no more, and bytes
 * of a killed process are found. Replicas share the work, as each counts what was counted longest ago.
 */
@Injectable()
export class StorageRecounts implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(StorageRecounts.name);
  private readonly loop = new PollingLoop(
    () => this.sweep(),
    () => EVERY,
    () => this.log.warn('Stored bytes could not be counted; tried again.'),
  );

  constructor(
    private readonly repository: StorageRepository,
    private readonly settings: StorageSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.loop.start(this.settings.perOrganization === null ? FIRST_UNBOUNDED : FIRST);
  }

  onModuleDestroy(): Promise<void> {
    return this.loop.stop();
  }

  /** Returns the number of organizations counted. */
  async sweep(age = this.settings.perOrganization === null ? UNBOUNDED : BOUNDED): Promise<number> {
    await this.repository.removeOrphans();
    let counted = 0;
    for (const orgId of await this.repository.listLongestUncounted(age)) {
      if (this.loop.isEnding) break;
      await this.repository.count(orgId);
      counted++;
    }
    return counted;
  }
}
