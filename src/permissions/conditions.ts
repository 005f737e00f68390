import { type CompiledGlob, compileGlob, globProblems } from './glob.js';
import type {
  AttributeValue,
  Attributes,
  FieldSpec,
  KeyValue,
  SubjectRow,
} from './subject-table.js';

/** `undefined`: cannot be known, because the attribute is unknown or the condition malformed. */
export type Truth = boolean | undefined;

/** One operator with its operand. `holds` is asked about known values only. */
export type Matcher =
  | { readonly operator: '$eq' | '$ne'; readonly operand: string; holds: Holds }
  | { readonly operator: '$in'; readonly operand: ReadonlySet<string>; holds: Holds }
  | { readonly operator: '$glob'; readonly operand: CompiledGlob; holds: Holds }
  | { readonly operator: 'anyOf' | 'allOf'; readonly operand: ReadonlySet<string>; holds: Holds }
  | { readonly operator: '$elemMatch'; readonly operand: ElementMatchers; holds: Holds }
  | { readonly operator: 'malformed'; holds: Holds };

type Holds = (value: unknown) => Truth;

/** `null`: the element's key or value is not asked about. */
export interface ElementMatchers {
  readonly key: readonly Matcher[] | null;
  readonly value: readonly Matcher[] | null;
}

export interface FieldTest {
  readonly field: string;
  readonly matchers: readonly Matcher[];
}

/** Folder paths are stored without a trailing slash; a condition written with one means the same. */
export const PATH_FIELD = 'secretPath';

const MALFORMED: Matcher = { operator: 'malformed', holds: () => undefined };

const onText =
  (test: (value: string) => boolean): Holds =>
  (value) =>
    typeof value === 'string' ? test(value) : undefined;

const onList =
  (test: (value: readonly string[]) => boolean): Holds =>
  (value) =>
    Array.isArray(value) ? test(value) : undefined;

type Operators = Readonly<Record<string, (operand: unknown) => Matcher>>;

const TEXT_OPERATORS: Operators = {
  $eq: (operand) =>
    typeof operand === 'string'
      ? { operator: '$eq', operand, holds: onText((value) => value === operand) }
      : MALFORMED,
  $ne: (operand) =>
    typeof operand === 'string'
      ? { operator: '$ne', operand, holds: onText((value) => value !== operand) }
      : MALFORMED,
  $in: (operand) => {
    const set = textsOf(operand);
    return set ? { operator: '$in', operand: set, holds: onText((v) => set.has(v)) } : MALFORMED;
  },
  $glob: (operand) => {
    if (typeof operand !== 'string' || globProblems(operand).length > 0) return MALFORMED;
    const glob = compileGlob(operand);
    return { operator: '$glob', operand: glob, holds: onText(glob.matches) };
  },
};

const LIST_OPERATORS: Operators = {
  $in: (operand) => {
    const set = textsOf(operand);
    if (!set) return MALFORMED;
    const holds = onList((list) => list.some((item) => set.has(item)));
    return { operator: 'anyOf', operand: set, holds };
  },
  $all: (operand) => {
    const set = textsOf(operand);
    if (!set) return MALFORMED;
    const holds = onList((list) => [...set].every((item) => list.includes(item)));
    return { operator: 'allOf', operand: set, holds };
  },
};

const ELEMENT_OPERATORS: Operators = {
  $elemMatch: (operand) => {
    if (!isObject(operand)) return MALFORMED;
    const parts = Object.entries(operand).filter(([, part]) => part !== undefined);
    if (parts.length === 0 || parts.some(([name]) => name !== 'key' && name !== 'value'))
      return MALFORMED;
    const part = (name: 'key' | 'value') =>
      Object.hasOwn(operand, name) ? matchersOf(operand[name], TEXT_OPERATORS) : null;
    return elementMatcher({ key: part('key'), value: part('value') });
  },
};

function elementMatcher(operand: ElementMatchers): Matcher {
  const matches = (pair: KeyValue): Truth => {
    const key = operand.key ? all(operand.key, pair.key) : true;
    const value = operand.value ? all(operand.value, pair.value) : true;
    return key === false || value === false ? false : key && value;
  };
  const holds = (list: unknown): Truth => {
    if (!Array.isArray(list)) return undefined;
    const truths = list.map(matches);
    return truths.includes(true) || (truths.includes(undefined) ? undefined : false);
  };
  return { operator: '$elemMatch', operand, holds };
}

/** Conditions as a list of fields, all of which must hold. What the row does not know is malformed. */
export function compileConditions(row: SubjectRow | undefined, conditions: unknown): FieldTest[] {
  if (conditions === undefined) return [];
  if (!isObject(conditions)) return [{ field: '', matchers: [MALFORMED] }];
  return Object.entries(conditions).map(([field, condition]) => {
    const fields = row?.conditions;
    const spec = fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
    const operand = field === PATH_FIELD ? mapTexts(condition, withoutTrailingSlash) : condition;
    return { field, matchers: spec ? matchersOf(operand, operatorsOf(spec)) : [MALFORMED] };
  });
}

function operatorsOf(spec: FieldSpec): Operators {
  if (!('length' in spec)) return ELEMENT_OPERATORS;
  return spec.includes('$all') ? LIST_OPERATORS : TEXT_OPERATORS;
}

function matchersOf(condition: unknown, operators: Operators): readonly Matcher[] {
  const pairs = typeof condition === 'string' ? [['$eq', condition] as const] : entries(condition);
  if (pairs.length === 0) return [MALFORMED];
  return pairs.map(([name, operand]) => {
    const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
    return operator ? operator(operand) : MALFORMED;
  });
}

/** Decision 2, three-valued: false as soon as one field is false, else unknown as soon as one is. */
export function truthOf(tests: readonly FieldTest[], attributes: Attributes | undefined): Truth {
  let truth: Truth = true;
  for (const test of tests) {
    const held = fieldTruth(test, attributes?.[test.field]);
    if (held === false) return false;
    if (held === undefined) truth = undefined;
  }
  return truth;
}

export const fieldTruth = (test: FieldTest, value: AttributeValue | undefined): Truth =>
  value === undefined || value === null ? undefined : all(test.matchers, value);

export function all(matchers: readonly Matcher[], value: unknown): Truth {
  let truth: Truth = true;
  for (const matcher of matchers) {
    const held = matcher.holds(value);
    if (held === false) return false;
    if (held === undefined) truth = undefined;
  }
  return truth;
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const entries = (value: unknown) => (isObject(value) ? Object.entries(value) : []);

const textsOf = (value: unknown): ReadonlySet<string> | undefined =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
    ? new Set<string>(value)
    : undefined;

const withoutTrailingSlash = (path: string) => (path === '/' ? path : path.replace(/\/$/, ''));

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, mapTexts(v, change)]));
}
