import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import {
  type FolderAddressed,
  FolderFinder,
  type FoundFolder,
} from '../../projects/folders/folder-finder.js';
import { guardedAs, refuseRoot } from '../../projects/folders/folder-guards.js';
import type { FolderRecord } from '../../projects/folders/folders.presenter.js';
import {
  type WithBrokenReferences,
  BrokenReferenceReport,
} from '../references/broken-reference-report.js';
import { FolderContents } from './folder-contents.js';

export interface RemovedFolder extends WithBrokenReferences {
  readonly folder: FolderRecord;
}

@Injectable()
export class FolderRemovalsService {
  constructor(
    private readonly finder: FolderFinder,
    private readonly contents: FolderContents,
    private readonly notes: BrokenReferenceReport,
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
  ): Promise<RemovedFolder> {
    const found = await this.finder.find(actor, address);
    const { folder } = found;
    found.project.ability.require('delete', 'secret-folders', guardedAs(folder));
    refuseRoot([folder]);
    return this.database.transaction(async (tx) => {
      const { project, folders } = await this.contents.lock(tx, actor, found);
      const gone = await this.contents.remove(tx, actor, found, folders, withContent);
      const lost = gone.secrets.map(({ secretKey: key, ...place }) => ({ ...place, key }));
      const note = await this.notes.findAfterFolderRemoval(tx, project, lost);
      const counts = { folders: folders.length, secrets: gone.secrets.length };
      await this.record(tx, actor, found, counts);
      await this.contents.tell(tx, project.id, gone);
      return { folder, brokenReferences: note };
    });
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
