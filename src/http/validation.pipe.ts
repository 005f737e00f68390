import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { type FieldError, invalid, notFound } from '../errors/api-error.js';
import { isStrict } from './strict.decorator.js';

const PRIMITIVES: readonly unknown[] = [String, Number, Boolean, Array, Object, undefined];
const MAX_PROBLEMS = 100;

/** Turns a body or query into its DTO, or throws 422 with one entry for each field that is wrong. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    // No text column holds a NUL, so nothing can have such a name (decision 14).
    if (type === 'param' && typeof value === 'string' && value.includes('\0')) throw notFound();
    if (type === 'custom' || type === 'param' || !metatype || PRIMITIVES.includes(metatype)) {
      return value;
    }
    const dto = plainToInstance(metatype, value ?? {}, { exposeUnsetFields: false }) as object;
    const errors = validateSync(dto, {
      whitelist: true,
      forbidNonWhitelisted: isStrict(metatype),
      stopAtFirstError: true,
      forbidUnknownValues: false,
    });
    if (isStrict(metatype)) refuseMethodNames(value, dto);
    if (errors.length > 0) throw invalid(problemsOf(errors, []).slice(0, MAX_PROBLEMS));
    return dto;
  }
}

/** class-transformer passes over a property that is called as a method of the DTO is, such as `toString`. */
function refuseMethodNames(value: unknown, dto: object): void {
  const names = Object.keys(value ?? {}).filter(
    (name) => typeof (dto as Record<string, unknown>)[name] === 'function',
  );
  if (names.length === 0) return;
  throw invalid(names.map((name) => unknownProperty([step(name)])));
}

const unknownProperty = (path: Path): FieldError => ({
  code: 'unrecognized_keys',
  path,
  message: 'Unknown property',
});

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

function problemsOf(errors: readonly ValidationError[], path: Path): FieldError[] {
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
const step = (property: string) =>
  /^\d{1,9}$/.test(property) ? Number(property) : property.slice(0, 64);
