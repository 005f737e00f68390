import type { CodeTable } from './code-table.js';

/** Refusals of requests that come again with their `Idempotency-Key`. */
export const IDEMPOTENCY_CODES = {
  'first-request-running': [
    'Conflict',
    'The first request with this `Idempotency-Key` has not ended.',
    'Repeat it in a moment, with the same key.',
  ],
  'answer-not-kept': [
    'Conflict',
    'The request with this `Idempotency-Key` was done before; its answer can no longer be shown.',
    'Do not repeat it. Read what it made.',
  ],
  'secret-not-kept': [
    'Conflict',
    'The request with this `Idempotency-Key` was done before. Its answer showed a private key, which is not kept with it; `details.answer` has the rest of it.',
    'Read the private key of the certificate. Where its profile stores none, delete the certificate and make another, under a new key.',
  ],
} as const satisfies CodeTable;
