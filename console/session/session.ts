import { useSyncExternalStore } from 'react';
import { api, byCookie, forgetLists, take } from '../api/client';
import { queryClient } from '../api/queries';
import { Refusal } from '../api/refusal';
import { accessToken, renewTokenBy, setAccessToken } from '../api/token';
import { type Account, accountOf } from './account';
import { claimsOf } from './claims';
import { hearTabs, tellKept, tellTabs } from './other-tabs';
import { forgetUnsaved, hasUnsaved, keepUnsaved, unsavedCount } from './unsaved';

export type Phase = 'checking' | 'out' | 'in' | 'locked';

/** What the page knows of its session. `account` outlives the lock, so that the same person goes on where they were. */
export interface SessionState {
  readonly phase: Phase;
  readonly account: Account | null;
  /** Why the page asks for a sign-in although nobody signed out here: the session is over, or somebody did so in another tab. */
  readonly ended: Ended | null;
  /** Changes that were not applied and that the page discarded because nobody came back for them. */
  readonly lost: number;
  /** Changes that were not applied and that other tabs keep after a sign-out. */
  readonly keptElsewhere: number;
}

type Ended = 'over' | 'elsewhere';

/** Rises at each lock and sign-out: a token that was asked for before is not taken any more. */
let closed = 0;
let state: SessionState = {
  ...{ phase: 'checking', account: null, ended: null },
  ...{ lost: 0, keptElsewhere: 0 },
};
const listeners = new Set<() => void>();
const leavers = new Set<() => void>();
const lockers = new Set<() => void>();

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
  hearTabs(
    (told) => {
      if (told === 'in') return state.phase === 'locked' ? void resume() : undefined;
      closed++;
      if (told === 'out') leaveWithOthers();
      else if (state.phase === 'in') end('locked', null);
    },
    (keptElsewhere) => change({ keptElsewhere }),
  );
  if (!(await resume())) change({ phase: 'out', ended: null });
}

/**
 * Ends with the sign-out of another tab, where nobody was asked about what is not applied in this one: then the page locks, and
 * keeps that as a lock does.
 */
function leaveWithOthers(): void {
  if (state.phase !== 'in' && state.phase !== 'locked') return;
  if (!hasUnsaved()) return end('out', null);
  end('locked', 'elsewhere');
  tellKept(unsavedCount());
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
  if (state.account && !isSame(state.account, account)) {
    if (hasUnsaved()) return stayLocked();
    forgetAll();
  }
  clearTimeout(forgetting);
  keepUnsaved(false);
  tellTabs('in');
  change({ phase: 'in', account, ended: null, lost: 0, keptElsewhere: 0 });
}

/** Somebody else came in by another tab. What is not applied here is neither theirs to see nor theirs to lose. */
function stayLocked(): void {
  setAccessToken(null);
  change({ ended: 'elsewhere' });
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
    if (isOver && began === closed && state.phase === 'in') end('locked', 'over');
    return false;
  }
}

/** Locks the session on the server too, so that no reload goes past the lock. */
export async function lock(): Promise<void> {
  if (state.phase !== 'in') return;
  const locked = close('/api/v1/auth/lock');
  tellTabs('locked');
  end('locked', null);
  await locked;
}

export async function signOut(): Promise<void> {
  if (state.ended === 'elsewhere') {
    // The session of the cookie, if there is one, is that of another tab.
    tellKept(0);
    return end('out', null);
  }
  const signedOut = close('/api/v1/auth/logout');
  tellTabs('out');
  end('out', null);
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

function end(phase: 'out' | 'locked', ended: Ended | null): void {
  closed++;
  clearTimeout(forgetting);
  if (phase === 'locked') forgetting = setTimeout(forgetLocked, KEPT);
  keepUnsaved(phase === 'locked');
  setAccessToken(null);
  leave();
  for (const work of lockers) work();
  forgetLists();
  if (phase === 'out') forgetAll();
  change({ phase, ended, ...(phase === 'out' ? { account: null, lost: 0 } : {}) });
}

/** Nobody came back in time. */
function forgetLocked(): void {
  const lost = unsavedCount();
  tellKept(0);
  end('out', 'over');
  change({ lost });
}

function forgetAll(): void {
  forgetUnsaved();
  queryClient.clear();
  forgetLists();
}
