import { permissionDenied } from '../errors/api-error.js';
import { deniedText } from './refusal-text.js';
import { CompiledRule } from './compiled-rule.js';
import { truthOf } from './conditions.js';
import { byCost, decidePair, isAllowing, type RulesOfPair } from './rules-of-pair.js';
import { STEPS_PER_CHECK } from './lazy-glob.js';
import { type FieldTest, fieldTruth } from './matchers.js';
import { HOLDING_LIMITS, patternBytes } from './rule-weight.js';
import { type SourcedRule, listOf } from './rule.js';
import {
  type ActionOf,
  type Attributes,
  type AttributesArgument,
  type AttributesOf,
  type SubjectOf,
  type SubjectTable,
  impliedActions,
  rowOf,
} from './subject-table.js';
import type { LazyGlobs } from './template-matchers.js';
import { finish, type Pause, type SlicedWork } from './work.js';
import { estimateBytes } from './estimate-bytes.js';

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

export const compile = <T extends SubjectTable>(
  table: T,
  rules: readonly SourcedRule[],
  workOfCheck?: number,
) => new Ability(table, rules, workOfCheck);

class Refusals {
  readonly offenders: Offender[] = [];
  refused = 0;

  add(offender: Offender): void {
    this.refused++;
    if (this.offenders.length < MAX_NAMED) this.offenders.push(offender);
  }
}

/** Patterns of a set of rules from which on they are compiled before they are needed, in slices. */
const MUCH = 32 * 1_024;
/** About the bytes that a rule takes beside its texts, and a compiled pattern for each byte of its text. */
const OF_RULE = 512;
const OF_PATTERN = 40;

/**
 * What a set of rules allows. Forbidding prevails, conditions fail closed. Rules beyond
 * the patterns that may be held, which are of times without that bound, are not looked into: they fail closed.
 */
export class Ability<T extends SubjectTable> {
  private readonly pairs = new Map<string, Map<string, RulesOfPair>>();
  private readonly held: LazyGlobs = { work: { steps: 0 }, globs: [] };
  private readonly compiled: CompiledRule[] = [];
  private bytes = 0;
  /** What has to allow the same as well; null for nothing. */
  private limit: Ability<T> | null = null;

  /** The last parameter is for `inSlices`, which adds the rules itself. */
  constructor(
    readonly table: T,
    readonly rules: readonly SourcedRule[],
    private readonly workOfCheck: number = STEPS_PER_CHECK,
    isAtOnce = true,
  ) {
    if (isAtOnce) finish(this.addRules());
  }

  /** Makes an ability of what may be very many rules, and compiles their patterns; `turn` is awaited in between. */
  static async inSlices<T extends SubjectTable>(
    table: T,
    rules: readonly SourcedRule[],
    turn: Pause,
  ): Promise<Ability<T>> {
    const ability = new Ability(table, rules, STEPS_PER_CHECK, false);
    const work = ability.addRules();
    while (!work.next().done) if (turn.isDue()) await turn();
    return ability.prepare(turn);
  }

  /** What both allow. Its `rules` are those of this one. */
  within(limit: Ability<T>): Ability<T> {
    const narrowed = Object.create(Object.getPrototypeOf(this) as object) as Ability<T>;
    return Object.assign(narrowed, this, { limit });
  }

  /** About its bytes in memory, once all of it has been needed. */
  get estimatedBytes(): number {
    const patterns = OF_PATTERN * Math.min(this.bytes, HOLDING_LIMITS.bytes);
    return estimateBytes(this.rules) + OF_RULE * this.compiled.length + patterns;
  }

  /** Compiles what is much for one check to compile; `turn` is awaited between two steps. */
  private async prepare(turn: Pause): Promise<this> {
    if (this.bytes < MUCH) return this;
    for (const compiled of this.compiled) {
      if (compiled.tests.length > 0 && turn.isDue()) await turn();
    }
    for (const glob of this.held.globs) {
      glob.prepare();
      if (turn.isDue()) await turn();
    }
    return this;
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
    const about = attributes[0] ?? {};
    throw this.denied({ action, subject }, [about], { attributes: about, ...rule });
  }

