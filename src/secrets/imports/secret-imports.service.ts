import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { LockedAccess, type FreshAccess } from '../../access/locked-access.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { newId } from '../../database/uuid.js';
import { badRequest } from '../../errors/api-error.js';
import { FolderImports } from '../../projects/folders/folder-imports.js';
import type { SecretLocation } from '../secret.js';
import { ImportFinder } from './import-finder.js';
import { requireImportedSecrets, requireImports, requireSource } from './import-guards.js';
import { ImportChangeRecorder } from './import-change-recorder.js';
import {
  type ImportEnvironment,
  type ImportAddress,
  type ImportChange,
  type ImportScope,
  type ImportRecord,
  importingFolderOf,
  importSourceOf,
} from './secret-import.js';
import { SecretImportsRepository } from './secret-imports.repository.js';

/** Imports that one folder may have. */
const MAX_IMPORTS = 100;

/** What folders take over from others: made, aimed, put in order and taken away. */
@Injectable()
export class SecretImports {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly finder: ImportFinder,
    private readonly boundary: LockedAccess,
    private readonly rows: SecretImportsRepository,
    private readonly graph: FolderImports,
    private readonly news: ImportChangeRecorder,
    private readonly database: Database,
  ) {}

  /** Comes last in the folder's order, so it prevails. */
  async create(
    actor: Actor,
    place: ImportScope,
    source: SecretLocation,
    isReplication: boolean,
  ): Promise<ImportRecord> {
    const { project: seen } = await this.finder.getFolder(actor, place);
    const environment = await this.finder.getEnvironment(seen, source.environment);
    requireCreation(seen, place, source);
    if (isReplication) {
      throw badRequest('Replication is not supported: an import always shows its source as it is.');
    }
    return this.change(actor, seen, async (tx, project) => {
      requireCreation(project, place, source);
      const folder = await this.finder.getFolderIn(tx, project.id, place);
      if (folder.imports >= MAX_IMPORTS) {
        throw badRequest(`A folder has at most ${MAX_IMPORTS} imports.`);
      }
      const draft = { sourceEnvironmentId: environment.id, sourcePath: source.secretPath };
      const id = newId();
      await this.rows.insert(tx, folder, { id, ...draft });
      await this.graph.refuseCircles(tx, [folder]);
      const made = await this.finder.reread(tx, project, id);
      await this.news.record(tx, actor, 'secret-import.create', made);
      return made;
    });
  }

  /** In their order. */
  async list(actor: Actor, place: ImportScope): Promise<ImportRecord[]> {
    const { project, folderId } = await this.finder.getFolder(actor, place);
    requireImports(project, 'read', place);
    return this.rows.list(project.id, folderId);
  }

  async get(actor: Actor, id: string): Promise<ImportRecord> {
    const { project, record } = await this.finder.get(actor, { id });
    requireImports(project, 'read', importingFolderOf(record));
    return record;
  }

  /** Aims it elsewhere, places it elsewhere, or both. */
  async update(actor: Actor, address: ImportAddress, changes: ImportChange): Promise<ImportRecord> {
    const { project: seen, record } = await this.finder.get(actor, address);
    const slug = changes.environment ?? record.source.slug;
    const environment = await this.finder.getEnvironment(seen, slug);
    requireEdit(seen, record, changes);
    return this.change(actor, seen, async (tx, project) => {
      const before = await this.finder.reread(tx, project, record.id);
      // It may have been aimed, or its folder renamed, since.
      requireEdit(project, before, changes);
      const source = changes.environment === undefined ? before.source : environment;
      const isChanged = await this.write(tx, before, { ...changes, source });
      if (!isChanged) return before;
      const after = await this.finder.reread(tx, project, before.id);
      await this.news.record(tx, actor, 'secret-import.update', after, before);
      return after;
    });
  }

  async remove(actor: Actor, address: ImportAddress): Promise<ImportRecord> {
    const { project: seen, record } = await this.finder.get(actor, address);
    requireDeletion(seen, record);
    return this.change(actor, seen, async (tx, project) => {
      const gone = await this.finder.reread(tx, project, record.id);
      requireDeletion(project, gone);
      await this.rows.remove(tx, gone.id);
      await this.graph.closeGaps(tx, [gone.folderId]);
      await this.news.record(tx, actor, 'secret-import.delete', gone);
      return gone;
    });
  }

  /** Tells whether anything is to change. Throws 400 where it would close a circle. */
  private async write(
    tx: EntityManager,
    before: ImportRecord,
    changes: ImportChange & { readonly source: ImportEnvironment },
  ): Promise<boolean> {
    const { source, secretPath: path = before.sourcePath } = changes;
    const isAimed = source.id !== before.source.id || path !== before.sourcePath;
    if (isAimed) {
      await this.rows.updateSource(tx, before.id, source.id, path);
      const { environment, secretPath } = before;
      await this.graph.refuseCircles(tx, [{ environmentId: environment.id, path: secretPath }]);
    }
    const folder = await this.finder.getFolderIn(tx, before.projectId, importingFolderOf(before));
    const position = Math.min(changes.position ?? before.position, folder.imports);
    const isMoved = position !== before.position;
    if (isMoved) await this.rows.updatePosition(tx, before, position);
    return isAimed || isMoved;
  }

  /** Under the lock on the project, by the rights that the caller still has after the wait for it. */
  private change<T>(
    actor: Actor,
    { id }: ProjectAccess,
    work: (tx: EntityManager, project: FreshAccess) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.graph.lock(tx, id);
      return work(tx, await this.boundary.accessIn(tx, actor, id));
    });
  }
}

/** Throws 403. */
function requireCreation(
  project: ProjectAccess,
  place: SecretLocation,
  source: SecretLocation,
): void {
  requireImports(project, 'create', place);
  requireSource(project, source);
  requireImportedSecrets(project, 'create', place);
}

/** Throws 403. */
function requireDeletion(project: ProjectAccess, record: ImportRecord): void {
  requireImports(project, 'delete', importingFolderOf(record));
  requireImportedSecrets(project, 'delete', importingFolderOf(record));
}

/** Throws 403. What it is aimed at now is not asked about: only where else it would be. */
function requireEdit(project: ProjectAccess, record: ImportRecord, changes: ImportChange): void {
  requireImports(project, 'edit', importingFolderOf(record));
  const { environment, secretPath } = importSourceOf(record);
  const next = {
    environment: changes.environment ?? environment,
    secretPath: changes.secretPath ?? secretPath,
  };
  const isAimed = next.environment !== environment || next.secretPath !== secretPath;
  if (isAimed) requireSource(project, next);
  requireImportedSecrets(project, 'create', importingFolderOf(record));
  if (isAimed) requireImportedSecrets(project, 'delete', importingFolderOf(record));
}
