import { useEffect } from 'react';
import { isTyping } from '../shell/shortcuts';
import { isDialogOpen } from '../widgets/focus';
import { type Step, stepOf } from './model';

/** Selects what moves by arrows within itself. */
const OWN_ARROWS =
  'input[type=radio], :is([role=menu], [role=menubar], [role=listbox], [role=grid], [role=tablist], [role=tree], [role=radiogroup])';

/** Whether arrows mean something else where the focus is: in a text, in a list that is open, in what is scrolled sideways. */
function takesArrows(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (isTyping(target) || target.closest(OWN_ARROWS) !== null) return true;
  for (let each: Element | null = target; each && each !== document.body; each = each.parentElement)
    if (each.scrollWidth > each.clientWidth && /auto|scroll/.test(getComputedStyle(each).overflowX))
      return true;
  return false;
}

/** Takes the arrows wherever the focus is on the screen, unless they mean something else there. */
export function useArrows(onStep: (step: Step) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (!step || event.defaultPrevented || isDialogOpen() || takesArrows(event.target)) return;
      event.preventDefault();
      onStep(step);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

/** Whether Escape closes something where the focus is. */
const closesByEscape = (target: EventTarget | null): boolean =>
  isDialogOpen() ||
  (target instanceof Element &&
    target.closest('[role=menu], [role=listbox], [aria-expanded=true]') !== null);

/** Escape leads back to now, unless it closes something first. */
export function useEscape(isPast: boolean, toNow: () => void): void {
  useEffect(() => {
    if (!isPast) return undefined;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !closesByEscape(event.target)) toNow();
    };
    // Before whatever closes: afterwards nothing tells that it was open.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [isPast, toNow]);
}
