import { type RefObject, useCallback, useEffect, useState } from 'react';
import { count } from '../session/unsaved';

/** Marks what is typed for the dialog alone, such as a password or the name that a guard asks for: nobody misses it. */
export const NO_WORK = { 'data-no-work': '' } as const;

/** What of a field tells whether something typed would be lost with it. */
interface TypedField {
  readonly type: string;
  readonly value: string;
  /** Whether it holds a value that is not in the page now. */
  readonly isMasked: boolean;
  readonly isMarked: boolean;
}

/** What is searched for is no work, and a choice of a few is made again soon. */
const NO_WORK_TYPES: ReadonlySet<string> = new Set(['search', 'checkbox', 'radio']);

/** Whether a field in which somebody typed holds what would be missed. */
export const isWork = ({ type, value, isMasked, isMarked }: TypedField): boolean =>
  (value !== '' || isMasked) && !isMarked && !NO_WORK_TYPES.has(type);

type Control = HTMLInputElement | HTMLTextAreaElement;

/**
 * Whether somebody typed into a dialog what is still there. Which fields were typed into is remembered, and nothing of what:
 * it may be a value.
 */
export function useTypedWork(dialog: RefObject<HTMLElement | null>, isOpen: boolean) {
  const [typedInto] = useState(() => new WeakSet<Element>());
  useEffect(() => {
    if (!isOpen) return undefined;
    const hear = ({ target }: Event) => {
      // A dialog over this one is asked about by itself.
      if (!(target instanceof Element) || !dialog.current?.contains(target)) return;
      typedInto.add(target);
      count();
    };
    document.addEventListener('input', hear, true);
    return () => document.removeEventListener('input', hear, true);
  }, [dialog, isOpen, typedInto]);
  return useCallback((): boolean => holdsWork(dialog, typedInto), [dialog, typedInto]);
}

const holdsWork = (dialog: RefObject<HTMLElement | null>, typedInto: WeakSet<Element>): boolean =>
  [...(dialog.current?.querySelectorAll<Control>('input, textarea') ?? [])].some(
    (control) =>
      typedInto.has(control) &&
      isWork({
        type: control.type,
        value: control.value,
        isMasked: control.matches('[data-masked]'),
        isMarked: control.closest('[data-no-work]') !== null,
      }),
  );
