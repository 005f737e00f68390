import type { ApiError, FieldError } from './api-error.js';

export interface ErrorAnswer {
  readonly statusCode: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

type Shape = (error: ApiError, reqId: string) => ErrorAnswer;

const text = (reason: string | readonly FieldError[]): string =>
  typeof reason === 'string'
    ? reason
    : reason.map((problem) => [...problem.path, problem.message].join(': ')).join('; ');

/** The specification's shape (Errors). */
const shared: Shape = (error, reqId) => ({
  statusCode: error.statusCode,
  headers: error.headers,
  body: {
    reqId,
    statusCode: error.statusCode,
    error: error.error,
    message: error.reason,
    ...(error.details === undefined ? {} : { details: error.details }),
  },
});

/** RFC 6749 5.2: printable ASCII without quotes and backslash. */
const oauth: Shape = (error, _reqId) => {
  const description = text(error.reason)
    .replace(/[^\x20-\x7e]|["\\]/g, '')
    .slice(0, 512);
  const code = (error.details as { oauth?: string } | undefined)?.oauth ?? OAUTH[error.error];
  const isClient = code === 'invalid_client';
  const statusCode = isClient ? 401 : error.statusCode === 422 ? 400 : error.statusCode;
  return {
    statusCode,
    headers: { ...error.headers, 'Cache-Control': 'no-store', Pragma: 'no-cache' },
    body: { error: code ?? 'invalid_request', error_description: description },
  };
};

const OAUTH: Readonly<Partial<Record<ApiError['error'], string>>> = {
  UnauthorizedError: 'invalid_client',
  InternalServerError: 'server_error',
  GatewayTimeoutError: 'temporarily_unavailable',
  ServiceUnavailable: 'temporarily_unavailable',
  RateLimitExceeded: 'temporarily_unavailable',
};

/** RFC 7644 3.12: the status is a string. */
const scim: Shape = (error) => ({
  statusCode: error.statusCode === 422 ? 400 : error.statusCode,
  headers: { ...error.headers, 'Content-Type': 'application/scim+json' },
  body: {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(error.statusCode === 422 ? 400 : error.statusCode),
    detail: text(error.reason),
    ...(error.statusCode === 422 ? { scimType: 'invalidValue' } : {}),
  },
});

/** RFC 8555 6.7. */
const acme: Shape = (error) => ({
  statusCode: error.statusCode === 422 ? 400 : error.statusCode,
  headers: { ...error.headers, 'Content-Type': 'application/problem+json' },
  body: {
    type: `urn:ietf:params:acme:error:${ACME[error.error] ?? 'malformed'}`,
    status: error.statusCode === 422 ? 400 : error.statusCode,
    detail: text(error.reason),
  },
});

const ACME: Readonly<Partial<Record<ApiError['error'], string>>> = {
  UnauthorizedError: 'unauthorized',
  PermissionDenied: 'unauthorized',
  ForbiddenError: 'unauthorized',
  RateLimitExceeded: 'rateLimited',
  InternalServerError: 'serverInternal',
  ServiceUnavailable: 'serverInternal',
  GatewayTimeoutError: 'serverInternal',
};

/** Protocols that prescribe their own error body, by path prefix. */
const PROTOCOLS: readonly (readonly [prefix: string, shape: Shape])[] = [
  ['/api/v1/oauth/', oauth],
  ['/api/v1/scim/', scim],
  ['/api/v1/pki/acme/', acme],
];

/** The answer to an error on that path, in the shape its clients expect. */
export function errorAnswer(error: ApiError, path: string, reqId: string): ErrorAnswer {
  const shape = PROTOCOLS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? shared;
  return shape(error, reqId);
}
