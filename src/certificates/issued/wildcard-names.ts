import { expand } from '../../permissions/glob-pattern.js';
import { compileGlob, globProblems } from '../../permissions/glob.js';
import { isObject } from '../../permissions/plain-object.js';
import { listOf, type Rule } from '../../permissions/rule.js';
import { BoundText, isTemplate } from '../../permissions/templates.js';
import { isHost } from '../host-names.js';

/** Patterns that are tried for all wildcards of a certificate, and names that are found: each name is a check of its own. */
const MOST = 1_000;
/** Operators of conditions that what they name does not meet. */
const NEGATIVE = new Set(['$ne', '$nin']);

/**
 * For each wildcard the names that it stands for and that rules forbid by name or pattern: a right to the wildcard is a right
 * to each of them (P25). Null is a name that is not known, which no condition is met by and every prohibition applies to: where
 * the names are too many to look at, or depend on the holder.
 */
export function namesUnder(
  wildcards: Iterable<string>,
  rules: readonly Rule[],
): ReadonlyMap<string, readonly (string | null)[]> {
  const texts = rules.flatMap(textsIn);
  let left = MOST;
  const namesOf = (wildcard: string): (string | null)[] => {
    const parent = wildcard.slice(1);
    const names = new Set<string>();
    for (const text of texts) {
      const isPattern = /[*?{]/.test(text);
      if (isTemplate(text) || left <= 0) return [...names, null];
      const like = isPattern ? namesLike(text, parent) : isUnder(text, parent) ? [text] : [];
      left -= like.length + (isPattern ? 1 : 0);
      for (const name of like) names.add(name);
    }
    return [...names];
  };
  return new Map([...wildcards].map((wildcard) => [wildcard, namesOf(wildcard)]));
}

/** Whether a name has one label before the parent. */
const isUnder = (name: string, parent: string): boolean =>
  name.endsWith(parent) && !name.slice(0, -parent.length).includes('.') && isHost(name);

/** What a rule about certificates says of names that it does not allow, in lower case. */
function textsIn({ subject, conditions, inverted = false }: Rule): string[] {
  if (!listOf(subject).includes('certificates') || !isObject(conditions)) return [];
  return ['altNames', 'commonName']
    .flatMap((field) => [...textsOf(conditions[field], inverted)])
    .map((text) => text.toLowerCase());
}

/** The texts of a condition: all of a rule that forbids, of one that allows those that it excepts. */
function* textsOf(condition: unknown, isTaken: boolean): Generator<string> {
  if (condition instanceof BoundText) yield* textsOf(condition.written, isTaken);
  else if (typeof condition === 'string') {
    if (isTaken) yield condition;
  } else if (Array.isArray(condition)) {
    for (const each of condition) yield* textsOf(each, isTaken);
  } else if (isObject(condition)) {
    for (const [operator, operand] of Object.entries(condition))
      yield* textsOf(operand, isTaken || NEGATIVE.has(operator));
  }
}

/** Names with one label before the parent that a pattern matches, one for each way to place them. */
function namesLike(pattern: string, parent: string): string[] {
  if (globProblems(pattern).length > 0) return [];
  const glob = compileGlob(pattern);
  const candidates = expand(pattern).flatMap((text) => {
    const bare = text.replaceAll('?', 'a').replaceAll('*', '');
    const label = bare.split('.', 1)[0]!; // a text splits into one part at least
    return [bare, `a${bare}`, bare + parent, label + parent, `a${parent}`];
  });
  return candidates.filter((name) => isUnder(name, parent) && glob.matches(name));
}
