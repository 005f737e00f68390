import { outsideRequest } from '../request-scope/request-scope.js';
import { type Database, type Statement, statement } from './database.js';
import { DatabaseSilent, isSilence } from './failures.js';

/** The values of one request, which waits for its row. */
interface PendingLoad<T> {
  readonly values: readonly unknown[];
  readonly since: number;
  readonly resolve: (row: T | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Rows that one statement asks for: more are worth another connection. */
const MAX_ROWS = 64;
const MAX_UNDER_WAY = 3;
/**
 * Milliseconds after which requests that wait fail together with a statement that the database did not answer: as long
 * as for a connection, or where the database itself was given up, no longer than to notice a statement under way.
 */
const PATIENCE = { usual: 3_000, givenUp: 250 };

/**
 * A statement that gives one row or none, loaded by many requests at a time: those that come while others are
 * under way share the next one. Sending and waking cost more than the look-up. No request joins a statement that was
 * sent before it came, so each sees all that was committed by then.
 */
export class BatchedQuery<T extends object> {
  private readonly many: Statement;
  private waiting: PendingLoad<T>[] = [];
  private underWay = 0;
  private isDue = false;

  /** `types`: the PostgreSQL types of the statement's parameters, in order. */
  constructor(
    private readonly database: Database,
    private readonly one: Statement,
    types: readonly string[],
  ) {
    this.many = batched(one, types);
  }

  /** Returns the row for these values, in the request's transaction if there is one. Throws what `Database.row` throws. */
  load(values: readonly unknown[]): Promise<T | null> {
    if (this.database.inTransaction) return this.database.row<T>(this.one, values);
    return new Promise((resolve, reject) => {
      this.waiting.push({ values, since: performance.now(), resolve, reject });
      this.schedule();
    });
  }

  /** At the end of the turn: requests that were read together with this one are about to ask too. */
  private schedule(): void {
    if (this.isDue || this.waiting.length === 0 || this.underWay === MAX_UNDER_WAY) return;
    this.isDue = true;
    outsideRequest(() => setImmediate(() => void this.send()));
  }

  private async send(): Promise<void> {
    const loads = this.waiting.splice(0, MAX_ROWS);
    this.isDue = false;
    this.underWay++;
    this.schedule();
    if (loads.length === 1) await this.loadAlone(loads);
    else await this.loadTogether(loads);
    this.underWay--;
    this.schedule();
  }

  private async loadTogether(loads: readonly PendingLoad<T>[]): Promise<void> {
    try {
      const columns = loads[0]!.values.map((_, column) =>
        padded(loads.map(({ values }) => values[column])),
      );
      const rows = await this.database.rows<T & { readonly n: number }>(this.many, columns);
      const found = new Map(rows.map(({ n, ...row }) => [n, row as unknown as T]));
      loads.forEach(({ resolve }, index) => resolve(found.get(index + 1) ?? null));
    } catch (error) {
      // The values of one, or a killed connection, must not fail the others.
      if (!isSilence(error)) await this.loadAlone(loads);
      else this.rejectAll(loads, error);
    }
  }

  /** Rejects these loads, and those that have waited for long: they would wait for the same silence again. */
  private rejectAll(loads: readonly PendingLoad<T>[], error: unknown): void {
    const patience = error instanceof DatabaseSilent ? PATIENCE.givenUp : PATIENCE.usual;
    const from = performance.now() - patience;
    const count = this.waiting.findIndex(({ since }) => since > from);
    const impatient = this.waiting.splice(0, count < 0 ? this.waiting.length : count);
    for (const { reject } of [...loads, ...impatient]) reject(error);
  }

  private async loadAlone(loads: readonly PendingLoad<T>[]): Promise<void> {
    const answers = loads.map((each) =>
      this.database.row<T>(this.one, each.values).then(each.resolve, (error: unknown) => {
        if (error instanceof DatabaseSilent) this.rejectAll([each], error);
        else each.reject(error);
      }),
    );
    await Promise.all(answers);
  }
}

/** Each parameter of the statement becomes an array, joined row by row. */
function batched(one: Statement, types: readonly string[]): Statement {
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
  const columns = types.map((_, index) => `v${index + 1}`);
  const each = one.text.replace(/\$(\d+)/g, 'asked.v$1');
  return statement(`
    select asked.n::int, one.*
    from unnest(${arrays.join(', ')}) with ordinality as asked (${columns.join(', ')}, n)
    cross join lateral (${each}) one`);
}

/**
 * Pads with nulls, which find nothing. PostgreSQL plans for ten elements where it does not know the length: it would
 * make a plan of its own for a shorter array, at each execution, and planning takes longer than the query.
 */
export const padded = (values: readonly unknown[]): readonly unknown[] =>
  values.length >= 12 ? values : Array.from({ length: 12 }, (_, index) => values[index] ?? null);

/**
 * SQL: the same array, of which the planner does not know how long it is. Otherwise PostgreSQL would make a plan of its own
 * for each short array, and planning takes longer than the query.
 */
export const ofAnyLength = (array: string): string => `array(select unnest(${array}))`;
