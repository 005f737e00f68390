import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type Cell, moveBy } from './grid-moves';

/** Pixels, until the page has been measured. */
const ROW = 32;

/** Which cell of a grid has the focus, and how keys move it. One cell is in the order of Tab. */
export function useGridFocus(box: RefObject<HTMLElement | null>, rows: number, columns: number) {
  const [place, setPlace] = useState<Cell>({ row: 0, column: 0 });
  const isMoving = useRef(false);
  const cell = {
    row: Math.max(0, Math.min(place.row, rows - 1)),
    column: Math.min(place.column, columns - 1),
  };
  const rowHeight = () => {
    const head = box.current?.querySelector('[role=row]');
    return head?.getBoundingClientRect().height || ROW;
  };
  useLayoutEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    const found = box.current?.querySelector<HTMLElement>(
      `[data-cell="${cell.row} ${cell.column}"]`,
    );
    // A cell with one thing to use in it is that thing. A link that is out of the order of Tab does what Enter does on the cell.
    const inside = found?.querySelectorAll<HTMLElement>(
      'button:not(:disabled), a[href]:not([tabindex="-1"]), input',
    );
    const target = inside?.length === 1 ? inside[0] : found;
    target?.focus({ preventScroll: true });
    found?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return {
    cell,
    rowHeight,
    /** Returns whether the key led to another cell. */
    move(event: KeyboardEvent, scrollTo: (row: number) => void): boolean {
      const height = box.current?.clientHeight ?? 0;
      const page = Math.max(1, Math.floor(height / rowHeight()) - 2);
      const next = moveBy(event, cell, { rows, columns, page });
      if (!next) return false;
      event.preventDefault();
      isMoving.current = true;
      scrollTo(next.row);
      setPlace(next);
      return true;
    },
    /** Leads to a cell of the first row from beside the grid. */
    enter(column: number, scroll: () => void): void {
      if (rows === 0) return;
      isMoving.current = true;
      scroll();
      setPlace({ row: 0, column });
    },
    onFocus({ target }: FocusEvent): void {
      const [row, column] = placeOf(target);
      if (row !== cell.row || column !== cell.column) setPlace({ row, column });
    },
    /** Whether the key belongs to a field within a cell, in which the arrows move the cursor. */
    isWithin: ({ target }: KeyboardEvent): boolean =>
      target instanceof HTMLElement &&
      target.matches('input:not([type=checkbox]), textarea, select'),
  };
}

/** Which cell a thing is in; the first one for what is in none. */
function placeOf(target: Element): readonly [row: number, column: number] {
  const name = target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? '0 0';
  const [row = 0, column = 0] = name.split(' ').map(Number);
  return [row, column];
}
