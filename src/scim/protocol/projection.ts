import { type AttributeName, parseName } from './filter-parser.js';
import { scimProblem } from './scim-problem.js';

/** Which attributes of a resource an answer has (RFC 7644 3.9). */
export interface Projection {
  /** Undefined: all. */
  readonly attributes?: readonly AttributeName[];
  readonly excluded: readonly AttributeName[];
}

export const EVERYTHING: Projection = { excluded: [] };

const MAX_NAMES = 100;

/** Lists of names, in a query split by commas. What is no name of an attribute is ignored. Throws `tooMany`. */
export function projectionOf(
  attributes: string | readonly string[] | undefined,
  excluded: string | readonly string[] | undefined,
): Projection {
  const named = attributes === undefined ? [] : namesIn(attributes);
  return {
    // Without a name that could be one, nothing was asked for.
    ...(named.length > 0 ? { attributes: named } : {}),
    excluded: excluded === undefined ? [] : namesIn(excluded),
  };
}

function namesIn(list: string | readonly string[]): AttributeName[] {
  const texts = typeof list === 'string' ? list.split(',') : list;
  if (texts.length > MAX_NAMES) {
    throw scimProblem('tooMany', `A list of attributes may have ${MAX_NAMES} names.`);
  }
  return texts.map((text) => parseName(text.trim())).filter((name) => name !== null);
}

/** Whether an answer needs the attribute at all: what it does not need is not read. */
export function needs(projection: Projection, attribute: string): boolean {
  const { attributes, excluded } = projection;
  const isNamed = (names: readonly AttributeName[]) =>
    names.some(({ name }) => name.toLowerCase() === attribute.toLowerCase());
  const isExcluded = excluded.some(
    ({ name, sub }) => sub === null && name.toLowerCase() === attribute.toLowerCase(),
  );
  return (attributes === undefined || isNamed(attributes)) && !isExcluded;
}

/** Whether a client names a sub-attribute that is returned only then. */
export const asksFor = ({ attributes = [] }: Projection, name: string, sub: string): boolean =>
  attributes.some((each) => each.name.toLowerCase() === name && each.sub?.toLowerCase() === sub);

type Shown = Readonly<Record<string, unknown>>;

/** What is returned always: `schemas` (RFC 7643 3) and `id`. */
const ALWAYS: ReadonlySet<string> = new Set(['schemas', 'id']);

/** Leaves of a resource what was asked for, and what is returned always. */
export function project(resource: Shown, { attributes, excluded }: Projection): Shown {
  const parts = Object.entries(resource).flatMap(([name, value]) => {
    if (ALWAYS.has(name)) return [[name, value] as const];
    const wanted = attributes ? included(name, value, attributes) : value;
    const left = wanted === undefined ? undefined : without(name, wanted, excluded);
    return left === undefined ? [] : [[name, left] as const];
  });
  return Object.fromEntries(parts);
}

/** The sub-attributes named of that attribute, in lower case; null where all of it is named. */
function subsOf(name: string, names: readonly AttributeName[]): ReadonlySet<string> | null {
  const own = names.filter((each) => each.name.toLowerCase() === name.toLowerCase());
  if (own.some(({ sub }) => sub === null)) return null;
  return new Set(own.map(({ sub }) => sub!.toLowerCase()));
}

function included(name: string, value: unknown, names: readonly AttributeName[]): unknown {
  const subs = subsOf(name, names);
  if (subs === null) return value;
  return subs.size === 0 ? undefined : withSubs(value, (sub) => subs.has(sub));
}

function without(name: string, value: unknown, names: readonly AttributeName[]): unknown {
  const subs = subsOf(name, names);
  if (subs === null) return undefined;
  return subs.size === 0 ? value : withSubs(value, (sub) => !subs.has(sub));
}

function withSubs(value: unknown, isKept: (sub: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => withSubs(each, isKept));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => isKept(key.toLowerCase())));
}
