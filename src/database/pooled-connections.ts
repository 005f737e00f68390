import type { Readable } from 'node:stream';
import type { Pool, PoolClient } from 'pg';
import { DatabaseSilent } from './failures.js';
import { paceReading } from '../http/limits/paced-reading.js';

/** What each connection had received at one moment, in bytes. */
export type Received = ReadonlyMap<PoolClient, number>;

/** The stream below a client; `pg` has no public name for it. */
interface Wired {
  readonly connection: {
    readonly stream: Readable & { readonly bytesRead: number };
  };
}

const streamOf = (client: PoolClient) => (client as unknown as Wired).connection.stream;

const instances = new WeakMap<Pool, PooledConnections>();

/** The connections of a pool, to remove those that lead to a server which is gone or read-only. */
export class PooledConnections {
  private readonly all = new Set<PoolClient>();
  private readonly busy = new Set<PoolClient>();
  private readonly retired = new WeakSet<PoolClient>();

  /** Returns the one instance of the pool. */
  static forPool(pool: Pool): PooledConnections {
    const known = instances.get(pool) ?? new PooledConnections(pool);
    instances.set(pool, known);
    return known;
  }

  private constructor(pool: Pool) {
    pool.on('acquire', (client) => {
      if (!this.all.has(client)) paceReading(streamOf(client));
      this.all.add(client);
      this.busy.add(client);
    });
    pool.on('release', (_error, client) => {
      this.busy.delete(client);
      // The pool drops a connection that is ending.
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

  /** Ends the connections that have received nothing since; their statements fail at once. Returns their number. */
  dropSilent(since: Received): number {
    const silent = [...since].filter(
      ([client, bytes]) => this.all.has(client) && streamOf(client).bytesRead === bytes,
    );
    for (const [client] of silent) streamOf(client).destroy(new DatabaseSilent());
    return silent.length;
  }

  /** Removes these from the pool: busy ones when they are released. */
  retire(those: Received): void {
    for (const client of those.keys()) {
      if (!this.all.has(client)) continue;
      this.retired.add(client);
      // As when an idle connection fails: the pool removes it.
      if (!this.busy.has(client))
        client.emit('error', new Error('It leads to another server now.'));
    }
  }
}
