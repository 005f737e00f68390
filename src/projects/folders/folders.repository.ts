import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { subtreeRange } from './folder-path.js';
import type { FolderRecord, ReadFolder } from './folders.presenter.js';

/** A folder by its id, or by its path in an environment. */
export interface FolderKey {
  readonly id: string;
  readonly environment?: string;
  /** Where it is if `id` is no id but a name. */
  readonly path: string | null;
}

const select = (more = '') => `
  select f.id, f.name, f.path, f.description, f.version, f.parent_id "parentId",
    f.created_at "createdAt", f.updated_at "updatedAt", e.project_id "projectId",
    f.environment_id "environmentId", e.slug environment, e.name "environmentName" ${more}
  from folders f join environments e on e.id = f.environment_id`;

const SELECT = select();

/** A change or departure of a secret ends a state of it here; a creation or arrival begins one. */
const SELECT_WITH_CHANGE = select(`, greatest(
  (select max(s.updated_at) from secrets s where s.folder_id = f.id),
  (select max(v.ended_at) from secret_versions v where v.folder_id = f.id)) "lastSecretModified"`);

const AT_PATH = 'where e.project_id = $1 and e.slug = $2 and f.path = $3';
const BY_PATH = statement(`${SELECT} ${AT_PATH}`);
const READ_BY_PATH = statement(`${SELECT_WITH_CHANGE} ${AT_PATH}`);

const READ_BY_ID = statement(`
  ${SELECT_WITH_CHANGE} join projects p on p.id = e.project_id where p.org_id = $1 and f.id = $2`);

const BY_ID_OR_PATH = statement(`
  ${SELECT}
  where e.project_id = $1 and ($2::text is null or e.slug = $2)
    and (f.id = $3 or ($2 is not null and f.path = $4))
  order by f.id is not distinct from $3 desc
  limit 1`);

const CHILDREN = statement(`${SELECT_WITH_CHANGE} where f.parent_id = $1 order by f.path`);

const BELOW = statement(`
  ${SELECT_WITH_CHANGE} where f.environment_id = $1 and f.path >= $2 and f.path < $3 and f.id <> $4
  order by f.path`);

const BY_IDS = statement(`${SELECT} where e.project_id = $1 and f.id = any($2)`);

@Injectable()
export class FoldersRepository {
  constructor(private readonly database: Database) {}

  findAt(projectId: string, environment: string, path: string): Promise<FolderRecord | null> {
    return this.database.row(BY_PATH, [projectId, environment, path]);
  }

  readAt(projectId: string, environment: string, path: string): Promise<ReadFolder | null> {
    return this.database.row(READ_BY_PATH, [projectId, environment, path]);
  }

  /** In any project of the organization. */
  readAnywhere(orgId: string, id: string): Promise<ReadFolder | null> {
    return this.database.row(READ_BY_ID, [orgId, id]);
  }

  /** An id wins over a name that looks like it. */
  find(projectId: string, { id, environment, path }: FolderKey): Promise<FolderRecord | null> {
    const values = [projectId, environment ?? null, isUuid(id) ? id : null, path];
    return this.database.row(BY_ID_OR_PATH, values);
  }

  listByIds(projectId: string, ids: readonly string[]): Promise<FolderRecord[]> {
    return this.database.rows(BY_IDS, [projectId, ids]);
  }

  /** Within a transaction, its own changes included. */
  listByIdsIn(tx: EntityManager, projectId: string, ids: readonly string[]) {
    return tx.query<FolderRecord[]>(BY_IDS.text, [projectId, ids]);
  }

  /** The folders right below one, by path. */
  listChildren({ id }: FolderRecord): Promise<ReadFolder[]> {
    return this.database.rows(CHILDREN, [id]);
  }

  /** All folders below one, by path. */
  listBelow({ id, environmentId, path }: FolderRecord): Promise<ReadFolder[]> {
    return this.database.rows(BELOW, [environmentId, ...subtreeRange(path), id]);
  }
}
