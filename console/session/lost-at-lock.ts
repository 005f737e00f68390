import { useEffect, useId, useSyncExternalStore } from 'react';
import { lock } from './session';

/** Parts that show what the server tells once: the lock drops it, and nobody can bring it back. */
const held = new Set<string>();
let isAsked = false;
const listeners = new Set<() => void>();

function change(next: boolean): void {
  isAsked = next;
  for (const listener of listeners) listener();
}

/** A part tells whether it holds what would be lost at the lock. */
export function useLostAtLock(isHeld: boolean): void {
  const part = useId();
  useEffect(() => {
    if (!isHeld) return undefined;
    held.add(part);
    return () => void held.delete(part);
  }, [part, isHeld]);
}

export const isLostAtLock = (): boolean => held.size > 0;

/** Locks, and asks before where something would be lost with it. What was typed is kept, and needs no question. */
export function askToLock(): void {
  if (isLostAtLock()) change(true);
  else void lock();
}

export function answerLock(isWanted: boolean): void {
  change(false);
  if (isWanted) void lock();
}

export const useLockAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isAsked,
  );
