import { useSyncExternalStore } from 'react';
import { api, take } from '../api/client';
import { NOT_PROVED, Refusal } from '../api/refusal';
import { accessToken, setAccessToken } from '../api/token';
import { sessionWords as words } from '../words/session';
import { claimsOf } from './claims';
import { currentAccount, onLock, resume } from './session';

interface Question {
  readonly answer: () => void;
  readonly giveUp: () => void;
}

let question: Question | null = null;
let asked: Promise<void> | null = null;
const listeners = new Set<() => void>();

function show(next: Question | null): void {
  question = next;
  for (const listener of listeners) listener();
}

/** The proof that is asked for now. */
export const useQuestion = (): Question | null =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => question,
  );

/**
 * Has whoever is at the page prove who they are, where the last proof is older than ten minutes: the server knows when that
 * was. Acts that need it in the same moment share one proof. Throws a `Refusal` where there is none.
 */
export async function proveFreshly(): Promise<void> {
  if (await isFresh()) return;
  asked ??= ask().finally(() => (asked = null));
  return asked;
}

const ask = () =>
  new Promise<void>((resolve, reject) => {
    const close = (done: () => void) => {
      stop();
      show(null);
      done();
    };
    const giveUp = () =>
      close(() => reject(new Refusal(words.notProved, { status: 0, code: NOT_PROVED })));
    const stop = onLock(giveUp);
    show({ answer: () => close(resolve), giveUp });
  });

/** Whether the server takes the last proof of the present session for fresh. */
export async function isFresh(): Promise<boolean> {
  const claims = claimsOf(accessToken() ?? '');
  if (claims.authTokenType === 'accessToken') {
    const { sessions } = await take(api.GET('/api/v2/users/me/sessions'));
    return sessions.some((session) => session.isCurrent && session.isFresh);
  }
  const params = { path: { identityId: claims.identityId } };
  const { sessions } = await take(api.GET('/api/v1/identities/{identityId}/sessions', { params }));
  return sessions.some((session) => session.id === claims.sessionId && session.isFresh);
}

/**
 * Proves by a password or a code of the app. Throws a `Refusal` where it is wrong. The server answers that by 401, as it does a
 * token at its end: the request brings its token along, so that it is not sent again with the next one and counted twice.
 */
export async function proveBySecret(
  proof: { readonly password: string } | { readonly totp: string },
): Promise<void> {
  // This renews a token that has come to its end meanwhile.
  if (await isFresh()) return;
  const headers = { Authorization: `Bearer ${accessToken()}` };
  const { token } = await take(api.POST('/api/v1/auth/reauthenticate', { headers, body: proof }));
  setAccessToken(token);
}

/** Ways in which the person who is signed in can prove it, and where their provider does. */
export async function waysToProve() {
  const [{ user }, { organizations }] = await Promise.all([
    take(api.GET('/api/v2/users/me')),
    take(api.GET('/api/v2/users/me/organizations')),
  ]);
  return {
    hasPassword: user.authMethods.includes('email'),
    hasCode: user.mfaMethods.includes('totp'),
    orgSlug: organizations.find(({ id }) => id === currentAccount()?.organizationId)?.slug ?? '',
  };
}

/** Takes over the session that was opened in another tab; returns whether its proof is fresh. */
export const provedElsewhere = async (): Promise<boolean> => (await resume()) && isFresh();
