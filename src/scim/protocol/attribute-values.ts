import { type ScimAttribute, subAttributeOf } from './attribute-table.js';
import { scimProblem } from './scim-problem.js';

/** A value as it is kept: texts and booleans, alone or as the sub-attributes of a complex attribute. */
export type SimpleValue = string | boolean;
export type ComplexValue = Readonly<Record<string, SimpleValue>>;

/** What names and addresses are compared by where case does not count. */
export const caseless = (text: string): string => text.normalize('NFC').toLowerCase();

/** `null`, and what stands for it (RFC 7643 2.5): the attribute has no value. */
export const isUnassigned = (value: unknown): boolean =>
  value === null || value === undefined || value === '';

/** A text or boolean of that attribute. Throws `invalidValue`, which names the attribute and not the value. */
export function simpleValue(attribute: ScimAttribute, value: unknown): SimpleValue {
  return attribute.type === 'boolean' ? booleanOf(attribute, value) : textOf(attribute, value);
}

/** Microsoft Entra sends "True" and "False" unless a flag in its URL says otherwise. */
function booleanOf({ name }: ScimAttribute, value: unknown): boolean {
  const text = typeof value === 'string' ? value.toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw scimProblem('invalidValue', `${name} should be true or false.`);
}

function textOf({ name, max = 256 }: ScimAttribute, value: unknown): string {
  if (typeof value !== 'string') throw scimProblem('invalidValue', `${name} should be a text.`);
  const text = value.normalize('NFC');
  if (text.length > max || /\p{Cc}/u.test(text)) {
    const message = `${name} should have at most ${max} characters and no control characters.`;
    throw scimProblem('invalidValue', message);
  }
  return text;
}

/** An object, with its keys as they came. Throws `invalidValue`. */
export function objectOf(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw scimProblem('invalidValue', `${name} should be an object.`);
  }
  return value as Readonly<Record<string, unknown>>;
}

/**
 * The sub-attributes of a value that are kept, under their own spelling. Those that are unknown, or decided here, are
 * left out. Throws `invalidValue`.
 */
export function complexValue(attribute: ScimAttribute, value: unknown): ComplexValue {
  const kept: Record<string, SimpleValue> = {};
  for (const [key, part] of Object.entries(objectOf(attribute.name, value))) {
    const sub = subAttributeOf(attribute, key);
    if (!sub || sub.isIgnored || sub.mutability === 'readOnly' || isUnassigned(part)) continue;
    kept[sub.name] = simpleValue(sub, part);
  }
  return kept;
}

/** The elements of a list; one that is not in a list counts as a list of it. Throws `invalidValue`, `tooMany`. */
export function elementsOf(attribute: ScimAttribute, value: unknown): unknown[] {
  if (isUnassigned(value)) return [];
  const list: unknown[] = Array.isArray(value) ? value : [value];
  return list;
}
