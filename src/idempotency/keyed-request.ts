import type { Request } from 'express';
import type { ContentActor } from '../auth/actor.js';
import { ApiError, conflict, invalid } from '../errors/api-error.js';

/** A request that came with an Idempotency-Key. Keys of two identities have nothing to do with each other. */
export interface KeyedRequest {
  readonly actor: ContentActor;
  /** Stands for the key, which is stored nowhere. */
  readonly digest: Buffer;
  /** A digest of the method, the path with its query, and the body. */
  readonly fingerprint: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export const KEY_HEADER = 'Idempotency-Key';
export const REPLAYED_HEADER = 'Idempotency-Replayed';

const VISIBLE = /^[\x21-\x7e]{1,255}$/;

const LOWER = KEY_HEADER.toLowerCase(); // as Node names headers

export const isKeyed = (req: Request): boolean => req.headers[LOWER] !== undefined;

/** The key as it was sent. Throws 422 for one that is empty, too long or not visible ASCII. */
export function keyOf(req: Request): string {
  const key = req.headers[LOWER];
  if (typeof key === 'string' && VISIBLE.test(key)) return key;
  throw refused('invalid_string', `${KEY_HEADER} must be 1 to 255 visible ASCII characters`);
}

export const otherRequest = () =>
  refused(
    'key_reused',
    `This ${KEY_HEADER} was sent with another request; take a new key for each`,
  );

const refused = (code: string, message: string) => invalid([{ code, path: [KEY_HEADER], message }]);

export const stillRunning = () =>
  new ApiError(
    'first-request-running',
    `The first request with this ${KEY_HEADER} still runs. Repeat it in a moment.`,
    undefined,
    { 'Retry-After': '1' },
  );

/** Seconds. A caller at the quota may ask again after this time at the latest. */
const LONGEST_WAIT = 60;

/** The 429 at the quota. `seconds`: until the first of the caller's keys ends. */
export function tooManyKeys(most: number, seconds: number): ApiError {
  const wait = Math.min(Math.max(seconds, 1), LONGEST_WAIT);
  return new ApiError(
    'too-many-idempotency-keys',
    `You have ${most} live values of ${KEY_HEADER}, which is the most. Try again in ${wait} seconds.`,
    undefined,
    { 'Retry-After': String(wait) },
  );
}

/** The 409 for an answer of which a secret was not kept. Its other parts tell what was made. */
export const secretNotKept = (omitted: readonly string[], answer: unknown) =>
  conflict(
    'secret-not-kept',
    `The request with this ${KEY_HEADER} was done before. Its answer showed ${omitted.join(', ')}, which is not kept. ` +
      'Read it by the certificate; where its profile stores none, delete the certificate and make another under a new key. The rest of the answer is in details.answer.',
    { answer },
  );

/** The 409 for an answer that was not kept. It is no reason to repeat the request: the change was made. */
export const unanswerable = () =>
  conflict(
    'answer-not-kept',
    `The request with this ${KEY_HEADER} was done before; its answer can no longer be shown.`,
  );
