import { isDialogOpen } from '../widgets/focus';

/** Milliseconds after which nothing is going to open any more. */
const PATIENCE = 5_000;

/**
 * Takes what is typed until the first field of a dialog that is about to open has the focus, and puts it there: keys are
 * faster than a page that asks the server first. It takes it in a field of its own, so that no letter is a shortcut.
 */
export function catchTyped(): void {
  const before = document.activeElement;
  const field = document.createElement('input');
  field.className = 'hidden-visually';
  field.autocomplete = 'off';
  field.spellcheck = false;
  field.setAttribute('aria-label', ' ');
  // There is nowhere to go yet.
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Tab' || event.key === 'Enter') event.preventDefault();
    else if (event.key === 'Escape') end();
  });
  const end = () => {
    clearTimeout(timer);
    document.removeEventListener('focusin', arrive);
    const hadFocus = document.activeElement === field;
    field.remove();
    if (hadFocus && !isDialogOpen() && before instanceof HTMLElement) before.focus();
  };
  const arrive = ({ target }: FocusEvent) => {
    if (target === field) return;
    const text = field.value;
    end();
    if (!(target instanceof HTMLInputElement) || !target.closest('[role=dialog]') || text === '')
      return;
    target.setRangeText(text, target.value.length, target.value.length, 'end');
    target.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const timer = setTimeout(end, PATIENCE);
  document.addEventListener('focusin', arrive);
  document.body.append(field);
  field.focus({ preventScroll: true });
}
