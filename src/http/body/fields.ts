import { applyDecorators, type Type as Class } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import type { FieldError } from '../../errors/api-error.js';
import { mustBeAmong } from './choices.js';
import { HasLength, hasAtMost } from './length.js';
import { IsMoment, withZone } from './moments.js';
import { NoProblems } from './validation-problems.js';

/**
 * One decorator a field: what the request may hold and what the document says of it, from one place.
 */
export interface FieldOptions {
  readonly optional?: boolean;
  /** Optional here, but an absent or empty one is refused later, with a sentence that says more: the document says it is required. */
  readonly needed?: boolean;
  /** `null` is a value of its own; elsewhere an explicit null is absent. */
  readonly nullable?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly deprecated?: boolean;
}

type Field = (target: object, key: string | symbol) => void;

function field(
  options: FieldOptions,
  schema: ApiPropertyOptions,
  ...rules: PropertyDecorator[]
): Field {
  const { optional = false, nullable = false, needed = false, ...documented } = options;
  const required = needed || !optional;
  const length = needed && schema.type === 'string' ? { minLength: 1 } : {};
  const described = { ...documented, ...schema, ...length, required } as ApiPropertyOptions;
  const decorators = [ApiProperty(nullable ? nullableSchema(described) : described), ...rules];
  if (nullable)
    decorators.push(ValidateIf((_, value) => value !== null && !isAbsent(value, optional)));
  else if (optional)
    decorators.push(
      NullIsAbsent,
      ValidateIf((_, value) => value !== undefined),
    );
  return applyDecorators(...decorators);
}

const isAbsent = (value: unknown, optional: boolean) => optional && value === undefined;

const NullIsAbsent = Transform(({ value }: { value: unknown }) =>
  value === null ? undefined : value,
);

function nullableSchema(options: ApiPropertyOptions): ApiPropertyOptions {
  const { type } = options as { type?: unknown };
  return { ...options, type: type as string, nullable: true } as ApiPropertyOptions;
}

const Trimmed = Transform(({ value }: { value: unknown }) =>
  typeof value === 'string' ? value.trim() : value,
);

/** PostgreSQL's text cannot hold it, so no text field takes it. */
const NoNul = ValidateBy({
  name: 'noNul',
  validator: {
    validate: (value: unknown) => typeof value !== 'string' || !value.includes('\0'),
    defaultMessage: () => '$property must not contain the character NUL',
  },
});

export interface TextOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
  /** White space around it is no part of it, unless this is false. */
  readonly trim?: boolean;
  /** The values that the document names, where everything else is refused with a reason. */
  readonly offered?: readonly string[];
}

export function Text(options: TextOptions = {}): Field {
  const { min = 0, max = 1024, trim = true, offered, ...rest } = options;
  const rules = [IsString(), HasLength(min, max), NoNul, ...(trim ? [Trimmed] : [])];
  const schema = {
    type: 'string',
    ...(min > 0 ? { minLength: min } : {}),
    maxLength: max,
    ...(offered ? { enum: [...offered] } : {}),
  };
  return field(rest, schema as ApiPropertyOptions, ...rules);
}

/** An id in a body or query. Any text passes: a malformed id is answered with 404, as an unknown one is. */
export const Id = (options: FieldOptions = {}): Field =>
  Text({ min: 1, max: 256, example: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', ...options });

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** A slug: lower-case letters, digits and single hyphens. */
export function Slug(max: number, options: FieldOptions & { min?: number } = {}): Field {
  const { min = 1, ...rest } = options;
  const message = '$property must be lower-case letters, digits and single hyphens';
  const schema = { type: 'string', minLength: min, maxLength: max, pattern: SLUG.source } as const;
  return field(rest, schema, IsString(), HasLength(min, max), Matches(SLUG, { message }), Trimmed);
}

/** `offered` is what the document names, where one of the two is always refused. */
export function Flag({
  offered,
  ...options
}: FieldOptions & { readonly offered?: readonly boolean[] } = {}): Field {
  const values = offered ? { enum: [...offered] } : {};
  return field(options, { type: 'boolean', ...values } as ApiPropertyOptions, IsBoolean());
}

/** A boolean in a query: `true` and `false` in any case, since Python writes `True`, and `1` and `0`. */
export const QueryFlag = (options: FieldOptions = {}): Field =>
  field(
    { optional: true, ...options },
    { type: 'boolean' },
    IsBoolean(),
    Transform(({ value }: { value: unknown }) => flagOf(value)),
  );

const FLAGS: Readonly<Record<string, boolean>> = { true: true, 1: true, false: false, 0: false };

/** The boolean that a text of a query stands for; anything else as it is. */
export function flagOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const text = value.trim().toLowerCase();
  return Object.hasOwn(FLAGS, text) ? FLAGS[text] : value;
}

export interface WholeOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

const MAX_INTEGER = 2_147_483_647;

export function IntField({ min = 0, max = MAX_INTEGER, ...rest }: WholeOptions = {}): Field {
  const schema = { type: 'integer', minimum: min, maximum: max } as const;
  return field(rest, schema, IsInt(), Min(min), Max(max));
}

/** A whole number in a query: decimal digits and nothing else. One beyond `Number.MAX_SAFE_INTEGER` counts as that. */
export function QueryIntField(options: WholeOptions = {}): Field {
  const digits = Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d+$/.test(value)
      ? Math.min(Number(value), Number.MAX_SAFE_INTEGER)
      : value,
  );
  return applyDecorators(IntField({ optional: true, ...options }), digits);
}

