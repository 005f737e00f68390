import { type Holding, rulesOf } from '../access/held-rules.js';
import { listOf, type SourcedRule } from '../permissions/rule.js';
import type { PlannedEffect } from './permission-change.js';

/** Tells holders apart by what a change can touch: those with one key are weighed once. */
export class ConcernedHoldings {
  private readonly known = new Map<string, boolean>();

  constructor(private readonly effect: PlannedEffect) {}

  of(holdings: readonly Holding[]): { readonly key: string; readonly held: readonly Holding[] } {
    const held = holdings.filter((holding) => this.isConcerned(holding));
    return { key: held.map(keyOf).sort().join(), held };
  }

  rulesIn(holding: Holding): SourcedRule[] {
    const { subjects } = this.effect;
    return rulesOf(holding).filter((rule) =>
      listOf(rule.subject).some((subject) => subjects.has(subject)),
    );
  }

  private isConcerned(holding: Holding): boolean {
    const key = `${holding.kind} ${holding.id ?? holding.slug}`;
    const concerned =
      this.known.get(key) ?? (this.effect.changes(holding) || this.rulesIn(holding).length > 0);
    this.known.set(key, concerned);
    return concerned;
  }
}

/** Holdings with one key hold the same rules for the same time. */
const keyOf = ({ kind, id, slug, validFrom, validUntil }: Holding): string =>
  [kind, id ?? slug, validFrom?.getTime(), validUntil?.getTime()].join(' ');
