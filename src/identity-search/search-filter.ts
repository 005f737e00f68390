import type { FieldError } from '../errors/api-error.js';
import { unknownWord } from '../permissions/condition-problems.js';
import { isObject } from '../permissions/plain-object.js';

/** Predicates that must all hold; null: none of that kind. */
export interface FieldFilter {
  readonly eq: string | null;
  readonly contains: string | null;
  readonly in: readonly string[] | null;
}

export interface Clause {
  readonly name: FieldFilter;
  readonly role: FieldFilter;
}

/** What holds of an identity that is found: the first clause, and one of the alternatives if there are any. */
export interface SearchFilter {
  readonly all: Clause;
  readonly any: readonly Clause[];
}

const FIELDS = {
  name: ['$eq', '$contains', '$in'],
  role: ['$eq', '$in'],
} as const satisfies Record<string, readonly string[]>;

const MAX_LENGTH = 255;
const MAX_VALUES = 100;
const MAX_ALTERNATIVES = 20;
const TEXT = /^[A-Za-z0-9 _/-]*$/;

type Path = FieldError['path'];
type Candidate = Readonly<Record<string, unknown>>;

/** What keeps a value from being a filter. Alternatives stand side by side, never inside one another. */
export function filterProblems(value: unknown): FieldError[] {
  if (!isObject(value)) return [problem([], 'search must be an object', 'invalid_type')];
  const own = clauseProblems(value, [], ['$or']);
  if (!Object.hasOwn(value, '$or') || value.$or === null) return own;
  const { $or: alternatives } = value;
  if (!Array.isArray(alternatives) || alternatives.length === 0)
    return [...own, problem(['$or'], '$or must be an array with at least one alternative')];
  if (alternatives.length > MAX_ALTERNATIVES)
    return [...own, problem(['$or'], `At most ${MAX_ALTERNATIVES} alternatives`, 'too_big')];
  return [...own, ...alternatives.flatMap((each, i) => alternativeProblems(each, ['$or', i]))];
}

function alternativeProblems(value: unknown, path: Path): FieldError[] {
  if (!isObject(value)) return [problem(path, 'An alternative is an object', 'invalid_type')];
  const isEmpty = !Object.keys(FIELDS).some((field) => isGiven(value, field));
  if (isEmpty) return [problem(path, 'An alternative names name or role')];
  return clauseProblems(value, path, []);
}

/** Unknown fields are dropped as everywhere, unknown operators would be misread. */
function clauseProblems(value: Candidate, path: Path, known: readonly string[]): FieldError[] {
  const unknown = Object.keys(value)
    .filter((key) => key.startsWith('$') && !known.includes(key))
    .slice(0, MAX_VALUES)
    .map((key) =>
      problem([...path, key.slice(0, 64)], unknownOperator(key, known), 'unrecognized_keys'),
    );
  const fields = Object.entries(FIELDS).flatMap(([field, operators]) =>
    isGiven(value, field) ? fieldProblems(value[field], operators, [...path, field]) : [],
  );
  return [...unknown, ...fields];
}

function fieldProblems(value: unknown, operators: readonly string[], path: Path): FieldError[] {
  if (typeof value === 'string') return textProblems(value, path);
  if (!isObject(value))
    return [problem(path, `A text, or an object of ${operators.join(', ')}`, 'invalid_type')];
  const entries = Object.entries(value).slice(0, MAX_VALUES);
  if (entries.length === 0) return [problem(path, `At least one of ${operators.join(', ')}`)];
  return entries.flatMap(([operator, operand]) => {
    const at = [...path, operator.slice(0, 64)];
    if (!operators.includes(operator))
      return [problem(at, unknownOperator(operator, operators), 'unrecognized_keys')];
    return operator === '$in' ? listProblems(operand, at) : textProblems(operand, at);
  });
}

const unknownOperator = (word: string, allowed: readonly string[]): string =>
  unknownWord('operator', word, allowed);

function listProblems(value: unknown, path: Path): FieldError[] {
  if (!Array.isArray(value) || value.length === 0)
    return [problem(path, '$in must be an array with at least one text', 'invalid_type')];
  if (value.length > MAX_VALUES) return [problem(path, `At most ${MAX_VALUES} texts`, 'too_big')];
  return value.flatMap((each, i) => textProblems(each, [...path, i]));
}

function textProblems(value: unknown, path: Path): FieldError[] {
  if (typeof value !== 'string') return [problem(path, 'Must be a text', 'invalid_type')];
  if (value.length > MAX_LENGTH)
    return [problem(path, `At most ${MAX_LENGTH} characters`, 'invalid_length')];
  if (TEXT.test(value)) return [];
  return [problem(path, 'Only letters, digits, space, _, - and / can be searched for')];
}

/** Reads a value in which `filterProblems` found nothing. */
export function toFilter(value: unknown): SearchFilter {
  const search = isObject(value) ? value : {};
  const alternatives = Object.hasOwn(search, '$or') ? search.$or : null;
  const any = Array.isArray(alternatives) ? (alternatives as Candidate[]) : [];
  return { all: toClause(search), any: any.map(toClause) };
}

const toClause = (value: Candidate): Clause => ({
  name: toFieldFilter(isGiven(value, 'name') ? value.name : undefined),
  role: toFieldFilter(isGiven(value, 'role') ? value.role : undefined),
});

function toFieldFilter(value: unknown): FieldFilter {
  const operators: Candidate =
    typeof value === 'string' ? { $eq: value } : isObject(value) ? value : {};
  const of = <T>(operator: string): T | null =>
    Object.hasOwn(operators, operator) ? (operators[operator] as T) : null;
  return { eq: of('$eq'), contains: of('$contains'), in: of('$in') };
}

const isGiven = (value: Candidate, field: string): boolean =>
  Object.hasOwn(value, field) && value[field] !== null && value[field] !== undefined;

const problem = (path: Path, message: string, code = 'invalid_value'): FieldError => ({
  code,
  path,
  message,
});
