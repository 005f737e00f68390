import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../access/access.service.js';
import { LockedAccess, type FreshAccess } from '../../access/locked-access.js';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { isUuid, toUuid } from '../../database/uuid.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { ROOT_PATH } from '../folders/folder-path.js';
import type { RemovedAddressesListener } from '../removed-addresses.js';
import { type LockedFolder, FolderContentDeletion } from '../folder-content-deletion.js';
import type { EnvironmentRecord } from './environments.presenter.js';
import { type EnvironmentKey, EnvironmentsRepository } from './environments.repository.js';

const MAX_ENVIRONMENTS = 100;

export interface EnvironmentChanges {
  readonly name?: string;
  readonly slug?: string;
  readonly position?: number;
}

export type NewEnvironment = EnvironmentChanges & Pick<EnvironmentRecord, 'name' | 'slug'>;

interface Changed<T> {
  readonly environment: EnvironmentRecord;
  readonly loss: T;
}

@Injectable()
export class EnvironmentsService {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly boundary: LockedAccess,
    private readonly environments: EnvironmentsRepository,
    private readonly clearance: FolderContentDeletion,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  async create(actor: Actor, projectId: string, draft: NewEnvironment): Promise<EnvironmentRecord> {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    ability.require('create', 'environments');
    return this.inOrder(actor, id, 'create', async (tx) => {
      const count = await this.environments.count(tx, id);
      if (count >= MAX_ENVIRONMENTS) {
        throw badRequest(`A project has at most ${MAX_ENVIRONMENTS} environments.`);
      }
      const position = Math.min(draft.position || count + 1, count + 1);
      await this.environments.shift(tx, id, position, 1);
      const [madeId] = await this.environments.insert(tx, id, [{ ...draft, position }]);
      const made = await this.reread(tx, id, madeId!);
      await this.record(tx, actor, 'environment.create', made);
      return made;
    });
  }

  async get(actor: Actor, projectId: string, key: EnvironmentKey): Promise<EnvironmentRecord> {
    const { project, environment } = await this.find(actor, projectId, key);
    project.ability.require('read', 'environments');
    return environment;
  }

  /** By its id alone. */
  async getAnywhere(actor: Actor, environmentId: string): Promise<EnvironmentRecord> {
    const id = toUuid(environmentId);
    const projectId = await this.environments.findProjectOf(actor.orgId, id);
    if (projectId === null) throw notFound();
    return this.get(actor, projectId, { id });
  }

  async update<T>(
    actor: Actor,
    projectId: string,
    environmentId: string,
    changes: EnvironmentChanges,
    onLoss: RemovedAddressesListener<T>,
  ): Promise<Changed<T>> {
    const { project: seen, environment: found } = await this.find(actor, projectId, {
      id: environmentId,
    });
    seen.ability.require('edit', 'environments');
    const { id } = found;
    return this.inOrder(actor, projectId, 'edit', async (tx, project) => {
      const before = await this.reread(tx, projectId, id);
      const { name, slug, position } = changes;
      if (!name && !slug && !position) {
        return { environment: before, loss: await onLoss(tx, project, []) };
      }
      const isRenamed = Boolean(slug) && slug !== before.slug;
      // What is being written there comes before, and is moved with the rest.
      if (isRenamed) {
        const folders = await this.clearance.lock(tx, id, ROOT_PATH);
        await this.requireMove(tx, actor, before, folders, slug!);
      }
      await this.environments.rename(tx, id, name, slug);
      if (position) {
        const last = await this.environments.count(tx, projectId);
        await this.environments.move(tx, before, Math.min(position, last));
      }
      const lost = isRenamed ? await this.environments.listSecrets(tx, before) : [];
      const loss = await onLoss(tx, project, lost);
      await this.record(tx, actor, 'environment.update', before, { changes });
      const moved = lost.map((secret) => ({ ...secret, environment: slug! }));
      await this.clearance.tellMove(tx, projectId, lost, moved);
      return { environment: await this.reread(tx, projectId, id), loss };
    });
  }

  /** All that is in the environment goes with it; the going of its secrets is told. */
  async remove<T>(
    actor: Actor,
    projectId: string,
    environmentId: string,
    onLoss: RemovedAddressesListener<T>,
  ): Promise<Changed<T>> {
    const { project: seen, environment: found } = await this.find(actor, projectId, {
      id: environmentId,
    });
    seen.ability.require('delete', 'environments');
    return this.inOrder(actor, projectId, 'delete', async (tx, project) => {
      const environment = await this.reread(tx, projectId, found.id);
      const folders = await this.clearance.lock(tx, environment.id, ROOT_PATH);
      const { places } = this.clearance;
      await places.requireDeletion(tx, actor, environment, folders);
      const gone = await this.clearance.removeEnvironment(tx, environment, folders);
      await this.environments.remove(tx, environment.id);
      await this.environments.shift(tx, projectId, environment.position, -1);
      const loss = await onLoss(tx, project, gone.secrets);
      await this.record(tx, actor, 'environment.delete', environment, {
        secrets: gone.secrets.length,
      });
      await this.clearance.tell(tx, projectId, gone);
      return { environment, loss };
    });
  }

  private requireMove(
    tx: EntityManager,
    actor: Actor,
    { projectId, slug: old }: EnvironmentRecord,
    folders: readonly LockedFolder[],
    slug: string,
  ): Promise<void> {
    const places = folders.map(({ id: folderId, path: secretPath }) => ({
      folderId,
      before: { environment: old, secretPath },
      after: { environment: slug, secretPath },
    }));
    return this.clearance.places.requireMove(tx, actor, projectId, places);
  }

  private async find(actor: Actor, projectId: string, key: EnvironmentKey) {
    const project = await this.access.toProject(actor, { id: projectId });
    if ('id' in key && !isUuid(key.id)) throw notFound();
    const environment = await this.environments.find(projectId, key);
    if (!environment) throw notFound();
    return { project, environment };
  }

  /**
   * Changes one after another within the project, so that positions stay dense, and by the rights that the caller
   * still has after the wait.
   */
  private inOrder<T>(
    actor: Actor,
    projectId: string,
    action: 'create' | 'edit' | 'delete',
    work: (tx: EntityManager, project: FreshAccess) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.boundary.queueForLock(tx, actor, projectId);
      if (!(await this.environments.lockProject(tx, projectId))) throw notFound();
      const project = await this.boundary.accessIn(tx, actor, projectId);
      project.ability.require(action, 'environments');
      return work(tx, project);
    });
  }

  private async reread(tx: EntityManager, projectId: string, id: string) {
    const environment = await this.environments.findIn(tx, projectId, id);
    if (!environment) throw notFound();
    return environment;
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    action: string,
    { projectId, id, slug }: EnvironmentRecord,
    more: object = {},
  ): Promise<void> {
    const target = { environmentId: id, slug, ...more };
    return this.audit.record(tx, actor, { action, projectId, target });
  }
}
