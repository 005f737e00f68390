import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { lastValueFrom, type Observable, of } from 'rxjs';
import { type ContentActor, isContentActor } from '../auth/actor.js';
import { CHANGES_NOTHING } from '../http/changes-nothing.decorator.js';
import { SHOWS_SECRET } from '../http/shows-secret.decorator.js';
import { AnswerVault } from './answer-vault.js';
import { IdempotentRequests } from './idempotent-requests.service.js';
import { isKeyed, keyOf, REPLAYED_HEADER } from './keyed-request.js';

/** Lets a request with an Idempotency-Key happen once. Without the header it does nothing. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly requests: IdempotentRequests,
    private readonly vault: AnswerVault,
  ) {}

  intercept(
    context: ExecutionContext,
    next: CallHandler,
  ): Observable<unknown> | Promise<Observable<unknown>> {
    const req = context.switchToHttp().getRequest<Request>();
    if (!isKeyed(req)) return next.handle();
    // SCIM has no such keys: what comes twice changes nothing, or is a conflict.
    // A login repeated is a second login; what only reads may be repeated as it is.
    if (!isContentActor(req.user) || isRead(req.method) || this.changesNothing(context))
      return next.handle();
    return this.once(req.user, keyOf(req), context, next);
  }

  private async once(
    actor: ContentActor,
    key: string,
    context: ExecutionContext,
    next: CallHandler,
  ): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const res = http.getResponse<Response>();
    const request = this.vault.recognize(actor, key, http.getRequest<Request>());
    const work = async () => ({
      body: await lastValueFrom<unknown, undefined>(next.handle(), { defaultValue: undefined }),
      status: res.statusCode,
    });
    const secrets = this.secretsOf(context);
    const { status, body, isReplayed } = await this.requests.once(request, work, secrets);
    res.status(status);
    if (isReplayed) res.setHeader(REPLAYED_HEADER, 'true');
    return of(body);
  }

  private secretsOf(context: ExecutionContext): readonly string[] {
    return this.reflector.get<string[] | undefined>(SHOWS_SECRET, context.getHandler()) ?? [];
  }

  private changesNothing(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<boolean | undefined>(CHANGES_NOTHING, targets) === true;
  }
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD';
