import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { type LockedFolder, SecretClearance } from '../secret-clearance.js';
import { type FolderAddressed, FolderFinder, type FoundFolder } from './folder-finder.js';
import { guardedAs, refuseRoot } from './folder-guards.js';
import { FolderWritesRepository } from './folder-writes.repository.js';
import type { FolderRecord } from './folders.presenter.js';

@Injectable()
export class FolderRemovalsService {
  constructor(
    private readonly finder: FolderFinder,
    private readonly writes: FolderWritesRepository,
    private readonly clearance: SecretClearance,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /**
   * The going of its secrets is told. Throws 400 for the root, and for a folder that is not empty
   * unless `withContent`.
   */
  async remove(
    actor: Actor,
    address: FolderAddressed,
    withContent: boolean,
  ): Promise<FolderRecord> {
    const found = await this.finder.find(actor, address);
    const { project, folder } = found;
    project.ability.require('delete', 'secret-folders', guardedAs(folder));
    refuseRoot([folder]);
    return this.database.transaction(async (tx) => {
      const folders = await this.lock(tx, found);
      if (!withContent && folders.length > 1) throw notEmpty();
      const gone = await this.clearance.removeSecrets(tx, folder.environment, folders);
      const { secrets, importing } = gone;
      if (!withContent && secrets.length + importing.length > 0) throw notEmpty();
      await this.writes.remove(tx, folder.id);
      await this.record(tx, actor, found, { folders: folders.length, secrets: secrets.length });
      await this.clearance.tell(tx, project.id, gone);
      return folder;
    });
  }

  /** The folder and all below it; each is one that the caller may delete. */
  private async lock(tx: EntityManager, { project, folder }: FoundFolder): Promise<LockedFolder[]> {
    const { id, environmentId, environment } = folder;
    await this.writes.lockTrees(tx, [environmentId]);
    const now = (await this.writes.listSubtrees(tx, [id])).find((each) => each.id === id);
    if (!now) throw notFound();
    const folders = await this.clearance.lock(tx, environmentId, now.path);
    const guarded = folders.map(({ path }) => guardedAs({ environment, path }));
    project.ability.requireAll('delete', 'secret-folders', guarded);
    return folders;
  }

  private async record(
    tx: EntityManager,
    actor: Actor,
    { project, folder }: FoundFolder,
    counts: object,
  ): Promise<void> {
    const { id, environment, path } = folder;
    const target = { folderId: id, environment, path, ...counts };
    await this.audit.record(tx, actor, { action: 'folder.delete', projectId: project.id, target });
  }
}

const notEmpty = () =>
  badRequest('The folder is not empty. Send forceDelete to delete it with what is in it.');
