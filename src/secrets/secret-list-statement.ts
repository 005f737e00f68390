import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Database, type Statement, statement, type TextRow } from '../database/database.js';
import { reserveReading } from '../http/limits/admission.js';
import { MAX_LIST_BYTES, READ_AT_ONCE } from './secret-columns.sql.js';
import { listColumns, sizeOfRows } from './secret-list-rows.js';

/** Lists whose size is remembered. */
const MAX_REMEMBERED = 1_000;

/**
 * A statement over `listColumns`, for `SecretListRows`. A list is as large as whoever wrote it made it: what is beyond
 * `READ_AT_ONCE` is read only once there is memory for an answer of it. It takes a second statement to find that out,
 * but for lists that were found large before.
 */
export class SecretListStatement {
  /** Reads no more than `READ_AT_ONCE`. */
  readonly careful: Statement;
  private readonly whole: Statement;
  private readonly large = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  /** `text`: makes the statement of its columns. `usedBytes`: SQL of what the answer holds already. */
  constructor(text: (columns: string) => string, usedBytes: string, hasValues: boolean) {
    const reading = (most: number) => statement(text(listColumns(usedBytes, hasValues, most)));
    this.careful = reading(READ_AT_ONCE);
    this.whole = reading(MAX_LIST_BYTES);
  }

  /** Throws 429 where there is no memory for the answer. Rows without what is large are too large for any. */
  async read(database: Database, values: readonly unknown[]): Promise<TextRow[]> {
    const name = hash('sha256', JSON.stringify(values), 'base64');
    let bytes = this.large.get(name);
    if (bytes === undefined) {
      const rows = await database.texts(this.careful, values);
      bytes = sizeOfRows(rows);
      if (bytes === 0 || bytes > MAX_LIST_BYTES) return rows;
    }
    await reserveReading(database, bytes);
    const rows = await database.texts(this.whole, values);
    const size = sizeOfRows(rows);
    if (size === 0) this.large.delete(name);
    else this.large.set(name, Math.min(size, MAX_LIST_BYTES));
    return rows;
  }
}
