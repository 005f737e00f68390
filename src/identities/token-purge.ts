import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BackgroundPurge, type Purge } from '../database/background-purge.js';
import { Database, statement } from '../database/database.js';

type WrittenTable =
  | 'token_revocation_blocks'
  | 'token_revocations'
  | 'token_uses'
  | 'login_failures'
  | 'login_sources'
  | 'one_time_tokens'
  | 'bounded_counts';

/** The columns of each primary key. */
const KEYS: Readonly<Record<WrittenTable, readonly string[]>> = {
  token_revocation_blocks: ['credential_id', 'created_day', 'block'],
  token_revocations: ['credential_id', 'created_day'],
  token_uses: ['token_id'],
  login_failures: ['key'],
  login_sources: ['key'],
  one_time_tokens: ['user_id', 'purpose', 'scope_id'],
  bounded_counts: ['key'],
};

const BATCH = 1_000;
const FIRST = 60_000;
const EVERY = 5 * 60_000;

/** Rows expire an hour before they are deleted: the clock of a waiting transaction stands still. */
const purge = (table: WrittenTable, keys: readonly string[]): Purge => ({
  values: [],
  statement: statement(`
    delete from ${table} where (${keys.join(', ')}) in (
      select ${keys.join(', ')} from ${table}
      where expires_at < now() - interval '1 hour'
      order by expires_at limit ${BATCH} for update skip locked
    ) returning 1`),
});

const PURGES = Object.entries(KEYS).map(([table, keys]) => purge(table as WrittenTable, keys));

/** Deletes expired revocations, counts, failed logins and one-time tokens in the background. */
@Injectable()
export class TokenPurge implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly purge: BackgroundPurge;

  constructor(database: Database) {
    this.purge = new BackgroundPurge(database, 'token state', PURGES);
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
