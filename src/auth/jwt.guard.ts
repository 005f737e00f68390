import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { ApiError, unauthorized } from '../errors/api-error.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { requestContext } from '../http/request-context.js';
import { AccessTokens } from './access-token.js';
import type { Actor } from './actor.js';
import { projectHintFromUrl } from './prefetched-project.js';
import { IS_PUBLIC } from './public.decorator.js';
import { Sessions } from './sessions.js';

/** Shuts every route that is not marked public. Callers without a valid token are counted by address. */
@Injectable()
export class JwtGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: AccessTokens,
    private readonly sessions: Sessions,
    private readonly limiter: RateLimiter,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, targets)) return true;
    const req = context.switchToHttp().getRequest<Request>();
    try {
      req.user = await this.authenticate(req);
    } catch (error) {
      // Beyond the limit a 429 takes the place of the 401 (decision 29).
      if (error instanceof ApiError && error.statusCode === 401) {
        await this.limiter.spend('anonymous', requestContext(req).address);
      }
      throw error;
    }
    return true;
  }

  private async authenticate(req: Request): Promise<Actor> {
    const claims = this.tokens.verify(bearerOf(req.headers.authorization));
    const actor = await this.sessions.resume(claims, requestContext(req), projectHintFromUrl(req));
    await this.sessions.spend(claims);
    return actor;
  }
}

/** The one token after `Bearer` (RFC 6750 2.1). Throws 401 for anything else. */
export function bearerOf(header: string | undefined): string {
  const [, token] = /^Bearer +([\w.~+/=-]+) *$/i.exec(header ?? '') ?? [];
  if (!token) throw unauthorized();
  return token;
}
