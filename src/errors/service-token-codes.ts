import type { CodeTable } from './code-table.js';

/** Codes of refusals of service tokens. */
export const SERVICE_TOKEN_CODES = {
  'service-token-invalid': [
    'UnauthorizedError',
    'The service token was not made by this server, has expired or was deleted, whoever made it has left the project, or service tokens are switched off (`SERVICE_TOKENS`). One that ends with what it was made with has ended with it, or was used from where that does not work.',
    'Let somebody make another one, or better a machine identity that signs in without a stored secret.',
  ],
  'service-token-not-offered': [
    'ForbiddenError',
    'The uses of the access token are counted, and those of a service token would not be. Only who may set up its own credentials makes one all the same.',
    'Use a credential whose `accessTokenNumUsesLimit` is 0, or let somebody make the token who holds `edit-auth` and `create-token` on identities.',
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
