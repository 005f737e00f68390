import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { VersionConfig } from '../../config.js';
import { BackgroundPurge } from '../../database/background-purge.js';
import { Database, statement } from '../../database/database.js';

/** How many days past versions are kept, and how many of each secret; 0: all. */
export class VersionSettings {
  constructor(readonly kept: VersionConfig) {}
}

const BATCH = 1_000;
const FIRST = 120_000;
const EVERY = 60 * 60_000;

/**
 * What is thrown out was the present state until it ended: from the last of those ends on the history is
 * complete. That is written down with it, so that nobody takes what is left for all there was.
 */
const purging = (doomed: string) =>
  statement(`
    with doomed as (${doomed} limit ${BATCH} for update of v skip locked),
    gone as (
      delete from secret_versions v using doomed
      where v.secret_id = doomed.secret_id and v.version = doomed.version
      returning v.project_id, v.ended_at
    ),
    marked as (
      insert into secret_history_starts as known (project_id, complete_from)
      select project_id, max(ended_at) from gone group by project_id order by project_id
      on conflict (project_id) do update
        set complete_from = greatest(known.complete_from, excluded.complete_from)
    )
    select 1 from gone`);

const PURGE_OLD = purging(`
  select v.secret_id, v.version from secret_versions v
  where v.ended_at < now() - make_interval(days => $1) order by v.ended_at`);

/** Versions have no gaps: whoever has one so much newer has that many. */
const PURGE_MANY = purging(`
  select v.secret_id, v.version from secret_versions v
  where exists (select from secret_versions newer
    where newer.secret_id = v.secret_id and newer.version = v.version + $1::integer)`);

/** Throws out past versions beyond the retention, if there is one. */
@Injectable()
export class VersionRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly purge: BackgroundPurge;
  private readonly isOn: boolean;

  constructor(database: Database, { kept: { days, count } }: VersionSettings) {
    const purges = [
      ...(days > 0 ? [{ statement: PURGE_OLD, values: [days] }] : []),
      ...(count > 0 ? [{ statement: PURGE_MANY, values: [count] }] : []),
    ];
    this.isOn = purges.length > 0;
    this.purge = new BackgroundPurge(database, 'versions', purges);
  }

  onApplicationBootstrap(): void {
    if (this.isOn) this.purge.start(FIRST, EVERY);
  }

  onModuleDestroy(): Promise<void> {
    return this.purge.stop();
  }

  /** Returns the number of versions thrown out. */
  sweep(): Promise<number> {
    return this.purge.sweep();
  }
}
