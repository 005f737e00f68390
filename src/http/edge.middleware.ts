import type { IncomingMessage } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import { ApiError, badRequest } from '../errors/api-error.js';
import { requestContext } from './request-context.js';

const malformed = new WeakSet<object>();

/**
 * Brings the target of a request into the form that all the rest reads, a path with its query (RFC 9112, 3.2), before
 * the framework sees it: its router would answer by itself what it cannot take apart.
 */
export function normalizeTarget(req: IncomingMessage): void {
  const target = originForm(req.url ?? '', req.method);
  if (target === null) malformed.add(req);
  req.url = target ?? '/';
}

/** Whether the target was of none of the forms that a server takes. */
const isMalformed = (req: IncomingMessage): boolean => malformed.has(req);

function originForm(target: string, method = ''): string | null {
  if (target.startsWith('/')) return target.includes('#') ? null : target;
  if (target === '*') return method === 'OPTIONS' ? '/' : null;
  const [, host, rest = ''] = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i.exec(target) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}/`)) return null;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Headers of which two would let a proxy and us read two different requests. */
const SINGLE = ['authorization', 'host', 'content-type', 'content-length', 'idempotency-key'];

/** Names the request and refuses one whose headers contradict themselves. */
export function edge(req: Request, res: Response, next: NextFunction): void {
  res.setHeader('X-Request-Id', requestContext(req).reqId);
  // Most answers carry secrets or tokens.
  res.setHeader('Cache-Control', 'no-store');
  // The header is for caches on the way. Express would answer 200 instead of 304 because of it.
  delete req.headers['cache-control'];
  if (req.method === 'OPTIONS' && !isMalformed(req)) {
    // A preflight that CORS did not answer; Express would list the methods of the path.
    res.status(204).end();
    return;
  }
  next(refusal(req));
}

const MAX_URL = 8 * 1024;
const MAX_HEADERS = 200;
const MAX_PARAMETERS = 100;

function refusal(req: Request): ApiError | undefined {
  if (isMalformed(req))
    return badRequest('malformed-request', 'The target of the request is not a path.');
  if (req.url.length > MAX_URL) {
    return new ApiError('url-too-long', `The URL may have at most ${MAX_URL} characters.`);
  }
  if (!/^[\x21-\x7e]*$/.test(req.url))
    return badRequest('malformed-request', 'The URL is not percent-encoded.');
  if (req.rawHeaders.length > 2 * MAX_HEADERS) {
    return new ApiError('headers-too-large', 'The request has too many headers.');
  }
  if (parametersOf(req.url) > MAX_PARAMETERS) {
    return badRequest(
      'malformed-request',
      `The query may have at most ${MAX_PARAMETERS} parameters.`,
    );
  }
  const repeated = repeatedHeader(req.rawHeaders);
  if (repeated)
    return badRequest('malformed-request', `The header ${repeated} may be sent only once.`);
  const needsHost = req.httpVersion === '1.1' && req.headers.host === undefined;
  return needsHost ? badRequest('malformed-request', 'The header host is missing.') : undefined;
}

/** Counted before anything decodes them. */
function parametersOf(url: string): number {
  const query = url.indexOf('?');
  if (query < 0) return 0;
  let count = 1;
  for (let at = url.indexOf('&', query); at >= 0; at = url.indexOf('&', at + 1)) count++;
  return count;
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
