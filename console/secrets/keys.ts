import { useEffect, useRef } from 'react';
import { isLetter } from '../shell/shortcuts';
import { isDialogOpen } from '../widgets/focus';
import { catchTyped } from './typed-ahead';

/** `/` leads to the filter, `f` to the folders, and `n` to a new secret, while nobody types and nothing lies over the page. */
export function useKeys(add: () => void) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const acts: Readonly<Record<string, () => void>> = {
      '/': () => field.current?.focus(),
      f: () => document.querySelector<HTMLElement>(FOLDER)?.focus(),
      n: () => {
        add();
        catchTyped();
      },
    };
    const onKey = (event: KeyboardEvent) => {
      const act = Object.hasOwn(acts, event.key) ? acts[event.key] : undefined;
      if (!act || !isLetter(event) || isDialogOpen()) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return field;
}

/** The folder that is shown, in the tree. */
const FOLDER = '[data-folder][aria-current=page]';
