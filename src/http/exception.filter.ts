import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError, badRequest, internalError } from '../errors/api-error.js';
import { type ErrorCode, helpLink } from '../errors/error-codes.js';
import { errorAnswer } from '../errors/protocol-bodies.js';
import { allowedMethods } from './allowed-methods.js';
import { type Log, traceOf } from '../logging/log.js';
import { pathOf, requestContext } from './request-context.js';

/** What the log says of a refused request, in `res.locals`. */
export const REFUSAL = 'refusal';

export interface LoggedRefusal {
  readonly code: ErrorCode;
  /** What the caller was not told. */
  readonly reason: string | undefined;
}

/** Anything that is thrown becomes one body. Only ApiErrors speak for themselves. */
@Catch()
export class ApiExceptionFilter implements ExceptionFilter {
  /** `translate` gives the failures of a layer below their answers. */
  constructor(
    private readonly log: Log,
    private readonly translate: (thrown: unknown) => unknown = (thrown) => thrown,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<Request>(), http.getResponse<Response>());
  }

  answer(thrown: unknown, req: Request, res: Response): void {
    const { reqId } = requestContext(req);
    const error = toApiError(this.translate(thrown), req);
    if (isUnforeseen(thrown, error)) {
      this.log.error({ reqId, ...traceOf(thrown) }, 'request failed');
    }
    if (res.headersSent) {
      res.destroy();
      return;
    }
    // Nobody is there to be told, but its place at work is to be given back.
    if (res.destroyed) return void res.end();
    const answer = errorAnswer(error, pathOf(req), reqId);
    res.status(answer.statusCode);
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value);
    res.locals[REFUSAL] = { code: error.code, reason: error.logged } satisfies LoggedRefusal;
    res.append('Link', helpLink(error.code));
    if (leavesMuchUnread(req)) res.setHeader('Connection', 'close');
    res.end(JSON.stringify(answer.body));
  }
}

/** Answers of our own, such as that an issuer is silent, are in the line of the request: strangers can cause them. */
const isUnforeseen = (thrown: unknown, { statusCode, code }: ApiError): boolean =>
  statusCode >= 500 && (!(thrown instanceof ApiError) || code === 'internal-error');

const WORTH_DRAINING = 16 * 1024 * 1024;

/**
 * A refused body is thrown away as it comes, so that its sender reads the answer; one of unknown or
 * absurd length costs the connection.
 */
function leavesMuchUnread(req: Request): boolean {
  if (req.complete) return false;
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  return isChunked || Number(req.headers['content-length'] ?? 0) > WORTH_DRAINING;
}

/** Names the framework's own refusals; everything unknown is one fixed text. */
function toApiError(thrown: unknown, req: Request): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
  if (status === 404) return noSuchRoute(req);
  if (status === undefined || status >= 500) {
    return internalError();
  }
  return new ApiError(CODES[status] ?? 'malformed-request', 'The request could not be understood.');
}

/** Characters of a path that are told back. */
const MAX_PATH_SHOWN = 200;

/**
 * Existing clients know this sentence. The path is told as it was sent, percent-encoded, which leaves no control
 * character in it; without its query, which may hold values.
 */
export function routeNotFound(req: Request): ApiError {
  const path = pathOf(req);
  const shown = path.length > MAX_PATH_SHOWN ? `${path.slice(0, MAX_PATH_SHOWN)}…` : path;
  const isBelowApi = !path.startsWith('/api/') && allowedMethods(req.app, `/api${path}`).length > 0;
  const hint = isBelowApi ? `. Did you mean /api${shown}?` : '';
  return new ApiError('route-not-found', `Route ${req.method}:${shown} not found${hint}`);
}

const APPLICATION = '/api/v1/cert-manager/applications/[^/]+';

/** Paths that clients may know of others, and that say why they lead nowhere. */
const NOT_OFFERED: readonly (readonly [RegExp, () => ApiError])[] = [
  // A protocol makes them optional (RFC 7644 3.11, 3.7).
  ...['Me', 'Bulk'].map(
    (name) =>
      [
        new RegExp(`^/api/v1/scim/${name}$`),
        () =>
          new ApiError('not-implemented', `/${name} is not offered: see /ServiceProviderConfig.`),
      ] as const,
  ),
  [
    new RegExp(`^${APPLICATION}/profiles/[^/]+/enrollment/(est|scep)(/.*)?$`),
    () => badRequest('not-offered', 'EST and SCEP are not offered: enroll by api or acme.'),
  ],
  [
    new RegExp(`^${APPLICATION}/(users|identities|groups)(/.*)?$`),
    () =>
      new ApiError(
        'route-not-found',
        'Applications have no members: what somebody may do with them follows from their roles in the project.',
      ),
  ],
];

const notOffered = (req: Request): ApiError | undefined =>
  NOT_OFFERED.find(([pattern]) => pattern.test(pathOf(req)))?.[1]();

/** A path that has routes, but none for this method, says which it has (RFC 9110 15.5.6). */
function noSuchRoute(req: Request): ApiError {
  const methods = allowedMethods(req.app, pathOf(req));
  if (methods.length === 0) return notOffered(req) ?? routeNotFound(req);
  const Allow = methods.join(', ');
  return new ApiError('method-not-allowed', `This path answers to ${Allow}.`, undefined, { Allow });
}

/** Express and its parts mark their client errors with a status (`http-errors`). */
function statusOf(thrown: unknown): number | undefined {
  const { status, expose } = (thrown ?? {}) as { status?: unknown; expose?: unknown };
  const isClientError = typeof status === 'number' && status >= 400 && status < 500;
  if (isClientError) return status;
  if (thrown instanceof URIError) return 400;
  return expose === true ? 400 : undefined;
}

/** The codes of what the framework refuses by itself. */
const CODES: Readonly<Partial<Record<number, ErrorCode>>> = {
  408: 'request-timeout',
  413: 'body-too-large',
  414: 'url-too-long',
  415: 'unsupported-media-type',
  431: 'headers-too-large',
};
