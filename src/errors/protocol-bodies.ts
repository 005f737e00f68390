import type { ApiError, FieldError } from './api-error.js';
import type { ErrorCode } from './error-codes.js';

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
    ...(error.context === undefined ? {} : { context: error.context }),
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

/** RFC 7644 3.12: the status is a string; `scimType` is only where one fits. */
const scim: Shape = (error) => {
  const statusCode = error.statusCode === 422 ? 400 : error.statusCode;
  const scimType = SCIM_TYPES[error.code];
  return {
    statusCode,
    headers: { ...error.headers, 'Content-Type': 'application/scim+json' },
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(statusCode),
      detail: text(error.reason),
      ...(scimType === undefined ? {} : { scimType }),
    },
  };
};

const SCIM_TYPES: Readonly<Partial<Record<ErrorCode, string>>> = {
  'invalid-json': 'invalidSyntax',
  'validation-failed': 'invalidValue',
  'scim-invalid-filter': 'invalidFilter',
  'scim-invalid-path': 'invalidPath',
  'scim-invalid-syntax': 'invalidSyntax',
  'scim-invalid-value': 'invalidValue',
  'scim-mutability': 'mutability',
  'scim-no-target': 'noTarget',
  'scim-too-many': 'tooMany',
  'scim-uniqueness': 'uniqueness',
};

/** RFC 8555 6.7. `details` are further members, such as `algorithms`, where the ACME server refused itself. */
const acme: Shape = (error) => {
  const statusCode = error.statusCode === 422 ? 400 : error.statusCode;
  const own = ACME_TYPES[error.code];
  return {
    statusCode,
    headers: { ...error.headers, 'Content-Type': 'application/problem+json' },
    body: {
      type: `${ACME_ERROR}${own ?? ACME[error.error] ?? 'malformed'}`,
      status: statusCode,
      detail: text(error.reason),
      ...(own === undefined ? {} : (error.details as object | undefined)),
    },
  };
};

export const ACME_ERROR = 'urn:ietf:params:acme:error:';

const ACME_TYPES: Readonly<Partial<Record<ErrorCode, string>>> = {
  'acme-malformed': 'malformed',
  'acme-unknown': 'malformed',
  'acme-bad-nonce': 'badNonce',
  'acme-bad-algorithm': 'badSignatureAlgorithm',
  'acme-bad-key': 'badPublicKey',
  'acme-unauthorized': 'unauthorized',
  'acme-account-deactivated': 'unauthorized',
  'acme-no-account': 'accountDoesNotExist',
  'acme-binding-required': 'externalAccountRequired',
  'acme-invalid-contact': 'invalidContact',
  'acme-unsupported-contact': 'unsupportedContact',
  'acme-key-in-use': 'malformed',
  'acme-unsupported-identifier': 'unsupportedIdentifier',
  'acme-rejected-identifier': 'rejectedIdentifier',
  'acme-compound': 'compound',
  'acme-invalid-profile': 'invalidProfile',
  'acme-order-not-ready': 'orderNotReady',
  'acme-bad-csr': 'badCSR',
  'acme-already-replaced': 'alreadyReplaced',
  'acme-bad-reason': 'badRevocationReason',
  'acme-already-revoked': 'alreadyRevoked',
};

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
  ['/api/v1/cert-manager/acme/', acme],
];

/** The answer to an error on that path, in the shape its clients expect. */
export function errorAnswer(error: ApiError, path: string, reqId: string): ErrorAnswer {
  const shape = PROTOCOLS.find(([prefix]) => path.startsWith(prefix))?.[1] ?? shared;
  return shape(error, reqId);
}
