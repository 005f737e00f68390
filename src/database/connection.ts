import pg from 'pg';
import { isLost, isPastLimit } from './failures.js';

/**
 * A connection of the pool that leaves it as soon as it, not only a statement, has failed. TypeORM gives back every
 * connection as a good one, and whoever asked next would get it.
 */
export class Connection extends pg.Client {
  /** Whether PostgreSQL ended it because a transaction took longer than its limit. */
  isPastLimit = false;

  constructor(options?: pg.ClientConfig) {
    super(options);
    // A backend that is killed while its connection is in use raises more than one: unheard it ends the process.
    this.on('error', (error) => {
      this.isPastLimit ||= isPastLimit(error);
    });
  }

  /** Closes its socket, whatever it waits for. */
  abort(): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(): void } } };
    connection.stream.destroy();
  }

  /** Its overloads give whatever those of `pg` give. */
  override query(...statement: unknown[]): never {
    const ask = super.query as (...statement: unknown[]) => unknown;
    const result = ask.apply(this, statement);
    // Without a promise it was the pool that asked, and it throws away whatever failed.
    if (result instanceof Promise) result.catch((error) => isLost(error) && void this.end());
    return result as never;
  }
}
