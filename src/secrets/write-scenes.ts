import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import { type ContentActor, holderIdOf } from '../auth/actor.js';
import { PrefetchedProject, type ProjectNow, scopeQuery } from '../auth/prefetched-project.js';
import { BatchedQuery } from '../database/batched-query.js';
import { Database, statement } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { folderNotFound } from '../errors/missing.js';
import { type SecretLocation, type SecretScope, toLocation } from './secret.js';

export interface FolderOfSecrets {
  readonly id: string;
  readonly environmentId: string;
  readonly autoCapitalization: boolean;
}

/** Where secrets are written. */
export interface WriteScene {
  readonly project: ProjectAccess;
  readonly location: SecretLocation;
  readonly folder: FolderOfSecrets;
}

type Row = ProjectNow & { readonly folder: FolderOfSecrets | null };

/** A project as its member finds it, with a folder of it; null for the folder that is not there. */
const sceneBy = (column: 'id' | 'slug') =>
  statement(`
    select p.*, (
      select json_build_object('id', f.id, 'environmentId', e.id, 'autoCapitalization', own.auto_capitalization)
      from environments e
      join projects own on own.id = e.project_id
      join folders f on f.environment_id = e.id and f.path = $5
      where e.project_id = p.id and e.slug = $4
    ) folder
    from (${scopeQuery('$1', '$2', column, '$3')}) p`);

/**
 * Finds project and folder of a write in one statement, which the requests of a moment share. SQL by hand: every single
 * write asks it, and is measured.
 */
@Injectable()
export class WriteScenes {
  private readonly byId: BatchedQuery<Row>;
  private readonly bySlug: BatchedQuery<Row>;

  constructor(
    database: Database,
    private readonly access: AccessService,
  ) {
    const types = (key: string) => ['uuid', 'uuid', key, 'text', 'text'];
    this.byId = new BatchedQuery(database, sceneBy('id'), types('uuid'));
    this.bySlug = new BatchedQuery(database, sceneBy('slug'), types('text'));
  }

  /** Throws 400, 404 and 403 as `AccessService.toNamedProject` does, then 404 for an unknown environment or folder. */
  async locate(actor: ContentActor, where: SecretScope): Promise<WriteScene> {
    const { projectId, projectSlug } = where;
    const location = toLocation(where);
    const row = await this.find(actor, where, location);
    const { folder = null, ...scope } = row ?? {};
    const found = row ? new PrefetchedProject(scope as ProjectNow) : undefined;
    const project = await this.access.toNamedProject(actor, projectId, projectSlug, found);
    if (!folder) throw folderNotFound(project.id, location);
    return { project, location, folder };
  }

  /** Null where there is nothing to be found, which `AccessService` explains. */
  private find(
    actor: ContentActor,
    { projectId, projectSlug }: SecretScope,
    { environment, secretPath }: SecretLocation,
  ): Promise<Row | null> {
    const { orgId } = actor;
    const holderId = holderIdOf(actor);
    const place = [environment, secretPath];
    if (projectId !== undefined)
      return isUuid(projectId)
        ? this.byId.load([orgId, holderId, projectId, ...place])
        : Promise.resolve(null);
    if (projectSlug === undefined) return Promise.resolve(null);
    return this.bySlug.load([orgId, holderId, projectSlug, ...place]);
  }
}
