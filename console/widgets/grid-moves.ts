/** A cell of a grid, both from 0; rows are those of the data. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
  /** Rows that are seen at a time. */
  readonly page: number;
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/** Where a key leads from a cell (ARIA Authoring Practices, grid); null for a key that leads nowhere. */
export function moveBy(event: Key, from: Cell, { rows, columns, page }: GridSize): Cell | null {
  const isFar = event.ctrlKey || event.metaKey;
  const to = (row: number, column: number): Cell => ({
    row: clamp(row, rows),
    column: clamp(column, columns),
  });
  const { row, column } = from;
  switch (event.key) {
    case 'ArrowUp':
      return to(isFar ? 0 : row - 1, column);
    case 'ArrowDown':
      return to(isFar ? rows - 1 : row + 1, column);
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1);
    case 'ArrowRight':
      return to(row, isFar ? columns - 1 : column + 1);
    case 'PageUp':
      return to(row - page, column);
    case 'PageDown':
      return to(row + page, column);
    case 'Home':
      return to(isFar ? 0 : row, 0);
    case 'End':
      return to(isFar ? rows - 1 : row, columns - 1);
    default:
      return null;
  }
}

const clamp = (at: number, count: number): number => Math.max(0, Math.min(at, count - 1));
