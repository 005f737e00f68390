import { edgesAfter, type Holding } from '../access/held-rules.js';
import { badRequest } from '../errors/api-error.js';
import { gainedRulesInSteps } from '../permissions/covers.js';
import { PROJECT_SUBJECTS } from '../permissions/project-subjects.js';
import { type Rule, type SourcedRule, listOf } from '../permissions/rule.js';
import { isLive } from './evaluator.js';
import { ConcernedHoldings } from './holder-classes.js';
import type { PlannedEffect } from './permission-change.js';
import { slices, runInSlices } from '../access/slices.js';

export interface RuleDifference {
  readonly gained: readonly Rule[];
  readonly lost: readonly Rule[];
}

/** How many spans of time to come are compared. */
const MAX_SPANS = 100;
/** The work of one preview. */
const MOST_STEPS = 10_000_000;

export const tooMuchToPreview = () =>
  badRequest(
    'too-much-at-once',
    'The change concerns too many rules to be previewed: preview fewer of them at a time.',
  );

/** How many rules are weighed at once, so that a slice of work stays short. */
const CHUNK = 25;

/** Who gains and who loses what by a change, from a moment on. Equal holders are weighed once. */
export class ChangeComparison {
  private readonly known = new Map<string, RuleDifference>();
  private readonly concerned: ConcernedHoldings;
  private readonly turn = slices();
  private readonly budget = { steps: MOST_STEPS };

  constructor(
    private readonly effect: PlannedEffect,
    private readonly from: Date,
  ) {
    this.concerned = new ConcernedHoldings(effect);
  }

  async compareHolder(holdings: readonly Holding[]): Promise<RuleDifference> {
    await this.turn();
    const { key, held } = this.concerned.of(holdings);
    const difference = this.known.get(key) ?? (await this.compare(held));
    this.known.set(key, difference);
    return difference;
  }

  private async compare(before: readonly Holding[]): Promise<RuleDifference> {
    const after = this.effect.apply(before);
    const edges = edgesAfter([...before, ...after], this.from).slice(0, MAX_SPANS - 1);
    const gained: Rule[] = [];
    const lost: Rule[] = [];
    for (const at of [this.from, ...edges]) {
      const held = { before: this.liveRules(before, at), after: this.liveRules(after, at) };
      gained.push(...(await this.gained(held.before, held.after)));
      lost.push(...(await this.gained(held.after, held.before)));
    }
    return { gained: distinct(gained), lost: distinct(lost) };
  }

  /** As `gains` of the boundary, subject by subject and a few rules at a time. */
  private async gained(
    before: readonly SourcedRule[],
    after: readonly SourcedRule[],
  ): Promise<Rule[]> {
    const found: Rule[] = [];
    for (const subject of this.effect.subjects) {
      const on = (rules: readonly SourcedRule[]) =>
        rules.filter((rule) => listOf(rule.subject).includes(subject));
      const own = on(before);
      const forbidding = on(after).filter((rule) => rule.inverted);
      const allowing = on(after).filter((rule) => !rule.inverted);
      for (let i = 0; i < allowing.length; i += CHUNK) {
        await this.turn();
        const granted = [...allowing.slice(i, i + CHUNK), ...forbidding];
        found.push(
          ...(await runInSlices(gainedRulesInSteps(PROJECT_SUBJECTS, own, granted, this.budget))),
        );
        if (this.budget.steps <= 0) throw tooMuchToPreview();
      }
    }
    return found;
  }

  private liveRules(holdings: readonly Holding[], at: Date): SourcedRule[] {
    return holdings
      .filter((holding) => isLive(holding, at))
      .flatMap((holding) => this.concerned.rulesIn(holding));
  }
}

function distinct(rules: readonly Rule[]): Rule[] {
  const plain = rules.map((rule) => {
    const { source: _, ...rest } = rule as SourcedRule;
    return rest;
  });
  return [...new Map(plain.map((rule) => [JSON.stringify(rule), rule])).values()];
}
