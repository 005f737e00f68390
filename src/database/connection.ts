import pg from 'pg';
import { isLost, isPastLimit } from './failures.js';

/**
 * A connection that leaves the pool as soon as it, not only a statement, has failed. TypeORM releases every
 * connection as a good one, and the next request would get it.
 */
export class Connection extends pg.Client {
  /** Whether PostgreSQL ended it because a transaction took longer than its limit. */
  isPastLimit = false;

  constructor(options?: pg.ClientConfig) {
    super(options);
    // A backend that is killed while its connection is in use raises several: without a listener they end the process.
    this.on('error', (error) => {
      this.isPastLimit ||= isPastLimit(error);
    });
  }

  /** Closes its socket, whatever it waits for. */
  abort(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }

  /** Has the overloads of `pg`. */
  override query(...statement: unknown[]): never {
    const ask = super.query as (...statement: unknown[]) => unknown;
    const result = ask.apply(this, statement);
    // Without a promise the pool itself asked, and it drops a connection that failed.
    if (result instanceof Promise) result.catch((error) => isLost(error) && void this.end());
    return result as never;
  }
}
