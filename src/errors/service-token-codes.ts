import type { CodeTable } from './code-table.js';

/** Codes of refusals of service tokens. */
export const SERVICE_TOKEN_CODES = {
  'service-token-invalid': [
    'UnauthorizedError',
    'The service token was not made by this server, has expired or was deleted, whoever made it has left the project, or service tokens are switched off (`SERVICE_TOKENS`).',
    'Let somebody make another one, or better a machine identity that signs in without a stored secret.',
  ],
  'service-token-refused': [
    'ForbiddenError',
    'The token of the request is a service token, which opens secrets, folders and imports of its project and nothing else.',
    'Log in as a machine identity or as a person.',
  ],
  'service-token-needed': [
    'ForbiddenError',
    'The operation tells a service token of itself, and the token of the request is another one.',
    'Send a service token. Who it is that logged in is told by `GET /api/v1/identities/details`.',
  ],
} as const satisfies CodeTable;
