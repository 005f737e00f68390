import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, AuthModuleOptions } from '@nestjs/passport';
import type { Request } from 'express';
import { isUuid } from '../database/uuid.js';
import { ApiError, tokenInvalid } from '../errors/api-error.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { requestContext } from '../http/request-context.js';
import { type AccessClaims, AccessTokens } from './access-token.js';
import { bearerOf } from './access-token.strategy.js';
import type { Actor } from './actor.js';
import { projectHintFromUrl } from './prefetched-project.js';
import { IS_PUBLIC } from './public.decorator.js';
import { Sessions } from './sessions.js';
import { StreamTickets, TAKES_TICKET, ticketOf, ticketRefused } from './stream-tickets.js';

/** Shuts every route that is not marked public. Callers without a valid token are counted by address. */
@Injectable()
export class JwtGuard extends AuthGuard() {
  // oxlint-disable-next-line max-params -- the framework's two, what can stand for a caller, and the count of refusals
  constructor(
    options: AuthModuleOptions,
    private readonly reflector: Reflector,
    private readonly tokens: AccessTokens,
    private readonly sessions: Sessions,
    private readonly tickets: StreamTickets,
    private readonly limiter: RateLimiter,
  ) {
    super(options);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, targets)) return true;
    const req = context.switchToHttp().getRequest<Request>();
    try {
      req.user = await this.authenticate(context, req);
    } catch (error) {
      // Beyond the limit of an address, 429 takes the place of 401.
      if (error instanceof ApiError && error.statusCode === 401) {
        await this.limiter.countRequest('anonymous', requestContext(req).address);
      }
      throw error;
    }
    return true;
  }

  /** Passport's result; its own refusal would have another body. */
  override handleRequest<T>(error: unknown, claims: T | false): T {
    if (error) throw error;
    if (!claims) throw tokenInvalid();
    return claims;
  }

  private async authenticate(context: ExecutionContext, req: Request): Promise<Actor> {
    const ticket = this.takesTicket(context) ? ticketOf(req) : null;
    if (ticket !== null) return this.resumeTicket(ticket, req);
    const token = bearerOf(req);
    const claims = this.tokens.remembered(token) ?? (await this.verify(context, req, token));
    const actor = await this.sessions.resume(claims, requestContext(req), projectHintFromUrl(req));
    await this.sessions.spend(claims);
    return actor;
  }

  private takesTicket(context: ExecutionContext): boolean {
    return this.reflector.get<boolean | undefined>(TAKES_TICKET, context.getHandler()) === true;
  }

  /** The session of the token behind a ticket. It spends no use of the token. Throws 401. */
  private async resumeTicket(ticket: string, req: Request): Promise<Actor> {
    const { claims, grant, exp } = this.tickets.verify(ticket);
    const project = isUuid(grant.projectId) ? { id: grant.projectId } : null;
    const soonest = { ...claims, exp: Math.min(exp, claims.exp) };
    const resuming = this.sessions.resume(soonest, requestContext(req), project);
    const actor = await resuming.catch((error: unknown) => {
      throw error instanceof ApiError && error.statusCode === 401 ? ticketRefused() : error;
    });
    return { ...actor, claims, expiresAt: new Date(claims.exp * 1000), grant };
  }

  private async verify(
    context: ExecutionContext,
    req: Request,
    token: string,
  ): Promise<AccessClaims> {
    await super.canActivate(context);
    const claims = req.accessClaims!; // where passport put what the strategy gave
    this.tokens.remember(token, claims);
    return claims;
  }
}
