import { permissionDenied } from '../errors/api-error.js';
import { compileConditions, truthOf } from './conditions.js';
import { type FieldTest, fieldTruth } from './matchers.js';
import { type SourcedRule, listOf } from './rule.js';
import {
  type ActionOf,
  type Attributes,
  type AttributesArgument,
  type AttributesOf,
  type SubjectOf,
  type SubjectTable,
  actionsBehind,
  rowOf,
} from './subject-table.js';
import { weightOf } from './weight.js';

interface CompiledRule {
  readonly rule: SourcedRule;
  readonly forbids: boolean;
  readonly tests: readonly FieldTest[];
}

interface RulesOfPair {
  readonly forbidding: CompiledRule[];
  readonly allowing: CompiledRule[];
}

/** An allowing rule that did not match, with the fields that were not met or not known. */
export interface NearMiss {
  readonly rule: SourcedRule;
  readonly fields: readonly string[];
}

export interface Explanation {
  readonly allowed: boolean;
  /** The rule that allowed or forbade; null when no rule matched. */
  readonly decidedBy: SourcedRule | null;
  readonly missed: readonly NearMiss[];
}

export interface Offender {
  readonly index: number;
  readonly attributes: Attributes;
  readonly rule?: SourcedRule;
}

const MAX_NAMED = 100;

export const compile = <T extends SubjectTable>(table: T, rules: readonly SourcedRule[]) =>
  new Ability(table, rules);

/** What a set of rules allows. Forbidding prevails (decision 1), conditions fail closed (decision 2). */
export class Ability<T extends SubjectTable> {
  private readonly pairs = new Map<string, Map<string, RulesOfPair>>();

  constructor(
    private readonly table: T,
    rules: readonly SourcedRule[],
  ) {
    for (const rule of rules) for (const subject of listOf(rule.subject)) this.add(rule, subject);
    for (const actions of this.pairs.values())
      for (const pair of actions.values()) pair.allowing.sort(byCost);
  }

  /** About its bytes in memory; rules of a few characters can come to many. */
  get weight(): number {
    return weightOf(this.pairs);
  }

  allows<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    ...attributes: AttributesArgument<T, S, A>
  ): boolean {
    return isAllowing(this.decide(action, subject, attributes[0]));
  }

  require<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    ...attributes: AttributesArgument<T, S, A>
  ): void {
    const decision = this.decide(action, subject, attributes[0]);
    if (isAllowing(decision)) return;
    const rule = decision ? { rule: decision.rule } : {};
    throw denied(subject, action, { attributes: attributes[0] ?? {}, ...rule });
  }

  /** One check per row; the refusal names every row refused, up to a hundred, and their count. */
  requireAll<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    rows: readonly AttributesOf<T, S, A>[],
  ): void {
    const offenders: Offender[] = [];
    let refused = 0;
    rows.forEach((row, index) => {
      const attributes: Attributes = row;
      const decision = this.decide(action, subject, attributes);
      if (isAllowing(decision)) return;
      refused++;
      const rule = decision ? { rule: decision.rule } : {};
      if (offenders.length < MAX_NAMED) offenders.push({ index, attributes, ...rule });
    });
    // No rows must not mean nothing to check.
    if (refused > 0 || (rows.length === 0 && !this.everAllows(action, subject)))
      throw denied(subject, action, { refused, offenders });
  }

  explain<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    ...attributes: AttributesArgument<T, S, A>
  ): Explanation {
    const decision = this.decide(action, subject, attributes[0]);
    return {
      allowed: isAllowing(decision),
      decidedBy: decision?.rule ?? null,
      missed: decision ? [] : this.nearMisses(action, subject, attributes[0]),
    };
  }

  /** Whether any rule allows the pair at all, conditions aside: good for an early no, never for a yes. */
  everAllows<S extends SubjectOf<T>>(action: ActionOf<T, S>, subject: S): boolean {
    const parts = actionsBehind(rowOf(this.table, subject), action);
    return parts.every((part) => (this.pair(part, subject)?.allowing.length ?? 0) > 0);
  }

  private add(rule: SourcedRule, subject: string): void {
    const row = rowOf(this.table, subject);
    const tests = compileConditions(row, rule);
    const compiled = { rule, tests, forbids: Boolean(rule.inverted) };
    const actions = listOf(rule.action).flatMap((action) => actionsBehind(row, action));
    for (const action of new Set(actions)) {
      const pair = this.pairFor(action, subject);
      (compiled.forbids ? pair.forbidding : pair.allowing).push(compiled);
    }
  }

  private pair(action: string, subject: string): RulesOfPair | undefined {
    return this.pairs.get(subject)?.get(action);
  }

  private pairFor(action: string, subject: string): RulesOfPair {
    const actions = this.pairs.get(subject) ?? new Map<string, RulesOfPair>();
    const pair = actions.get(action) ?? { forbidding: [], allowing: [] };
    this.pairs.set(subject, actions.set(action, pair));
    return pair;
  }

  /** The rule that decides, null when none matches. An alias is allowed when all behind it are. */
  private decide(action: string, subject: string, attributes?: Attributes): CompiledRule | null {
    let decision: CompiledRule | null = null;
    for (const part of actionsBehind(rowOf(this.table, subject), action)) {
      decision = decidePair(this.pair(part, subject), attributes);
      if (!isAllowing(decision)) return decision;
    }
    return decision;
  }

  private nearMisses(action: string, subject: string, attributes?: Attributes): NearMiss[] {
    const parts = actionsBehind(rowOf(this.table, subject), action);
    const rules = new Set(parts.flatMap((part) => this.pair(part, subject)?.allowing ?? []));
    return [...rules]
      .filter(({ tests }) => truthOf(tests, attributes) !== true)
      .slice(0, MAX_NAMED)
      .map(({ rule, tests }) => ({ rule, fields: unmet(tests, attributes) }));
  }
}

function decidePair(pair: RulesOfPair | undefined, attributes?: Attributes): CompiledRule | null {
  if (pair === undefined) return null;
  for (const rule of pair.forbidding) if (truthOf(rule.tests, attributes) !== false) return rule;
  for (const rule of pair.allowing) if (truthOf(rule.tests, attributes) === true) return rule;
  return null;
}

const isAllowing = (decision: CompiledRule | null): boolean =>
  decision !== null && !decision.forbids;

const byCost = (a: CompiledRule, b: CompiledRule) => a.tests.length - b.tests.length;

const unmet = (tests: readonly FieldTest[], attributes?: Attributes): string[] =>
  tests
    .filter((test) => fieldTruth(test, attributes?.[test.field]) !== true)
    .map((test) => test.field);

const denied = (subject: string, action: string, more: object) =>
  permissionDenied(`You are not allowed to ${action} on ${subject}`, { subject, action, ...more });
