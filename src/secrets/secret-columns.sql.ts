import { isLarge, type SecretColumn, SHARED_COLUMNS } from '../database/entities/secret-columns.js';
import { badRequest } from '../errors/api-error.js';
import { ROW_BYTES } from '../storage/storage.repository.js';
import type { SealedSecret } from './secret.js';

/** Bytes that the secrets of one answer may have; more is refused, not loaded. */
export const MAX_LIST_BYTES = 64 * 1024 * 1024;

/** Bytes of rows that are read before there is memory for an answer of them. */
export const READ_AT_ONCE = 1024 * 1024;

const OWN = new Set(['key', 'projectId', 'xid']);
const COLUMNS = SHARED_COLUMNS.filter(({ property }) => !OWN.has(property));

const selected = (columns: readonly SecretColumn[], read = (column: string) => column) =>
  columns.map(({ column, property }) => `${read(`s.${column}`)} "${property}"`).join(', ');

/** Columns of a state `s` that are small; `BOUNDED_COLUMNS` or `SEALED_COLUMNS` adds the large ones. */
export const STATE_COLUMNS = selected(COLUMNS.filter((column) => !isLarge(column)));

/** Columns that an answer may hold much of, in the order of `SEALED_COLUMNS`. */
export const LARGE_COLUMNS = COLUMNS.filter(isLarge);

export const SEALED_COLUMNS = selected(LARGE_COLUMNS);

const bytesOf = ({ column, type }: SecretColumn, isRead: string) => {
  const bytes = `coalesce(${type === 'bytea' ? 'octet_length' : 'pg_column_size'}(s.${column}), 0)`;
  return isRead === 'true' ? bytes : `case when ${isRead} then ${bytes} else 0 end`;
};

/** Bytes of a row that count against the bound of an answer: the large columns, `isRead` of each, and the rest at a flat rate. */
const sizeOf = (
  usedBytes: string,
  columns: readonly SecretColumn[],
  isRead: (column: SecretColumn) => string = () => 'true',
) => {
  const bytes = columns.map((column) => bytesOf(column, isRead(column)));
  return `sum(${bytes.join(' + ')} + ${ROW_BYTES}) over () + ${usedBytes}`;
};

/** The columns, each where the size is within the bound and the row is one that it is read of. */
function readWithin(
  size: string,
  most: number,
  columns: readonly SecretColumn[],
  isRead: (column: SecretColumn) => string,
): string {
  const conditions = new Map(columns.map((column) => [`s.${column.column}`, isRead(column)]));
  const conditionOf = (column: string) => {
    const condition = conditions.get(column)!;
    return condition === 'true' ? '' : ` and ${condition}`;
  };
  return selected(
    columns,
    (column) => `case when ${size} <= ${most} ${conditionOf(column)} then ${column} end`,
  );
}

/**
 * The bound is decided over all rows before any value is loaded. `usedBytes` of the answer are in use already. `columns`:
 * the large ones that are read. `isRead`: which rows they are read of; a bound over rows that the caller may not see would tell of them.
 */
export function boundedColumns(
  usedBytes: string,
  columns = LARGE_COLUMNS,
  isRead: (column: SecretColumn) => string = () => 'true',
  most = MAX_LIST_BYTES,
): string {
  const size = sizeOf(usedBytes, columns, isRead);
  return `${size} > ${most} "isTooLarge", ${readWithin(size, most, columns, isRead)}`;
}

/** Like `boundedColumns`, read where all are at most `most` bytes; begins with the bytes of all where they are beyond `READ_AT_ONCE`. */
// oxlint-disable-next-line max-params -- what counts, and what of it is read
export function sizedColumns(
  usedBytes: string,
  columns: readonly SecretColumn[],
  most: number,
  isRead: (column: SecretColumn) => string = () => 'true',
): string {
  const size = sizeOf(usedBytes, columns, isRead);
  return `case when ${size} > ${READ_AT_ONCE} then ${size} end, ${readWithin(size, most, columns, isRead)}`;
}

export const BOUNDED_COLUMNS = boundedColumns('0');

