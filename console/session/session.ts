import { useSyncExternalStore } from 'react';
import { api, byCookie, forgetLists, take } from '../api/client';
import { queryClient } from '../api/queries';
import { Refusal } from '../api/refusal';
import { accessToken, renewTokenBy, setAccessToken } from '../api/token';
import { type Account, accountOf } from './account';
import { claimsOf } from './claims';
import { setUnsaved } from './unsaved';

export type Phase = 'checking' | 'out' | 'in' | 'locked';

/** What the page knows of its session. `account` outlives the lock, so that the same person goes on where they were. */
export interface SessionState {
  readonly phase: Phase;
  readonly account: Account | null;
  /** Why the page asks for a sign-in although nobody signed out. */
  readonly hasEnded: boolean;
}

/** Rises at each lock and sign-out: a token that was asked for before is not taken any more. */
let closed = 0;
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

/** Who is signed in, where no component asks. */
export const currentAccount = (): Account | null => state.account;

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

/** Calls `work` at lock and sign-out. Returns how to stop. */
export function onLock(work: () => void): () => void {
  lockers.add(work);
  return () => void lockers.delete(work);
}

export function leave(): void {
  for (const work of leavers) work();
}

/** Goes on with the session of the cookie, if there is one. */
export async function beginSession(): Promise<void> {
  renewTokenBy(renewByCookie);
  channel.onmessage = ({ data }) => {
    if (data === 'out' || data === 'locked') closed++;
    if (data === 'out' && state.phase === 'in') end('out', false);
    if (data === 'locked' && state.phase === 'in') end('locked', false);
    if (data === 'in' && state.phase === 'locked') void resume();
  };
  if (!(await resume())) change({ phase: 'out', hasEnded: false });
}

/** Goes in with the session of the cookie; returns whether there is one that is open. */
export async function resume(): Promise<boolean> {
  const began = closed;
  try {
    const { token } = await take(byCookie.POST('/api/v1/auth/token'));
    if (began === closed) await enter(token);
    return state.phase === 'in';
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Takes over a token that a sign-in ended with. One without an organization opens nothing here. */
export async function enter(token: string, clientId?: string): Promise<void> {
  setAccessToken(token);
  const account = await accountOf(claimsOf(token), clientId);
  // Locked meanwhile.
  if (accessToken() !== token) return;
  if (!account) return setAccessToken(null);
  if (state.account && !isSame(state.account, account)) forgetAll();
  clearTimeout(forgetting);
  channel.postMessage('in');
  change({ phase: 'in', account, hasEnded: false });
}

const isSame = (one: Account, other: Account) =>
  one.id === other.id && one.organizationId === other.organizationId;

async function renewByCookie(): Promise<boolean> {
  const began = closed;
  try {
    const { token } = await take(byCookie.POST('/api/v1/auth/token'));
    if (began !== closed) return false;
    setAccessToken(token);
    return true;
  } catch (error) {
    const isOver = error instanceof Refusal && (error.status === 401 || error.status === 403);
    if (isOver && began === closed && state.phase === 'in') end('locked', true);
    return false;
  }
}

/** Locks the session on the server too, so that no reload goes past the lock. */
export async function lock(): Promise<void> {
  if (state.phase !== 'in') return;
  const locked = close('/api/v1/auth/lock');
  channel.postMessage('locked');
  end('locked', false);
  await locked;
}

export async function signOut(): Promise<void> {
  const signedOut = close('/api/v1/auth/logout');
  channel.postMessage('out');
  end('out', false);
  await signedOut;
}

/** By the token, and by the cookie where the page is locked. */
async function close(path: '/api/v1/auth/lock' | '/api/v1/auth/logout'): Promise<void> {
  const token = accessToken();
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  // What is refused here has ended already; without an answer the session ends by its own idle time.
  await take(api.POST(path, { headers })).catch(() => undefined);
}

/** Milliseconds that a locked page keeps what was not saved. */
const KEPT = 3_600_000;
let forgetting: ReturnType<typeof setTimeout> | undefined;

function end(phase: 'out' | 'locked', hasEnded: boolean): void {
  closed++;
  clearTimeout(forgetting);
  if (phase === 'locked') forgetting = setTimeout(() => end('out', true), KEPT);
  setAccessToken(null);
  leave();
  for (const work of lockers) work();
  forgetLists();
  if (phase === 'out') forgetAll();
  change({ phase, hasEnded, ...(phase === 'out' ? { account: null } : {}) });
}

function forgetAll(): void {
  setUnsaved(0);
  queryClient.clear();
  forgetLists();
}
