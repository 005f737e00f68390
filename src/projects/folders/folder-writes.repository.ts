import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseEpochOf } from '../../access/epoch.js';
import { orConflict } from '../../database/failures.js';
import type { FolderAt } from './folder-renames.js';

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

const AT_PATHS = 'select id, path from folders where environment_id = $1 and path = any($2)';

const INSERT = `
  insert into folders (id, environment_id, parent_id, name, path, description)
  select draft.id, $1, draft.parent_id, draft.name, draft.path, draft.description
  from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::text[])
    as draft (id, parent_id, name, path, description)`;

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

/** Writes of folders. Within an environment they come one after another: `lockTrees` first. */
@Injectable()
export class FolderWritesRepository {
  /**
   * Locks the trees of these environments against each other change; tells how many there are. The projects
   * first, as whoever moves imports does.
   */
  async lockTrees(tx: EntityManager, environmentIds: readonly string[]): Promise<number> {
    await raiseEpochOf(tx, environmentIds);
    return (await tx.query<unknown[]>(LOCK_ROOTS, [environmentIds])).length;
  }

  /** The ids of those paths where there is a folder. */
  async idsAt(
    tx: EntityManager,
    environmentId: string,
    paths: readonly string[],
  ): Promise<Map<string, string>> {
    const rows = await tx.query<{ id: string; path: string }[]>(AT_PATHS, [environmentId, paths]);
    return new Map(rows.map(({ id, path }) => [path, id]));
  }

  async insert(
    tx: EntityManager,
    environmentId: string,
    folders: readonly NewFolder[],
  ): Promise<void> {
    const column = <K extends keyof NewFolder>(key: K) => folders.map((folder) => folder[key]);
    const columns = [column('id'), column('parentId'), column('name'), column('path')];
    const write = tx.query(INSERT, [environmentId, ...columns, column('description')]);
    await orConflict(write, PATH_TAKEN);
  }

  /** These folders and all below them. */
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
  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.query('delete from folders where id = $1', [id]);
  }
}
