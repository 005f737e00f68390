import { outsideRequest } from '../request-scope/request-scope.js';
import { type Database, type Statement, statement } from './database.js';
import { DatabaseSilent, isSilence } from './failures.js';

/** Values of one request, and whoever waits for its row. */
interface Asked<T> {
  readonly values: readonly unknown[];
  readonly since: number;
  readonly resolve: (row: T | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Rows that one statement looks for: more are worth a connection more. */
const MOST_AT_ONCE = 64;
const MOST_UNDER_WAY = 3;
/**
 * Milliseconds that others have waited who are told with those that waited for a database that is silent: as long as
 * for a connection, or where the database itself was given up, no longer than to find a statement under way.
 */
const PATIENCE = { usual: 3_000, givenUp: 250 };

/**
 * A statement that gives one row or none, asked by many requests at a time: those that come while others are
 * under way share the next one. To send and to wake costs more than to look. None joins a statement that was sent
 * before it came, so each sees all that was committed by then.
 */
export class BatchedQuery<T extends object> {
  private readonly many: Statement;
  private waiting: Asked<T>[] = [];
  private underWay = 0;
  private isDue = false;

  /** `types`: of the statement's parameters, in their order. */
  constructor(
    private readonly database: Database,
    private readonly one: Statement,
    types: readonly string[],
  ) {
    this.many = forMany(one, types);
  }

  /** The row for these values; inside of a whole as its transaction sees it. Throws what `Database.row` throws. */
  load(values: readonly unknown[]): Promise<T | null> {
    if (this.database.inTransaction) return this.database.row<T>(this.one, values);
    return new Promise((resolve, reject) => {
      this.waiting.push({ values, since: performance.now(), resolve, reject });
      this.plan();
    });
  }

  /** At the turn's end: others that were read with this one are about to ask too. */
  private plan(): void {
    if (this.isDue || this.waiting.length === 0 || this.underWay === MOST_UNDER_WAY) return;
    this.isDue = true;
    outsideRequest(() => setImmediate(() => void this.send()));
  }

  private async send(): Promise<void> {
    const asked = this.waiting.splice(0, MOST_AT_ONCE);
    this.isDue = false;
    this.underWay++;
    this.plan();
    if (asked.length === 1) await this.askAlone(asked);
    else await this.askTogether(asked);
    this.underWay--;
    this.plan();
  }

  private async askTogether(asked: readonly Asked<T>[]): Promise<void> {
    try {
      const columns = asked[0]!.values.map((_, column) =>
        padded(asked.map(({ values }) => values[column])),
      );
      const rows = await this.database.rows<T & { readonly n: number }>(this.many, columns);
      const found = new Map(rows.map(({ n, ...row }) => [n, row as unknown as T]));
      asked.forEach(({ resolve }, index) => resolve(found.get(index + 1) ?? null));
    } catch (error) {
      // What one asks for, or a connection that is killed, must not fail the others.
      if (!isSilence(error)) await this.askAlone(asked);
      else this.rejectAll(asked, error);
    }
  }

  /** Those who have waited for long with them: they would wait for the same silence again. */
  private rejectAll(asked: readonly Asked<T>[], error: unknown): void {
    const patience = error instanceof DatabaseSilent ? PATIENCE.givenUp : PATIENCE.usual;
    const from = performance.now() - patience;
    const count = this.waiting.findIndex(({ since }) => since > from);
    const impatient = this.waiting.splice(0, count < 0 ? this.waiting.length : count);
    for (const { reject } of [...asked, ...impatient]) reject(error);
  }

  private async askAlone(asked: readonly Asked<T>[]): Promise<void> {
    const answers = asked.map((each) =>
      this.database.row<T>(this.one, each.values).then(each.resolve, (error: unknown) => {
        if (error instanceof DatabaseSilent) this.rejectAll([each], error);
        else each.reject(error);
      }),
    );
    await Promise.all(answers);
  }
}

/** Each parameter of the one is a column of the many. */
function forMany(one: Statement, types: readonly string[]): Statement {
  const arrays = types.map((type, index) => `$${index + 1}::${type}[]`);
  const columns = types.map((_, index) => `v${index + 1}`);
  const each = one.text.replace(/\$(\d+)/g, 'asked.v$1');
  return statement(`
    select asked.n::int, one.*
    from unnest(${arrays.join(', ')}) with ordinality as asked (${columns.join(', ')}, n)
    cross join lateral (${each}) one`);
}

/**
 * With nulls, which find nothing. PostgreSQL takes an array of unknown length for one of ten: it would think a
 * shorter one worth a plan of its own, at each execution, and planning takes longer than the query.
 */
const padded = (values: unknown[]): unknown[] =>
  values.length >= 12 ? values : Array.from({ length: 12 }, (_, index) => values[index] ?? null);