/** Like `BOUNDED_COLUMNS`, for what is `READ_AT_ONCE`; with the bytes of all rows where they are beyond. */
export const CAREFUL_COLUMNS = `${boundedColumns('0', LARGE_COLUMNS, () => 'true', READ_AT_ONCE)},
  case when ${sizeOf('0', LARGE_COLUMNS)} > ${READ_AT_ONCE} then ${sizeOf('0', LARGE_COLUMNS)} end "bytes"`;

/** Bytes that a row counts against the bound of one answer. */
export function sealedSize(row: object): number {
  const values = row as Readonly<Record<string, unknown>>;
  return LARGE_COLUMNS.reduce((sum, { property }) => {
    const value = values[property] ?? null;
    if (value === null) return sum;
    return sum + (Buffer.isBuffer(value) ? value.length : JSON.stringify(value).length);
  }, ROW_BYTES);
}

/** The columns of secrets whose values are read where `$n` lists their ids, and nothing is weighed that is not read. */
export const boundedForReader = (usedBytes: string, readableIds: string): string =>
  boundedColumns(usedBytes, LARGE_COLUMNS, isReadOf(readableIds));

/** The rows of which a column is read; `$n` lists the ids of the secrets whose values are. */
export const isReadOf =
  (readableIds: string) =>
  ({ property }: SecretColumn): string =>
    property === 'value' ? `s.id = any(${readableIds}::uuid[])` : 'true';

/** A value that stays unread. Nothing opens it. */
export const NOT_READ = Buffer.alloc(0);

/** Rows of `boundedForReader`, some of whose values were not read. */
export const withUnread = <T extends SealedSecret>(rows: readonly T[]): T[] =>
  rows.map((row) => ((row.value as Buffer | null) === null ? { ...row, value: NOT_READ } : row));

/** Checks rows that a statement with `BOUNDED_COLUMNS` gave. Throws 400 if they are too large for one answer. */
export function refuseTooLarge(rows: BoundedRow[]): SealedSecret[] {
  if (rows[0]?.isTooLarge) throw answerTooLarge();
  return rows;
}

/** Whether rows with a bound were too large together: then nothing large of them was read. */
export const areTooLarge = (rows: readonly BoundedRow[]): boolean => rows[0]?.isTooLarge === true;

export const answerTooLarge = () =>
  badRequest(
    'too-much-at-once',
    'The secrets together exceed 64 MiB. Ask for fewer folders at once.',
  );

export interface Bounded {
  readonly isTooLarge: boolean | null;
}

export type BoundedRow = SealedSecret & Bounded;

/** Tags are only looked up where the project has any: most have none, and the list is a hot path. */
export const TAGS_COLUMN = `
  case when (select exists (select from tags t where t.project_id = $1)) then (
    select json_agg(json_build_object('id', t.id, 'slug', t.slug, 'name', coalesce(t.name, t.slug),
      'color', t.color)
      order by t.slug collate "C")
    from secret_tags st join tags t on t.id = st.tag_id where st.secret_id = s.id
  ) end as tags`;

/** Tags that a past state had and that still exist. */
export const PAST_TAGS_COLUMN = `
  (select json_agg(json_build_object('id', t.id, 'slug', t.slug, 'name', coalesce(t.name, t.slug),
      'color', t.color)
      order by t.slug collate "C")
    from json_array_elements_text(v.tag_ids) as had (id) join tags t on t.id = had.id::uuid
  ) as tags`;

/**
 * Whether a state as new as the present one, or newer, is kept among the past ones: then the row was put
 * back to what it was before, past this server. One probe of a primary key.
 */
export const IS_SUPERSEDED = `exists (
  select from secret_versions newer where newer.secret_id = s.id and newer.version >= s.version)`;

export const SECRET_COLUMNS = `${IS_SUPERSEDED} "isSuperseded", s.id, s.folder_id "folderId", e.id "environmentId", s.key, s.version, e.slug environment, f.path "secretPath", ${STATE_COLUMNS}, ${TAGS_COLUMN}`;
