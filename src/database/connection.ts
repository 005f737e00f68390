import { AsyncResource } from 'node:async_hooks';
import pg from 'pg';
import { outsideRequest } from '../request-scope/request-scope.js';
import { isLost, isNameLost } from './failures.js';
import { type SentStatement, Pipeline } from './pipeline.js';
import { PreparedNames } from './prepared-names.js';

const BEGIN: SentStatement = { name: 'begin', text: 'begin' };
const COMMIT: SentStatement = { name: 'commit', text: 'commit' };

/** The result of a beginning that is not sent yet, and of an end of what was never begun or is committed already. */
const NOTHING = { rows: [], rowCount: null, fields: [], command: '', oid: 0 };

export interface ConnectionOptions extends pg.ClientConfig {
  /** Says which statements are prepared; the connections of a pool share it. Absent: one of its own. */
  readonly preparedNames?: PreparedNames;
}

/** As `pg` calls it, with the client or with an error. */
type Connected = (error: null, client: pg.Client) => void;

const whole = ({ name: _name, ...unnamed }: SentStatement): SentStatement => unnamed;

/** Statements that wait for the next one at most: more would take memory, and hold up all that is behind them. */
const MAX_WAITING = 32;

/**
 * A connection that prepares the statements it is asked for again, sends the beginning of a transaction together with
 * its first statement, and leaves the pool as soon as it, not only a statement, has failed: TypeORM releases every
 * connection as a good one, and the next request would get it.
 */
export class Connection extends pg.Client {
  /** Whether it is gone: its backend was ended, its transaction took longer than its limit, or its server is away. */
  isGone = false;
  private readonly names: PreparedNames;
  private transaction: 'none' | 'due' | 'open' | 'committed' = 'none';
  private waiting: SentStatement[] = [];

  constructor(options?: ConnectionOptions) {
    super(options);
    this.names = options?.preparedNames ?? new PreparedNames();
    // A backend that is killed while its connection is in use raises several: without a listener they end the process.
    this.on('error', () => {
      this.isGone = true;
    });
  }

  /**
   * A pool connects in the middle of a request, and the connection outlives it: it keeps neither the request's context,
   * which its socket would, nor the callback, through which `pg` would keep the rows of the first query.
   */
  override connect(): Promise<pg.Client>;
  override connect(callback: Connected | ((error: Error) => void)): void;
  override connect(callback?: Connected | ((error: Error) => void)): Promise<pg.Client> | void {
    if (!callback) return outsideRequest(() => super.connect());
    let waiting: Connected | undefined = AsyncResource.bind(callback as Connected);
    const settle: Connected = (...args) => {
      const settled = waiting;
      waiting = undefined;
      settled?.(...args);
    };
    outsideRequest(() => super.connect(settle));
  }

  /** Closes its socket, whatever it waits for. */
  abort(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }

  /** Has the overloads of `pg`. */
  override query(...asked: unknown[]): never {
    // With a callback the pool itself asks, and it drops a connection that failed.
    if (asked.some((each) => typeof each === 'function')) return this.ask(asked) as never;
    const [first, values] = asked as [string | SentStatement, unknown[] | undefined];
    const bound = typeof first === 'string' ? { text: first, values: values ?? [] } : first;
    return this.watch(this.route(bound)) as never;
  }

  /**
   * Sends statements in one round trip; returns the result of each. With `isLast` they carry the commit of their
   * transaction. Those that follow one that fails are not executed, and the transaction can only be rolled back.
   */
  together(statements: readonly SentStatement[], isLast = false): Promise<pg.QueryResult[]> {
    return this.watch(this.sendTogether(statements, isLast));
  }

  /**
   * Keeps statements whose rows nobody needs now, until the next statement of the transaction, or its commit, takes them
   * along: they take no round trip of their own. Where one fails, so does what takes it along.
   */
  async later(statements: readonly SentStatement[]): Promise<void> {
    this.refuseAfterCommit();
    this.waiting.push(...statements);
    if (this.waiting.length > MAX_WAITING) await this.together([]);
  }

  private route(bound: SentStatement): Promise<unknown> {
    switch (bound.text) {
      case 'START TRANSACTION':
        this.transaction = 'due';
        this.waiting = [];
        return Promise.resolve(NOTHING);
      case 'COMMIT':
        return this.waiting.length > 0 ? this.commitWaiting() : this.endBy(bound);
      case 'ROLLBACK':
        this.waiting = [];
        return this.endBy(bound);
      default:
        return this.run(bound);
    }
  }

  private async commitWaiting(): Promise<unknown> {
    await this.sendTogether([], true);
    this.transaction = 'none';
    return NOTHING;
  }

  private endBy({ text }: SentStatement): Promise<unknown> {
    const { transaction } = this;
    this.transaction = 'none';
    return transaction === 'open' ? this.ask([text]) : Promise.resolve(NOTHING);
  }

  private async run(bound: SentStatement): Promise<unknown> {
    const { text, values = [] } = bound;
    this.refuseAfterCommit();
    if (values.length > 0) {
      const named = { ...bound, name: bound.name ?? this.names.nameOf(text) };
      if (this.transaction === 'due' || this.waiting.length > 0)
        return (await this.sendTogether([named], false))[0];
      return this.transaction === 'none' ? this.runAlone(named) : this.ask([named]);
    }
    // It may be several statements, which only go without a pipeline.
    if (this.waiting.length > 0) await this.sendTogether([], false);
    if (this.transaction === 'due') {
      this.transaction = 'open';
      await this.ask(['START TRANSACTION']);
    }
    return this.ask([bound]);
  }

  /** Outside of a transaction a statement whose name was lost has done nothing, and is sent again. */
  private async runAlone(named: SentStatement): Promise<unknown> {
    try {
      return await this.ask([named]);
    } catch (error) {
      if (!isNameLost(error)) throw error;
      this.names.forgo();
      return this.ask([whole(named)]);
    }
  }

  private async sendTogether(
    statements: readonly SentStatement[],
    isLast: boolean,
  ): Promise<pg.QueryResult[]> {
    this.refuseAfterCommit();
    const isFirst = this.transaction === 'due';
    if (isFirst) this.transaction = 'open';
    const before = [...(isFirst ? [BEGIN] : []), ...this.waiting];
    this.waiting = [];
    const all = [...before, ...statements, ...(isLast ? [COMMIT] : [])];
    const sent = this.names.areUsed ? all : all.map(whole);
    const results = await new Promise<readonly pg.QueryResult[]>((resolve, reject) => {
      const settle = (error: unknown, done?: readonly pg.QueryResult[]) =>
        error ? reject(error as Error) : resolve(done!);
      this.ask([new Pipeline(sent, settle)]);
    });
    if (isLast) this.transaction = 'committed';
    for (const [index, { onRows }] of all.entries()) onRows?.(results[index]!.rows as object[]);
    return results.slice(before.length, isLast ? -1 : undefined);
  }

  private refuseAfterCommit(): void {
    if (this.transaction === 'committed') throw new Error('The transaction is committed already');
  }

  private ask(asked: unknown[]): Promise<unknown> {
    const query = super.query as (...asked: unknown[]) => unknown;
    return query.apply(this, asked) as Promise<unknown>;
  }

  /** Ends the connection where it failed, not only what it was asked. */
  private watch<T>(result: Promise<T>): Promise<T> {
    result.catch((error) => isLost(error) && void this.end());
    return result;
  }
}
