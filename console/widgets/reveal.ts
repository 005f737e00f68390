import { useCallback, useEffect, useRef, useState } from 'react';
import { onLeave } from '../session/session';

/** Seconds that a value is shown. */
const SHOWN = 30;

export interface Reveal {
  readonly isShown: boolean;
  /** Seconds until it hides. */
  readonly left: number;
  /** Fetches one value, which is an act and an entry of the audit log, and shows it. Throws what `fetch` throws. */
  readonly show: () => Promise<void>;
  readonly hide: () => void;
  /** The ref of the element that the value is drawn into, by `draw`, for as long as it is shown. */
  readonly drawn: (element: HTMLElement | null) => void;
}

/**
 * Holds one value for 30 s: it is dropped when the time is over, the page is hidden, left or locked, and the component
 * goes. It is in a variable and in one element, never in state or props: React keeps those of the drawing before.
 */
export function useReveal(
  fetch: () => Promise<string>,
  draw: (element: HTMLElement, value: string) => void,
): Reveal {
  const [left, setLeft] = useState(0);
  const [held] = useState(() => new HeldValue());
  const hide = useCallback(() => {
    held.drop();
    setLeft(0);
  }, [held]);
  useEffect(() => onLeave(hide), [hide]);
  useEffect(() => () => held.drop(), [held]);
  const isShown = left > 0;
  useEffect(() => {
    if (!isShown) return;
    const timer = setInterval(() => setLeft((last) => Math.max(0, last - 1)), 1000);
    return () => {
      clearInterval(timer);
      held.drop();
    };
  }, [isShown, held]);
  const show = async () => {
    if (await held.fill(fetch)) setLeft(SHOWN);
  };
  const last = useRef(draw);
  useEffect(() => {
    last.current = draw;
  }, [draw]);
  const drawn = useCallback(
    (element: HTMLElement | null) => held.drawInto(element, last.current),
    [held],
  );
  return { isShown, left, show, hide, drawn };
}

class HeldValue {
  private value: string | null = null;
  private element: HTMLElement | null = null;
  private drops = 0;

  /** Returns whether the value is still wanted once it is there: the page may be locked by then, or hidden. */
  async fill(fetch: () => Promise<string>): Promise<boolean> {
    const before = this.drops;
    const value = await fetch();
    if (before !== this.drops || document.visibilityState !== 'visible') return false;
    this.value = value;
    return true;
  }

  drawInto(element: HTMLElement | null, draw: (element: HTMLElement, value: string) => void): void {
    this.element?.replaceChildren();
    this.element = element;
    if (element && this.value !== null) draw(element, this.value);
  }

  drop(): void {
    this.drops++;
    this.value = null;
    this.element?.replaceChildren();
  }
}
