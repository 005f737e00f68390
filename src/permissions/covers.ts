import {
  neverMatches,
  testsCover,
  testsDisjoint,
  withoutMalformed,
} from './condition-relations.js';
import { compileConditions } from './conditions.js';
import { type WorkBudget, type SlicedWork, finish } from './work.js';
import { type FieldTest, MALFORMED } from './matchers.js';
import { patternBytes } from './rule-weight.js';
import { type Rule, listOf } from './rule.js';
import { type SubjectRow, type SubjectTable, impliedActions, rowOf } from './subject-table.js';
import { containsBoundText } from './templates.js';

export interface Coverage {
  readonly covered: boolean;
  /** The granted rules beyond, each with the subject and the actions that are not held. */
  readonly missing: readonly Rule[];
}

type Tests = readonly FieldTest[];

interface Holdings {
  /** Without any conditions: what that covers needs no proof. */
  isWhole: boolean;
  readonly allowing: CompiledRule[];
  readonly forbidding: CompiledRule[];
}

type HoldingsByPair = ReadonlyMap<string, Holdings>;

/** What one question may take; rules still open when it is used up count as missing. */
const BUDGET = 1_000_000;

/** For questions that one request asks together, so that they do not take more than one of them may. */
export const newBudget = (): WorkBudget => ({ steps: BUDGET });

/**
 * Whether all that `granted` allows is provably allowed by `own`. Each granted rule
 * must lie inside one rule of `own`, and outside every forbidding one unless `granted` forbids
 * at least as much itself. False wherever there is no proof. Templates of `own` must be bound to its
 * holder, else they hold nothing; those of `granted`, if they are bound to nobody, stand for any value.
 */
export const covers = (
  table: SubjectTable,
  own: readonly Rule[],
  granted: readonly Rule[],
  budget = newBudget(),
): Coverage => {
  const missing = finish(missingFrom(table, own, granted, budget));
  return { covered: missing.length === 0, missing };
};

/** `covers(…).missing` in small steps. */
export const missingFrom = (
  table: SubjectTable,
  own: readonly Rule[],
  granted: readonly Rule[],
  budget: WorkBudget,
): Weighing => weigh(table, { own, isOpen: false }, granted, budget);

/**
 * The rules of `after` that `before` does not provably cover: dropping a forbidding rule gains too.
 * Both are held by the same identity, so a template that is bound to nobody is the same in both.
 */
export const gainedRules = (
  table: SubjectTable,
  before: readonly Rule[],
  after: readonly Rule[],
  budget = newBudget(),
): readonly Rule[] => finish(gainedRulesInSteps(table, before, after, budget));

/** `gains` in small steps. */
export const gainedRulesInSteps = (
  table: SubjectTable,
  before: readonly Rule[],
  after: readonly Rule[],
  budget: WorkBudget,
): Weighing => weigh(table, { own: before, isOpen: true }, after, budget);

type Weighing = SlicedWork<readonly Rule[]>;

/** How much of a budget is used between two stops. */
const SLICE = 5_000;

/** Proves nothing; who asks for it looks at the budget afterwards. */
const UNPAID: Tests = [{ field: '', matchers: [MALFORMED] }];
/** SlicedWork for each byte of a pattern that is compiled. */
const OF_BYTE = 3;

/** A rule in one of its subjects. Compiled when it is asked for and paid for. */
class CompiledRule {
  private known: Tests | undefined;
  private really: Tests | undefined;

  constructor(
    readonly rule: Rule,
    readonly subject: string,
    readonly row: SubjectRow | undefined,
    private readonly isOpen: boolean,
    private readonly budget: WorkBudget,
  ) {}

  get tests(): Tests {
    if (this.known) return this.known;
    const cost = 1 + OF_BYTE * patternBytes(this.rule);
    // What cannot be paid for uses up the rest, so that a proof ends the same however it is ordered.
    this.budget.steps = Math.max(0, this.budget.steps - cost);
    if (this.budget.steps === 0) return UNPAID;
    this.known = compileConditions(this.row, this.rule, this.isOpen);
    return this.known;
  }

  /** Only what an identity lacks keeps a rule from ever matching, so no other needs to be read for that. */
  get neverMatches(): boolean {
    return containsBoundText(this.rule.conditions) && neverMatches(this.tests);
  }

  /** The tests of a forbidding rule without the malformed ones, which would always hold. */
  get sound(): Tests {
    if (this.really) return this.really;
    const sound = withoutMalformed(this.tests);
    if (this.known) this.really = sound;
    return sound;
  }
}

