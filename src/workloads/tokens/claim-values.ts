import type { Claims } from './token-form.js';

const MAX_ELEMENTS = 100;

/**
 * The value of a claim: that of an own name at the top first, dots and all; else along a JSON pointer (RFC 6901) or a
 * path with dots. Undefined where there is none.
 */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  const steps = path.startsWith('/')
    ? path
        .slice(1)
        .split('/')
        .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    : path.split('.');
  return steps.reduce<unknown>((value, step) => {
    const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
    return isObject && Object.hasOwn(value, step) ? (value as Claims)[step] : undefined;
  }, claims);
}

/** A scalar claim as a text; null for what is never compared: floats, null, objects. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || Number.isSafeInteger(value)) return JSON.stringify(value);
  return null;
}

/** The beginning of a text, without half of a character at its end: JSON of the database takes none. */
export const firstSymbols = (text: string, symbols: number): string =>
  text.length <= symbols ? text : [...text].slice(0, symbols).join('');

/** The texts that stand for a claim: one, or one for each scalar of a list. A longer list stands for nothing. */
export function textsOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (values.length > MAX_ELEMENTS) return [];
  return values.map(textOf).filter((text) => text !== null);
}
