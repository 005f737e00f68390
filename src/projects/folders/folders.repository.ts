import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, type Repository } from 'typeorm';
import { raiseEpochOf } from '../../access/epoch.js';
import { Database, statement } from '../../database/database.js';
import { Folder } from '../../database/entities/folder.entity.js';
import { orConflict } from '../../database/failures.js';
import { isUuid } from '../../database/uuid.js';
import { type FolderAt, subtreeRange } from './folder-path.js';
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

const PATH_TAKEN = {
  constraint: 'uq_folders_path',
  message: 'A folder with this name already exists there.',
};

export interface NewFolder {
  readonly id: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly path: string;
  readonly description: string | null;
}

export interface FolderState extends FolderAt {
  readonly name: string;
  readonly description: string | null;
}

/** In the order of ids, so that two batches over the same environments cannot deadlock. */
const LOCK_ROOTS = `
  select environment_id from folders
  where environment_id = any($1) and path = '/'
  order by environment_id
  for no key update`;

const SUBTREES = `
  select distinct f.id, f.environment_id "environmentId", f.name, f.path, f.description
  from folders top
  join folders f on f.environment_id = top.environment_id
    and (f.id = top.id or (f.path >= top.path || '/' and f.path < top.path || '0'))
  where top.id = any($1)`;

const AMEND = `
  update folders
  set name = new.name, path = new.path, description = new.description,
    version = version + new.step,
    updated_at = case new.step when 0 then updated_at else now() end
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::int[])
    as new (id, name, path, description, step)
  where folders.id = new.id`;

/**
 * Within an environment, changes come one after another: `lockTrees` first. Reads and moves are SQL: a folder is read
 * with its environment and its last change by one prepared statement, and a subtree moves by one update.
 */
@Injectable()
export class FoldersRepository {
  constructor(
    @InjectRepository(Folder) private readonly folders: Repository<Folder>,
    private readonly database: Database,
  ) {}

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

  /**
   * Locks the folders of these environments against every other change of folders. Returns how many environments there
   * are. Locks their projects first, as changes of imports do.
   */
  async lockTrees(tx: EntityManager, environmentIds: readonly string[]): Promise<number> {
    await raiseEpochOf(tx, environmentIds);
    return (await tx.query<unknown[]>(LOCK_ROOTS, [environmentIds])).length;
  }

  /** The ids of the folders at those paths where there is one. */
  async idsAt(
    tx: EntityManager,
    environmentId: string,
    paths: readonly string[],
  ): Promise<Map<string, string>> {
    const where = { environmentId, path: In([...paths]) };
    const select = { id: true, path: true } as const;
    const rows = await tx.withRepository(this.folders).find({ select, where });
    return new Map(rows.map(({ id, path }) => [path, id]));
  }

  async insert(
    tx: EntityManager,
    environmentId: string,
    folders: readonly NewFolder[],
  ): Promise<void> {
    const rows = folders.map((folder) => ({ ...folder, environmentId }));
    await orConflict(tx.withRepository(this.folders).insert(rows), PATH_TAKEN);
  }

  /** Lists these folders and all below them. */
  listSubtrees(tx: EntityManager, ids: readonly string[]): Promise<FolderState[]> {
    return tx.query(SUBTREES, [ids]);
  }

  /** Writes new states; the `touched` get a new version. Throws 409 if a path is taken. */
  async amend(
    tx: EntityManager,
    states: readonly FolderState[],
    touched: ReadonlySet<string>,
  ): Promise<void> {
    const column = <K extends keyof FolderState>(key: K) => states.map((state) => state[key]);
    const columns = [column('id'), column('name'), column('path'), column('description')];
    const steps = states.map(({ id }) => (touched.has(id) ? 1 : 0));
    await orConflict(tx.query(AMEND, [...columns, steps]), PATH_TAKEN);
  }

  /** The folders below go with it. */
  async delete(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.folders).delete({ id });
  }
}
