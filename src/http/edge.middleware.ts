import type { NextFunction, Request, Response } from 'express';
import { badRequest } from '../errors/api-error.js';
import { requestContext } from './request-context.js';

/** Headers of which two would let a proxy and us read two different requests. */
const SINGLE = ['authorization', 'host', 'content-type', 'content-length', 'idempotency-key'];

/** Names the request and refuses one whose headers contradict themselves. */
export function edge(req: Request, res: Response, next: NextFunction): void {
  res.setHeader('X-Request-Id', requestContext(req).reqId);
  // Secrets and tokens are in most answers (decision 28).
  res.setHeader('Cache-Control', 'no-store');
  if (req.method === 'OPTIONS') {
    // A preflight that CORS did not answer; Express would list the methods of the path.
    res.status(204).end();
    return;
  }
  const repeated = repeatedHeader(req.rawHeaders);
  next(repeated ? badRequest(`The header ${repeated} may be sent only once.`) : undefined);
}

function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!SINGLE.includes(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}
