import { badRequest } from '../../errors/api-error.js';
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
