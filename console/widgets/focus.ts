import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Selects modal dialogs: a message in a corner is a dialog to React Aria as well, but no modal one. */
const DIALOGS = ':is([role=dialog], [role=alertdialog]):not([aria-modal=false])';
/** Selects what React Aria has marked as about to go. */
const LEAVING = '[data-exiting]';
/** Milliseconds until whatever else moves the focus has done so. */
const SETTLED = 100;
/** Elements that had the focus, of which the latest that is still there gets it back. */
const REMEMBERED = 20;

const uppermostDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(DIALOGS)]
    .filter((each) => !each.closest(LEAVING))
    .at(-1);

/** Whether something lies over the page that waits for an answer. */
export const isDialogOpen = (): boolean => uppermostDialog() !== undefined;

function isFocusNowhere(): boolean {
  const focused = document.activeElement;
  return !focused || focused === document.body || focused.closest(LEAVING) !== null;
}

/**
 * Closes the uppermost dialog by Escape where nothing has the focus: what had it went away with what was done in the dialog,
 * or is about to. React Aria hears the keys of what has the focus within the dialog, and no others.
 */
export function useEscapeWithoutFocus(
  dialog: RefObject<HTMLElement | null>,
  isOpen: boolean,
  close: () => void,
): void {
  useEffect(() => {
    if (!isOpen) return;
    const hear = ({ key, isComposing }: KeyboardEvent) => {
      if (key !== 'Escape' || isComposing || !isFocusNowhere()) return;
      if (uppermostDialog() === dialog.current) close();
    };
    // Before React Aria, which lets no Escape of a dialog pass that is about to go.
    document.addEventListener('keydown', hear, true);
    return () => document.removeEventListener('keydown', hear, true);
  }, [dialog, isOpen, close]);
}

/**
 * After the last step of a dialog one of its buttons is left, which closes it: it gets the focus where nothing else has it. What
 * writes goes with that step, so that no key meant for it can press it again. The reference is for the row of the buttons.
 */
export function useFocusOfLastAct(
  dialog: RefObject<HTMLElement | null>,
): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  const before = useRef(0);
  // Before React Aria looks for what had the focus: it would give it to the first thing of the dialog.
  useLayoutEffect(() => {
    const buttons = row.current?.querySelectorAll('button') ?? [];
    const isLast = buttons.length === 1 && before.current > 1;
    before.current = buttons.length;
    if (!isLast || (!isFocusNowhere() && document.activeElement !== dialog.current)) return;
    buttons[0]?.focus();
  });
  return row;
}

/**
 * Keeps the focus on the page: where an act takes away what has it, the element that had it before gets it, within the uppermost
 * dialog or else the content; without one, these themselves. For the frame, once.
 */
export function useFocusKept(): void {
  useEffect(() => {
    // Elements that are gone may have shown values: nothing here keeps them in memory.
    const before: WeakRef<Element>[] = [];
    let hasFocus = false;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      hasFocus = true;
      before.push(new WeakRef(target));
      if (before.length > REMEMBERED) before.shift();
    };
    const observer = new MutationObserver(() => {
      if (!hasFocus || before.at(-1)?.deref()?.isConnected) return;
      hasFocus = false;
      setTimeout(() => giveBack(before), SETTLED);
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
}

function giveBack(before: readonly WeakRef<Element>[]): void {
  const home = uppermostDialog() ?? document.getElementById('content');
  // React Aria may have given it to the dialog itself.
  if (!home || (!isFocusNowhere() && document.activeElement !== home)) return;
  const last = before
    .map((each) => each.deref())
    .findLast((each) => each && each !== home && home.contains(each));
  if (last instanceof HTMLElement) last.focus();
  if (isFocusNowhere()) home.focus();
}
