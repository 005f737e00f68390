import { Injectable } from '@nestjs/common';
import { Gauge, type Metric } from 'prom-client';
import { Database, statement } from '../database/database.js';

/** Beyond it, nobody needs to know by how much: to count on would cost a scan. */
const MOST = 100_000;
const PENDING = statement(
  `select count(*)::int n from (select from audit_pending limit ${MOST}) waiting`,
);

/** How far the chain of the audit log is behind its entries. */
@Injectable()
export class AuditMetrics {
  readonly all: readonly Metric[];

  constructor(private readonly database: Database) {
    const collect = async () => gauge.set(await this.countPending());
    const gauge: Gauge = new Gauge({
      name: 'strongroom_audit_pending',
      help: `Audit entries of the whole instance that are not chained yet, counted up to ${MOST}`,
      registers: [],
      aggregator: 'max', // every worker counts the same rows
      collect,
    });
    this.all = [gauge];
  }

  /** Counts entries without a place in the chain; NaN where the database does not answer. */
  private async countPending(): Promise<number> {
    const row = await this.database.row<{ n: number }>(PENDING, []).catch(() => null);
    return row?.n ?? Number.NaN;
  }
}
