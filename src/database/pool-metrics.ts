import type { Pool } from 'pg';
import { Gauge, type Metric } from 'prom-client';

/** How much of the pool of connections is in use. Workers of one machine are added up. */
export class PoolMetrics {
  readonly all: readonly Metric[];

  constructor(pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>, size: number) {
    this.all = [
      gauge('size', 'Connections that there may be (DATABASE_POOL_SIZE)', () => size),
      gauge('used', 'Connections that statements and transactions hold now', () =>
        Math.max(0, pool.totalCount - pool.idleCount),
      ),
      gauge(
        'waiting',
        'Statements and transactions that wait for a connection now',
        () => pool.waitingCount,
      ),
    ];
  }
}

const gauge = (name: string, help: string, read: () => number): Gauge =>
  new Gauge({
    name: `strongroom_db_pool_${name}`,
    help,
    registers: [],
    collect() {
      this.set(read());
    },
  });
