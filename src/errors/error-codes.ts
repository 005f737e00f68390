import { ACME_CODES } from './acme-codes.js';
import { CERTIFICATE_CODES } from './certificate-codes.js';
import { APPROVAL_CODES } from './approval-codes.js';
import { CONSOLE_CODES } from './console-error-codes.js';
import type { ErrorName } from './error-names.js';
import { IDEMPOTENCY_CODES } from './idempotency-codes.js';
import { PEOPLE_CODES } from './people-codes.js';
import { REQUEST_CODES } from './request-codes.js';
import { SCIM_CODES } from './scim-codes.js';
import { SSO_CODES } from './sso-codes.js';
import { SERVICE_TOKEN_CODES } from './service-token-codes.js';
import { STATE_CODES } from './state-codes.js';

/**
 * Every error of the API by its code, which never changes: the name in the body, what it means, and what to do next.
 * The page of errors and `docs/errors.md` are made from it.
 */
export const ERROR_CODES = {
  ...REQUEST_CODES,
  ...STATE_CODES,
  ...IDEMPOTENCY_CODES,
  ...PEOPLE_CODES,
  ...CONSOLE_CODES,
  ...SCIM_CODES,
  ...SERVICE_TOKEN_CODES,
  ...SSO_CODES,
  ...CERTIFICATE_CODES,
  ...ACME_CODES,
  ...APPROVAL_CODES,
} as const;

type Codes = typeof ERROR_CODES;

export type ErrorCode = keyof Codes;

/** The codes of errors with that name. */
export type CodeOf<N extends ErrorName> = {
  [C in ErrorCode]: Codes[C][0] extends N ? C : never;
}[ErrorCode];

/** Where the page of errors is. Relative to the server, since a proxy may have given it any name. */
export const ERRORS_PAGE = '/api/docs/errors';

/** The value of the header `Link` that leads from an answer to the explanation of its code (RFC 8288). */
export const helpLink = (code: ErrorCode): string => `<${ERRORS_PAGE}#${code}>; rel="help"`;
