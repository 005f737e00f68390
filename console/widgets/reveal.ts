import { useCallback, useEffect, useState } from 'react';
import { onLeave } from '../session/session';

/** Seconds that a value is shown. */
const SHOWN = 30;

export interface Reveal {
  /** The value while it is shown. */
  readonly value: string | null;
  /** Seconds until it hides. */
  readonly left: number;
  /** Fetches one value, which is an act and an entry of the audit log, and shows it. Throws what `fetch` throws. */
  readonly show: () => Promise<void>;
  readonly hide: () => void;
}

/**
 * Holds one value for 30 s, in the state of one component: it is dropped when the time is over, the page is hidden, left
 * or locked, and the component goes.
 */
export function useReveal(fetch: () => Promise<string>): Reveal {
  const [shown, setShown] = useState<{ readonly value: string; readonly left: number } | null>(
    null,
  );
  const hide = useCallback(() => setShown(null), []);
  useEffect(() => onLeave(hide), [hide]);
  const isShown = shown !== null;
  useEffect(() => {
    if (!isShown) return;
    const timer = setInterval(
      () => setShown((last) => (last && last.left > 1 ? { ...last, left: last.left - 1 } : null)),
      1000,
    );
    return () => clearInterval(timer);
  }, [isShown]);
  const show = async () => {
    const value = await fetch();
    // It came too late for a page that nobody looks at.
    if (document.visibilityState === 'visible') setShown({ value, left: SHOWN });
  };
  return { value: shown?.value ?? null, left: shown?.left ?? 0, show, hide };
}
