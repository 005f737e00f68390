import { Injectable } from '@nestjs/common';
import { LockedAccess, type FreshAccess } from '../../access/locked-access.js';
import { slices } from '../../access/slices.js';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../auth/actor.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import type { FoundFolder } from '../../projects/folders/folder-finder.js';
import { guardedAs } from '../../projects/folders/folder-guards.js';
import { FolderWritesRepository } from '../../projects/folders/folder-writes.repository.js';
import {
  type DeletedSecrets,
  type LockedFolder,
  FolderContentDeletion,
} from '../../projects/folder-content-deletion.js';

/** A folder that goes, with all that is in it. */
@Injectable()
export class FolderContents {
  constructor(
    private readonly boundary: LockedAccess,
    private readonly writes: FolderWritesRepository,
    private readonly clearance: FolderContentDeletion,
  ) {}

  /**
   * The folder and all below it; each is one that the caller may delete, by the rights that the caller still has
   * after the wait for the lock.
   */
  async lock(
    tx: EntityManager,
    actor: Actor,
    { project: { id: projectId }, folder }: FoundFolder,
  ): Promise<{ readonly project: FreshAccess; readonly folders: LockedFolder[] }> {
    const { id, environmentId, environment } = folder;
    await this.writes.lockTrees(tx, [environmentId]);
    const project = await this.boundary.accessIn(tx, actor, projectId);
    const now = (await this.writes.listSubtrees(tx, [id])).find((each) => each.id === id);
    if (!now) throw notFound();
    const folders = await this.clearance.lock(tx, environmentId, now.path);
    const guarded = folders.map(({ path }) => guardedAs({ environment, path }));
    await project.ability.requireAllInSlices('delete', 'secret-folders', guarded, slices());
    return { project, folders };
  }

  /**
   * Throws 403 unless the caller may delete each secret that goes. Throws 400 for a folder that is not empty,
   * unless `withContent`.
   */
  async remove(
    tx: EntityManager,
    actor: Actor,
    { project, folder }: FoundFolder,
    folders: readonly LockedFolder[],
    withContent: boolean,
  ): Promise<DeletedSecrets> {
    if (!withContent && folders.length > 1) throw notEmpty();
    const of = { projectId: project.id, slug: folder.environment };
    if (withContent) await this.clearance.places.requireDeletion(tx, actor, of, folders);
    const gone = await this.clearance.removeSecrets(tx, folder.environment, folders);
    const { secrets, importing } = gone;
    if (!withContent && secrets.length + importing.length > 0) throw notEmpty();
    await this.writes.remove(tx, folder.id);
    return gone;
  }

  /** Comes last in its transaction. */
  tell(tx: EntityManager, projectId: string, gone: DeletedSecrets): Promise<void> {
    return this.clearance.tell(tx, projectId, gone);
  }
}

const notEmpty = () =>
  badRequest('The folder is not empty. Send forceDelete to delete it with what is in it.');
