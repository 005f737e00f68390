import {
  attributeOf,
  type ResourceTable,
  type ScimAttribute,
  subAttributeOf,
} from './attribute-table.js';
import {
  type AttributeName,
  type Filter,
  parseName,
  parsePath,
  type PatchPath,
} from './filter-parser.js';
import { scimProblem } from './scim-problem.js';

/** What an operation changes: an attribute, elements of it, or a part of either. */
export interface PatchTarget {
  readonly attribute: ScimAttribute;
  /** Which elements of a list; null: all of it. */
  readonly filter: Filter | null;
  readonly sub: ScimAttribute | null;
}

/** `ignored`: a standard attribute that is taken and not kept. */
export type Resolved = PatchTarget | 'ignored';

/** Finds what a path leads to. Throws `invalidPath` for what the resource does not have. */
export function resolvePath(table: ResourceTable, text: string): Resolved {
  return resolve(table, parsePath(text), text);
}

/** Finds what a key of a value without a path leads to: a name, with its URN and its sub-attribute where it has them. */
export function resolveKey(table: ResourceTable, key: string): Resolved {
  const attribute = parseName(key);
  if (!attribute) throw unknownAttribute(key);
  return resolve(table, { attribute, filter: null, sub: null }, key);
}

function resolve(table: ResourceTable, path: PatchPath, text: string): Resolved {
  const { schema, name, sub } = path.attribute;
  const extension = extensionOf(table, path.attribute);
  if (extension) {
    if (extension.has(name.toLowerCase())) return 'ignored';
    throw unknownAttribute(text);
  }
  if (schema !== null && schema.toLowerCase() !== table.schema.toLowerCase())
    throw unknownAttribute(text);
  if (table.ignored.has(name.toLowerCase())) return 'ignored';
  const attribute = attributeOf(table, name);
  if (!attribute || (path.filter && sub !== null)) throw unknownAttribute(text);
  if (path.filter && attribute.multiValued !== true) {
    throw scimProblem('invalidPath', `${attribute.name} is no list, so it takes no filter.`);
  }
  return withSub({ attribute, filter: path.filter, sub: null }, path.sub ?? sub, text);
}

function withSub(target: PatchTarget, name: string | null, text: string): Resolved {
  if (name === null) return target;
  const sub = subAttributeOf(target.attribute, name);
  if (sub) return sub.isIgnored === true ? 'ignored' : { ...target, sub };
  if (STANDARD_SUBS.has(`${target.attribute.name}.${name}`.toLowerCase())) return 'ignored';
  throw unknownAttribute(text);
}

/** Standard sub-attributes (RFC 7643 4.1) of what is kept, which are not. */
const STANDARD_SUBS: ReadonlySet<string> = new Set([
  ...['middlename', 'honorificprefix', 'honorificsuffix'].map((sub) => `name.${sub}`),
  ...['emails.display', 'emails.$ref'],
]);

/** The names of an extension that a name belongs to; its whole URN may be the name, as in `urn:…:User`. */
function extensionOf(
  { ignoredExtensions }: ResourceTable,
  { schema, name, sub }: AttributeName,
): ReadonlySet<string> | null {
  if (schema === null) return null;
  const whole = `${schema}:${name}${sub === null ? '' : `.${sub}`}`.toLowerCase();
  if (Object.hasOwn(ignoredExtensions, whole)) return new Set([name.toLowerCase()]);
  const urn = schema.toLowerCase();
  return Object.hasOwn(ignoredExtensions, urn) ? ignoredExtensions[urn]! : null;
}

const unknownAttribute = (text: string) =>
  scimProblem('invalidPath', `There is no attribute ${JSON.stringify(text.slice(0, 128))}.`);
