import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Database, statement } from '../database/database.js';
import { EventSettings } from './event-settings.js';

const BATCH = 1_000;
const PROJECTS = 5;
const MAX_BATCHES = 200;
const FIRST = 90_000;
const EVERY = 10 * 60_000;

/** The oldest events of a few projects, always from the lowest number up: what is left has no gaps. */
const PURGE_EVENTS = statement(`
  delete from project_events gone using (
    select h.project_id, (
      select max(seq) from (
        select seq, created_at from project_events
        where project_id = h.project_id order by seq limit ${BATCH}
      ) low where low.created_at < now() - make_interval(days => $1)
    ) upto
    from project_event_heads h
    cross join lateral (
      select created_at from project_events where project_id = h.project_id order by seq limit 1
    ) oldest
    where oldest.created_at < now() - make_interval(days => $1)
    order by h.project_id limit ${PROJECTS}
  ) old
  where gone.project_id = old.project_id and gone.seq <= old.upto
  returning 1`);

const PURGE_CURSORS = statement(`
  delete from event_cursors where (identity_id, project_id, register_hash) in (
    select identity_id, project_id, register_hash from event_cursors
    where updated_at < now() - make_interval(days => $1)
    order by updated_at limit ${BATCH} for update skip locked
  ) returning 1`);

/** Throws out what is older than the retention. Every replica sweeps; none waits for another. */
@Injectable()
export class EventRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(EventRetention.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private isEnding = false;

  constructor(
    private readonly database: Database,
    private readonly settings: EventSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.wait(FIRST);
  }

  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    clearTimeout(this.timer);
    await this.running;
  }

  /** Returns the number of rows thrown out. */
  async sweep(): Promise<number> {
    let swept = 0;
    for (const purge of [PURGE_EVENTS, PURGE_CURSORS]) {
      for (let batch = 0; batch < MAX_BATCHES && !this.isEnding; batch++) {
        const rows = await this.database.rows(purge, [this.settings.retentionDays]);
        swept += rows.length;
        if (rows.length === 0) break;
      }
    }
    return swept;
  }

  private wait(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.running = this.sweep()
        .catch(() => this.log.warn('Old events could not be swept; it is tried again.'))
        .finally(() => {
          if (!this.isEnding) this.wait(EVERY);
        });
    }, milliseconds);
    this.timer.unref();
  }
}
