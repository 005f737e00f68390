import { useEffect, useRef } from 'react';
import { isLetter } from '../shell/shortcuts';
import { isDialogOpen } from '../widgets/focus';

/** `/` leads to the filter, and `n` to a new secret, while nobody types and nothing lies over the page. */
export function useKeys(add: () => void) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isLetter(event) || isDialogOpen() || (event.key !== '/' && event.key !== 'n')) return;
      event.preventDefault();
      if (event.key === 'n') add();
      else field.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  return field;
}
