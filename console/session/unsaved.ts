import { useEffect, useSyncExternalStore } from 'react';

interface Unsaved {
  /** Changes that this page alone knows. */
  readonly count: number;
  /** Whether somebody wants to sign out, which loses them. */
  readonly isAsked: boolean;
}

let state: Unsaved = { count: 0, isAsked: false };
const listeners = new Set<() => void>();

function change(next: Partial<Unsaved>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault();

const counts = new Map<string, number>();
/** Whether the page is locked: its parts are hidden then, and do not tell any more. */
let isKept = false;

function count(): void {
  const sum = [...counts.values()].reduce((all, each) => all + each, 0);
  if (sum === state.count) return;
  if (sum > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
  change({ count: sum, ...(sum === 0 && { isAsked: false }) });
}

/**
 * A part of the page tells how many changes it keeps that were not applied: the browser asks before the page goes with them,
 * while it is locked too.
 */
export function useUnsavedWork(part: string, changes: number): void {
  useEffect(() => {
    counts.set(part, changes);
    count();
    return () => {
      if (isKept) return;
      counts.delete(part);
      count();
    };
  }, [part, changes]);
}

/** At the lock: what parts told stays told. */
export const keepUnsaved = (isLocked: boolean): void => void (isKept = isLocked);

/** All of it is discarded. */
export function forgetUnsaved(): void {
  counts.clear();
  count();
}

export const unsavedCount = (): number => state.count;
export const hasUnsaved = (): boolean => state.count > 0;
export const setAsked = (isAsked: boolean): void => change({ isAsked });

export const useUnsaved = (): Unsaved =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
