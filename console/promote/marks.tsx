import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import type { Row, View } from '../secrets/model';
import { isDrafted } from '../secrets/drafted';
import type { GridColumn } from '../widgets/data-grid';
import { Button } from '../widgets/button';
import { promoteWords as words } from '../words/promote';
import styles from './marks.module.css';
import { toggled } from './model';

/** Loaded when rows are first copied: it has the difference with it. */
const CopyDialog = lazy(async () => ({ default: (await import('./dialog')).CopyDialog }));

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

interface Props {
  readonly marks: Marks;
  readonly view: View;
}

/** What may be done with the rows that are marked; nothing while none is. */
export function MarkedBar({ marks, view }: Props) {
  const [isCopying, setCopying] = useState(false);
  const { rows, clear } = marks;
  if (rows.length === 0) return null;
  return (
    <div className={styles.bar} role="group" aria-label={words.column}>
      <strong aria-live="polite">{words.marked(rows.length)}</strong>
      <Button isSmall onPress={() => setCopying(true)}>
        {words.copy}
      </Button>
      <Button isSmall look="quiet" onPress={clear}>
        {words.unmark}
      </Button>
      {isCopying && (
        <Suspense>
          <CopyDialog
            {...{ rows, view }}
            close={() => setCopying(false)}
            done={() => {
              setCopying(false);
              clear();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
