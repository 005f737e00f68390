import {
  neverMatches,
  testsCover,
  testsDisjoint,
  withoutMalformed,
} from './condition-relations.js';
import { compileConditions } from './conditions.js';
import type { Budget } from './glob-relations.js';
import type { FieldTest } from './matchers.js';
import { type Rule, listOf } from './rule.js';
import { type SubjectRow, type SubjectTable, actionsBehind, rowOf } from './subject-table.js';

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
const BUDGET = 2_000_000;

/** For questions that one request asks together, so that they do not take more than one of them may. */
export const newBudget = (): Budget => ({ steps: BUDGET });

/**
 * Decision 5: whether all that `granted` allows is provably allowed by `own`. Each granted rule
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
  const missing = weigh(table, { own, isOpen: false }, granted, budget);
  return { covered: missing.length === 0, missing };
};

/**
 * The rules of `after` that `before` does not provably cover: dropping a forbidding rule gains too.
 * Both are held by the same identity, so a template that is bound to nobody is the same in both.
 */
export const gains = (
  table: SubjectTable,
  before: readonly Rule[],
  after: readonly Rule[],
  budget = newBudget(),
): readonly Rule[] => weigh(table, { own: before, isOpen: true }, after, budget);

/** A rule in one of its subjects. Compiled when it is asked for: that is work as well. */
class CompiledRule {
  private known: Tests | undefined;
  private really: Tests | undefined;

  constructor(
    readonly rule: Rule,
    readonly subject: string,
    readonly row: SubjectRow | undefined,
    private readonly isOpen: boolean,
    private readonly budget: Budget,
  ) {}

  get tests(): Tests {
    if (this.known) return this.known;
    this.known = compileConditions(this.row, this.rule, this.isOpen);
    this.budget.steps -= sizeOf(this.known);
    return this.known;
  }

  /** Of a forbidding rule: what it really asks. */
  get sound(): Tests {
    return (this.really ??= withoutMalformed(this.tests));
  }
}

function weigh(
  table: SubjectTable,
  { own, isOpen }: { readonly own: readonly Rule[]; readonly isOpen: boolean },
  granted: readonly Rule[],
  budget: Budget,
): readonly Rule[] {
  const mine = holdingsOf(inSubjects(table, own, isOpen, budget));
  const given = inSubjects(table, granted, true, budget);
  const theirs = holdingsOf(given);
  return given.flatMap((compiled) => {
    const { rule, subject, row } = compiled;
    if (rule.inverted) return [];
    const isHeld = (part: string) => {
      const pair = pairOf(subject, part);
      return pairCovers(mine.get(pair), theirs.get(pair), compiled, budget);
    };
    const beyond = listOf(rule.action).filter(
      (action) => !actionsBehind(row, action).every(isHeld),
    );
    if (beyond.length === 0 || (budget.steps > 0 && neverMatches(compiled.tests))) return [];
    return [{ ...rule, subject, action: beyond }];
  });
}

function pairCovers(
  mine: Holdings | undefined,
  theirs: Holdings | undefined,
  granted: CompiledRule,
  budget: Budget,
): boolean {
  if (mine === undefined) return false;
  const isPaid = () => budget.steps > 0 && budget.steps-- > 0;
  const isAllowed = (allowing: CompiledRule) =>
    isPaid() && testsCover(allowing.tests, granted.tests, budget);
  const isStillForbidden = (forbidding: CompiledRule) =>
    theirs?.forbidding.some(
      (other) => isPaid() && forbidsAsMuch(other, forbidding, granted.tests, budget),
    );
  return (
    (mine.isWhole || (budget.steps > 0 && mine.allowing.some(isAllowed))) &&
    mine.forbidding.every(
      (forbidding) =>
        isPaid() &&
        (testsDisjoint(granted.tests, forbidding.tests, budget) || isStillForbidden(forbidding)),
    )
  );
}

/** Whether, where `allowing` matches, `other` applies as soon as `forbidding` does. */
function forbidsAsMuch(
  other: CompiledRule,
  forbidding: CompiledRule,
  allowing: Tests,
  budget: Budget,
): boolean {
  return other.sound.every(
    (test) => testsCover([test], forbidding.sound, budget) || testsCover([test], allowing, budget),
  );
}

const pairOf = (subject: string, action: string) => `${subject}\n${action}`;

const inSubjects = (
  table: SubjectTable,
  rules: readonly Rule[],
  isOpen: boolean,
  budget: Budget,
): readonly CompiledRule[] =>
  rules.flatMap((rule) =>
    listOf(rule.subject).map(
      (subject) => new CompiledRule(rule, subject, rowOf(table, subject), isOpen, budget),
    ),
  );

function holdingsOf(rules: readonly CompiledRule[]): HoldingsByPair {
  const holdings = new Map<string, Holdings>();
  for (const compiled of rules) {
    const { rule, subject, row } = compiled;
    for (const action of new Set(listOf(rule.action).flatMap((a) => actionsBehind(row, a)))) {
      const pair = pairOf(subject, action);
      const held = holdings.get(pair) ?? { isWhole: false, allowing: [], forbidding: [] };
      (rule.inverted ? held.forbidding : held.allowing).push(compiled);
      held.isWhole ||= !rule.inverted && rule.conditions === undefined;
      holdings.set(pair, held);
    }
  }
  return holdings;
}

/** About the work of compiling it. */
const sizeOf = (tests: Tests): number =>
  tests
    .flatMap(({ matchers }) => matchers)
    .reduce((sum, matcher) => {
      if (matcher.operator === '$glob') return sum + matcher.operand.automaton.tokens.length;
      const isList = 'operand' in matcher && matcher.operand instanceof Set;
      return sum + (isList ? (matcher.operand as ReadonlySet<string>).size : 1);
    }, 0);
