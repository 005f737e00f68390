import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';
import { BatchedQuery } from '../database/batched-query.js';
import { isUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import { folderNotFound, tagNotFound } from '../errors/missing.js';
import { BoundedStatement } from './bounded-statement.js';
import { isWithoutFolder, SecretListRows, type WeighedSecrets } from './secret-list-rows.js';
import { SecretListStatement } from './secret-list-statement.js';
import {
  areTooLarge,
  type BoundedRow,
  PAST_TAGS_COLUMN,
  SEALED_COLUMNS,
  SECRET_COLUMNS,
  STATE_COLUMNS,
} from './secret-columns.sql.js';
import type { FolderOfSecrets } from './write-scenes.js';
import type { PastSecret, SecretLocation, SealedSecret, TagRef } from './secret.js';

/** An empty folder gives a row without a secret, an unknown environment no row. */
const listed = (columns: string) => `
    select ${columns}
    from environments e
    left join folders f on f.environment_id = e.id
      and (f.path = $3 or ($4 and starts_with(f.path, $5)))
    left join secrets s on s.folder_id = f.id
    where e.project_id = $1 and e.slug = $2
    order by f.path, s.key`;

export const LIST_SECRETS = new SecretListStatement(listed, '0', true);
const LIST_NAMES = new SecretListStatement(listed, '0', false);

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

const FIND_MANY = new BoundedStatement(
  (contents) => `
  select ${SECRET_COLUMNS}, ${contents}
  from unnest($2::text[], $3::text[], $4::text[]) as wanted (environment, path, key)
  join environments e on e.project_id = $1 and e.slug = wanted.environment
  join folders f on f.environment_id = e.id and f.path = wanted.path
  join secrets s on s.folder_id = f.id and s.key = wanted.key`,
);

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

export interface ListedFolder extends WeighedSecrets {
  readonly isFolderMissing: boolean;
}

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
   * environment. Their values are read only where they are wanted, and nothing large of them where all of it is too large for
   * one answer: who may know of which is decided first, then `KnownSecrets` reads it.
   */
  async list(
    projectId: string,
    { environment, secretPath }: SecretLocation,
    { isRecursive, hasValues }: { readonly isRecursive: boolean; readonly hasValues: boolean },
  ): Promise<ListedFolder | null> {
    const below = secretPath === '/' ? '/' : `${secretPath}/`;
    const values = [projectId, environment, secretPath, isRecursive, below];
    const statement = hasValues ? LIST_SECRETS : LIST_NAMES;
    const rows = await statement.read(this.database, values);
    if (rows.length === 0) return null;
    const isFolderMissing = isWithoutFolder(rows);
    return { ...(await new SecretListRows(hasValues).weigh(rows)), isFolderMissing };
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

  /** Finds the secrets at these addresses, together; without what is large where it is too large for one answer. */
  async findMany(projectId: string, addresses: readonly SecretAddress[]): Promise<WeighedSecrets> {
    const values = [
      projectId,
      addresses.map((address) => address.environment),
      addresses.map((address) => address.secretPath),
      addresses.map((address) => address.key),
    ];
    const secrets = await FIND_MANY.read<BoundedRow>(this.database, values);
    return { secrets, isTooLarge: areTooLarge(secrets) };
  }

  /** The project of a secret of the organization. */
  async findProjectIdOf(orgId: string, secretId: string): Promise<string | null> {
    const row = await this.database.row<{ id: string }>(PROJECT_OF, [secretId, orgId]);
    return row?.id ?? null;
  }

  /** `findProjectIdOf`. Throws 404. */
  async getProjectIdOf(orgId: string, secretId: string): Promise<string> {
    const id = await this.findProjectIdOf(orgId, secretId);
    if (id === null) throw notFound();
    return id;
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
