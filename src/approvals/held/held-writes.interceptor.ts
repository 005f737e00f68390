import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { catchError, map, type Observable, of, throwError } from 'rxjs';
import { WriteHeld } from '../../secrets/write-gate.js';

/** The header that says that a write waits, for clients that drop the body of an answer. */
export const CHANGE_REQUEST_HEADER = 'X-Change-Request';

/**
 * Answers a held write with `{approval}`, whatever route it came by. Inside of `IdempotencyInterceptor`: the request for
 * consent is committed with the answer that tells of it.
 */
@Injectable()
export class HeldWritesInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next
      .handle()
      .pipe(
        catchError((error: unknown) =>
          error instanceof WriteHeld ? of({ approval: error.approval }) : throwError(() => error),
        ),
      );
  }
}

/** Names the request in a header; outside of `IdempotencyInterceptor`, so that a kept answer has it too. */
@Injectable()
export class ChangeRequestHeaderInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((body: unknown) => {
        const slug = slugIn(body);
        const res = context.switchToHttp().getResponse<Response>();
        if (slug !== null && !res.headersSent) res.setHeader(CHANGE_REQUEST_HEADER, slug);
        return body;
      }),
    );
  }
}

/** The slug of the request that an answer shows. Policies, which answers call `approval` too, have none. */
function slugIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('approval' in body)) return null;
  const { approval } = body;
  if (typeof approval !== 'object' || approval === null || !('slug' in approval)) return null;
  return typeof approval.slug === 'string' ? approval.slug : null;
}
