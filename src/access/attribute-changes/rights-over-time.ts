import { CompiledRule } from '../../permissions/compiled-rule.js';
import { truthOf } from '../../permissions/conditions.js';
import { STEPS_PER_CHECK } from '../../permissions/lazy-glob.js';
import { PROJECT_SUBJECTS } from '../../permissions/project-subjects.js';
import { HOLDING_LIMITS, patternBytes } from '../../permissions/rule-weight.js';
import { type SourcedRule, listOf } from '../../permissions/rule.js';
import { type Attributes, impliedActions, rowOf } from '../../permissions/subject-table.js';
import type { LazyGlobs } from '../../permissions/template-matchers.js';
import { common, isForever, spanOf, type TimeSpan, union, without } from './time-spans.js';
import { costOfRule, type RequestBudget } from '../work-budget.js';

/** Work on patterns that counts as one step. */
const PATTERN_WORK = 8;

interface TimedRule {
  readonly compiled: CompiledRule;
  readonly span: TimeSpan;
  readonly cost: number;
}

/** The rules about one action on one subject. */
interface RulesOfPart {
  readonly forbidding: TimedRule[];
  readonly allowing: TimedRule[];
}

/**
 * What one identity may do from a moment on. Each rule is asked once for a question, and the times of those that
 * match are put together: the moments at which something begins or ends do not multiply the work.
 */
export class RightsOverTime {
  private readonly parts = new Map<string, RulesOfPart>();
  private readonly held: LazyGlobs = { work: { steps: 0 }, globs: [] };
  private readonly spans = new Map<SourcedRule['source'], TimeSpan | null>();
  private readonly now: number;
  private bytes = 0;

  private constructor(
    now: Date,
    private readonly budget: RequestBudget,
  ) {
    this.now = now.getTime();
  }

  /** `held` is all that has not ended; rules about other subjects are left aside. Throws 403 as the budget does. */
  static async compile(
    held: readonly SourcedRule[],
    now: Date,
    subjects: readonly string[],
    budget: RequestBudget,
  ): Promise<RightsOverTime> {
    const rights = new RightsOverTime(now, budget);
    const wanted = new Set(subjects);
    // What forbids comes first, as in an `Ability`: it must not be beyond the patterns that are looked into.
    for (const forbids of [true, false]) {
      for (const rule of held) {
        if (Boolean(rule.inverted) !== forbids) continue;
        const rest = budget.spend(1);
        if (rest) await rest;
        const about = listOf(rule.subject).filter((subject) => wanted.has(subject));
        if (about.length > 0) rights.add(rule, about);
      }
    }
    return rights;
  }

  /** Whether it is allowed at each moment. */
  async always(action: string, subject: string, attributes: Attributes): Promise<boolean> {
    return isForever(await this.times(action, subject, attributes), this.now);
  }

  /** Whether it is always allowed, whatever the attributes: by rules without conditions, and none forbids. */
  alwaysUnconditionally(action: string, subject: string): boolean {
    return impliedActions(rowOf(PROJECT_SUBJECTS, subject), action).every((part) => {
      const rules = this.parts.get(keyOf(subject, part));
      if (!rules || rules.forbidding.length > 0) return false;
      const whole = rules.allowing.filter(
        ({ compiled: { rule } }) => rule.conditions === undefined,
      );
      return isForever(union(new Set(whole.map(({ span }) => span))), this.now);
    });
  }

  /** Whether at some moment it is allowed with the attributes of `after`, and not with those of `before`. */
  async isGained(
    action: string,
    subject: string,
    before: Attributes,
    after: Attributes,
  ): Promise<boolean> {
    const then = await this.times(action, subject, after);
    if (then.length === 0) return false;
    return without(then, await this.times(action, subject, before)).length > 0;
  }

  private add(rule: SourcedRule, subjects: readonly string[]): void {
    const span = this.spanFor(rule.source);
    if (!span) return;
    this.bytes += patternBytes(rule);
    const held = this.bytes <= HOLDING_LIMITS.bytes ? this.held : null;
    const cost = costOfRule(rule);
    for (const subject of subjects) {
      const row = rowOf(PROJECT_SUBJECTS, subject);
      const timed = { compiled: new CompiledRule(rule, row, held), span, cost };
      const parts = listOf(rule.action).flatMap((action) => impliedActions(row, action));
      for (const part of new Set(parts)) {
        const key = keyOf(subject, part);
        const rules = this.parts.get(key) ?? { forbidding: [], allowing: [] };
        this.parts.set(key, rules);
        (timed.compiled.forbids ? rules.forbidding : rules.allowing).push(timed);
      }
    }
  }

  /** One object for all rules of a holding. */
  private spanFor(source: SourcedRule['source']): TimeSpan | null {
    const known = this.spans.get(source);
    if (known !== undefined) return known;
    const span = spanOf(source, this.now);
    this.spans.set(source, span);
    return span;
  }

  /** The times at which the action is allowed; an alias is where all behind it are. */
  private async times(
    action: string,
    subject: string,
    attributes: Attributes,
  ): Promise<readonly TimeSpan[]> {
    const rest = this.budget.spend(1);
    if (rest) await rest;
    let times: readonly TimeSpan[] = [{ from: this.now, until: Infinity }];
    for (const part of impliedActions(rowOf(PROJECT_SUBJECTS, subject), action)) {
      const rules = this.parts.get(keyOf(subject, part));
      if (!rules) return [];
      const forbidden = await this.matching(rules.forbidding, attributes);
      if (isForever(forbidden, this.now)) return [];
      const allowed = await this.matching(rules.allowing, attributes);
      times = common(times, without(allowed, forbidden));
      if (times.length === 0) return times;
    }
    return times;
  }

  /** When one of the rules counts: what is not known forbids, and does not allow. */
  private async matching(
    rules: readonly TimedRule[],
    attributes: Attributes,
  ): Promise<readonly TimeSpan[]> {
    const spans = new Set<TimeSpan>();
    for (const { compiled, span, cost } of rules) {
      if (spans.has(span)) continue;
      this.held.work.steps = STEPS_PER_CHECK;
      const truth = truthOf(compiled.tests, attributes);
      const isMatching = compiled.forbids ? truth !== false : truth === true;
      const work = (STEPS_PER_CHECK - this.held.work.steps) / PATTERN_WORK;
      const rest = this.budget.spend(cost + work);
      if (rest) await rest;
      if (!isMatching) continue;
      spans.add(span);
      if (isForever([span], this.now)) return [span];
    }
    return union(spans);
  }
}

const keyOf = (subject: string, part: string): string => `${subject} ${part}`;
