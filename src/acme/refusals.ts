import { ApiError, badRequest, permissionDenied } from '../errors/api-error.js';

/** The refusal of a request that RFC 8555 does not know. */
export const malformed = (reason: string) => badRequest('acme-malformed', reason);

/** Takes no argument: what belongs to another account is refused as what does not exist. */
export const unknownResource = () =>
  new ApiError('acme-unknown', 'There is nothing at this URL that this account may see.');

export const notEntitled = (reason: string) => permissionDenied('acme-unauthorized', reason);

export const badNonce = () =>
  badRequest('acme-bad-nonce', 'The nonce is missing, was used, or is too old: take a fresh one.');
