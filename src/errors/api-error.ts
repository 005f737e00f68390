/** Error names with their HTTP status: 405, 413, 414, 415 and 431 keep their HTTP meaning. */
export const ERROR_STATUS = {
  BadRequest: 400,
  UnauthorizedError: 401,
  PermissionDenied: 403,
  ForbiddenError: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  Conflict: 409,
  PayloadTooLarge: 413,
  UriTooLong: 414,
  UnsupportedMediaType: 415,
  ValidationFailure: 422,
  RateLimitExceeded: 429,
  RequestHeaderFieldsTooLarge: 431,
  InternalServerError: 500,
  ServiceUnavailable: 503,
  GatewayTimeoutError: 504,
} as const;

export type ErrorName = keyof typeof ERROR_STATUS;

/** One problem of a request: `path` leads to the field by keys and indexes. */
export interface FieldError {
  readonly code: string;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A refusal the API means to give. Anything else that is thrown is a 500. */
export class ApiError extends Error {
  constructor(
    readonly error: ErrorName,
    readonly reason: string | readonly FieldError[],
    readonly details?: unknown,
    /** Extra response headers, such as Retry-After. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof reason === 'string' ? reason : error);
  }

  get statusCode(): number {
    return ERROR_STATUS[this.error];
  }
}

export const badRequest = (reason: string, details?: unknown) =>
  new ApiError('BadRequest', reason, details);

export const unauthorized = (reason = 'The access token is missing, expired or invalid.') =>
  new ApiError('UnauthorizedError', reason);

/** The engine's no: the caller lacks a permission. */
export const permissionDenied = (reason: string, details?: unknown) =>
  new ApiError('PermissionDenied', reason, details);

/** The project is one of the caller's organization, which may know that it exists. */
export const notAMember = () => permissionDenied('You are not a member of the project.');

/** The caller is of the wrong kind for this route. */
export const forbidden = (reason: string) => new ApiError('ForbiddenError', reason);

/** Takes no argument: a 404 must not tell absence from another tenant's presence. */
export const notFound = () =>
  new ApiError('NotFound', 'The resource does not exist or is outside your scope.');

export const conflict = (reason: string, details?: unknown) =>
  new ApiError('Conflict', reason, details);

export const invalid = (problems: readonly FieldError[]) =>
  new ApiError('ValidationFailure', problems);

/** The 429. Its message names the seconds to wait, and `Retry-After` repeats them. */
export const tooManyRequests = (seconds: number, headers: Readonly<Record<string, string>> = {}) =>
  new ApiError(
    'RateLimitExceeded',
    `Rate limit exceeded. Try again in ${seconds} seconds.`,
    undefined,
    { 'Retry-After': String(seconds), ...headers },
  );
