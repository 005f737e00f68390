import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { areLettersOn } from '../session/preferences';
import { askToLock } from '../session/lost-at-lock';
import { isDialogOpen } from '../widgets/focus';
import { KeyPair } from './key-pair';
import { isOfProject, keptBy, type Kept, usePlaces } from './places';

interface Shortcuts {
  readonly projectSlug: string | undefined;
  readonly kept: Kept;
  readonly openBox: () => void;
  readonly showKeys: () => void;
}

/** Ctrl K for the box, `g` with a letter for a place, `?` for the list of keys; `g l` locks. Letters do nothing while somebody types. */
export function useShortcuts({ projectSlug, kept, openBox, showKeys }: Shortcuts): void {
  const navigate = useNavigate();
  const places = usePlaces();
  const [pair] = useState(() => new KeyPair());
  useEffect(() => {
    const go = (letter: string) => {
      if (letter === 'l') return askToLock();
      const place = places.find(({ key }) => key === letter);
      if (!place || (isOfProject(place) && projectSlug === undefined)) return;
      const params = isOfProject(place) ? { projectSlug } : {};
      void navigate({ to: place.to, params, search: keptBy(place, kept) });
    };
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        return openBox();
      }
      if (!isLetter(event)) return;
      if (event.key === '?' && !isDialogOpen()) return showKeys();
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
  }, [navigate, pair, places, projectSlug, kept, openBox, showKeys]);
}

type Pressed = Pick<KeyboardEvent, 'isTrusted' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/**
 * Whether a key alone may do something: with no other key, not as text, and unless that is switched off. React Aria repeats
 * what is typed into the box as events of its list, which nobody pressed there.
 */
export const isLetter = ({ isTrusted, ctrlKey, metaKey, altKey, target }: Pressed): boolean =>
  isTrusted && !ctrlKey && !metaKey && !altKey && !isTyping(target) && areLettersOn();

/** Whether keys write text where the focus is. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select'));
