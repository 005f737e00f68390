import { patternBytes } from '../../permissions/rule-weight.js';
import type { Rule } from '../../permissions/rule.js';

/** A refusal names so many rules, and not more than these bytes of patterns. */
export const MAX_NAMED_RULES = 100;
const MOST_BYTES = 64 * 1_024;

/** The rules that a refusal names, each once; `isComplete: false` where there are more. */
export function missingPermissionsDetails(missing: readonly Rule[]): {
  readonly missingPermissions: readonly Rule[];
  readonly isComplete?: false;
} {
  const named = new Map<string, Rule>();
  let bytes = 0;
  for (const rule of missing) {
    bytes += patternBytes(rule);
    const isFull = named.size >= MAX_NAMED_RULES || (bytes > MOST_BYTES && named.size > 0);
    if (isFull) return { missingPermissions: [...named.values()], isComplete: false };
    named.set(JSON.stringify(rule), rule);
  }
  return { missingPermissions: [...named.values()] };
}
