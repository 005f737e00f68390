import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lock } from '../session/session';
import { KeyPair } from './key-pair';
import { isOfProject, keptBy, usePlaces } from './places';

/** Ctrl K for the box, and `g` with a letter for a place; `g l` locks. Letters do nothing while somebody types. */
export function useShortcuts(projectSlug: string | undefined, openBox: () => void): void {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const places = usePlaces();
  const [pair] = useState(() => new KeyPair());
  useEffect(() => {
    const go = (letter: string) => {
      if (letter === 'l') return void lock();
      const place = places.find(({ key }) => key === letter);
      if (!place || (isOfProject(place) && projectSlug === undefined)) return;
      const params = isOfProject(place) ? { projectSlug } : {};
      void navigate({ to: place.to, params, search: keptBy(place, search) });
    };
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return openBox();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const taken = pair.take(event.key, event.timeStamp);
      if (taken === null) return;
      event.stopPropagation();
      if (taken === 'g') return;
      event.preventDefault();
      go(taken.letter);
    };
    // Before the grid, which would search for the letter.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [navigate, pair, places, projectSlug, openBox, search]);
}

/** Whether keys write text where the focus is. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));
