import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Request } from 'express';
import type { ContentActor, ServiceTokenActor } from './actor.js';

export const TAKES_SERVICE_TOKEN = Symbol('takesServiceToken');

/** `too`: beside the tokens of identities and people. `only`: no other. */
export type ServiceTokenUse = 'too' | 'only';

/** The routes take service tokens. Without it they take none: the guard answers 403. */
export const TakesServiceToken = (use: ServiceTokenUse = 'too') =>
  SetMetadata(TAKES_SERVICE_TOKEN, use);

/** The caller that the guard let in, on a route that `TakesServiceToken`. */
export const CurrentContentActor = createParamDecorator(
  (_: unknown, context: ExecutionContext): ContentActor =>
    context.switchToHttp().getRequest<Request>().user as ContentActor,
);

/** The service token that the guard let in, on a route that takes `only` these. */
export const CurrentServiceToken = createParamDecorator(
  (_: unknown, context: ExecutionContext): ServiceTokenActor =>
    context.switchToHttp().getRequest<Request>().user as ServiceTokenActor,
);
