import pg from 'pg';
import { until } from './until.js';

const LOCK = 471_147;

const HOLD = `
  create or replace function test_hold() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock(${LOCK});
    return new;
  end $$`;

/** Where a transaction is held: before a row of a table is written, or at its commit. */
export interface HeldPlace {
  readonly table: string;
  readonly at: 'before insert' | 'before update' | 'commit of insert' | 'commit of update';
  /** A condition on `new`. */
  readonly when?: string;
}

/** Holds transactions of servers at one place, so that they can be killed there. */
export class HeldStatement {
  private constructor(
    private readonly client: pg.Client,
    private readonly table: string,
  ) {}

  static async at(url: string, { table, at, when = 'true' }: HeldPlace): Promise<HeldStatement> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(HOLD);
    const [moment, event] = at.startsWith('commit')
      ? [
          'constraint trigger test_hold after',
          `${at.slice(10)} on ${table} deferrable initially deferred`,
        ]
      : ['trigger test_hold before', `${at.slice(7)} on ${table}`];
    await client.query(
      `create ${moment} ${event} for each row when (${when}) execute function test_hold()`,
    );
    await client.query(`select pg_advisory_lock(${LOCK})`);
    return new HeldStatement(client, table);
  }

  /** Resolves once a transaction is there. */
  async reached(): Promise<void> {
    await until(async () => (await this.count('not granted')) !== 0, 10);
  }

  /** Lets go of what is held there, and waits until it is over. */
  async release(): Promise<void> {
    await this.client.query(`select pg_advisory_unlock(${LOCK})`);
    await until(async () => (await this.count('true')) === 0, 10);
    await this.client.query(`drop trigger test_hold on ${this.table}`);
    await this.client.end();
  }

  private async count(condition: string): Promise<number> {
    const { rows } = await this.client.query<{ count: number }>(
      `select count(*)::int count from pg_locks
       where locktype = 'advisory' and objid = ${LOCK} and ${condition}`,
    );
    return rows[0]!.count; // a count gives one row
  }
}
