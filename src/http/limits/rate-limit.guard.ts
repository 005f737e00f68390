import { type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import {
  InjectThrottlerOptions,
  InjectThrottlerStorage,
  ThrottlerGuard,
  type ThrottlerLimitDetail,
  type ThrottlerModuleOptions,
  type ThrottlerStorage,
} from '@nestjs/throttler';
import type { Request } from 'express';
import { requestContext } from '../request-context.js';
import {
  type RateClass,
  RateLimiter,
  windowOf,
  rateKey,
  rateLimitExceeded,
} from './rate-limiter.js';

const RATE_CLASS = Symbol('rateClass');

/** The class a controller or route counts under. Without: `read` for GET, `write` for all else. */
export const RateLimited = (rateClass: RateClass | 'unlimited') =>
  SetMetadata(RATE_CLASS, rateClass);

/** One throttler, whose limit follows from the class of the request. */
export const throttlerOptions = (limiter: RateLimiter): ThrottlerModuleOptions => ({
  throttlers: [
    {
      ttl: (context) => windowOf(rateClassOf(context) as RateClass),
      limit: (context) => limiter.limitOf(rateClassOf(context) as RateClass),
    },
  ],
  storage: limiter.storage,
});

/** Limits requests per caller, or per address where nobody is known. Runs after the JWT guard. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  constructor(
    @InjectThrottlerOptions() options: ThrottlerModuleOptions,
    @InjectThrottlerStorage() storage: ThrottlerStorage,
    reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {
    super(options, storage, reflector);
  }

  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    return this.limiter.isOff || rateClassOf(context) === 'unlimited';
  }

  protected override async getTracker(req: Request): Promise<string> {
    return req.user?.callerId ?? requestContext(req).address;
  }

  protected override generateKey(context: ExecutionContext, caller: string): string {
    const key = rateKey(rateClassOf(context) as RateClass, caller);
    this.limiter.chargeTo(context.switchToHttp().getResponse<object>(), key);
    return key;
  }

  protected override async throwThrottlingException(
    _: ExecutionContext,
    { limit, timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    throw rateLimitExceeded(limit, timeToBlockExpire);
  }
}

const reflector = new Reflector();

function rateClassOf(context: ExecutionContext): RateClass | 'unlimited' {
  const targets = [context.getHandler(), context.getClass()];
  const named = reflector.getAllAndOverride<RateClass | 'unlimited'>(RATE_CLASS, targets);
  const { method } = context.switchToHttp().getRequest<Request>();
  return named ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write');
}
