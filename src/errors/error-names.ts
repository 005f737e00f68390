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
  NotImplemented: 501,
  ServiceUnavailable: 503,
  GatewayTimeoutError: 504,
} as const;

export type ErrorName = keyof typeof ERROR_STATUS;
