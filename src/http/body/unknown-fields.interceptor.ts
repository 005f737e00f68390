import 'reflect-metadata';
import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { didYouMean, firstOf } from '../../errors/nearest.js';
import { addHint } from '../hints.js';
import { type DtoShape, shapeOf } from './dto-shape.js';

type Part = 'body' | 'query';

/** The fields of a route's body and query, where it has a DTO for them. */
type RouteFields = Readonly<Partial<Record<Part, DtoShape>>>;

const PARTS: readonly (readonly [Part, RouteParamtypes])[] = [
  ['body', RouteParamtypes.BODY],
  ['query', RouteParamtypes.QUERY],
];

/** Names that are looked for; more than one hint shows are not counted on. */
const MOST = 10;

/** Objects that are looked into: lists in lists have many. */
const MOST_LOOKED_AT = 100;

/** Names the properties of a body and a query that no DTO knows: they are ignored, and one of them may be misspelt. */
@Injectable()
export class UnknownFieldsInterceptor implements NestInterceptor {
  private readonly fields = new WeakMap<object, RouteFields>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const req = http.getRequest<Request>();
    const known = this.fieldsOf(context);
    for (const [part] of PARTS) {
      const shape = known[part];
      const unknown = shape ? unknownIn(req[part] as unknown, shape) : [];
      for (const hint of hintsOf(unknown)) addHint(http.getResponse<Response>(), hint);
    }
    return next.handle();
  }

  private fieldsOf(context: ExecutionContext): RouteFields {
    const handler = context.getHandler();
    const known = this.fields.get(handler) ?? readFields(context.getClass(), handler.name);
    this.fields.set(handler, known);
    return known;
  }
}

/** What the decorators of the handler's parameters say. A parameter of a part alone, such as `@Query('a')`, leaves its part out. */
function readFields(controller: Type, name: string): RouteFields {
  const taken = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { readonly index: number; readonly data?: unknown }
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ??
    []) as readonly Type[];
  const fields: Partial<Record<Part, DtoShape>> = {};
  for (const [part, kind] of PARTS) {
    const parameters = Object.keys(taken).filter((key) => key.startsWith(`${kind}:`));
    const whole = parameters.length === 1 ? taken[parameters[0]!] : undefined;
    const shape = whole && whole.data === undefined ? shapeOf(types[whole.index]!) : undefined;
    if (shape && shape.size > 0) fields[part] = shape;
  }
  return fields;
}

interface Unknown {
  /** With the names of the objects that it is in: `conditions.secretpath`. */
  readonly name: string;
  readonly proposal: string;
}

/** The properties of a value that its DTO and those within it do not know, ten at most. */
function unknownIn(value: unknown, shape: DtoShape): Unknown[] {
  const found: Unknown[] = [];
  collect(value, shape, [], { found, left: MOST_LOOKED_AT });
  return found;
}

interface Search {
  readonly found: Unknown[];
  /** Objects that are still looked into. */
  left: number;
}

function collect(value: unknown, shape: DtoShape, path: readonly string[], search: Search): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  if (search.left-- <= 0) return;
  for (const name of Object.keys(value)) {
    if (search.found.length === MOST) return;
    const property = shape.get(name);
    if (!property) search.found.push(unknownAt(path, name, shape));
    else if (property.nested) {
      const inner = shapeOf(property.nested);
      const given = (value as Readonly<Record<string, unknown>>)[name];
      const parts: readonly unknown[] = Array.isArray(given) ? given.slice(0, MOST) : [given];
      for (const part of parts) collect(part, inner, [...path, name], search);
    }
  }
}

const unknownAt = (path: readonly string[], name: string, shape: DtoShape): Unknown => ({
  name: [...path, name].join('.'),
  proposal: didYouMean(name, [...shape.keys()]),
});

/** A sentence for each name that is like another one, and one for all others. */
function* hintsOf(unknown: readonly Unknown[]): Generator<string> {
  const sentence = (names: readonly string[], proposal = '') =>
    `Ignored, as no field has this name: ${firstOf(names)}.${proposal}`;
  const seen = new Set<string>();
  for (const { name, proposal } of unknown) {
    if (proposal && !seen.has(name)) yield sentence([name], proposal);
    seen.add(name);
  }
  const others = unknown.filter(({ proposal }) => !proposal).map(({ name }) => name);
  if (others.length > 0) yield sentence([...new Set(others)]);
}
