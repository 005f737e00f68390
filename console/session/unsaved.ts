import { useSyncExternalStore } from 'react';

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

/** Whoever keeps changes tells how many: the browser asks before the page goes with them, while it is locked too. */
export function setUnsaved(count: number): void {
  if (count === state.count) return;
  if (count > 0) addEventListener('beforeunload', ask);
  else removeEventListener('beforeunload', ask);
  change({ count, ...(count === 0 && { isAsked: false }) });
}

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
