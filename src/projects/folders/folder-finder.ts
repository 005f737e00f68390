import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import type { ContentActor } from '../../auth/actor.js';
import { toUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { folderIdNotFound, folderNotFound } from '../../errors/missing.js';
import { childPath } from './folder-path.js';
import type { FolderRecord } from './folders.presenter.js';
import { FoldersRepository } from './folders.repository.js';

/** A folder by its id, or by its name in the folder at `path` of an environment. */
export interface FolderAddressed {
  readonly projectId?: string;
  readonly environment?: string;
  readonly path: string;
  readonly idOrName: string;
}

export interface FoundFolder {
  readonly project: ProjectAccess;
  readonly folder: FolderRecord;
}

/** Finds the folders that a request names, with the project they are in. */
@Injectable()
export class FolderFinder {
  constructor(
    private readonly access: AccessService,
    private readonly folders: FoldersRepository,
  ) {}

  /** Throws 404 unless the folder is in the project, and in the environment if one is named. */
  async find(actor: ContentActor, address: FolderAddressed): Promise<FoundFolder> {
    const { projectId, environment, path, idOrName } = address;
    const project = await this.access.toNamedProject(actor, projectId);
    const folder = await this.folders.find(project.id, {
      id: idOrName,
      environment,
      path: childPath(path, idOrName),
    });
    if (!folder)
      throw environment === undefined
        ? folderIdNotFound(idOrName)
        : folderNotFound(project.id, {
            environment,
            secretPath: childPath(path, idOrName) ?? idOrName,
          });
    return { project, folder };
  }

  /** Throws 404 unless every folder is in the project, and in its environment where one is named. */
  async findAll(
    actor: ContentActor,
    key: { readonly projectId?: string; readonly projectSlug?: string },
    wanted: readonly { readonly id: string; readonly environment?: string }[],
  ): Promise<{ project: ProjectAccess; folders: FolderRecord[] }> {
    const project = await this.access.toNamedProject(actor, key.projectId, key.projectSlug);
    const environments = new Map(wanted.map(({ id, environment }) => [id, environment]));
    const folders = await this.folders.listByIds(project.id, [...environments.keys()].map(toUuid));
    const isMeant = ({ id, environment }: FolderRecord) =>
      (environments.get(id) ?? environment) === environment;
    const missing = [...environments.keys()].find(
      (id) => !folders.some((each) => each.id === id && isMeant(each)),
    );
    if (missing !== undefined) throw folderIdNotFound(missing);
    return { project, folders };
  }

  /** Reads folders within a transaction, its own changes included. Throws 404 unless all are there. */
  async reread(
    tx: EntityManager,
    { id }: ProjectAccess,
    ids: readonly string[],
  ): Promise<FolderRecord[]> {
    const folders = await this.folders.listByIdsIn(tx, id, ids);
    if (folders.length < ids.length) throw notFound();
    return folders;
  }
}
