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
import { type SubjectTable, actionsBehind, rowOf } from './subject-table.js';

export interface Coverage {
  readonly covered: boolean;
  /** The granted rules beyond, each with the subject and the actions that are not held. */
  readonly missing: readonly Rule[];
}

type Tests = readonly FieldTest[];

interface Holdings {
  readonly allowing: Tests[];
  readonly forbidding: Tests[];
}

type HoldingsByPair = ReadonlyMap<string, Holdings>;

/** Bounds the work of one question; rules still open when it is used up count as missing. */
const BUDGET = 2_000_000;

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
): Coverage => weigh(table, holdingsOf(table, own, false), granted);

/**
 * The rules of `after` that `before` does not provably cover: dropping a forbidding rule gains too.
 * Both are held by the same identity, so a template that is bound to nobody is the same in both.
 */
export const gains = (
  table: SubjectTable,
  before: readonly Rule[],
  after: readonly Rule[],
): readonly Rule[] => weigh(table, holdingsOf(table, before, true), after).missing;

function weigh(table: SubjectTable, mine: HoldingsByPair, granted: readonly Rule[]): Coverage {
  const theirs = holdingsOf(table, granted, true);
  const budget = { steps: BUDGET };
  const missing = granted
    .filter((rule) => !rule.inverted)
    .flatMap((rule) => listOf(rule.subject).map((subject) => ({ ...rule, subject })))
    .flatMap((rule) => {
      const row = rowOf(table, rule.subject);
      const tests = compileConditions(row, rule, true);
      const isHeld = (part: string) => {
        const pair = pairOf(rule.subject, part);
        return pairCovers(mine.get(pair), theirs.get(pair), tests, budget);
      };
      if (neverMatches(tests)) return [];
      const beyond = listOf(rule.action).filter(
        (action) => !actionsBehind(row, action).every(isHeld),
      );
      return beyond.length > 0 ? [{ ...rule, action: beyond }] : [];
    });
  return { covered: missing.length === 0, missing };
}

function pairCovers(
  mine: Holdings | undefined,
  theirs: Holdings | undefined,
  tests: Tests,
  budget: Budget,
): boolean {
  if (mine === undefined || budget.steps <= 0) return false;
  const isStillForbidden = (forbidding: Tests) =>
    theirs?.forbidding.some((other) => forbidsAsMuch(other, forbidding, tests, spend(budget)));
  return (
    mine.allowing.some((allowing) => testsCover(allowing, tests, spend(budget))) &&
    mine.forbidding.every(
      (forbidding) =>
        testsDisjoint(tests, forbidding, spend(budget)) || isStillForbidden(forbidding),
    )
  );
}

/** Whether, where `allowing` matches, `other` applies as soon as `forbidding` does. */
function forbidsAsMuch(other: Tests, forbidding: Tests, allowing: Tests, budget: Budget): boolean {
  const forbidden = withoutMalformed(forbidding);
  return withoutMalformed(other).every(
    (test) => testsCover([test], forbidden, budget) || testsCover([test], allowing, budget),
  );
}

function spend(budget: Budget): Budget {
  budget.steps--;
  return budget;
}

const pairOf = (subject: string, action: string) => `${subject}\n${action}`;

function holdingsOf(table: SubjectTable, rules: readonly Rule[], isOpen: boolean): HoldingsByPair {
  const holdings = new Map<string, Holdings>();
  for (const rule of rules)
    for (const subject of listOf(rule.subject)) {
      const row = rowOf(table, subject);
      const tests = compileConditions(row, rule, isOpen);
      for (const action of new Set(listOf(rule.action).flatMap((a) => actionsBehind(row, a)))) {
        const pair = pairOf(subject, action);
        const held = holdings.get(pair) ?? { allowing: [], forbidding: [] };
        (rule.inverted ? held.forbidding : held.allowing).push(tests);
        holdings.set(pair, held);
      }
    }
  return holdings;
}
