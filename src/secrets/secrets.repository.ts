import { Injectable } from '@nestjs/common';
import { Database, type Statement, statement } from '../database/database.js';
import { BatchedQuery } from '../database/batched-query.js';
import { isUuid } from '../database/uuid.js';
import { badRequest, notFound } from '../errors/api-error.js';
import { folderNotFound, tagNotFound } from '../errors/missing.js';
import { isLarge, type SecretColumn, SHARED_COLUMNS } from '../database/entities/secret-columns.js';
import { ROW_BYTES } from '../storage/storage.repository.js';
import type { FolderOfSecrets } from './write-scenes.js';
import type { PastSecret, SecretLocation, SealedSecret, TagRef } from './secret.js';

/** Bytes that the secrets of one answer may have; more is refused, not loaded. */
const MAX_LIST_BYTES = 64 * 1024 * 1024;

const OWN = new Set(['key', 'projectId', 'xid']);
const COLUMNS = SHARED_COLUMNS.filter(({ property }) => !OWN.has(property));

const selected = (columns: readonly SecretColumn[], read = (column: string) => column) =>
  columns.map(({ column, property }) => `${read(`s.${column}`)} "${property}"`).join(', ');

/** Columns of a state `s` that are small; `BOUNDED_COLUMNS` or `SEALED_COLUMNS` adds the large ones. */
export const STATE_COLUMNS = selected(COLUMNS.filter((column) => !isLarge(column)));

const LARGE = COLUMNS.filter(isLarge);

const sealedColumns = (read: (column: string) => string) => selected(LARGE, read);

export const SEALED_COLUMNS = sealedColumns((column) => column);

const bytesOf = ({ column, type }: SecretColumn) =>
  `coalesce(${type === 'bytea' ? 'octet_length' : 'pg_column_size'}(s.${column}), 0)`;

const SIZE = `sum(${LARGE.map(bytesOf).join(' + ')} + ${ROW_BYTES}) over ()`;

/** The bound is decided over all rows before any value is loaded. `usedBytes` of the answer are in use already. */
export const boundedColumns = (usedBytes: string) => `
  ${SIZE} + ${usedBytes} > ${MAX_LIST_BYTES} "isTooLarge",
  ${sealedColumns((column) => `case when ${SIZE} + ${usedBytes} <= ${MAX_LIST_BYTES} then ${column} end`)}`;

export const BOUNDED_COLUMNS = boundedColumns('0');

/** Bytes that a row counts against the bound of one answer. */
export function sealedSize(row: object): number {
  const values = row as Readonly<Record<string, unknown>>;
  return LARGE.reduce((sum, { property }) => {
    const value = values[property] ?? null;
    if (value === null) return sum;
    return sum + (Buffer.isBuffer(value) ? value.length : JSON.stringify(value).length);
  }, ROW_BYTES);
}

/** Checks rows that a statement with `BOUNDED_COLUMNS` gave. Throws 400 if they are too large for one answer. */
export function refuseTooLarge(rows: BoundedRow[]): SealedSecret[] {
  if (!rows[0]?.isTooLarge) return rows;
  throw badRequest(
    'too-much-at-once',
    'The secrets together exceed 64 MiB. Ask for fewer folders at once.',
  );
}

export type BoundedRow = SealedSecret & { readonly isTooLarge: boolean | null };

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

/** An empty folder gives a row without a secret, an unknown environment no row. */
export const LIST_SECRETS = statement(`
  select ${SECRET_COLUMNS}, ${BOUNDED_COLUMNS}
  from environments e
  left join folders f on f.environment_id = e.id
    and (f.path = $3 or ($4 and starts_with(f.path, $5)))
  left join secrets s on s.folder_id = f.id
  where e.project_id = $1 and e.slug = $2
  order by f.path, s.key`);

/** Joins the secret with this folder and name. */
export const FROM_SECRET_AT = `
  from environments e
  join folders f on f.environment_id = e.id and f.path = $3
  join secrets s on s.folder_id = f.id and s.key = $4
  where e.project_id = $1 and e.slug = $2`;

export const FIND_SECRET = statement(
  `select ${SECRET_COLUMNS}, ${SEALED_COLUMNS} ${FROM_SECRET_AT}`,
);

const FIND_BY_ID = statement(`
  select ${SECRET_COLUMNS}, ${SEALED_COLUMNS}
  from secrets s join folders f on f.id = s.folder_id
  join environments e on e.id = f.environment_id and e.project_id = $1
  where s.id = $2`);

const FIND_VERSION = statement(`
  select v.secret_id id, v.folder_id "folderId", v.key, v.version, e.slug environment, f.path "secretPath",
    coalesce(he.id, v.environment_id) "environmentId", he.slug "heldEnvironment", hf.path "heldPath", ${STATE_COLUMNS.replaceAll('s.', 'v.')}, ${SEALED_COLUMNS.replaceAll('s.', 'v.')}, ${PAST_TAGS_COLUMN}
  from environments e
  join folders f on f.environment_id = e.id and f.path = $3
  join secrets s on s.folder_id = f.id and s.key = $4
  join secret_versions v on v.secret_id = s.id and v.version = $5
  left join folders hf on hf.id = v.folder_id
  left join environments he on he.id = hf.environment_id
  where e.project_id = $1 and e.slug = $2`);

