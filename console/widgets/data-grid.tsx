import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useRef,
} from 'react';
import styles from './data-grid.module.css';
import { useGridFocus } from './grid-focus';

export interface GridColumn<Row> {
  readonly id: string;
  readonly title: ReactNode;
  /** A track of CSS grid, such as `minmax(12rem, 2fr)`. */
  readonly width: string;
  /** Whether it says which thing the row is about. */
  readonly isRowHeader?: boolean;
  /** Whether a double rule sets it apart, as that of production. */
  readonly isApart?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** What is spoken in place of what is drawn: "DB_PASSWORD, prod, version 9, you may not read the value". */
  readonly spoken?: (row: Row) => string;
}

/** What leads into a grid from beside it, such as a filter. */
export interface GridHandle {
  /** Gives the focus to what the first row is about. */
  readonly focusFirst: () => void;
}

interface Props<Row> {
  readonly handle?: Ref<GridHandle>;
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly GridColumn<Row>[];
  /** Enter on a cell, or a click beside what is used in it: usually the sheet of the row. */
  readonly onOpen?: (row: Row, column: string) => void;
  /** Every other key on a cell; `preventDefault` where it did something. Only while the grid has the focus. */
  readonly onKey?: (event: KeyboardEvent, row: Row, column: string) => void;
  /** Of a grid whose rows can be marked. */
  readonly isSelected?: (row: Row) => boolean;
}

/** Rows beyond the edge that are drawn, so that scrolling shows no gaps. */
const OVERSCAN = 8;

/**
 * A grid of any length: only the rows that are seen are in the document, and the one with the focus. It fills its
 * parent, which gives it a height. The arrows move the focus from cell to cell; a cell with a button gives it the focus.
 */
export function DataGrid<Row>(props: Props<Row>) {
  const { label, rows, keyOf, columns, onOpen, onKey, isSelected, handle } = props;
  const box = useRef<HTMLDivElement>(null);
  const focus = useGridFocus(box, rows.length, columns.length);
  // oxlint-disable-next-line react/incompatible-library -- no compiler of React runs over this page
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => focus.rowHeight(),
    getItemKey: (index) => keyOf(rows[index]!),
    overscan: OVERSCAN,
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), focus.cell.row])]
        .filter((row) => row < rows.length)
        .sort((one, other) => one - other),
  });
  const subject = columns.findIndex(({ isRowHeader }) => isRowHeader);
  useImperativeHandle(handle, () => ({
    focusFirst: () => focus.enter(Math.max(0, subject), () => virtual.scrollToIndex(0)),
  }));
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[focus.cell.row];
    const column = columns[focus.cell.column];
    if (!row || !column || focus.isWithin(event)) return;
    if (focus.move(event, (index) => virtual.scrollToIndex(index))) return;
    if (event.key === 'Enter' && onOpen) {
      event.preventDefault();
      onOpen(row, column.id);
    } else onKey?.(event, row, column.id);
  };
  const tracks = { '--tracks': columns.map(({ width }) => width).join(' ') } as CSSProperties;
  return (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is in one of its cells
    <div
      ref={box}
      className={styles.grid}
      style={tracks}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      {...(isSelected && { 'aria-multiselectable': true })}
      onKeyDown={onKeyDown}
      onFocus={focus.onFocus}
    >
      <div className={styles.inner} role="presentation">
        <Head columns={columns} />
        <div className={styles.body} role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => (
            <GridRow
              key={key}
              {...{ columns, index, start, isSelected, onOpen }}
              row={rows[index]!}
              focused={focus.cell.row === index ? focus.cell.column : null}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

/** Whether a click is for something within a cell. */
const isUsed = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

const Head = <Row,>({ columns }: { readonly columns: readonly GridColumn<Row>[] }) => (
  <div className={styles.head} role="rowgroup">
    <div className={styles.row} role="row" aria-rowindex={1}>
      {columns.map(({ id, title, isApart }, column) => (
        <div
          key={id}
          className={`${styles.cell} ${styles.header} ${isApart ? styles.apart : ''}`}
          role="columnheader"
          aria-colindex={column + 1}
        >
          {title}
        </div>
      ))}
    </div>
  </div>
);

interface RowProps<Row> {
  readonly row: Row;
  readonly columns: readonly GridColumn<Row>[];
  readonly index: number;
  /** Pixels from the top. */
  readonly start: number;
  /** Which of its cells has the focus, or would have it. */
  readonly focused: number | null;
  readonly isSelected: ((row: Row) => boolean) | undefined;
  readonly onOpen: ((row: Row, column: string) => void) | undefined;
}

const GridRow = <Row,>({
  row,
  columns,
  index,
  start,
  focused,
  isSelected,
  onOpen,
}: RowProps<Row>) => (
  <div
    className={styles.row}
    role="row"
    aria-rowindex={index + 2}
    {...(isSelected && { 'aria-selected': isSelected(row) })}
    style={{ transform: `translateY(${start}px)` }}
  >
    {columns.map(({ id, cell, spoken, isRowHeader, isApart }, column) => (
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the grid takes Enter, and each is a cell of it
      <div
        key={id}
        className={`${styles.cell} ${isApart ? styles.apart : ''}`}
        role={isRowHeader ? 'rowheader' : 'gridcell'}
        aria-colindex={column + 1}
        data-cell={`${index} ${column}`}
        tabIndex={focused === column ? 0 : -1}
        {...(spoken && { 'aria-label': spoken(row) })}
        onClick={({ target }) => isUsed(target) || onOpen?.(row, id)}
      >
        {cell(row)}
      </div>
    ))}
  </div>
);
