import type { WorkBudget } from './work.js';
import { globContains, globsDisjoint } from './glob-relations.js';
import { type CompiledGlob, compileGlob } from './glob.js';
import { type FieldTest, type Matcher, all } from './matchers.js';

type Matchers = readonly Matcher[];

const ANYTHING = compileGlob('**');

const isMalformed = ({ operator }: Matcher) => operator === 'malformed';

const isNever = ({ operator }: Matcher) => operator === 'never';

/** Whether an allowing rule cannot match, whatever it is asked about. */
export const neverMatches = (tests: readonly FieldTest[]): boolean =>
  tests.some(({ matchers }) => matchers.some(isNever));

/** What a forbidding rule really asks: a malformed condition never keeps it from applying. */
export const withoutMalformed = (tests: readonly FieldTest[]): FieldTest[] =>
  tests.flatMap(({ field, matchers }) => {
    const sound = matchers.filter((matcher) => !isMalformed(matcher));
    return sound.length > 0 ? [{ field, matchers: sound }] : [];
  });

/** Whether whatever value meets `inner` meets `outer`. False where it cannot be proved. */
export function fieldCovers(outer: Matchers, inner: Matchers, budget: WorkBudget): boolean {
  if (outer.some((one) => isMalformed(one) || isNever(one)) || inner.some(isMalformed))
    return false;
  const asked = outer.filter((matcher) => !inner.some((other) => isSameOpen(matcher, other)));
  const values = valuesOf(inner);
  if (values && !isWithin(values, [inner, asked], budget)) return false;
  if (values) return values.every((v) => all(inner, v) === false || all(asked, v) === true);
  return asked.every((matcher) => matcherCovers(matcher, inner, budget));
}

/** Whether both are one open template: both sides of a proof speak of the same identity. */
const isSameOpen = (one: Matcher, other: Matcher): boolean =>
  one.operator === 'open' && other.operator === 'open' && one.operand.key === other.operand.key;

/** Whether no value meets both, so that a rule with `theirs` never applies where `mine` is met. */
export function fieldsDisjoint(mine: Matchers, theirs: Matchers, budget: WorkBudget): boolean {
  const values = valuesOf(mine) ?? valuesOf(theirs);
  if (values && !isWithin(values, [mine, theirs], budget)) return false;
  if (values) return values.every((v) => all(mine, v) === false || all(theirs, v) === false);
  return globsOf(mine).some((a) => globsOf(theirs).some((b) => globsDisjoint(a, b, budget)));
}

/** What takes longer than this is not proved, so that a slice of work stays short. */
const MOST_AT_ONCE = 100_000;

/** Whether the values may still be held against the matchers. */
function isWithin(
  values: readonly string[],
  asked: readonly Matchers[],
  budget: WorkBudget,
): boolean {
  const words = asked
    .flatMap(globsOf)
    .reduce((sum, { literals, automaton }) => sum + (literals ? 0 : automaton.words), 0);
  const characters = words === 0 ? 0 : values.reduce((sum, { length }) => sum + length, 0);
  const cost = values.length + words * characters;
  budget.steps -= Math.min(cost, MOST_AT_ONCE);
  return budget.steps > 0 && cost <= MOST_AT_ONCE;
}

/** The only values that can meet the matchers, when they are listed. */
function valuesOf(matchers: Matchers): readonly string[] | null {
  for (const matcher of matchers) {
    if (matcher.operator === '$eq') return [matcher.operand];
    if (matcher.operator === '$in') return [...matcher.operand];
    if (matcher.operator === '$glob' && matcher.operand.literals)
      return [...matcher.operand.literals];
  }
  return null;
}

/** The globs that every value which meets the matchers meets. */
const globsOf = (matchers: Matchers): readonly CompiledGlob[] =>
  matchers.flatMap((matcher) => {
    if (matcher.operator === '$glob') return [matcher.operand];
    return matcher.operator === 'open' && matcher.operand.shape ? [matcher.operand.shape] : [];
  });

/** `inner` is not listed: globs, exclusions, tags or metadata. */
function matcherCovers(outer: Matcher, inner: Matchers, budget: WorkBudget): boolean {
  switch (outer.operator) {
    case '$ne':
      return all(inner, outer.operand) === false;
    case '$glob': {
      const globs = globsOf(inner);
      const candidates = globs.length > 0 ? globs : [ANYTHING];
      return candidates.some((glob) => globContains(outer.operand, glob, budget));
    }
    case 'anyOf':
      budget.steps -= listedIn([outer, ...inner]);
      return inner.some((matcher) => isWithinList(outer.operand, matcher));
    case 'allOf':
      budget.steps -= listedIn([outer, ...inner]);
      return isEveryNeeded(outer.operand, inner);
    case '$elemMatch':
      return inner.some((matcher) => elementCovers(outer, matcher, budget));
    default:
      return false;
  }
}

const listedIn = (matchers: Matchers): number =>
  matchers.reduce(
    (sum, one) => sum + ('operand' in one && one.operand instanceof Set ? one.operand.size : 1),
    0,
  );

const isSubset = (part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean =>
  [...part].every((text) => whole.has(text));

function isWithinList(list: ReadonlySet<string>, inner: Matcher): boolean {
  if (inner.operator === 'anyOf') return isSubset(inner.operand, list);
  return inner.operator === 'allOf' && [...inner.operand].some((text) => list.has(text));
}

function isEveryNeeded(tags: ReadonlySet<string>, inner: Matchers): boolean {
  const needed = inner.flatMap((matcher) => {
    if (matcher.operator === 'allOf') return [...matcher.operand];
    return matcher.operator === 'anyOf' && matcher.operand.size === 1 ? [...matcher.operand] : [];
  });
  return isSubset(tags, new Set(needed));
}

function elementCovers(outer: Matcher, inner: Matcher, budget: WorkBudget): boolean {
  if (outer.operator !== '$elemMatch' || inner.operator !== '$elemMatch') return false;
  return (['key', 'value'] as const).every((part) => {
    const mine = outer.operand[part];
    const theirs = inner.operand[part];
    return mine === null || (theirs !== null && fieldCovers(mine, theirs, budget));
  });
}

/** Whether an allowing rule that matches `inner` always matches `outer` as well. */
export function testsCover(
  outer: readonly FieldTest[],
  inner: readonly FieldTest[],
  budget: WorkBudget,
): boolean {
  return outer.every((test) => {
    const same = inner.find(({ field }) => field === test.field);
    return same !== undefined && fieldCovers(test.matchers, same.matchers, budget);
  });
}

/** Whether a forbidding rule never applies where an allowing one matches: some field keeps them apart. */
export function testsDisjoint(
  allowing: readonly FieldTest[],
  forbidding: readonly FieldTest[],
  budget: WorkBudget,
): boolean {
  return allowing.some((test) => {
    const same = forbidding.find(({ field }) => field === test.field);
    return same !== undefined && fieldsDisjoint(test.matchers, same.matchers, budget);
  });
}
