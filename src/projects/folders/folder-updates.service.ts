import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { badRequest } from '../../errors/api-error.js';
import { type FolderAddressed, FolderFinder } from './folder-finder.js';
import { guardedAs, refuseRoot } from './folder-guards.js';
import { removedAddresses, type RemovedAddressesListener } from '../removed-addresses.js';
import { FolderChangeRecorder } from './folder-change-recorder.js';
import {
  type FolderChange,
  type FolderChanges as Changes,
  FolderRelocations,
} from './folder-relocations.js';
import type { FolderRecord } from './folders.presenter.js';

export interface FolderOfBatch extends FolderChange {
  readonly id: string;
  readonly environment?: string;
}

interface Amended<T> {
  readonly folders: readonly FolderRecord[];
  readonly loss: T;
}

/** Renames folders and describes them. What lies below a renamed folder moves with it. */
@Injectable()
export class FolderUpdatesService {
  constructor(
    private readonly finder: FolderFinder,
    private readonly boundary: LockedAccess,
    private readonly database: Database,
    private readonly news: FolderChangeRecorder,
    private readonly relocations: FolderRelocations,
  ) {}

  async update<T>(
    actor: Actor,
    address: FolderAddressed,
    change: FolderChange,
    onLoss: RemovedAddressesListener<T>,
  ): Promise<{ readonly folder: FolderRecord; readonly loss: T }> {
    const { project, folder } = await this.finder.find(actor, address);
    requireEdit(project, [folder]);
    const changes = new Map([[folder.id, change]]);
    const { folders, loss } = await this.amend(actor, project.id, [folder], changes, onLoss);
    return { folder: folders[0]!, loss };
  }

  /** All or none, in the order asked for. Throws 400 if a folder is named twice. */
  async updateMany<T>(
    actor: Actor,
    key: { readonly projectId?: string; readonly projectSlug?: string },
    batch: readonly FolderOfBatch[],
    onLoss: RemovedAddressesListener<T>,
  ): Promise<Amended<T>> {
    const { project, folders } = await this.finder.findAll(actor, key, batch);
    requireEdit(project, folders);
    const changes = new Map(batch.map((each) => [each.id, each]));
    if (changes.size < batch.length) throw badRequest('A folder is named more than once.');
    const updated = await this.amend(actor, project.id, folders, changes, onLoss);
    const byId = new Map(updated.folders.map((folder) => [folder.id, folder]));
    return { ...updated, folders: batch.map(({ id }) => byId.get(id)!) };
  }

  private amend<T>(
    actor: Actor,
    projectId: string,
    folders: readonly FolderRecord[],
    changes: Changes,
    onLoss: RemovedAddressesListener<T>,
  ): Promise<Amended<T>> {
    refuseRoot(folders.filter(({ id }) => changes.get(id)?.name !== undefined));
    const environments = [...new Set(folders.map(({ environmentId }) => environmentId))];
    return this.database.transaction(async (tx) => {
      await this.boundary.queueForLock(tx, actor, projectId);
      await this.relocations.lock(tx, projectId, environments);
      // The rights may be taken away while this waits for the lock.
      const project = await this.boundary.accessIn(tx, actor, projectId);
      const before = await this.finder.reread(tx, project, [...changes.keys()]);
      requireEdit(project, before);
      const touched = before.filter((folder) => differs(folder, changes));
      if (touched.length === 0) return { folders: before, loss: await onLoss(tx, project, []) };
      const relocation = await this.relocations.write(tx, actor, project, touched, changes);
      const after = await this.finder.reread(tx, project, [...changes.keys()]);
      const moved = await this.news.secretsMoved(tx, touched, relocation);
      const loss = await onLoss(tx, project, removedAddresses(moved.before, moved.after));
      await this.news.tell(tx, actor, touched, relocation, moved);
      return { folders: after, loss };
    });
  }
}

const requireEdit = ({ ability }: ProjectAccess, folders: readonly FolderRecord[]) =>
  ability.requireAll('edit', 'secret-folders', folders.map(guardedAs));

function differs({ id, name, description }: FolderRecord, changes: Changes): boolean {
  const wanted = changes.get(id);
  return (
    (wanted?.name !== undefined && wanted.name !== name) ||
    (wanted?.description !== undefined && wanted.description !== description)
  );
}
