import { type CodeOf, ERROR_CODES, type ErrorCode } from './error-codes.js';
import { ERROR_STATUS, type ErrorName } from './error-names.js';

/** One problem of a request: `path` leads to the field by keys and indexes. */
export interface FieldError {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A refusal that is part of the API. Anything else that is thrown is a 500. */
export class ApiError extends Error {
  constructor(
    /** Tells the refusals of one name apart; goes into the header `Link` and into the log. */
    readonly code: ErrorCode,
    readonly reason: string | readonly FieldError[],
    readonly details?: unknown,
    /** Extra response headers, such as Retry-After. */
    readonly headers: Readonly<Record<string, string>> = {},
    /** What the log says beyond what the caller is told. */
    readonly logged?: string,
  ) {
    super(typeof reason === 'string' ? reason : ERROR_CODES[code][0]);
  }

  /** Fields of an older shape of this error, which existing clients expect in the body. */
  get context(): object | undefined {
    return undefined;
  }

  get error(): ErrorName {
    return ERROR_CODES[this.code][0];
  }

  get statusCode(): number {
    return ERROR_STATUS[this.error];
  }
}

export const badRequest = (code: CodeOf<'BadRequest'>, reason: string, details?: unknown) =>
  new ApiError(code, reason, details);

export const unauthorized = (code: CodeOf<'UnauthorizedError'>, reason: string) =>
  new ApiError(code, reason);

/** Anything that this server did not sign, or not like this. */
export const tokenInvalid = () =>
  unauthorized(
    'token-invalid',
    'The access token is invalid: this server did not issue it, or it was changed.',
  );

/** The token's signature was found good, else nobody is told its end. Takes its end in seconds since 1970. */
export const tokenExpired = (exp: number) =>
  unauthorized(
    'token-expired',
    `The access token expired at ${new Date(exp * 1000).toISOString()}. Log in again.`,
  );

/** The token's signature was found good. The reason is for the log. */
export const tokenRevoked = (logged?: string) =>
  new ApiError(
    'token-revoked',
    'The access token is no longer valid: it was revoked or used up, or may not be used from here.',
    undefined,
    {},
    logged,
  );

/** The caller lacks a permission. */
export const permissionDenied = (
  code: CodeOf<'PermissionDenied'>,
  reason: string,
  details?: unknown,
) => new ApiError(code, reason, details);

/** The project is one of the caller's organization, which may know that it exists. */
export const notAMember = () =>
  permissionDenied('not-a-member', 'You are not a member of the project.');

/** The caller is of the wrong kind for this route. */
export const forbidden = (code: CodeOf<'ForbiddenError'>, reason: string) =>
  new ApiError(code, reason);

/** Takes no argument: a 404 must not tell absence from another tenant's presence. */
export const notFound = () =>
  new ApiError('not-found', 'The resource does not exist or is outside your scope.');

export const conflict = (code: CodeOf<'Conflict'>, reason: string, details?: unknown) =>
  new ApiError(code, reason, details);

export const invalid = (problems: readonly FieldError[]) =>
  new ApiError('validation-failed', problems);

/** The 429. Its message names the seconds to wait, and `Retry-After` repeats them. */
export const tooManyRequests = (
  seconds: number,
  headers: Readonly<Record<string, string>> = {},
  code: CodeOf<'RateLimitExceeded'> = 'rate-limited',
) =>
  new ApiError(code, `Rate limit exceeded. Try again in ${seconds} seconds.`, undefined, {
    'Retry-After': String(seconds),
    ...headers,
  });

/** A failure that is no refusal: the caller is told no more than this, and the log has the cause. */
export const internalError = () =>
  new ApiError('internal-error', 'Something went wrong. Quote the reqId to support.');

export const databaseTimeout = () =>
  new ApiError('database-timeout', 'The database did not answer in time. Try again.');