/** How many entries of a list to skip. Beyond the end, however far, the page is empty. */
export const QueryOffset = (): Field => QueryIntField({ default: 0, max: Number.MAX_SAFE_INTEGER });

/** `offered` is what the document names, where some of the values are understood only to be refused with a reason. */
export function OneOf(
  values: readonly string[],
  { offered = values, ...options }: FieldOptions & { readonly offered?: readonly string[] } = {},
): Field {
  const isKnown = IsIn([...values], {
    message: ({ property, value }) => `${property} ${mustBeAmong(values, value)}`,
  });
  return field(options, { type: 'string', enum: [...offered] }, isKnown, Trimmed);
}

/** A date, or a date and time, of ISO 8601; what arrives has its zone. */
export const DateTimeField = (options: FieldOptions = {}): Field =>
  field(
    { example: '2026-11-21T12:00:00.000Z', ...options },
    { type: 'string', format: 'date-time' },
    IsMoment(),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' ? withZone(value.trim()) : value,
    ),
  );

/** A JSON object of no fixed shape. */
export const FreeObject = (options: FieldOptions = {}): Field =>
  field(options, { type: 'object', additionalProperties: true }, IsObject());

export const Nested = (type: () => Class, options: FieldOptions = {}): Field =>
  field(options, { type: () => type() }, IsObject(), ValidateNested(), Type(type));

export interface ListOptions extends FieldOptions {
  readonly min?: number;
  readonly max?: number;
}

export function ListOf(type: () => Class, options: ListOptions = {}): Field {
  const { min = 0, max = 1_000, ...rest } = options;
  // A list inside the list would be validated as one more list, and an empty one as nothing at all.
  const items = [IsObject({ each: true }), ValidateNested({ each: true })];
  const rules = [IsArray(), ArrayMinSize(min), ArrayMaxSize(max), ...items];
  // The document takes a function for one that gives a class only if its name is `type`.
  const schema = { type: () => type(), isArray: true, minItems: min, maxItems: max } as const;
  return field(rest, schema, ...rules, Type(type));
}

export function TextList(
  options: ListOptions & {
    each?: number;
    form?: { format?: string; pattern?: string; enum?: string[] };
  } = {},
): Field {
  const { min = 0, max = 1_000, each = 256, form, ...rest } = options;
  const schema = {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: each, ...form },
    minItems: min,
    maxItems: max,
  } as const;
  const EachText = NoProblems((value) =>
    Array.isArray(value) ? value.flatMap((item, index) => textProblem(item, index, each)) : [],
  );
  return field(rest, schema, EachText, IsArray(), ArrayMinSize(min), ArrayMaxSize(max));
}

function textProblem(item: unknown, index: number, max: number): FieldError[] {
  const isText = typeof item === 'string';
  if (isText && item !== '' && hasAtMost(max, item) && !item.includes('\0')) return [];
  const code = isText ? 'invalid_value' : 'invalid_type';
  const message = `must be a text of 1 to ${max} characters without NUL`;
  return [{ code, path: [index], message }];
}

/** A field whose rule is a function of ours: `problem` answers what is wrong, or null. */
export function Checked(
  schema: ApiPropertyOptions,
  problem: (value: unknown) => string | null,
  options: FieldOptions = {},
): Field {
  const rule = ValidateBy({
    name: 'checked',
    validator: {
      validate: (value: unknown) => problem(value) === null,
      defaultMessage: (args) => `$property ${problem(args?.value) ?? ''}`,
    },
  });
  return field(options, schema, rule);
}
