import { hash } from 'node:crypto';
import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { LRUCache } from 'lru-cache';
import { invalid, notFound } from '../errors/api-error.js';
import { isStrict } from './strict.decorator.js';
import { problemsOf, step, unknownProperty } from './validation-problems.js';

const PRIMITIVES: readonly unknown[] = [String, Number, Boolean, Array, Object, undefined];
const MAX_PROBLEMS = 100;

const REMEMBERED = 2_000;
/** Characters of JSON. */
const MAX_REMEMBERED = 1_024;

/** Turns a body or query into its DTO, or throws 422 with one entry for each field that is wrong. */
@Injectable()
export class ValidationPipe implements PipeTransform {
  /** Queries that were good, as DTOs: a client that polls asks with the same ones for ever. */
  private readonly good = new LRUCache<string, object>({ max: REMEMBERED });
  private readonly numbers = new Map<unknown, number>();

  transform(value: unknown, { metatype, type }: ArgumentMetadata): unknown {
    // No text column holds a NUL, so nothing can have such a name (decision 14).
    if (type === 'param' && typeof value === 'string' && value.includes('\0')) throw notFound();
    if (type === 'custom' || type === 'param' || !metatype || PRIMITIVES.includes(metatype)) {
      return value;
    }
    return type === 'query' ? this.toQuery(value, metatype) : toDto(value, metatype);
  }

  private toQuery(value: unknown, metatype: Type): object {
    const text = JSON.stringify(value);
    if (text.length > MAX_REMEMBERED) return toDto(value, metatype);
    // By a digest, so that nothing is kept of what a DTO leaves out.
    const key = hash('sha256', `${this.numberOf(metatype)} ${text}`, 'base64');
    const known = this.good.get(key);
    if (known) return known;
    const query = frozen(toDto(value, metatype));
    this.good.set(key, query);
    return query;
  }

  /** Names of classes are not their own. */
  private numberOf(metatype: Type): number {
    const number = this.numbers.get(metatype) ?? this.numbers.size;
    this.numbers.set(metatype, number);
    return number;
  }
}

/** With all that is in it: requests of whoever asks the same have it together. */
function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value) as unknown[])
    if (typeof part === 'object' && part !== null) frozen(part);
  return Object.freeze(value);
}

function toDto(value: unknown, metatype: Type): object {
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

/** class-transformer passes over a property that is called as a method of the DTO is, such as `toString`. */
function refuseMethodNames(value: unknown, dto: object): void {
  const names = Object.keys(value ?? {}).filter(
    (name) => typeof (dto as Record<string, unknown>)[name] === 'function',
  );
  if (names.length === 0) return;
  throw invalid(names.map((name) => unknownProperty([step(name)])));
}
