import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Actor } from './actor.js';

/** The caller that the guard let in: an identity or a person. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor => {
  const { user } = context.switchToHttp().getRequest<Request>();
  // Such a route has to ask for a `ContentActor`.
  if (user?.kind === 'service-token') throw new Error('The route takes service tokens');
  return user as Actor;
});
