import type { ValidationError } from 'class-validator';
import type { FieldError } from '../../errors/api-error.js';

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

export const unknownProperty = (path: Path): FieldError => ({
  code: 'unrecognized_keys',
  path,
  message: 'Unknown property',
});

/** What class-validator found, one entry for each field that is wrong. */
export function problemsOf(errors: readonly ValidationError[], path: Path = []): FieldError[] {
  return errors.flatMap((error) => problemsAt(error, [...path, step(error.property)]));
}

function problemsAt(error: ValidationError, path: Path): FieldError[] {
  const own = Object.entries(error.constraints ?? {}).flatMap(([rule, message]) =>
    own422(error, path, rule, message),
  );
  return [...own, ...problemsOf(error.children ?? [], path)];
}

function own422(error: ValidationError, path: Path, rule: string, message: string): FieldError[] {
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
