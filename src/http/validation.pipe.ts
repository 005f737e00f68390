import { type ArgumentMetadata, Injectable, type PipeTransform } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { invalid, notFound } from '../errors/api-error.js';
import { isStrict } from './strict.decorator.js';
import { problemsOf, step, unknownProperty } from './validation-problems.js';

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
    if (errors.length > 0) throw invalid(problemsOf(errors).slice(0, MAX_PROBLEMS));
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
