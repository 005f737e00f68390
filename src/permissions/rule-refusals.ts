import { isObject } from './plain-object.js';
import { type Rule, listOf } from './rule.js';
import { TEMPLATE_ROOT } from './templates.js';

// Refusals of well-formed rules: a 400, not a 422.

/** `read` on secrets already means both of the others. */
export function readCombinationProblem(rules: readonly Rule[]): string | null {
  const isCombined = ({ subject, action }: Rule) => {
    const actions = listOf(action);
    const parts = actions.includes('readValue') || actions.includes('describeSecret');
    return listOf(subject).includes('secrets') && actions.includes('read') && parts;
  };
  const index = rules.findIndex(isCombined);
  if (index === -1) return null;
  return `Rule ${index}: on secrets, read cannot stand together with describeSecret or readValue`;
}

const TEMPLATE = /\{\{\s*([^{}]*)/g;

/** Template expressions in the strings of a rule may only speak of the identity. */
export function templateProblem(rules: readonly Rule[]): string | null {
  const index = rules.findIndex((rule) => textsIn(rule).some(hasForeignTemplate));
  if (index === -1) return null;
  return `Rule ${index}: template expressions must start with identity.`;
}

const hasForeignTemplate = (text: string): boolean =>
  [...text.matchAll(TEMPLATE)].some((match) => !match[1]?.startsWith(TEMPLATE_ROOT));

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
