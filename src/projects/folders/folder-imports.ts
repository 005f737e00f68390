import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { orConflict } from '../../database/failures.js';
import { badRequest } from '../../errors/api-error.js';
import type { SecretItem } from '../../events/log/event-kinds.js';
import type { FolderAt } from './folder-path.js';
import { findCircle, type FolderImport, describeCircle } from './import-circle.js';

export const SOURCE_TAKEN = {
  constraint: 'uq_secret_imports_source',
  message: 'The folder already imports from there.',
};

const LOCK = 'select id from projects where id = $1 for no key update';

/** All imports that are reached from some folders, whatever the depth. */
const REACHED = `
  with recursive reached (environment_id, path) as (
    select start.environment_id, start.path collate "C"
    from unnest($1::uuid[], $2::text[]) as start (environment_id, path)
    union
    select i.source_environment_id, i.source_path
    from reached
    join folders f on f.environment_id = reached.environment_id and f.path = reached.path
    join secret_imports i on i.folder_id = f.id
  )
  select json_build_object('environment', e.slug, 'path', f.path) "from",
    json_build_object('environment', source.slug, 'path', i.source_path) "to"
  from reached
  join folders f on f.environment_id = reached.environment_id and f.path = reached.path
  join secret_imports i on i.folder_id = f.id
  join environments e on e.id = f.environment_id
  join environments source on source.id = i.source_environment_id
  order by e.slug, f.path, i.position`;

/** Where an import's source lies below several renamed folders, the nearest one decides. */
const FOLLOW = `
  with nearest as (
    select distinct on (i.id) i.id, moved.path || substr(i.source_path, length(moved.old) + 1) as path
    from unnest($1::uuid[], $2::text[], $3::text[]) as moved (environment_id, old, path)
    join secret_imports i on i.source_environment_id = moved.environment_id
      and (i.source_path = moved.old
        or (i.source_path >= moved.old || '/' and i.source_path < moved.old || '0'))
    order by i.id, length(moved.old) desc
  ), followed as (
    update secret_imports i set source_path = nearest.path
    from nearest where i.id = nearest.id and i.source_path <> nearest.path
    returning i.folder_id
  )
  select distinct folder_id id from followed`;

const importing = (folderIds: string) => `
  select f.id, e.slug environment, f.path "secretPath"
  from folders f join environments e on e.id = f.environment_id
  where f.id in (${folderIds})
  order by 2, 3`;

const IMPORTING_AMONG = importing(`
  select folder_id from secret_imports where folder_id = any($1)`);

const IMPORTING_FROM = importing(`
  select unnest($3::uuid[])
  union
  select i.folder_id from unnest($1::uuid[], $2::text[]) as source (environment_id, path)
  join secret_imports i
    on i.source_environment_id = source.environment_id and i.source_path = source.path`);

const TOUCHING = importing(`
  select folder_id from secret_imports where source_environment_id = $1
  union
  select i.folder_id from folders own join secret_imports i on i.folder_id = own.id
  where own.environment_id = $1`);

const REMOVE = 'delete from secret_imports where source_environment_id = $1';

const CLOSE_GAPS = `
  update secret_imports i set position = dense.position
  from (
    select id, row_number() over (partition by folder_id order by position) as position
    from secret_imports where folder_id = any($1)
  ) dense
  where i.id = dense.id and i.position <> dense.position`;

interface ImportingFolder extends SecretItem {
  readonly id: string;
}

/**
 * Keeps the imports between folders in step with changes of folders and environments. By SQL: the graph of imports is
 * walked by one recursive statement, and each change of imports is one statement for all folders.
 */
@Injectable()
export class FolderImports {
  /**
   * Locks the project: imports of a project change one after another, or two at once could close a circle. Comes before
   * any lock on folders.
   */
  async lock(tx: EntityManager, projectId: string): Promise<void> {
    await tx.query(LOCK, [projectId]);
  }

  /** Throws 400, naming the circle, if imports lead from one of the folders into a circle. */
  async refuseCircles(
    tx: EntityManager,
    folders: readonly Pick<FolderAt, 'environmentId' | 'path'>[],
  ): Promise<void> {
    const environments = folders.map(({ environmentId }) => environmentId);
    const paths = folders.map(({ path }) => path);
    const circle = findCircle(await tx.query<FolderImport[]>(REACHED, [environments, paths]));
    if (circle)
      throw badRequest(
        'import-circle',
        `The folders would import in a circle: ${describeCircle(circle)}.`,
      );
  }

  /**
   * Points imports to the new paths of their sources. Returns the folders whose imports that changes; a moved folder that
   * imports something, by both its paths. Throws 400 where imports would then close a circle, 409 where a folder would
   * import the same source twice.
   */
  async follow(
    tx: EntityManager,
    before: readonly FolderAt[],
    after: readonly FolderAt[],
  ): Promise<SecretItem[]> {
    const moved = before.flatMap(({ id, environmentId, path: old }, index) => {
      const { path } = after[index]!;
      return path === old ? [] : [{ id, environmentId, old, path }];
    });
    if (moved.length === 0) return [];
    const ids = moved.map(({ id }) => id);
    const environments = moved.map(({ environmentId }) => environmentId);
    const old = moved.map((folder) => folder.old);
    const paths = moved.map(({ path }) => path);
    const follow = tx.query<{ id: string }[]>(FOLLOW, [environments, old, paths]);
    const followed = (await orConflict(follow, SOURCE_TAKEN)).map(({ id }) => id);
    const own = await tx.query<ImportingFolder[]>(IMPORTING_AMONG, [ids]);
    if (own.length > 0) await this.refuseCircles(tx, moved);
    const values = [environments, paths, followed];
    const others = await tx.query<ImportingFolder[]>(IMPORTING_FROM, values);
    const oldOf = new Map(moved.map((folder) => [folder.id, folder.old]));
    const left = own.map((folder) => ({ ...folder, secretPath: oldOf.get(folder.id)! }));
    return [...left, ...own, ...others];
  }

  /** The folders among these that import something. */
  listImporting(tx: EntityManager, folderIds: readonly string[]): Promise<SecretItem[]> {
    return tx.query(IMPORTING_AMONG, [folderIds]);
  }

  /** Deletes the imports from an environment. Returns the folders whose imports go with it. */
  async deleteFrom(tx: EntityManager, environmentId: string): Promise<SecretItem[]> {
    const touched = await tx.query<ImportingFolder[]>(TOUCHING, [environmentId]);
    if (touched.length === 0) return [];
    await tx.query(REMOVE, [environmentId]);
    const ids = touched.map(({ id }) => id);
    await this.closeGaps(tx, ids);
    return touched;
  }

  /** Makes the positions 1 to n again. */
  async closeGaps(tx: EntityManager, folderIds: readonly string[]): Promise<void> {
    await tx.query(CLOSE_GAPS, [folderIds]);
  }
}
