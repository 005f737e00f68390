import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface TableColumn<Row> {
  readonly id: string;
  /** Empty above buttons. */
  readonly title: string;
  /** Whether it says which thing the row is about. */
  readonly isRowHeader?: boolean;
  readonly cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly columns: readonly TableColumn<Row>[];
}

/** A table of at most some hundred rows, to read; on a narrow page a list. What is longer or worked in is a `DataGrid`. */
export const DataTable = <Row,>({ label, rows, keyOf, columns }: Props<Row>) => (
  <div className={styles.scroll}>
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ id, title }) =>
            title ? (
              <th key={id} scope="col">
                {title}
              </th>
            ) : (
              <td key={id} />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ id, title, isRowHeader, cell }) =>
              isRowHeader ? (
                <th key={id} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={id} data-title={title}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
