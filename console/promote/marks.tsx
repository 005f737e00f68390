import { type KeyboardEvent, useState } from 'react';
import type { Row } from '../secrets/model';
import { isDrafted } from '../secrets/drafted';
import type { GridColumn } from '../widgets/data-grid';
import { promoteWords as words } from '../words/promote';
import styles from './marks.module.css';
import { toggled } from './model';

const keyOf = ({ path, name }: Row): string => `${path} ${name}`;

export interface Marks {
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  readonly clear: () => void;
  readonly rows: readonly Row[];
}

/** Which rows are marked. What is gone is not marked any more. */
export function useMarks(all: readonly Row[]): Marks {
  const [marks, setMarks] = useState<ReadonlySet<string>>(() => new Set());
  return {
    has: (row) => marks.has(keyOf(row)),
    toggle: (row) => setMarks((before) => toggled(before, keyOf(row))),
    clear: () => setMarks(new Set()),
    rows: marks.size === 0 ? [] : all.filter((row) => marks.has(keyOf(row))),
  };
}

/** Space marks the row of the cell. */
export function markKey(event: KeyboardEvent, row: Row, marks: Marks): void {
  if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return;
  // The box itself does it.
  if (event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  marks.toggle(row);
}

export const markColumn = (marks: Marks): GridColumn<Row> => ({
  id: 'mark',
  title: <span className="hidden-visually">{words.column}</span>,
  width: '40px',
  cell: (row) =>
    // What only waits in the draft has nothing to copy.
    isDrafted(row) ? null : (
      <label className={styles.field}>
        <input
          type="checkbox"
          className={styles.mark}
          tabIndex={-1}
          aria-label={words.mark(row.name)}
          checked={marks.has(row)}
          onChange={() => marks.toggle(row)}
        />
      </label>
    ),
});
