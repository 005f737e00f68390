import { type Database, type Statement, statement } from '../database/database.js';
import { reserveReading } from '../http/limits/admission.js';
import {
  type Bounded,
  BOUNDED_COLUMNS,
  CAREFUL_COLUMNS,
  MAX_LIST_BYTES,
} from './secret-columns.sql.js';

/**
 * A statement over `BOUNDED_COLUMNS`. What its rows hold is as much as whoever wrote it made it: what is beyond
 * `READ_AT_ONCE` is read by a second statement, once there is memory for an answer of it.
 */
export class BoundedStatement {
  private readonly careful: Statement;
  private readonly whole: Statement;

  /** `text`: makes the statement of its large columns. */
  constructor(text: (contents: string) => string) {
    this.careful = statement(text(CAREFUL_COLUMNS));
    this.whole = statement(text(BOUNDED_COLUMNS));
  }

  /** Throws 429 where there is no memory for the answer. Rows that are too large for any say so, and are without what is large. */
  async read<T extends Bounded>(database: Database, values: readonly unknown[]): Promise<T[]> {
    const rows = await database.rows<T & { readonly bytes: string | null }>(this.careful, values);
    const bytes = Number(rows[0]?.bytes ?? 0);
    if (bytes === 0 || bytes > MAX_LIST_BYTES) return rows;
    await reserveReading(database, bytes);
    return database.rows<T>(this.whole, values);
  }
}
