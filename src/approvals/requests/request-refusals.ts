import { badRequest, permissionDenied } from '../../errors/api-error.js';
import type { RequestRecord } from './requests.repository.js';

const REASONS = {
  merged: 'The request was merged.',
  person: 'The request is closed. Open it again first.',
  policy: 'The policy of the request has ended or does not govern the folder any more.',
  expired: 'The request has expired.',
} as const;

export const requestClosed = (reason: keyof typeof REASONS = 'policy') =>
  badRequest('request-closed', `${REASONS[reason]} To change the secrets, propose it again.`);

/** Throws 400 unless it can be voted on and merged. */
export function requireOpen({ isOpen, closeReason }: RequestRecord): void {
  if (!isOpen) throw requestClosed(closeReason ?? undefined);
}

export const notAnApprover = (reason: string) => permissionDenied('not-an-approver', reason);

const MAX_OPEN = 1_000;
const MAX_OPEN_OF_COMMITTER = 100;

/** Throws 400 where one more would be too many: never 429, which clients would try again. */
export function refuseTooMany({ all, own }: { readonly all: number; readonly own: number }): void {
  if (all >= MAX_OPEN)
    throw badRequest('limit-reached', `A project has at most ${MAX_OPEN} open requests.`);
  if (own >= MAX_OPEN_OF_COMMITTER)
    throw badRequest(
      'limit-reached',
      `Nobody has more than ${MAX_OPEN_OF_COMMITTER} open requests in a project.`,
    );
}

const MAX_ITEMS = 50_000;
const MAX_ITEMS_OF_COMMITTER = 10_000;

/** Throws 400 for more secrets in open requests: whatever ends a policy closes all of them while the project waits. */
export function refuseTooManyItems({ all, own }: Counts, added = 0): void {
  if (all + added > MAX_ITEMS)
    throw badRequest(
      'limit-reached',
      `Open requests of a project have at most ${MAX_ITEMS} secrets.`,
    );
  if (own + added > MAX_ITEMS_OF_COMMITTER)
    throw badRequest(
      'limit-reached',
      `Open requests of one committer in a project have at most ${MAX_ITEMS_OF_COMMITTER} secrets.`,
    );
}

interface Counts {
  readonly all: number;
  readonly own: number;
}
