import { foldName, isWildcard } from './certificate-names.js';
import { matchesUnder } from './glob-wildcards.js';
import type { Matcher, Truth } from './matchers.js';

/**
 * A matcher of names of certificates: they are compared in one form, and a wildcard is held against all names that it stands
 * for. What names the wildcard itself, or matches each of them, holds; what may match some is not known to.
 */
export function ofNames(matcher: Matcher): Matcher {
  const aboutWildcard = wildcardTest(matcher);
  const holds = (value: unknown): Truth => {
    if (typeof value !== 'string') return matcher.holds(value);
    const name = foldName(value);
    return isWildcard(name) ? aboutWildcard(name) : matcher.holds(name);
  };
  return { ...matcher, holds };
}

function wildcardTest(matcher: Matcher): (wildcard: string) => Truth {
  switch (matcher.operator) {
    case '$eq':
      return among(new Set([matcher.operand]));
    case '$ne': {
      const isEqual = among(new Set([matcher.operand]));
      return (wildcard) => opposite(isEqual(wildcard));
    }
    case '$in':
      return among(matcher.operand);
    case '$glob': {
      const { operand } = matcher;
      return (wildcard) => matchesUnder(operand, parentOf(wildcard));
    }
    case 'held':
      return (wildcard) => matcher.holdsUnder(parentOf(wildcard));
    default:
      return () => undefined;
  }
}

/** What follows the first label, with its dot; all of a text without one. */
const parentOf = (name: string): string => name.slice(name.indexOf('.'));

const opposite = (truth: Truth): Truth => (truth === undefined ? undefined : !truth);

function among(names: ReadonlySet<string>): (wildcard: string) => Truth {
  let parents: ReadonlySet<string> | undefined;
  return (wildcard) => {
    if (names.has(wildcard)) return true;
    parents ??= new Set(Array.from(names, parentOf));
    return parents.has(parentOf(wildcard)) ? undefined : false;
  };
}
