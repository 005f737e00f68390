import createClient from 'openapi-fetch';
import { Refusal, refusalOf, unreachable } from './refusal';
import type { paths } from './schema';
import { awaitProof } from './proof';
import { accessToken, renewToken } from './token';

/** Where the server is mounted: the page is at `console/` below it. Ends without a slash. */
export const SERVER = new URL('..', document.baseURI).href.replace(/\/$/, '');

/**
 * The public API, typed by its own document. Requests carry the access token; nothing of an answer is kept by the
 * browser. Screens go through `take`, which throws a `Refusal`:
 * `const { projects } = await take(api.GET('/api/v1/projects'))`.
 */
export const api = createClient<paths>({ baseUrl: SERVER, fetch: send, cache: 'no-store' });

api.use({ onRequest: ({ request, schemaPath }) => awaitProof(request, schemaPath) });

/** The same without a token, for what the cookie alone opens: an answer of 401 there is the end of the session. */
export const byCookie = createClient<paths>({
  ...{ baseUrl: SERVER, cache: 'no-store' },
  fetch: (request) => sendOnce(request, null),
});

/** Sends with the token; where that has just ended, once more with the next one. */
async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const sent = request.headers.has('Authorization') ? null : accessToken();
  const answer = await sendOnce(request, sent);
  if (answer.status !== 401 || sent === null) return answer;
  // Another request may have renewed it meanwhile.
  const isNew = accessToken() !== sent || (await renewToken());
  return isNew ? sendOnce(again, accessToken()) : answer;
}

async function sendOnce(request: Request, token: string | null): Promise<Response> {
  if (token !== null) request.headers.set('Authorization', `Bearer ${token}`);
  try {
    return await fetch(request);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
}

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/** What was asked for. Throws a `Refusal` where the server refused or did not answer. */
export async function take<T>(asked: Promise<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await asked;
  if (!response.ok) throw refusalOf(response, error);
  return data as NonNullable<T>;
}

/** Of lists that were read before, so that reading them again costs one statement and no transfer. */
const kept = new Map<string, { readonly etag: string; readonly data: unknown }>();
const MAX_KEPT = 100;

/**
 * Like `take`, for lists that are read again and again: sends the entity tag of the last answer, and returns the same
 * object where nothing has changed. Never for what holds a value of a secret: it would stay in memory.
 */
export async function reread<T>(
  key: readonly unknown[],
  ask: (headers: Record<string, string>) => Promise<Answer<T>>,
): Promise<NonNullable<T>> {
  const name = JSON.stringify(key);
  const last = kept.get(name);
  const answer = await ask(last ? { 'If-None-Match': last.etag } : {});
  if (answer.response.status === 304 && last) return last.data as NonNullable<T>;
  const data = await take(Promise.resolve(answer));
  const etag = answer.response.headers.get('ETag');
  kept.delete(name);
  if (etag !== null) kept.set(name, { etag, data });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return data;
}

/** Forgets the lists that were read, at lock and sign-out. */
export const forgetLists = (): void => kept.clear();

/** A key for one act: sent again with it after a lost answer, the act happens once. */
export const idempotencyKey = (): Record<'Idempotency-Key', string> => ({
  'Idempotency-Key': crypto.randomUUID(),
});

/** What was thrown, as a refusal that a screen can show. */
export const asRefusal = (thrown: unknown): Refusal =>
  thrown instanceof Refusal
    ? thrown
    : new Refusal(thrown instanceof Error ? thrown.message : 'Something went wrong on this page.');
