import { createRequire } from 'node:module';
import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

type Transformation = (given: { value: unknown; key: string; obj: unknown }) => unknown;

interface TransformerStorage {
  findTypeMetadata(target: Type, property: string): { typeFunction(): Type } | undefined;
  findTransformMetadatas(
    target: Type,
    property: string,
    direction: number,
  ): readonly { transformFn: Transformation }[];
}

/** What `@Type` and `@Transform` say; class-transformer gives it away under this path alone, as Nest's mapped types use it. */
const { defaultMetadataStorage: transformer } = createRequire(import.meta.url)(
  'class-transformer/cjs/storage',
) as { defaultMetadataStorage: TransformerStorage };

const PLAIN_TO_CLASS = 0;

/** What the decorators of a DTO say of one of its properties. */
export interface PropertyShape {
  readonly transformations: readonly Transformation[];
  /** The class of the property's value, or of the items of its list. Without: a value of any form. */
  readonly nested: Type | null;
  /** Items that a list may have. */
  readonly maxItems: number;
}

export type DtoShape = ReadonlyMap<string, PropertyShape>;

const shapes = new WeakMap<Type, DtoShape>();

/** The properties that a DTO knows: those with a rule. */
export function shapeOf(dto: Type): DtoShape {
  const known = shapes.get(dto) ?? readShape(dto);
  shapes.set(dto, known);
  return known;
}

function readShape(dto: Type): DtoShape {
  const shape = new Map<string, PropertyShape>();
  const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  for (const { propertyName: name } of rules) {
    if (shape.has(name)) continue;
    const isLimit = (rule: (typeof rules)[number]) =>
      rule.propertyName === name && rule.name === 'arrayMaxSize';
    const [limit] = (rules.find(isLimit)?.constraints ?? []) as unknown[];
    shape.set(name, {
      transformations: transformer
        .findTransformMetadatas(dto, name, PLAIN_TO_CLASS)
        .map(({ transformFn }) => transformFn),
      nested: transformer.findTypeMetadata(dto, name)?.typeFunction() ?? null,
      maxItems: typeof limit === 'number' ? limit : Infinity,
    });
  }
  return shape;
}
