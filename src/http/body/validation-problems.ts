import { ValidateBy, type ValidationError } from 'class-validator';
import type { FieldError } from '../../errors/api-error.js';
import { didYouMean } from '../../errors/nearest.js';

/** class-validator's names for what went wrong, as the codes of a 422. */
const CODES: Readonly<Record<string, string>> = {
  whitelistValidation: 'unrecognized_keys',
  isString: 'invalid_type',
  isInt: 'invalid_type',
  isBoolean: 'invalid_type',
  isObject: 'invalid_type',
  isArray: 'invalid_type',
  nestedValidation: 'invalid_type',
  isLength: 'invalid_length',
  min: 'too_small',
  max: 'too_big',
  arrayMinSize: 'too_small',
  arrayMaxSize: 'too_big',
};

type Path = FieldError['path'];

/**
 * A rule of our own for a field. Each problem becomes one entry of the 422, its path beginning at the field. Two rules of
 * one field need two names.
 */
export const NoProblems = (
  problems: (value: unknown) => FieldError[],
  name = 'noProblems',
): PropertyDecorator =>
  ValidateBy(
    {
      name,
      validator: {
        validate: (value: unknown) => problems(value).length === 0,
        defaultMessage: () => '$property is not valid',
      },
    },
    { context: { problems } },
  );

/** `known`: the names that there are in its place. */
export function unknownProperty(path: Path, known: readonly string[] = []): FieldError {
  const hint = didYouMean(String(path.at(-1) ?? ''), known);
  return { code: 'unrecognized_keys', path, message: `Unknown property${hint && `.${hint}`}` };
}

/** What class-validator found, one entry for each field that is wrong. */
export function problemsOf(errors: readonly ValidationError[], path: Path = []): FieldError[] {
  return errors.flatMap((error) => problemsAt(error, [...path, step(error.property)]));
}

/** The rules about the type of a plain value. */
const TYPE_RULES = ['isString', 'isInt', 'isBoolean', 'isObject', 'isArray'];

/** A field that was not sent is told by its type alone: nothing else of it can be wrong. */
function rulesToTell({ value, property, constraints = {} }: ValidationError): [string, string][] {
  const rules = Object.entries(constraints);
  const type = rules.find(([rule]) => TYPE_RULES.includes(rule));
  if (value !== undefined || type === undefined) return rules;
  const [rule, message] = type;
  const missing = `${property} is missing: it must`;
  return [[rule, message.replace(`${property} must`, () => missing)]];
}

function problemsAt(error: ValidationError, path: Path): FieldError[] {
  const own = rulesToTell(error).flatMap(([rule, message]) =>
    problemsOfRule(error, path, rule, message),
  );
  return [...own, ...problemsOf(error.children ?? [], path)];
}

function problemsOfRule(
  error: ValidationError,
  path: Path,
  rule: string,
  message: string,
): FieldError[] {
  const deep = error.contexts?.[rule] as
    { problems?: (value: unknown) => FieldError[] } | undefined;
  if (deep?.problems) {
    return deep
      .problems(error.value)
      .map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
  }
  const code = Object.hasOwn(CODES, rule) ? CODES[rule]! : 'invalid_value';
  return [code === 'unrecognized_keys' ? unknownProperty(path) : { code, path, message }];
}

/** Indexes are numbers in a path; an absurdly long key of the caller's is cut. */
export const step = (property: string) =>
  /^\d{1,9}$/.test(property) ? Number(property) : property.slice(0, 64);
