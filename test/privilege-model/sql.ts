/** Rows of one insert as text: a world is written in one round trip. */
export type Row = Readonly<Record<string, string | number | boolean | object | null>>;

export function insertOf(table: string, rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return '';
  const columns = Object.keys(first);
  const values = rows.map((row) => `(${columns.map((name) => literal(row[name])).join(', ')})`);
  return `insert into ${table} (${columns.join(', ')}) values ${values.join(', ')};`;
}

function literal(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = value instanceof Date ? value.toISOString() : value;
  return quoted(typeof text === 'string' ? text : JSON.stringify(text));
}

/** Only what the generator writes comes here; a quote or a backslash is no part of it. */
function quoted(text: string): string {
  if (/['\\\0]/.test(text)) throw new Error(`No literal: ${text}`);
  return `'${text}'`;
}
