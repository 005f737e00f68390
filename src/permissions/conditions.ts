import { type FieldTest, MALFORMED, type Truth, fieldTruth } from './matchers.js';
import { foldHeldName, foldPattern, NAME_FIELDS } from './certificate-names.js';
import { ofNames } from './name-matchers.js';
import { matchersOf, operatorsOf } from './operators.js';
import { isObject } from './plain-object.js';
import type { Rule } from './rule.js';
import type { Attributes, SubjectRow } from './subject-table.js';
import type { LazyGlobs } from './template-matchers.js';
import { BoundText, isTemplate } from './templates.js';

/** Folder paths are stored without a trailing slash; a condition written with one means the same. */
export const PATH_FIELD = 'secretPath';

/**
 * The conditions of a rule as a list of fields, all of which must hold. What the row does not know is
 * malformed. `isOpen`: templates that are bound to nobody stand for any value, not for an unknown one.
 */
export function compileConditions(
  row: SubjectRow | undefined,
  { conditions, inverted }: Pick<Rule, 'conditions' | 'inverted'>,
  isOpen = false,
  held?: LazyGlobs,
): FieldTest[] {
  if (conditions === undefined) return [];
  if (!isObject(conditions)) return [{ field: '', matchers: [MALFORMED] }];
  const reading = { forbids: Boolean(inverted), isOpen, ...(held ? { held } : {}) };
  return Object.entries(conditions).map(([field, condition]) => {
    const fields = row?.conditions;
    const spec = fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (!spec) return { field, matchers: [MALFORMED] };
    const operators = operatorsOf(spec);
    if (NAME_FIELDS.has(field)) {
      const names = mapTexts(condition, foldedUnlessTemplate);
      const matchers = matchersOf(names, operators, { ...reading, fold: foldHeldName });
      return { field, matchers: matchers.map(ofNames) };
    }
    const operand = field === PATH_FIELD ? mapTexts(condition, withoutTrailingSlash) : condition;
    return { field, matchers: matchersOf(operand, operators, reading) };
  });
}

/** A template is folded when it is read, so that the names of its expressions stay. */
const foldedUnlessTemplate = (text: string) => (isTemplate(text) ? text : foldPattern(text));

/** Three-valued: false as soon as one field is false, else unknown as soon as one is. */
export function truthOf(tests: readonly FieldTest[], attributes: Attributes | undefined): Truth {
  let truth: Truth = true;
  for (const test of tests) {
    const held = fieldTruth(test, attributes?.[test.field]);
    if (held === false) return false;
    if (held === undefined) truth = undefined;
  }
  return truth;
}

/** Trims a template as it is written: a value that is put in later keeps its slash. */
const withoutTrailingSlash = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''));

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (value instanceof BoundText) return new BoundText(change(value.written), value.facts);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, mapTexts(v, change)]));
}
