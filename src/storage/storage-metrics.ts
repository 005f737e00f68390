import { Injectable } from '@nestjs/common';
import { Counter, Gauge, type Metric } from 'prom-client';
import { StorageRepository, type StorageTotals } from './storage.repository.js';

const described = (name: string, help: string) => ({
  name: `strongroom_storage_${name}`,
  help,
  registers: [],
});

/** How long what was read serves all gauges of a scrape, in milliseconds. */
const FRESH = 5_000;

/** What organizations store, together and at most. No label names one. */
@Injectable()
export class StorageMetrics {
  readonly refusals = new Counter(
    described('refusals_total', 'Writes refused since an organization stored as much as it may'),
  );
  private readonly bytes: Gauge;
  private readonly largest: Gauge;
  private totals: { readonly at: number; readonly read: Promise<StorageTotals> } | undefined;

  constructor(private readonly repository: StorageRepository) {
    const gauge = (name: string, help: string, of: keyof StorageTotals) => {
      const made: Gauge = new Gauge({
        ...described(name, help),
        collect: async () => made.set(await this.read(of)),
      });
      return made;
    };
    const counted = 'values, versions and kept answers, as last counted';
    this.bytes = gauge('bytes', `Bytes of all ${counted}`, 'total');
    this.largest = gauge(
      'largest_bytes',
      `Bytes of the organization with most ${counted}`,
      'largest',
    );
  }

  get all(): readonly Metric[] {
    return [this.refusals, this.bytes, this.largest];
  }

  private async read(of: keyof StorageTotals): Promise<number> {
    if (!this.totals || Date.now() - this.totals.at > FRESH) {
      this.totals = { at: Date.now(), read: this.repository.totals() };
    }
    try {
      return (await this.totals.read)[of];
    } catch {
      return Number.NaN;
    }
  }
}
