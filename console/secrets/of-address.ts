import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Change } from '../review/change';
import { isDialogOpen } from '../widgets/focus';
import type { SecretsSearch } from './route';

/** What is changed: what the screen asks for, or a new secret of which the address speaks, as the box (Ctrl K) writes it. */
export function useChange() {
  const { add } = useSearch({ strict: false }) as SecretsSearch;
  const navigate = useNavigate();
  const [asked, setAsked] = useState<Change | null>(null);
  const change: Change | null = asked ?? (add ? { kind: 'new' } : null);
  const origin = useOrigin(change !== null);
  /** The secret whose sheet asked for the change, and is shown again after it, unless the change waits in the draft. */
  const [sheet, setSheet] = useState<string | null>(null);
  const setChange = (next: Change | null, isOfSheet = false, isKept = false) => {
    if (next && !change) origin.remember();
    setAsked(next);
    setSheet(isOfSheet && next ? nameAfter(next) : null);
    const isBack = next === null && sheet !== null && !isKept;
    const search = (before: SecretsSearch) => ({
      ...before,
      add: undefined,
      ...(isBack ? { name: sheet } : {}),
    });
    if (add || isBack) void navigate({ to: '.', replace: true, search: search as never });
  };
  return [change, setChange] as const;
}

/** What a secret is called after the change; null where that is not known, or it is gone. */
const nameAfter = (change: Change): string | null =>
  change.kind === 'change' || change.kind === 'bring-back' ? change.name : null;

/** The one environment that a narrow page shows, which the address has. */
export function useChosen(environments: readonly string[]) {
  const { environment: asked } = useSearch({ strict: false }) as SecretsSearch;
  return { environment: environments.find((slug) => slug === asked) ?? environments[0] ?? '' };
}

/** Selects the cell of the grid that has the focus when Tab leads there. */
const CELL = '[role=grid] [data-cell][tabindex="0"]';
/** Milliseconds until whatever else moves the focus has done so. */
const SETTLED = 200;

/**
 * Where the focus was before a dialog, which may be a chain of several: it gets it back once the last one is closed. Where
 * that is gone, as what stood in another dialog, the grid does.
 */
function useOrigin(isOpen: boolean) {
  const origin = useRef<WeakRef<Element> | null>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    if (!isClosed) return undefined;
    const timer = setTimeout(() => {
      if (isDialogOpen()) return;
      const before = origin.current?.deref();
      const target = before?.isConnected && before !== document.body ? before : null;
      const cell = document.querySelector<HTMLElement>(CELL);
      if (target instanceof HTMLElement) target.focus();
      else cell?.focus();
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return {
    remember: () => {
      const { activeElement: element } = document;
      origin.current = element && !element.closest('[role=dialog]') ? new WeakRef(element) : null;
    },
  };
}
