import { Counter, type Metric } from 'prom-client';
import type { Damage } from './key-ring.js';

const DAMAGES = {
  'sealed value broken': 'broken',
  'secret put back to an older state': 'older',
} as const satisfies Record<Damage, string>;

/** What this replica met in the database that nobody but this server should have written otherwise. */
export class KeyMetrics {
  private readonly tampered = new Counter({
    name: 'strongroom_tampered_values_total',
    help: 'Sealed values that did not open, and rows put back to an older state, each time they were met',
    labelNames: ['damage'],
    registers: [],
  });

  constructor() {
    for (const damage of Object.values(DAMAGES)) this.tampered.inc({ damage }, 0);
  }

  count(damage: Damage): void {
    this.tampered.inc({ damage: DAMAGES[damage] });
  }

  get all(): readonly Metric[] {
    return [this.tampered];
  }
}
