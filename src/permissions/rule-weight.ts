import { GLOB_LIMITS } from './glob-pattern.js';
import { isObject } from './plain-object.js';
import type { Rule } from './rule.js';
import { BoundText, isTemplate } from './templates.js';

/** How much a set of rules is: how many, and the bytes of the texts in their conditions. */
export interface RuleWeight {
  readonly rules: number;
  readonly bytes: number;
}

/**
 * What one membership, or one organization role, may hold: compiled it stays below 40 MiB, and one check below
 * 50 ms.
 */
export const HOLDING_LIMITS = { rules: 10_000, bytes: 512 * 1_024 } as const;

/** A short text takes as much memory as a longer one. */
const LEAST = 32;
/** The longest text that a template can become, whoever holds it. */
const TEMPLATE = 1_024;

export const measureRules = (rules: readonly Rule[]): RuleWeight => ({
  rules: rules.length,
  bytes: rules.reduce((sum, rule) => sum + patternBytes(rule), 0),
});

/** A template counts as the longest text it can become, braces as the patterns they stand for. */
export const patternBytes = ({ conditions }: Pick<Rule, 'conditions'>): number =>
  bytesIn(conditions, false);

function bytesIn(value: unknown, isGlob: boolean): number {
  if (typeof value === 'string') return bytesOfText(value, isGlob);
  if (value instanceof BoundText) return TEMPLATE;
  if (Array.isArray(value)) {
    let sum = 0;
    for (const item of value) sum += bytesIn(item, isGlob);
    return sum;
  }
  if (!isObject(value)) return 0;
  let sum = 0;
  for (const name of Object.keys(value)) sum += bytesIn(value[name], name === '$glob');
  return sum;
}

function bytesOfText(text: string, isGlob: boolean): number {
  if (isTemplate(text)) return TEMPLATE;
  const bytes = Buffer.byteLength(text);
  if (!isGlob || !text.includes('{')) return Math.max(LEAST, bytes);
  const most = Math.max(bytes, GLOB_LIMITS.expandedCharacters);
  return Math.max(LEAST, Math.min(most, bytes * expansionsOf(text)));
}

/** At least the number of patterns that the braces of a glob stand for. */
function expansionsOf(glob: string): number {
  let product = 1;
  let alternatives = 0;
  for (const symbol of glob) {
    if (symbol === '{') alternatives = 1;
    else if (symbol === ',' && alternatives > 0) alternatives++;
    else if (symbol === '}') {
      product *= Math.max(1, alternatives);
      alternatives = 0;
    }
  }
  return product;
}
