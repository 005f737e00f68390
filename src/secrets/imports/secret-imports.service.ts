import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { LockedAccess, type FreshAccess } from '../../access/locked-access.js';
import type { ContentActor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import { badRequest } from '../../errors/api-error.js';
import { FolderImports } from '../../projects/folders/folder-imports.js';
import { GovernedFolders } from '../../projects/governed-folders.js';
import type { SecretLocation } from '../secret.js';
import { ImportFinder } from './import-finder.js';
import {
  requireImportCreation,
  requireImportDeletion,
  requireImportEdit,
  requireImports,
} from './import-guards.js';
import { ImportChangeRecorder } from './import-change-recorder.js';
import {
  type ImportEnvironment,
  type ImportAddress,
  type ImportChange,
  type ImportScope,
  type ImportRecord,
  importingFolderOf,
} from './secret-import.js';
import { SecretImportsRepository } from './secret-imports.repository.js';

/** Bounds what one read follows; the limit of an answer is in `import-links.repository.ts`. */
const MAX_IMPORTS = 100;

/** Creates, lists, changes and deletes the imports of folders. */
@Injectable()
export class SecretImports {
  // oxlint-disable-next-line max-params -- rights before the lock and under it, rows, and the record of the change
  constructor(
    private readonly finder: ImportFinder,
    private readonly access: LockedAccess,
    private readonly imports: SecretImportsRepository,
    private readonly graph: FolderImports,
    private readonly recorder: ImportChangeRecorder,
    private readonly governed: GovernedFolders,
    private readonly database: Database,
  ) {}

  /** The new import comes last in the folder's order, so it prevails. */
  async create(
    actor: ContentActor,
    scope: ImportScope,
    source: SecretLocation,
    isReplication: boolean,
  ): Promise<ImportRecord> {
    const { project: access } = await this.finder.getFolder(actor, scope);
    const environment = await this.imports.getEnvironment(access.id, source.environment);
    requireImportCreation(access, scope, source);
    if (isReplication) {
      throw badRequest(
        'not-offered',
        'Replication is not supported: an import always shows its source as it is.',
      );
    }
    return this.change(actor, access, async (tx, project) => {
      requireImportCreation(project, scope, source);
      const folder = await this.imports.getFolderIn(tx, project.id, scope);
      await this.governed.requireUngoverned(tx, actor, project, folder);
      if (folder.imports >= MAX_IMPORTS) {
        throw badRequest('limit-reached', `A folder has at most ${MAX_IMPORTS} imports.`);
      }
      const id = newId();
      await this.imports.insert(tx, {
        id,
        folderId: folder.id,
        sourceEnvironmentId: environment.id,
        sourcePath: source.secretPath,
        position: folder.imports + 1,
      });
      await this.graph.refuseCircles(tx, [folder]);
      const created = await this.imports.getIn(tx, project.id, id);
      await this.recorder.record(tx, actor, 'secret-import.create', created);
      return created;
    });
  }

  /** Lists the imports of a folder by position. */
  async list(actor: ContentActor, scope: ImportScope): Promise<ImportRecord[]> {
    const { project, folderId } = await this.finder.getFolder(actor, scope);
    requireImports(project, 'read', scope);
    return this.imports.list(folderId);
  }

  async get(actor: ContentActor, id: string): Promise<ImportRecord> {
    const { project, record } = await this.finder.getImport(actor, { id });
    requireImports(project, 'read', importingFolderOf(record));
    return record;
  }

  /** Changes the source, the position, or both. */
  async update(
    actor: ContentActor,
    address: ImportAddress,
    changes: ImportChange,
  ): Promise<ImportRecord> {
    const { project: access, record } = await this.finder.getImport(actor, address);
    const slug = changes.environment ?? record.source.slug;
    const environment = await this.imports.getEnvironment(access.id, slug);
    requireImportEdit(access, record, changes);
    return this.change(actor, access, async (tx, project) => {
      const before = await this.imports.getIn(tx, project.id, record.id);
      // Its source may have changed, or its folder been renamed, since.
      requireImportEdit(project, before, changes);
      await this.governed.requireUngoverned(tx, actor, project, folderOf(before));
      const source = changes.environment === undefined ? before.source : environment;
      const isChanged = await this.applyChange(tx, before, { ...changes, source });
      if (!isChanged) return before;
      const after = await this.imports.getIn(tx, project.id, before.id);
      await this.recorder.record(tx, actor, 'secret-import.update', after, before);
      return after;
    });
  }

  async remove(actor: ContentActor, address: ImportAddress): Promise<ImportRecord> {
    const { project: access, record } = await this.finder.getImport(actor, address);
    requireImportDeletion(access, record);
    return this.change(actor, access, async (tx, project) => {
      const removed = await this.imports.getIn(tx, project.id, record.id);
      requireImportDeletion(project, removed);
      await this.governed.requireUngoverned(tx, actor, project, folderOf(removed));
      await this.imports.remove(tx, removed.id);
      await this.graph.closeGaps(tx, [removed.folderId]);
      await this.recorder.record(tx, actor, 'secret-import.delete', removed);
      return removed;
    });
  }

  /** Returns whether anything changed. Throws 400 where the imports would form a circle. */
  private async applyChange(
    tx: EntityManager,
    before: ImportRecord,
    changes: ImportChange & { readonly source: ImportEnvironment },
  ): Promise<boolean> {
    const { source, secretPath: path = before.sourcePath } = changes;
    const hasNewSource = source.id !== before.source.id || path !== before.sourcePath;
    if (hasNewSource) {
      await this.imports.updateSource(tx, before.id, source.id, path);
      const { environment, secretPath } = before;
      await this.graph.refuseCircles(tx, [{ environmentId: environment.id, path: secretPath }]);
    }
    const folder = await this.imports.getFolderIn(tx, before.projectId, importingFolderOf(before));
    const position = Math.min(changes.position ?? before.position, folder.imports);
    const hasNewPosition = position !== before.position;
    if (hasNewPosition) await this.imports.updatePosition(tx, before, position);
    return hasNewSource || hasNewPosition;
  }

  /** Works under the lock on the project, by the rights that the caller still has after the wait for it. */
  private change<T>(
    actor: ContentActor,
    { id }: ProjectAccess,
    work: (tx: EntityManager, project: FreshAccess) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.graph.lock(tx, id);
      return work(tx, await this.access.accessIn(tx, actor, id));
    });
  }
}

const folderOf = ({ environment, secretPath: path }: ImportRecord) => ({
  environmentId: environment.id,
  path,
});
