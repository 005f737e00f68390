import type { Type } from '@nestjs/common';
import type { FieldError } from '../../errors/api-error.js';
import { type PropertyShape, shapeOf } from './dto-shape.js';
import { step, unknownProperty } from './validation-problems.js';

type Path = FieldError['path'];

/** Called with the path of each property that no DTO knows, and with the names that its DTO does. */
export type OnUnknown = (path: Path, known: Iterable<string>) => void;

/**
 * Makes a DTO of a parsed value. Only properties that the DTO knows are looked at, however many there are, and a
 * value of free form is taken over as it is: the work follows from the DTO, not from the caller.
 */
export function toDto(dto: Type, plain: unknown, onUnknown?: OnUnknown): object {
  return fill(dto, (plain ?? {}) as object, onUnknown, []);
}

/** Collects unknown properties as problems, at most so many. */
export function unknownCollector(most: number): { problems: FieldError[]; onUnknown: OnUnknown } {
  const problems: FieldError[] = [];
  const onUnknown: OnUnknown = (path, known) => {
    if (problems.length < most) problems.push(unknownProperty(path, [...known]));
  };
  return { problems, onUnknown };
}

function fill(dto: Type, plain: object, onUnknown: OnUnknown | undefined, path: Path): object {
  const shape = shapeOf(dto);
  const instance = new dto() as Record<string, unknown>;
  for (const [key, property] of shape) {
    if (!Object.hasOwn(plain, key)) continue;
    const given = (plain as Record<string, unknown>)[key];
    let value = nestedIn(property, given, onUnknown, [...path, key]);
    for (const transform of property.transformations) value = transform({ value, key, obj: plain });
    if (value !== undefined) instance[key] = value;
  }
  if (onUnknown) {
    for (const key of Object.keys(plain))
      if (!shape.has(key)) onUnknown([...path, step(key)], shape.keys());
  }
  return instance;
}

function nestedIn(
  { nested, maxItems }: PropertyShape,
  value: unknown,
  onUnknown: OnUnknown | undefined,
  path: Path,
): unknown {
  if (nested === null || value === null || typeof value !== 'object') return value;
  if (!Array.isArray(value)) return fill(nested, value, onUnknown, path);
  // One more than there may be is enough to be refused.
  const items: unknown[] = value.slice(0, maxItems + 1);
  return items.map((item, index) =>
    item === null || typeof item !== 'object' || Array.isArray(item)
      ? item
      : fill(nested, item, onUnknown, [...path, index]),
  );
}
