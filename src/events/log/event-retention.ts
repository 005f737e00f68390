import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundPurge } from '../../database/background-purge.js';
import { Database, statement } from '../../database/database.js';
import { EventSettings } from '../event-settings.js';

const BATCH = 1_000;
const PROJECTS = 5;
/** Milliseconds. */
const FIRST = 90_000;
const EVERY = 10 * 60_000;

/**
 * The oldest events of a few projects, those too old and those too many, always from the lowest number
 * up: what is left has no gaps, so its numbers say how many events there are.
 */
const PURGE_EVENTS = statement(`
  delete from project_events gone using (
    select h.project_id, greatest(
      (select max(seq) from (
        select seq, created_at from project_events
        where project_id = h.project_id order by seq limit ${BATCH}
      ) low where low.created_at < now() - make_interval(days => $1)),
      least(h.last_seq - $2, oldest.seq + ${BATCH - 1})
    ) upto
    from project_event_heads h
    cross join lateral (
      select seq, created_at from project_events where project_id = h.project_id order by seq limit 1
    ) oldest
    where oldest.created_at < now() - make_interval(days => $1) or oldest.seq <= h.last_seq - $2
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

/** Deletes events beyond the retention, by age and by number, and saved cursors that are too old. */
@Injectable()
export class EventRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly purge: BackgroundPurge;

  constructor(database: Database, { retentionDays, retentionCount }: EventSettings) {
    const purges = [
      { statement: PURGE_EVENTS, values: [retentionDays, retentionCount] },
      { statement: PURGE_CURSORS, values: [retentionDays] },
    ];
    this.purge = new BackgroundPurge(database, 'events', purges);
  }

  onApplicationBootstrap(): void {
    this.purge.start(FIRST, EVERY);
  }

  onModuleDestroy(): Promise<void> {
    return this.purge.stop();
  }

  /** Returns the number of rows deleted. */
  sweep(): Promise<number> {
    return this.purge.sweep();
  }
}
