import { useEffect, useId, useSyncExternalStore } from 'react';

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

const ask = (event: BeforeUnloadEvent) => {
  if (hasUnsaved()) event.preventDefault();
};

const counts = new Map<string, number>();
/** Forms, which are looked at when somebody asks: what was typed into them is with them alone. */
const forms = new Map<string, () => boolean>();
/** Whether the page is locked: its parts are hidden then, and do not tell any more. */
let isKept = false;

/** Counts anew what is not applied: each form into which somebody typed is one change. */
export function count(): void {
  if (!isKept) for (const [form, hasWork] of forms) counts.set(form, hasWork() ? 1 : 0);
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

/** A form tells whether somebody typed into it what was not sent; absent where that is told otherwise. */
export function useUnsavedForm(hasWork: (() => boolean) | null): void {
  const form = useId();
  useEffect(() => {
    if (!hasWork) return undefined;
    forms.set(form, hasWork);
    return () => {
      forms.delete(form);
      if (isKept) return;
      counts.delete(form);
      count();
    };
  }, [form, hasWork]);
}

/** At the lock: what parts told stays told. */
export function keepUnsaved(isLocked: boolean): void {
  if (isLocked) count();
  isKept = isLocked;
}

/** All of it is discarded. */
export function forgetUnsaved(): void {
  forms.clear();
  counts.clear();
  count();
}

export function unsavedCount(): number {
  count();
  return state.count;
}

export const hasUnsaved = (): boolean => unsavedCount() > 0;
export const setAsked = (isAsked: boolean): void => change({ isAsked });

export const useUnsaved = (): Unsaved =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
