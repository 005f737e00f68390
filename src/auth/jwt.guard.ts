import { type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard, AuthModuleOptions } from '@nestjs/passport';
import type { Request, Response } from 'express';
import { isUuid } from '../database/uuid.js';
import { ApiError, tokenInvalid } from '../errors/api-error.js';
import { DEPRECATED_SINCE } from '../http/deprecated.decorator.js';
import { RateLimiter } from '../http/limits/rate-limiter.js';
import { requestContext } from '../http/request-context.js';
import { type AccessClaims, AccessTokens } from './access-token.js';
import { bearerOf } from './access-token.strategy.js';
import type { Actor, AnyActor } from './actor.js';
import { TAKES_SERVICE_TOKEN, type ServiceTokenUse } from './service-token.decorators.js';
import {
  isServiceToken,
  serviceTokenNeeded,
  ServiceTokenSessions,
} from './service-token-sessions.js';
import { projectHintFromUrl } from './prefetched-project.js';
import { IS_PUBLIC } from './public.decorator.js';
import { isScimToken, ScimSessions, scimTokenNeeded } from './scim-sessions.js';
import { TAKES_SCIM_TOKEN } from './scim-token.decorators.js';
import { Sessions } from './sessions.js';
import { StreamTickets, TAKES_TICKET, ticketOf, ticketRefused } from './stream-tickets.js';

/** What a route takes beside the tokens of identities and people, or in place of them. */
interface TakenTokens {
  readonly scim: boolean;
  readonly service: ServiceTokenUse | undefined;
}

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
    private readonly scim: ScimSessions,
    private readonly serviceTokens: ServiceTokenSessions,
    private readonly limiter: RateLimiter,
  ) {
    super(options);
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(IS_PUBLIC, targets)) return true;
    const takes: TakenTokens = {
      scim: this.reflector.getAllAndOverride<true | undefined>(TAKES_SCIM_TOKEN, targets) === true,
      service: this.reflector.getAllAndOverride<ServiceTokenUse | undefined>(
        TAKES_SERVICE_TOKEN,
        targets,
      ),
    };
    const req = context.switchToHttp().getRequest<Request>();
    try {
      req.user = await this.authenticate(context, req, takes);
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

  /** Throws 401, and 403 for a genuine token whose kind the route does not take. */
  private async authenticate(
    context: ExecutionContext,
    req: Request,
    { scim, service }: TakenTokens,
  ): Promise<AnyActor> {
    if (isScimToken(req)) return this.scim.resume(bearerOf(req), requestContext(req), scim);
    if (isServiceToken(req)) {
      // Whoever still signs in by a stored token of this kind is told so with each answer.
      context.switchToHttp().getResponse<Response>().setHeader('Deprecation', DEPRECATED_SINCE);
      const isTaken = service !== undefined;
      return this.serviceTokens.resume(bearerOf(req), requestContext(req), isTaken);
    }
    const caller = await this.authenticateHolder(context, req);
    if (scim) throw scimTokenNeeded();
    if (service === 'only') throw serviceTokenNeeded();
    return caller;
  }

  /** Authenticates a caller who may hold rights: an identity or a person. Throws 401. */
  private async authenticateHolder(context: ExecutionContext, req: Request): Promise<Actor> {
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
    const own = { claims, expiresAt: new Date(claims.exp * 1000), grant };
    return { ...actor, ...own } as Actor;
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
