import { type RefObject, useEffect, useRef, useState } from 'react';

/** A message in a corner is a dialog to React Aria as well, but no modal one. */
const DIALOGS = ':is([role=dialog], [role=alertdialog]):not([aria-modal=false])';
/** React Aria marks what is about to go. */
const LEAVING = '[data-exiting]';

/**
 * Closes the uppermost dialog by Escape where nothing has the focus: what had it went away with what was done in the dialog,
 * or is about to. React Aria hears the keys of what has the focus within the dialog, and no others.
 */
export function useEscapeWithoutFocus(
  isOpen: boolean,
  close: () => void,
): RefObject<HTMLElement | null> {
  const dialog = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const hear = ({ key, isComposing }: KeyboardEvent) => {
      const focused = document.activeElement;
      const isNowhere = !focused || focused === document.body || focused.closest(LEAVING) !== null;
      if (key !== 'Escape' || isComposing || !isNowhere) return;
      const open = [...document.querySelectorAll(DIALOGS)].filter((each) => !each.closest(LEAVING));
      if (open.at(-1) === dialog.current) close();
    };
    // Before React Aria, which lets no Escape of a dialog pass that is about to go.
    document.addEventListener('keydown', hear, true);
    return () => document.removeEventListener('keydown', hear, true);
  }, [isOpen, close]);
  return dialog;
}

/** Milliseconds until whatever else moves the focus has done so. */
const SETTLED = 100;

/** Gives the focus back to what had it before a dialog, where that is there and nothing else has taken it. */
export function useFocusReturned(isOpen: boolean): void {
  const [before, setBefore] = useState<{ readonly isOpen: boolean; readonly had: Element | null }>({
    isOpen: false,
    had: null,
  });
  if (before.isOpen !== isOpen)
    setBefore({ isOpen, had: isOpen ? document.activeElement : before.had });
  const { had } = before;
  useEffect(() => {
    if (!isOpen || !(had instanceof HTMLElement)) return;
    return () => {
      setTimeout(() => {
        if (had.isConnected && document.activeElement === document.body) had.focus();
      }, SETTLED);
    };
  }, [isOpen, had]);
}
