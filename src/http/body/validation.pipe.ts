import { hash } from 'node:crypto';
import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { validateSync } from 'class-validator';
import { LRUCache } from 'lru-cache';
import { type FieldError, invalid, notFound } from '../../errors/api-error.js';
import { likeliest, quoted } from '../../errors/nearest.js';
import { shapeOf } from './dto-shape.js';
import { itemListsOf, convertItems } from './item-list.js';
import { rememberRules } from './remembered-rules.js';
import { isStrict } from './strict.decorator.js';
import { toDto, unknownCollector } from './to-dto.js';
import { problemsOf } from './validation-problems.js';

rememberRules();

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
    // No text column holds a NUL, so nothing can have such a name.
    if (type === 'param' && typeof value === 'string' && value.includes('\0')) throw notFound();
    if (type === 'custom' || type === 'param' || !metatype || PRIMITIVES.includes(metatype)) {
      return value;
    }
    if (type === 'query') return this.toQuery(value, metatype);
    const hasItems = itemListsOf(metatype.prototype as object) !== null;
    return hasItems ? toDtoWithItems(value, metatype) : toValidDto(value, metatype);
  }

  private toQuery(value: unknown, metatype: Type): object {
    const text = JSON.stringify(value);
    if (text.length > MAX_REMEMBERED) return toValidDto(value, metatype);
    // The key is a digest, so that nothing is kept of what a DTO leaves out.
    const key = hash('sha256', `${this.numberOf(metatype)} ${text}`, 'base64');
    const known = this.good.get(key);
    if (known) return known;
    const query = frozen(toValidDto(value, metatype));
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

/** Freezes a value and all that is in it, since requests that ask the same share it. */
function frozen<T extends object>(value: T): T {
  for (const part of Object.values(value) as unknown[])
    if (typeof part === 'object' && part !== null) frozen(part);
  return Object.freeze(value);
}

function toValidDto(value: unknown, metatype: Type): object {
  const { dto, problems } = judged(value, metatype);
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
  return dto;
}

/** Validates items one by one, other requests being served in between. */
async function toDtoWithItems(value: unknown, metatype: Type): Promise<object> {
  const { dto, problems } = judged(value, metatype);
  problems.push(...(await convertItems(dto, MAX_PROBLEMS)));
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
  return dto;
}

function judged(value: unknown, metatype: Type) {
  const { problems, onUnknown } = unknownCollector(MAX_PROBLEMS);
  const dto = toDto(metatype, value, isStrict(metatype) ? onUnknown : undefined);
  const errors = validateSync(dto, { stopAtFirstError: true, forbidUnknownValues: false });
  problems.push(...problemsOf(errors).map((problem) => withMisspelt(problem, value, metatype)));
  return { dto, problems };
}

/** Goes on with the property that was sent under a name like that of the missing field. */
function withMisspelt(problem: FieldError, value: unknown, metatype: Type): FieldError {
  const [name, ...deeper] = problem.path;
  const isWhole = typeof value === 'object' && value !== null;
  if (!isWhole || typeof name !== 'string' || deeper.length > 0 || name in value) return problem;
  const known = shapeOf(metatype);
  const sent = likeliest(
    name,
    Object.keys(value).filter((key) => !known.has(key)),
  );
  if (sent === undefined) return problem;
  return { ...problem, message: `${problem.message}. ${quoted(sent)} is no field` };
}
