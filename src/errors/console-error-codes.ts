import type { CodeTable } from './code-table.js';

/** Codes of refusals about sessions in the console. */
export const CONSOLE_CODES = {
  'session-locked': [
    'UnauthorizedError',
    'The session was locked, or nobody has used it for long.',
    'Sign in again: the new session takes the place of the locked one in the cookie.',
  ],
  'console-code-refused': [
    'UnauthorizedError',
    'The code for the console is wrong, was used, or is older than 15 minutes.',
    'The operator makes a new one: `npm run strongroom -- console:code`.',
  ],
  'session-not-offered': [
    'ForbiddenError',
    'The universal auth of the identity limits how often an access token may be used. A session gets a new one each time, so there is none for it.',
    'Sign in as an identity whose `accessTokenNumUsesLimit` is 0.',
  ],
} as const satisfies CodeTable;
