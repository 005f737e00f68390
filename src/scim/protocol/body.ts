import { type ScimAttribute } from './attribute-table.js';
import { isUnassigned, objectOf, simpleValue } from './attribute-values.js';
import { scimProblem } from './scim-problem.js';

/** The values of a body by their names in lower case. */
export type Body = ReadonlyMap<string, unknown>;

/**
 * The values of a body by name: names have no case (RFC 7643 2.1). Throws `invalidSyntax` where a name comes twice, or
 * the schemas do not hold the one that is given.
 */
export function bodyByName(body: unknown, schema: string): Body {
  const byName = new Map<string, unknown>();
  for (const [key, value] of Object.entries(objectOf('The body', body))) {
    const name = key.toLowerCase();
    if (byName.has(name)) {
      throw scimProblem('invalidSyntax', `The body repeats the attribute ${key.slice(0, 64)}.`);
    }
    byName.set(name, value);
  }
  requireSchema(byName.get('schemas'), schema);
  return byName;
}

/** Throws unless the schema is named. Others may stand beside it: Microsoft Entra names one of its own with groups. */
function requireSchema(schemas: unknown, schema: string): void {
  const sought = schema.toLowerCase();
  const names: readonly unknown[] = Array.isArray(schemas) ? schemas : [];
  if (names.some((name) => typeof name === 'string' && name.toLowerCase() === sought)) return;
  throw scimProblem('invalidSyntax', `schemas should be a list that holds "${schema}".`);
}

/** A list of at least one element. Throws `invalidSyntax`. */
export function requiredList(body: Body, name: string): readonly unknown[] {
  const list = body.get(name.toLowerCase());
  if (Array.isArray(list) && list.length > 0) return list;
  throw scimProblem('invalidSyntax', `${name} should be a list of at least one element.`);
}

/** A text that must be there. Throws `invalidValue`. */
export function requiredText(attribute: ScimAttribute, value: unknown): string {
  const text = isUnassigned(value) ? '' : (simpleValue(attribute, value) as string);
  if (text.trim() === '') throw scimProblem('invalidValue', `${attribute.name} is required.`);
  return text;
}
