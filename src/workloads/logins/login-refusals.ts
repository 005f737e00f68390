import { ApiError, unauthorized } from '../../errors/api-error.js';

/** The one refusal of all logins: it tells nobody what was wrong. */
export const loginRefused = () => unauthorized('invalid-credentials', 'Invalid credentials.');

export const issuerSilent = () =>
  new ApiError(
    'issuer-silent',
    'What checks this login did not answer in time. Try again.',
    undefined,
    { 'Retry-After': '5' },
  );
