import { getMetadataArgsStorage } from 'typeorm';
import { SnakeNames } from '../snake-names.js';
import { SecretOptions, SecretState } from './secret.entity.js';

/** A column of `secrets`, its property in the code, and its type in PostgreSQL. */
export interface SecretColumn {
  readonly property: string;
  readonly column: string;
  readonly type: string;
}

const names = new SnakeNames();

const columnsOf = (...classes: readonly unknown[]): SecretColumn[] =>
  getMetadataArgsStorage()
    .columns.filter(({ target }) => classes.includes(target))
    .map(({ propertyName: property, options }) => ({
      property,
      column: names.columnName(property, undefined),
      type: String(options.type),
    }));

/** What a client sets of a secret and the database keeps as it is. */
export const OPTION_COLUMNS: readonly SecretColumn[] = columnsOf(SecretOptions);

/** What `secrets` and `secret_versions` both have, besides id, version and folder. */
export const SHARED_COLUMNS: readonly SecretColumn[] = columnsOf(SecretState, SecretOptions);

/** Columns that an answer may hold 64 MiB of, so that they are loaded only after their sizes are known. */
export const isLarge = ({ property, type }: SecretColumn): boolean =>
  type === 'json' || (type === 'bytea' && property !== 'salt');

const KEPT = ['version', 'folder_id', ...SHARED_COLUMNS.map(({ column }) => column)];

/** What a past state fills of `secret_versions`: `insert into secret_versions (${VERSION_COLUMNS})`. */
export const VERSION_COLUMNS = ['secret_id', ...KEPT, 'environment_id', 'tag_ids'].join(', ');

/** The values of `VERSION_COLUMNS` out of a row of `secrets`. */
export const versionOf = (row: string): string => `
  ${[`${row}.id`, ...KEPT.map((column) => `${row}.${column}`)].join(', ')},
  (select f.environment_id from folders f where f.id = ${row}.folder_id),
  coalesce((select json_agg(t.tag_id) from secret_tags t where t.secret_id = ${row}.id), '[]')`;
