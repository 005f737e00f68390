import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../database/database.js';
import { badRequest } from '../../errors/api-error.js';
import { MAX_IMPORT_DEPTH } from '../../events/log/importing-folders.js';
import type { SecretLocation } from '../secret.js';
import { areTooLarge, type BoundedRow, SECRET_COLUMNS } from '../secret-columns.sql.js';
import { BoundedStatement } from '../bounded-statement.js';
import { SecretListRows, type WeighedSecrets } from '../secret-list-rows.js';
import { SecretListStatement } from '../secret-list-statement.js';
import type { ImportLink } from './follow-imports.js';

/** Imports that one answer follows. */
const MAX_LINKS = 10_000;

/**
 * The whole graph below a folder, or below all folders of a recursive list. Hand-written: the ORM has no recursive
 * queries, and every read with imports goes this way.
 */
const LINKS = statement(`
  with recursive listed as (
    select f.id, f.path
    from environments e join folders f on f.environment_id = e.id
      and (f.path = $3 or ($4 and starts_with(f.path, $5)))
    where e.project_id = $1 and e.slug = $2
  ), reached (folder_id, depth) as (
    select id, 0 from listed
    union
    select source.id, reached.depth + 1
    from reached
    join secret_imports i on i.folder_id = reached.folder_id
    join folders source
      on source.environment_id = i.source_environment_id and source.path = i.source_path
    where reached.depth < ${MAX_IMPORT_DEPTH}
  )
  select i.folder_id "folderId", listed.path "listedPath", source.id "sourceId",
    source.id in (select id from listed) is true "isListed",
    json_build_object('environment', e.slug, 'secretPath', i.source_path) source
  from (select folder_id, min(depth) depth from reached group by folder_id) near
  join secret_imports i on i.folder_id = near.folder_id
  join environments e on e.id = i.source_environment_id
  left join folders source on source.environment_id = e.id and source.path = i.source_path
  left join listed on listed.id = i.folder_id
  where near.depth < ${MAX_IMPORT_DEPTH}
  order by listed.path, i.folder_id, i.position
  limit ${MAX_LINKS + 1}`);

const secretsIn = (columns: string, condition = '') => `
  select ${columns}
  from folders f
  join environments e on e.id = f.environment_id and e.project_id = $1
  join secrets s on s.folder_id = f.id ${condition}
  where f.id = any($2)
  order by s.key`;

const LIST = new SecretListStatement(secretsIn, '$3::bigint', true);
const LIST_NAMES = new SecretListStatement(secretsIn, '$3::bigint', false);
const FIND = new BoundedStatement((contents) =>
  secretsIn(`${SECRET_COLUMNS}, ${contents}`, 'and s.key = $3'),
);

/** Reads where imports lead, and the secrets there. */
@Injectable()
export class ImportLinksRepository {
  constructor(private readonly database: Database) {}

  /** Lists imports by path of the importing folder and position. Throws 400 for too many. */
  async listLinks(
    projectId: string,
    { environment, secretPath }: SecretLocation,
    isRecursive: boolean,
  ): Promise<ImportLink[]> {
    const below = secretPath === '/' ? '/' : `${secretPath}/`;
    const values = [projectId, environment, secretPath, isRecursive, below];
    const links = await this.database.rows<ImportLink>(LINKS, values);
    if (links.length <= MAX_LINKS) return links;
    throw badRequest(
      'too-much-at-once',
      `The folders import more than ${MAX_LINKS} times. Ask for fewer at once.`,
    );
  }

  /** Lists secrets by key. `usedBytes` of what one answer may hold are in use already; beyond, nothing large is read. */
  async listSecrets(
    projectId: string,
    folderIds: readonly string[],
    { usedBytes, hasValues }: { readonly usedBytes: number; readonly hasValues: boolean },
  ): Promise<WeighedSecrets> {
    const values = [projectId, folderIds, usedBytes];
    const rows = await (hasValues ? LIST : LIST_NAMES).read(this.database, values);
    return new SecretListRows(hasValues).weigh(rows);
  }

  /** Finds the secrets of this name; without what is large where it is too large for one answer. */
  async findSecrets(
    projectId: string,
    folderIds: readonly string[],
    key: string,
  ): Promise<WeighedSecrets> {
    const values = [projectId, folderIds, key];
    const secrets = await FIND.read<BoundedRow>(this.database, values);
    return { secrets, isTooLarge: areTooLarge(secrets) };
  }
}