const FIND_MANY = statement(`
  select ${SECRET_COLUMNS}, ${BOUNDED_COLUMNS}
  from unnest($2::text[], $3::text[], $4::text[]) as wanted (environment, path, key)
  join environments e on e.project_id = $1 and e.slug = wanted.environment
  join folders f on f.environment_id = e.id and f.path = wanted.path
  join secrets s on s.folder_id = f.id and s.key = wanted.key`);

const PROJECT_OF = statement(`
  select p.id from secrets s join projects p on p.id = s.project_id
  where s.id = $1 and p.org_id = $2`);

const FOLDER = statement(`
  select f.id, e.id "environmentId", p.auto_capitalization "autoCapitalization"
  from environments e join projects p on p.id = e.project_id
  join folders f on f.environment_id = e.id
  where e.project_id = $1 and e.slug = $2 and f.path = $3`);

const TAGS_BY_ID = statement(`
  select id, slug, coalesce(name, slug) "name", color from tags where project_id = $1 and id = any($2::uuid[])`);

export interface SecretAddress extends SecretLocation {
  readonly key: string;
}

/** Reads secrets, sealed. Hand-written SQL: `npm run bench` measures list and get, and both share these columns. */
@Injectable()
export class SecretsRepository {
  private readonly secretQuery: BatchedQuery<SealedSecret>;

  constructor(private readonly database: Database) {
    this.secretQuery = new BatchedQuery(database, FIND_SECRET, ['uuid', 'text', 'text', 'text']);
  }

  /**
   * Lists the secrets of a folder, with `recursive` of all folders below it too; null if there is no such
   * environment. Throws 400 if their values together are too large for one answer.
   */
  async list(
    projectId: string,
    { environment, secretPath }: SecretLocation,
    recursive: boolean,
  ): Promise<SealedSecret[] | null> {
    const below = secretPath === '/' ? '/' : `${secretPath}/`;
    const values = [projectId, environment, secretPath, recursive, below];
    const rows = await this.boundedRows(LIST_SECRETS, values);
    return rows.length === 0 ? null : rows.filter((row) => row.id !== null);
  }

  /** Finds a secret by its name; requests at the same moment share one statement. */
  find(projectId: string, { environment, secretPath, key }: SecretAddress) {
    return this.secretQuery.load([projectId, environment, secretPath, key]);
  }

  /** Finds a past version of the secret that has this name now. */
  findVersion(projectId: string, address: SecretAddress, version: number) {
    const { environment, secretPath, key } = address;
    const values = [projectId, environment, secretPath, key, version];
    return this.database.row<PastSecret>(FIND_VERSION, values);
  }

  findById(projectId: string, id: string) {
    return this.database.row<SealedSecret>(FIND_BY_ID, [projectId, id]);
  }

  /** Finds the secrets at these addresses, in one statement. Throws 400 as `list` does. */
  findMany(projectId: string, addresses: readonly SecretAddress[]): Promise<SealedSecret[]> {
    return this.boundedRows(FIND_MANY, [
      projectId,
      addresses.map((address) => address.environment),
      addresses.map((address) => address.secretPath),
      addresses.map((address) => address.key),
    ]);
  }

  /** Returns the project of a secret of the organization. Throws 404. */
  async getProjectIdOf(orgId: string, secretId: string): Promise<string> {
    const row = await this.database.row<{ id: string }>(PROJECT_OF, [secretId, orgId]);
    if (!row) throw notFound();
    return row.id;
  }

  /** Throws 404 for an unknown environment or folder. */
  async getFolder(projectId: string, { environment, secretPath }: SecretLocation) {
    const row = await this.database.row<FolderOfSecrets>(FOLDER, [
      projectId,
      environment,
      secretPath,
    ]);
    if (!row) throw folderNotFound(projectId, { environment, secretPath });
    return row;
  }

  private async boundedRows(statement: Statement, values: unknown[]): Promise<SealedSecret[]> {
    return refuseTooLarge(await this.database.rows<BoundedRow>(statement, values));
  }

  /** Returns tags by id. Throws 404 if one is not of the project. */
  async getTags(projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, TagRef>> {
    const tags = await this.findTags(projectId, ids);
    const missing = ids.find((id) => !tags.has(id));
    if (missing !== undefined) throw tagNotFound(projectId, missing);
    return tags;
  }

  /** Returns tags by id, without those of other projects. */
  async findTags(projectId: string, ids: readonly string[]): Promise<ReadonlyMap<string, TagRef>> {
    const wanted = [...new Set(ids)].filter(isUuid);
    if (wanted.length === 0) return new Map();
    const tags = await this.database.rows<TagRef>(TAGS_BY_ID, [projectId, wanted]);
    return new Map(tags.map((tag) => [tag.id, tag]));
  }
}
