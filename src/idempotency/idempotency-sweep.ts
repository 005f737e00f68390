import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundPurge } from '../database/background-purge.js';
import { Database, statement } from '../database/database.js';

const BATCH = 1_000;
const FIRST = 60_000;
const EVERY = 5 * 60_000;

/** A key that is just being claimed anew is locked, and passed over. */
const PURGE = statement(`
  delete from idempotent_answers where (org_id, identity_id, key_digest) in (
    select org_id, identity_id, key_digest from idempotent_answers
    where expires_at <= now()
    order by expires_at limit ${BATCH} for update skip locked
  ) returning 1`);

/** Deletes kept answers that have expired. */
@Injectable()
export class IdempotencySweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly purge: BackgroundPurge;

  constructor(database: Database) {
    this.purge = new BackgroundPurge(database, 'kept answers', [{ statement: PURGE, values: [] }]);
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
