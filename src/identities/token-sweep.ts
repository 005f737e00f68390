import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { Database, statement, type Statement } from '../database/database.js';

const TABLES = {
  token_revocations: ['credential_id', 'created_day'],
  token_uses: ['token_id'],
  login_failures: ['key'],
} as const;

const BATCH = 1_000;
const MAX_BATCHES = 100;
const FIRST = 60_000;
const EVERY = 5 * 60_000;

/** An hour later than need be: a transaction may have been waiting while its clock stood still. */
const purge = (table: string, keys: readonly string[]): Statement =>
  statement(`
    delete from ${table} where (${keys.join(', ')}) in (
      select ${keys.join(', ')} from ${table}
      where expires_at < now() - interval '1 hour'
      order by expires_at limit ${BATCH} for update skip locked
    ) returning 1`);

const PURGES = Object.entries(TABLES).map(([table, keys]) => purge(table, keys));

/** Throws out what is kept of tokens and logins that are over. Every replica sweeps; none waits for another. */
@Injectable()
export class TokenSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(TokenSweep.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private isEnding = false;

  constructor(private readonly database: Database) {}

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
    for (const statement of PURGES) swept += await this.sweepOne(statement);
    return swept;
  }

  private async sweepOne(statement: Statement): Promise<number> {
    let swept = 0;
    for (let batch = 0; batch < MAX_BATCHES && !this.isEnding; batch++) {
      const { length } = await this.database.rows(statement, []);
      swept += length;
      if (length < BATCH) break;
    }
    return swept;
  }

  private wait(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.running = this.sweep()
        .catch(() => this.log.warn('Expired token state could not be swept; it is tried again.'))
        .finally(() => {
          if (!this.isEnding) this.wait(EVERY);
        });
    }, milliseconds);
    this.timer.unref();
  }
}
