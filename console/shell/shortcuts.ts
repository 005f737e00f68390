import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { lock } from '../session/session';
import { isOfProject, usePlaces } from './places';

/** Milliseconds between `g` and the letter of a place. */
const PAUSE = 1500;

/** Ctrl K for the box, and `g` with a letter for a place; `g l` locks. Letters do nothing while somebody types. */
export function useShortcuts(openBox: () => void): void {
  const navigate = useNavigate();
  const places = usePlaces();
  const { projectSlug } = useParams({ strict: false });
  const began = useRef(0);
  useEffect(() => {
    const go = (letter: string) => {
      if (letter === 'l') return void lock();
      const place = places.find(({ key }) => key === letter);
      if (!place || (isOfProject(place) && projectSlug === undefined)) return;
      void navigate({ to: place.to, params: isOfProject(place) ? { projectSlug } : {} });
    };
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return openBox();
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.timeStamp - began.current < PAUSE) {
        event.preventDefault();
        event.stopPropagation();
        go(event.key);
        began.current = -PAUSE;
      } else if (event.key === 'g') {
        began.current = event.timeStamp;
        event.stopPropagation();
      }
    };
    // Before the grid, which would search for the letter.
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [navigate, places, projectSlug, openBox]);
}

/** Whether keys write text where the focus is. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'));
