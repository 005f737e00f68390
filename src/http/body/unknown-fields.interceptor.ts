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
      if (unknown.length > 0) addHint(http.getResponse<Response>(), hintOf(unknown, shape!));
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

/** The work is bounded by the fields that there are. */
function unknownIn(value: unknown, shape: DtoShape): string[] {
  const unknown: string[] = [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return unknown;
  for (const name of Object.keys(value)) {
    if (!shape.has(name)) unknown.push(name);
    if (unknown.length === MOST) break;
  }
  return unknown;
}

function hintOf(unknown: readonly string[], shape: DtoShape): string {
  const proposal = unknown.length === 1 ? didYouMean(unknown[0]!, [...shape.keys()]) : '';
  return `Ignored, as no field has this name: ${firstOf(unknown)}.${proposal}`;
}
