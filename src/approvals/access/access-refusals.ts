import { badRequest, conflict } from '../../errors/api-error.js';
import type { AccessRequestRecord } from './access-requests.repository.js';

const REASONS = {
  approved: 'The access was given.',
  rejected: 'The request was rejected.',
  revoked: 'The request was revoked.',
  expired: 'The request has expired.',
  policy: 'The policy of the request has ended, or does not give this any more.',
  asker: 'Whoever asked is not in the project any more, or deactivated.',
  lasting: 'The request is not for a time.',
} as const;

export const accessClosed = (reason: keyof typeof REASONS) =>
  badRequest('request-closed', `${REASONS[reason]} For other access, ask anew.`);

/** Throws 400 unless it can be voted on. */
export function requirePending({ status, hasExpired }: AccessRequestRecord): void {
  if (status !== 'pending') throw accessClosed(status);
  if (hasExpired) throw accessClosed('expired');
}

/** Throws 409 where it was changed after the moment that the voter saw, if one is given. */
export function requireSeen({ updatedAt }: AccessRequestRecord, seenAt: Date | null): void {
  if (seenAt !== null && seenAt.getTime() !== updatedAt.getTime())
    throw conflict('request-changed', 'The request was changed since you read it. Read it again.', {
      updatedAt: updatedAt.toISOString(),
    });
}
