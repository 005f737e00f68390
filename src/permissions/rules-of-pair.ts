import type { CompiledRule } from './compiled-rule.js';
import { truthOf } from './conditions.js';
import type { Attributes } from './subject-table.js';

/** The rules that speak of an action on a subject. */
export interface RulesOfPair {
  readonly forbidding: CompiledRule[];
  readonly allowing: CompiledRule[];
}

/** The rule that decides, null when none matches. What forbids prevails, also where it is not known to match. */
export function decidePair(
  pair: RulesOfPair | undefined,
  attributes?: Attributes,
): CompiledRule | null {
  if (pair === undefined) return null;
  for (const rule of pair.forbidding) if (truthOf(rule.tests, attributes) !== false) return rule;
  for (const rule of pair.allowing) if (truthOf(rule.tests, attributes) === true) return rule;
  return null;
}

export const isAllowing = (decision: CompiledRule | null): boolean =>
  decision !== null && !decision.forbids;

/** Puts what is tested fast before what is not. */
export const byCost = (a: CompiledRule, b: CompiledRule) => a.cost - b.cost;
