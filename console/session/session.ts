import { useSyncExternalStore } from 'react';
import { api, forgetLists, take } from '../api/client';
import { queryClient } from '../api/queries';
import { Refusal } from '../api/refusal';
import { accessToken, renewTokenBy, setAccessToken } from '../api/token';

/** Who is signed in. */
export interface Account {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly organizationId: string;
  readonly organization: string;
}

export type Phase = 'checking' | 'out' | 'in' | 'locked';

/** What the page knows of its session. `account` outlives the lock, so that the same person goes on where they were. */
export interface SessionState {
  readonly phase: Phase;
  readonly account: Account | null;
  /** Why the page asks for a sign-in although nobody signed out. */
  readonly hasEnded: boolean;
}

let state: SessionState = { phase: 'checking', account: null, hasEnded: false };
const listeners = new Set<() => void>();
const leavers = new Set<() => void>();
const lockers = new Set<() => void>();
/** Tells the other tabs of this browser, which share the cookie. No message holds a token. */
const channel = new BroadcastChannel('strongroom-session');

function change(next: Partial<SessionState>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

export const useSession = (): SessionState =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );

/** Calls `work` whenever values must go: at lock, sign-out, and when the page is hidden. Returns how to stop. */
export function onLeave(work: () => void): () => void {
  leavers.add(work);
  return () => void leavers.delete(work);
}

/** Calls `work` at lock and sign-out. */
export function onLock(work: () => void): void {
  lockers.add(work);
}

export function leave(): void {
  for (const work of leavers) work();
}

/** Goes on with the session of the cookie, if there is one. */
export async function beginSession(): Promise<void> {
  renewTokenBy(renewByCookie);
  channel.onmessage = ({ data }) => {
    if (data === 'out' && state.phase === 'in') end('out', false);
    if (data === 'locked' && state.phase === 'in') end('locked', false);
  };
  try {
    const next = await take(api.POST('/api/v1/auth/token'));
    if (next.organizationId === undefined) return change({ phase: 'out' });
    await enter(next.token, next.organizationId);
  } catch (error) {
    change({ phase: 'out', hasEnded: false });
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Takes over a token that a sign-in ended with. */
export async function enter(token: string, organizationId: string): Promise<void> {
  setAccessToken(token);
  const [{ user }, { organizations }] = await Promise.all([
    take(api.GET('/api/v2/users/me')),
    take(api.GET('/api/v2/users/me/organizations')),
  ]);
  const account: Account = {
    userId: user.id,
    email: user.email,
    name: [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email,
    organizationId,
    organization: organizations.find(({ id }) => id === organizationId)?.name ?? '',
  };
  if (state.account && !isSame(state.account, account)) forgetAll();
  change({ phase: 'in', account, hasEnded: false });
}

const isSame = (one: Account, other: Account) =>
  one.userId === other.userId && one.organizationId === other.organizationId;

async function renewByCookie(): Promise<boolean> {
  try {
    const { token } = await take(api.POST('/api/v1/auth/token'));
    setAccessToken(token);
    return true;
  } catch (error) {
    const isOver = error instanceof Refusal && (error.status === 401 || error.status === 403);
    if (isOver && state.phase === 'in') end('locked', true);
    return false;
  }
}

/** Ends the session on the server too, so that no reload goes past the lock. */
export async function lock(): Promise<void> {
  if (state.phase !== 'in') return;
  const signedOut = endOnServer();
  channel.postMessage('locked');
  end('locked', false);
  await signedOut;
}

export async function signOut(): Promise<void> {
  const signedOut = state.phase === 'in' ? endOnServer() : Promise.resolve();
  channel.postMessage('out');
  end('out', false);
  await signedOut;
}

async function endOnServer(): Promise<void> {
  const headers = { Authorization: `Bearer ${accessToken() ?? ''}` };
  // What is refused here has ended already; without an answer the session ends by its own idle time.
  await take(api.POST('/api/v1/auth/logout', { headers })).catch(() => undefined);
}

function end(phase: 'out' | 'locked', hasEnded: boolean): void {
  setAccessToken(null);
  leave();
  for (const work of lockers) work();
  forgetLists();
  if (phase === 'out') forgetAll();
  change({ phase, hasEnded, ...(phase === 'out' ? { account: null } : {}) });
}

function forgetAll(): void {
  queryClient.clear();
  forgetLists();
}
