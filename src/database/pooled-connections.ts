import type { Pool, PoolClient } from 'pg';
import { DatabaseSilent } from './failures.js';

/** What each connection had received at one moment, in bytes. */
export type Received = ReadonlyMap<PoolClient, number>;

/** The stream below a client; `pg` has no public name for it. */
interface Wired {
  readonly connection: {
    readonly stream: { readonly bytesRead: number; destroy(error: Error): void };
  };
}

const streamOf = (client: PoolClient) => (client as unknown as Wired).connection.stream;

const ofPools = new WeakMap<Pool, PooledConnections>();

/** The connections of a pool, to take those away that lead to a server which is gone, or which only reads. */
export class PooledConnections {
  private readonly all = new Set<PoolClient>();
  private readonly busy = new Set<PoolClient>();
  private readonly retired = new WeakSet<PoolClient>();

  /** One for each pool, however often it is asked for. */
  static of(pool: Pool): PooledConnections {
    const known = ofPools.get(pool) ?? new PooledConnections(pool);
    ofPools.set(pool, known);
    return known;
  }

  private constructor(pool: Pool) {
    pool.on('acquire', (client) => {
      this.all.add(client);
      this.busy.add(client);
    });
    pool.on('release', (_error, client) => {
      this.busy.delete(client);
      // The pool throws away what is ending.
      if (this.retired.has(client)) void client.end();
    });
    pool.on('remove', (client) => {
      this.all.delete(client);
      this.busy.delete(client);
    });
  }

  received(): Received {
    return new Map([...this.all].map((client) => [client, streamOf(client).bytesRead]));
  }

  /** Ends those that have received nothing since; whoever waits on one is told at once. Gives their number. */
  dropSilent(since: Received): number {
    const silent = [...since].filter(
      ([client, bytes]) => this.all.has(client) && streamOf(client).bytesRead === bytes,
    );
    for (const [client] of silent) streamOf(client).destroy(new DatabaseSilent());
    return silent.length;
  }

  /** Takes these out of the pool: those at work when they are given back. */
  retire(those: Received): void {
    for (const client of those.keys()) {
      if (!this.all.has(client)) continue;
      this.retired.add(client);
      // What the pool hears of a connection that fails while nobody uses it.
      if (!this.busy.has(client))
        client.emit('error', new Error('It leads to another server now.'));
    }
  }
}
