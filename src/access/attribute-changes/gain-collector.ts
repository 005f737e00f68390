import type { AttributeChange } from './attribute-change.js';
import type { RightsOverTime } from './rights-over-time.js';
import type { RequestBudget } from '../work-budget.js';

/** Actions that a change opens to somebody. */
export interface AttributeGain {
  readonly change: AttributeChange;
  readonly actions: readonly string[];
}

/** Collects what changes open, from one holder after the other. An action that was found is not asked about again. */
export class GainCollector {
  private readonly byKey: ReadonlyMap<string, readonly AttributeChange[]>;
  private readonly opened = new Map<AttributeChange, Set<string>>();
  /** Keys asked for the present holder. */
  private asked = new Set<string>();

  constructor(
    private readonly keyed: readonly (readonly [key: string, change: AttributeChange])[],
    private readonly budget: RequestBudget,
  ) {
    const byKey = new Map<string, AttributeChange[]>();
    for (const [key, change] of keyed) {
      const alike = byKey.get(key);
      if (alike) alike.push(change);
      else byKey.set(key, [change]);
    }
    this.byKey = byKey;
  }

  nextHolder(): void {
    this.asked = new Set();
  }

  /** Asks about the changes with these keys, once for each holder. */
  async collect(rights: RightsOverTime, keys: Iterable<string>): Promise<void> {
    for (const key of keys) {
      const rest = this.budget.spend(1);
      if (rest) await rest;
      if (this.asked.has(key)) continue;
      this.asked.add(key);
      for (const change of this.byKey.get(key) ?? []) await this.weighOne(rights, change);
    }
  }

  /** In the order of the changes, with the actions in the order of each. */
  list(): AttributeGain[] {
    const found = this.keyed.map(([, change]) => change).filter((each) => this.opened.has(each));
    return [...new Set(found)].map((change) => ({
      change,
      actions: change.actions.filter((action) => this.opened.get(change)!.has(action)),
    }));
  }

  private async weighOne(rights: RightsOverTime, change: AttributeChange): Promise<void> {
    const { subject, actions, before, after } = change;
    for (const action of actions) {
      const opened = this.opened.get(change);
      if (opened?.has(action)) continue;
      const rest = this.budget.spend(1);
      if (rest) await rest;
      if (!(await rights.isGained(action, subject, before, after))) continue;
      if (opened) opened.add(action);
      else this.opened.set(change, new Set([action]));
    }
  }
}
