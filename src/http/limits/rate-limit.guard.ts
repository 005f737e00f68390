import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { type RateClass, RateLimiter } from './rate-limiter.js';
import { requestContext } from '../request-context.js';

const RATE_CLASS = Symbol('rateClass');

/** The class a controller or route counts under. Without: `read` for GET, `write` for all else. */
export const RateLimited = (rateClass: RateClass | 'unlimited') =>
  SetMetadata(RATE_CLASS, rateClass);

/** Limits requests per caller, or per address where nobody is known. Runs after the JWT guard. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const req = http.getRequest<Request & { user?: { identityId: string } }>();
    const rateClass = this.rateClassOf(context, req.method);
    if (rateClass === 'unlimited') return true;
    const caller = req.user?.identityId ?? requestContext(req).address;
    const res = http.getResponse<Response>();
    res.set(await this.limiter.spendFor(res, rateClass, caller));
    return true;
  }

  private rateClassOf(context: ExecutionContext, method: string): RateClass | 'unlimited' {
    const targets = [context.getHandler(), context.getClass()];
    const named = this.reflector.getAllAndOverride<RateClass | 'unlimited'>(RATE_CLASS, targets);
    return named ?? (method === 'GET' || method === 'HEAD' ? 'read' : 'write');
  }
}
