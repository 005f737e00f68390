import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { type Actor, isActor } from '../auth/actor.js';
import { type ApiError, notFound } from '../errors/api-error.js';
import { MissingError } from '../errors/missing.js';
import { MissingNames } from './missing-names.service.js';

/**
 * Adds to a 404 what is there instead. Outside of all others, so that the look-up is no part of a transaction that
 * failed; only requests that found nothing pay for it. Clients of SCIM and service tokens are not
 * told what else there is.
 */
@Injectable()
export class MissingNamesInterceptor implements NestInterceptor {
  constructor(private readonly names: MissingNames) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { user } = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        throw error instanceof MissingError && isActor(user)
          ? await this.explain(user, error)
          : error;
      }),
    );
  }

  /** Adds to a 404 what is there instead. Whatever happens meanwhile, the answer stays a 404. */
  private async explain(actor: Actor, error: MissingError): Promise<ApiError> {
    try {
      return await this.names.explain(actor, error);
    } catch {
      return error.search?.kind === 'of-identity' ? notFound() : error;
    }
  }
}
