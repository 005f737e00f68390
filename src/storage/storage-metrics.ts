import { Injectable } from '@nestjs/common';
import { Counter, Gauge, type Metric } from 'prom-client';
import { StorageRepository, type StorageTotals } from './storage.repository.js';

const describe = (name: string, help: string) => ({
  name: `strongroom_storage_${name}`,
  help,
  registers: [],
});

/** Milliseconds for which one read serves all gauges of a scrape. */
const FRESH = 5_000;
const COUNTED = 'values, versions and kept answers, as last counted';

/** What organizations store, together and at most. No label names one. */
@Injectable()
export class StorageMetrics {
  readonly refusals = new Counter(
    describe('refusals_total', 'Writes refused beyond the storage quota of an organization'),
  );
  private readonly gauges: readonly Gauge[];
  private readAt = 0;
  private totals: Promise<StorageTotals | null> = Promise.resolve(null);

  constructor(private readonly repository: StorageRepository) {
    this.gauges = [
      this.gauge('bytes', `Bytes of all ${COUNTED}`, 'total'),
      this.gauge('largest_bytes', `Bytes of the organization with most ${COUNTED}`, 'largest'),
    ];
  }

  get all(): readonly Metric[] {
    return [this.refusals, ...this.gauges];
  }

  private gauge(name: string, help: string, key: keyof StorageTotals): Gauge {
    const collect = async () => gauge.set((await this.readTotals())?.[key] ?? Number.NaN);
    const gauge: Gauge = new Gauge({ ...describe(name, help), collect });
    return gauge;
  }

  /** Null where the database did not answer. */
  private readTotals(): Promise<StorageTotals | null> {
    if (Date.now() - this.readAt > FRESH) {
      this.readAt = Date.now();
      this.totals = this.repository.totals().catch(() => null);
    }
    return this.totals;
  }
}
