import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { flatMapInSlices } from '../access/slices.js';
import { VERSION_COLUMNS, versionOf } from '../database/entities/secret-columns.js';
import type { ContentActor } from '../auth/actor.js';
import type { SecretItem } from '../events/log/event-kinds.js';
import type { SecretChange } from '../events/log/event-log.js';
import { type ContentChange, UNCHANGED_CONTENT } from './folder-change-recorder.js';
import { FolderImports } from './folders/folder-imports.js';
import { type FolderAt, subtreeRange } from './folders/folder-path.js';
import { FolderMoveCheck } from './secret-attributes/folder-move-check.js';
import type { FolderLocationChange } from './secret-attributes/secret-attributes.js';

export interface LockedFolder {
  readonly id: string;
  readonly path: string;
}

interface SecretRow {
  readonly folderId: string;
  readonly key: string;
  readonly secretTags: readonly string[];
}

/** In the order of ids, as every writer locks them. */
const LOCK = `
  with locked as materialized (
    select id, path from folders
    where environment_id = $1 and (path = $2 or (path >= $3 and path < $4))
    order by id
    for update
  )
  select id, path from locked order by path`;

/** The slugs of the tags, which an event keeps for rules that ask about tags. */
const columns = (secret: string) => `
  folder_id "folderId", key, coalesce((
    select json_agg(t.slug order by t.slug collate "C")
    from secret_tags st join tags t on t.id = st.tag_id where st.secret_id = ${secret}.id
  ), '[]') "secretTags"`;

const LIST = `
  select ${columns('secrets')} from secrets where folder_id = any($1) order by folder_id, key`;

const IS_EMPTY = `
  select not exists (select from secrets where folder_id = any($1))
    and not exists (select from secret_imports where folder_id = any($1)) "isEmpty"`;

/** The last state of each is kept among the versions, as at any deletion. */
const DELETE = `
  with gone as (
    delete from secrets where folder_id = any($1) returning *
  ), kept as (
    insert into secret_versions (${VERSION_COLUMNS})
    select ${versionOf('gone')}
    from gone
  )
  select ${columns('gone')} from gone order by folder_id, key`;

/** The secrets and imports in folders that are renamed, move or are deleted. Set-based, as folders may be large. */
@Injectable()
export class FolderContents {
  constructor(
    private readonly imports: FolderImports,
    private readonly check: FolderMoveCheck,
  ) {}

  /** The folder and all below it, by path. Nothing is written into them until the transaction ends. */
  lock(tx: EntityManager, environmentId: string, path: string): Promise<LockedFolder[]> {
    return tx.query(LOCK, [environmentId, path, ...subtreeRange(path)]);
  }

  /** Throws 403 where the contents would come under other rules than the caller could bring about. */
  async requireMove(
    tx: EntityManager,
    actor: ContentActor,
    projectId: string,
    changes: readonly FolderLocationChange[],
  ): Promise<void> {
    if (changes.length > 0) await this.check.requireMove(tx, actor, projectId, changes);
  }

  /** Lets imports follow their sources to the new paths. Returns the folders whose imports that changes. Throws 400, 409. */
  followImports(
    tx: EntityManager,
    before: readonly FolderAt[],
    after: readonly FolderAt[],
  ): Promise<SecretItem[]> {
    return this.imports.follow(tx, before, after);
  }

  /** The secrets in these folders by their addresses before and after. */
  async listMoved(
    tx: EntityManager,
    changes: readonly FolderLocationChange[],
  ): Promise<ContentChange> {
    if (changes.length === 0) return UNCHANGED_CONTENT;
    const byFolder = new Map(changes.map((change) => [change.folderId, change]));
    const rows = await tx.query<SecretRow[]>(LIST, [[...byFolder.keys()]]);
    const at = (side: 'before' | 'after') =>
      flatMapInSlices(rows, ({ folderId, key, secretTags }): SecretChange[] => [
        { ...byFolder.get(folderId)![side], secretKey: key, secretTags },
      ]);
    return { before: await at('before'), after: await at('after'), importing: [] };
  }

  async isEmpty(tx: EntityManager, folders: readonly LockedFolder[]): Promise<boolean> {
    const ids = folders.map(({ id }) => id);
    const [row] = await tx.query<{ isEmpty: boolean }[]>(IS_EMPTY, [ids]);
    return row!.isEmpty;
  }

  /**
   * Deletes the secrets in locked folders of an environment; the folders and their imports are yet to go.
   * Throws 403 unless the caller may delete each secret.
   */
  async delete(
    tx: EntityManager,
    actor: ContentActor,
    environment: { readonly projectId: string; readonly slug: string },
    folders: readonly LockedFolder[],
  ): Promise<ContentChange> {
    await this.check.requireDeletion(tx, actor, environment, folders);
    const paths = new Map(folders.map(({ id, path }) => [id, path]));
    const rows = await tx.query<SecretRow[]>(DELETE, [[...paths.keys()]]);
    const before = await flatMapInSlices(rows, ({ folderId, key, secretTags }): SecretChange[] => {
      const secretPath = paths.get(folderId)!;
      return [{ environment: environment.slug, secretPath, secretKey: key, secretTags }];
    });
    const importing = await this.imports.listImporting(tx, [...paths.keys()]);
    return { before, after: [], importing };
  }

  /** `delete` for all folders of an environment, and all that others import from it. */
  async deleteOfEnvironment(
    tx: EntityManager,
    actor: ContentActor,
    environment: { readonly id: string; readonly projectId: string; readonly slug: string },
    folders: readonly LockedFolder[],
  ): Promise<ContentChange> {
    const deleted = await this.delete(tx, actor, environment, folders);
    return { ...deleted, importing: await this.imports.deleteFrom(tx, environment.id) };
  }
}
