import {
  applyDecorators,
  createParamDecorator,
  type ExecutionContext,
  SetMetadata,
} from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import type { ScimActor } from './actor.js';

export const TAKES_SCIM_TOKEN = Symbol('takesScimToken');

/** Marks the operation in the document, until `createDocument` has given it its own scheme. */
export const SCIM_EXTENSION = 'x-scim';

/** The routes of a controller take a token of SCIM, and no other. Without it they take no token of SCIM. */
export const TakesScimToken = () =>
  applyDecorators(
    SetMetadata(TAKES_SCIM_TOKEN, true),
    RateLimited('scim'),
    ApiExtension(SCIM_EXTENSION, true),
  );

/** The provider that the guard let in, on a route that `TakesScimToken`. */
export const CurrentScimClient = createParamDecorator(
  (_: unknown, context: ExecutionContext): ScimActor =>
    context.switchToHttp().getRequest<Request>().user as unknown as ScimActor,
);