function* weigh(
  table: SubjectTable,
  { own, isOpen }: { readonly own: readonly Rule[]; readonly isOpen: boolean },
  granted: readonly Rule[],
  budget: WorkBudget,
): Weighing {
  // To sort them is work as well.
  budget.steps -= own.length + granted.length;
  const given = inSubjects(table, granted, true, budget);
  const asked = new Set(given.map(({ subject }) => subject));
  const mine = holdingsOf(inSubjects(table, own, isOpen, budget, asked));
  const theirs = holdingsOf(given);
  const missing: Rule[] = [];
  let stop = budget.steps;
  for (const compiled of given) {
    const { rule, subject, row } = compiled;
    if (rule.inverted) continue;
    const beyond: string[] = [];
    for (const action of listOf(rule.action)) {
      let isHeld = true;
      for (const part of impliedActions(row, action)) {
        const pair = pairOf(subject, part);
        isHeld &&= yield* pairCovers(mine.get(pair), theirs.get(pair), compiled, budget);
      }
      if (!isHeld) beyond.push(action);
    }
    if (stop - budget.steps > SLICE || budget.steps <= 0) yield;
    if (stop - budget.steps > SLICE) stop = budget.steps;
    if (beyond.length === 0 || compiled.neverMatches) continue;
    missing.push({ ...rule, subject, action: beyond });
  }
  return missing;
}

function* pairCovers(
  mine: Holdings | undefined,
  theirs: Holdings | undefined,
  granted: CompiledRule,
  budget: WorkBudget,
): SlicedWork<boolean> {
  if (mine === undefined) return false;
  if (!mine.isWhole && !(yield* isAllowed(mine.allowing, granted, budget))) return false;
  let stop = budget.steps;
  for (const forbidding of mine.forbidding) {
    if (budget.steps <= 0 || budget.steps-- <= 0) return false;
    if (testsDisjoint(granted.tests, forbidding.tests, budget)) continue;
    if (!(yield* isStillForbidden(theirs, forbidding, granted.tests, budget))) return false;
    if (stop - budget.steps > SLICE) yield;
    if (stop - budget.steps > SLICE) stop = budget.steps;
  }
  return true;
}

function* isAllowed(
  allowing: readonly CompiledRule[],
  granted: CompiledRule,
  budget: WorkBudget,
): SlicedWork<boolean> {
  let stop = budget.steps;
  for (const own of allowing) {
    if (budget.steps <= 0 || budget.steps-- <= 0) return false;
    if (testsCover(own.tests, granted.tests, budget)) return true;
    if (stop - budget.steps <= SLICE) continue;
    yield;
    stop = budget.steps;
  }
  return false;
}

function* isStillForbidden(
  theirs: Holdings | undefined,
  forbidding: CompiledRule,
  allowing: Tests,
  budget: WorkBudget,
): SlicedWork<boolean> {
  let stop = budget.steps;
  for (const other of theirs?.forbidding ?? []) {
    if (budget.steps <= 0 || budget.steps-- <= 0) return false;
    if (forbidsAsMuch(other, forbidding, allowing, budget)) return true;
    if (stop - budget.steps <= SLICE) continue;
    yield;
    stop = budget.steps;
  }
  return false;
}

/** Whether, where `allowing` matches, `other` applies as soon as `forbidding` does. */
function forbidsAsMuch(
  other: CompiledRule,
  forbidding: CompiledRule,
  allowing: Tests,
  budget: WorkBudget,
): boolean {
  const { sound } = other;
  // A rule that was not compiled would seem to ask for nothing.
  if (budget.steps <= 0) return false;
  return sound.every(
    (test) => testsCover([test], forbidding.sound, budget) || testsCover([test], allowing, budget),
  );
}

const pairOf = (subject: string, action: string) => `${subject}\n${action}`;

const inSubjects = (
  table: SubjectTable,
  rules: readonly Rule[],
  isOpen: boolean,
  budget: WorkBudget,
  only?: ReadonlySet<string>,
): readonly CompiledRule[] =>
  rules.flatMap((rule) =>
    listOf(rule.subject)
      .filter((subject) => only?.has(subject) ?? true)
      .map((subject) => new CompiledRule(rule, subject, rowOf(table, subject), isOpen, budget)),
  );

function holdingsOf(rules: readonly CompiledRule[]): HoldingsByPair {
  const holdings = new Map<string, Holdings>();
  for (const compiled of rules) {
    const { rule, subject, row } = compiled;
    for (const action of new Set(listOf(rule.action).flatMap((a) => impliedActions(row, a)))) {
      const pair = pairOf(subject, action);
      const held = holdings.get(pair) ?? { isWhole: false, allowing: [], forbidding: [] };
      (rule.inverted ? held.forbidding : held.allowing).push(compiled);
      held.isWhole ||= !rule.inverted && rule.conditions === undefined;
      holdings.set(pair, held);
    }
  }
  return holdings;
}