  /** One check per row; the refusal names every row refused, up to a hundred, and their count. */
  requireAll<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    rows: readonly AttributesOf<T, S, A>[],
  ): void {
    const refusals = new Refusals();
    rows.forEach((row, index) => this.checkRow(action, subject, row, index, refusals));
    this.refuseRows(action, subject, rows.length, refusals);
  }

  /** `requireAll` for many rows: `turn` is awaited between two of them where it is due. */
  async requireAllInSlices<S extends SubjectOf<T>, A extends ActionOf<T, S>>(
    action: A,
    subject: S,
    rows: readonly AttributesOf<T, S, A>[],
    turn: Pause,
  ): Promise<void> {
    const refusals = new Refusals();
    for (const [index, row] of rows.entries()) {
      if (turn.isDue()) await turn();
      this.checkRow(action, subject, row, index, refusals);
    }
    this.refuseRows(action, subject, rows.length, refusals);
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
  mayEverAllow<S extends SubjectOf<T>>(action: ActionOf<T, S>, subject: S): boolean {
    return this.hasAllowing(action, subject);
  }

  private checkRow(
    action: string,
    subject: string,
    attributes: Attributes,
    index: number,
    refusals: Refusals,
  ): void {
    const decision = this.decide(action, subject, attributes);
    if (isAllowing(decision)) return;
    const rule = decision ? { rule: decision.rule } : {};
    refusals.add({ index, attributes, ...rule });
  }

  private refuseRows(
    action: string,
    subject: string,
    rows: number,
    { refused, offenders }: Refusals,
  ): void {
    // No rows must not mean nothing to check.
    if (refused > 0 || (rows === 0 && !this.hasAllowing(action, subject)))
      throw this.denied(
        { action, subject },
        offenders.map(({ attributes }) => attributes),
        { refused, offenders },
      );
  }

  private denied(
    pair: { readonly action: string; readonly subject: string },
    rows: readonly Attributes[],
    more: { readonly refused?: number } & Readonly<Record<string, unknown>>,
  ) {
    const reason = deniedText(this.table, pair, rows, more.refused);
    return permissionDenied('permission-denied', reason, { ...pair, ...more });
  }

  private *addRules(): SlicedWork<void> {
    // What forbids comes first: it must not be beyond.
    for (const isForbidding of [true, false]) {
      for (const rule of this.rules) {
        if (Boolean(rule.inverted) === isForbidding) yield this.addRule(rule);
      }
    }
    for (const actions of this.pairs.values())
      for (const pair of actions.values()) pair.allowing.sort(byCost);
  }

  private addRule(rule: SourcedRule): void {
    this.bytes += patternBytes(rule);
    const held = this.bytes <= HOLDING_LIMITS.bytes ? this.held : null;
    for (const subject of listOf(rule.subject)) this.add(rule, subject, held);
  }

  private add(rule: SourcedRule, subject: string, held: LazyGlobs | null): void {
    const row = rowOf(this.table, subject);
    const compiled = new CompiledRule(rule, row, held);
    this.compiled.push(compiled);
    const actions = listOf(rule.action).flatMap((action) => impliedActions(row, action));
    for (const action of new Set(actions)) {
      const pair = this.pairFor(action, subject);
      (compiled.forbids ? pair.forbidding : pair.allowing).push(compiled);
    }
  }

  private hasAllowing(action: string, subject: string): boolean {
    const parts = impliedActions(rowOf(this.table, subject), action);
    const isAllowed = parts.every((part) => (this.pair(part, subject)?.allowing.length ?? 0) > 0);
    return isAllowed && (this.limit?.hasAllowing(action, subject) ?? true);
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
    this.held.work.steps = this.workOfCheck;
    for (const part of impliedActions(rowOf(this.table, subject), action)) {
      decision = decidePair(this.pair(part, subject), attributes);
      if (!isAllowing(decision)) return decision;
    }
    return this.limit && !isAllowing(this.limit.decide(action, subject, attributes))
      ? null
      : decision;
  }

  private nearMisses(action: string, subject: string, attributes?: Attributes): NearMiss[] {
    const parts = impliedActions(rowOf(this.table, subject), action);
    const rules = new Set(parts.flatMap((part) => this.pair(part, subject)?.allowing ?? []));
    return [...rules]
      .filter(({ tests }) => truthOf(tests, attributes) !== true)
      .slice(0, MAX_NAMED)
      .map(({ rule, tests }) => ({ rule, fields: unmet(tests, attributes) }));
  }
}

const unmet = (tests: readonly FieldTest[], attributes?: Attributes): string[] =>
  tests
    .filter((test) => test.field !== '' && fieldTruth(test, attributes?.[test.field]) !== true)
    .map((test) => test.field);
