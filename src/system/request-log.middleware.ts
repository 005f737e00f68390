import type { NextFunction, Request, Response } from 'express';
import { type LoggedRefusal, REFUSAL } from '../http/exception.filter.js';
import type { Log } from '../logging/log.js';
import { requestContext } from '../http/request-context.js';
import type { Metrics } from './metrics.js';

/** One line and one measurement a request. Only these fields: paths and bodies hold names and values. */
export function requestLog(log: Log, metrics: Metrics) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const start = performance.now();
    res.once('close', () => {
      const milliseconds = performance.now() - start;
      const route = patternOf(req);
      const method = KNOWN_METHODS.has(req.method) ? req.method : 'other';
      metrics.observe(method, route, res.statusCode, milliseconds / 1000);
      const { reqId, address, client } = requestContext(req);
      const { kind, callerId } = req.user ?? {};
      const identityId = kind === 'identity' ? callerId : undefined;
      const userId = kind === 'user' ? callerId : undefined;
      const serviceTokenId = kind === 'service-token' ? callerId : undefined;
      const ms = Math.round(milliseconds * 10) / 10;
      const refusal = res.locals[REFUSAL] as LoggedRefusal | undefined;
      const request = { reqId, method, route, status: res.statusCode, ...refusal, ms };
      log.info({ ...request, address, client, identityId, userId, serviceTokenId });
    });
    next();
  };
}

const KNOWN_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Nest's own catch-all is no route of ours. */
function patternOf(req: Request): string {
  const { path } = (req.route ?? {}) as { path?: string };
  return path?.startsWith('/') ? path : 'none';
}
