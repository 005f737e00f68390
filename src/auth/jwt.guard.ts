import { type ExecutionContext, Injectable, type OnModuleInit } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { AuthGuard, type IAuthModuleOptions } from '@nestjs/passport';
import type { Request } from 'express';
import { ApiError, unauthorized } from '../errors/api-error.js';
import { RateLimiter } from '../http/rate-limiter.js';
import { requestContext } from '../http/request-context.js';
import { JwtStrategy } from './jwt.strategy.js';
import { IS_PUBLIC } from './public.decorator.js';

/** Shuts every route that is not marked public. Callers without a valid token are counted by address. */
@Injectable()
export class JwtGuard extends AuthGuard() implements OnModuleInit {
  declare options: IAuthModuleOptions;

  constructor(
    private readonly reflector: Reflector,
    private readonly limiter: RateLimiter,
    private readonly modules: ModuleRef,
  ) {
    super({ defaultStrategy: 'jwt' });
  }

  /** The strategy of this application, not the one that came last in the process. */
  onModuleInit(): void {
    const { registeredAs } = this.modules.get(JwtStrategy, { strict: false });
    this.options = { defaultStrategy: registeredAs };
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const isPublic = this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (isPublic) return true;
    try {
      return (await super.canActivate(context)) as boolean;
    } catch (error) {
      if (error instanceof ApiError && error.statusCode === 401) await this.countStranger(context);
      throw error;
    }
  }

  override handleRequest<T>(error: unknown, actor: T | false): T {
    if (error) throw error;
    if (!actor) throw unauthorized();
    return actor;
  }

  /** Throws 429 instead of the 401 once an address has tried too often (decision 23). */
  private async countStranger(context: ExecutionContext): Promise<void> {
    const { address } = requestContext(context.switchToHttp().getRequest<Request>());
    await this.limiter.spend('anonymous', address);
  }
}
