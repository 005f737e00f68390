import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { PlaceChanges } from '../labels/place-changes.service.js';
import { FolderImports } from './folder-imports.js';
import type { Relocation } from './folder-change-recorder.js';
import { MAX_PATH_LENGTH } from './folder-path.js';
import { renamedPaths } from './folder-renames.js';
import { type FolderState, FolderWritesRepository } from './folder-writes.repository.js';
import type { FolderRecord } from './folders.presenter.js';

export interface FolderChange {
  readonly name?: string;
  readonly description?: string | null;
}

export type FolderChanges = ReadonlyMap<string, FolderChange>;

/** Gives folders their new names and takes along what lies below them: folders, and the imports aimed there. */
@Injectable()
export class FolderRelocations {
  constructor(
    private readonly writes: FolderWritesRepository,
    private readonly imports: FolderImports,
    private readonly places: PlaceChanges,
  ) {}

  /** The project first, then the trees of these environments. Throws 404 unless all are there. */
  async lock(
    tx: EntityManager,
    projectId: string,
    environmentIds: readonly string[],
  ): Promise<void> {
    await this.imports.lock(tx, projectId);
    const trees = await this.writes.lockTrees(tx, environmentIds);
    if (trees < environmentIds.length) throw notFound();
  }

  /** Throws 403 where what lies below would come under other rules than the caller could bring about. */
  async write(
    tx: EntityManager,
    actor: Actor,
    project: ProjectAccess,
    touched: readonly FolderRecord[],
    changes: FolderChanges,
  ): Promise<Relocation> {
    const ids = touched.map(({ id }) => id);
    const before = await this.writes.listSubtrees(tx, ids);
    const after = statesAfter(before, changes);
    const slugs = new Map(touched.map((folder) => [folder.environmentId, folder.environment]));
    const places = before.flatMap(({ id, environmentId, path: secretPath }, index) => {
      const next = after[index]!.path;
      const environment = slugs.get(environmentId)!;
      if (next === secretPath) return [];
      const [old, fresh] = [secretPath, next].map((path) => ({ environment, secretPath: path }));
      return [{ folderId: id, before: old!, after: fresh! }];
    });
    if (places.length > 0) await this.places.requireMove(tx, actor, project.id, places);
    await this.writes.amend(tx, after, new Set(ids));
    return { before, after, importing: await this.imports.follow(tx, before, after) };
  }
}

/** Throws 400 if a path became too long. */
function statesAfter(states: readonly FolderState[], changes: FolderChanges): FolderState[] {
  const names = [...changes].flatMap(([id, { name }]) =>
    name === undefined ? [] : ([[id, name]] as const),
  );
  const paths = renamedPaths(states, new Map(names));
  return states.map((state) => {
    const path = paths.get(state.id)!;
    if (path.length > MAX_PATH_LENGTH) throw badRequest('The path of a folder would be too long.');
    const { name = state.name, description = state.description } = changes.get(state.id) ?? {};
    return { ...state, path, name, description };
  });
}
