import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../access/access.service.js';
import { LockedAccess, type FreshAccess } from '../../access/locked-access.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { isUuid, toUuid } from '../../database/uuid.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { environmentNotFound } from '../../errors/missing.js';
import type { BrokenReferences } from '../broken-references.js';
import {
  type ContentChange,
  FolderChangeRecorder,
  UNCHANGED_CONTENT,
} from '../folder-change-recorder.js';
import { FolderContents } from '../folder-contents.js';
import { GovernedFolders } from '../governed-folders.js';
import { ROOT_PATH } from '../folders/folder-path.js';
import type { FolderLocationChange } from '../secret-attributes/secret-attributes.js';
import type { EnvironmentRecord } from './environments.presenter.js';
import { type EnvironmentKey, EnvironmentsRepository } from './environments.repository.js';

const MAX_ENVIRONMENTS = 100;

export interface EnvironmentChanges {
  readonly name?: string;
  readonly slug?: string;
  readonly position?: number;
}

export type NewEnvironment = EnvironmentChanges & Pick<EnvironmentRecord, 'name' | 'slug'>;

export interface ChangedEnvironment {
  readonly environment: EnvironmentRecord;
  readonly broken: BrokenReferences | null;
}

@Injectable()
export class EnvironmentsService {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly lockedAccess: LockedAccess,
    private readonly environments: EnvironmentsRepository,
    private readonly contents: FolderContents,
    private readonly recorder: FolderChangeRecorder,
    private readonly governed: GovernedFolders,
    private readonly database: Database,
  ) {}

  async create(actor: Actor, projectId: string, draft: NewEnvironment): Promise<EnvironmentRecord> {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    ability.require('create', 'environments');
    return this.inOrder(actor, id, 'create', async (tx, project) => {
      const count = await this.environments.count(tx, id);
      if (count >= MAX_ENVIRONMENTS) {
        throw badRequest(
          'limit-reached',
          `A project has at most ${MAX_ENVIRONMENTS} environments.`,
        );
      }
      const position = draft.position || (await this.environments.lastPosition(tx, id)) + 1;
      await this.environments.makeRoom(tx, id, position);
      const [newId] = await this.environments.insert(tx, id, [{ ...draft, position }]);
      const environment = await this.reread(tx, id, newId!);
      const entry = auditEntry('environment.create', environment);
      await this.recorder.record(tx, actor, project, entry, UNCHANGED_CONTENT);
      return environment;
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
    const projectId = await this.environments.findProjectId(actor.orgId, id);
    if (projectId === null) throw notFound();
    return this.get(actor, projectId, { id });
  }

  /**
   * Throws 403 where a new slug would bring the contents under other rules than the caller could bring about, or where a
   * policy names the environment and the caller may not change policies.
   */
  async update(
    actor: Actor,
    projectId: string,
    environmentId: string,
    changes: EnvironmentChanges,
  ): Promise<ChangedEnvironment> {
    const found = await this.find(actor, projectId, { id: environmentId });
    found.project.ability.require('edit', 'environments');
    const { id } = found.environment;
    return this.inOrder(actor, projectId, 'edit', async (tx, project) => {
      const before = await this.reread(tx, projectId, id);
      const { name, slug, position } = changes;
      if (!name && !slug && !position) return { environment: before, broken: null };
      const change = await this.rename(tx, { actor, project }, before, changes);
      if (position) await this.environments.move(tx, before, position);
      const entry = auditEntry('environment.update', before, { changes });
      const broken = await this.recorder.record(tx, actor, project, entry, change);
      return { environment: await this.reread(tx, projectId, id), broken };
    });
  }

  /** All that is in the environment goes with it. */
  async delete(
    actor: Actor,
    projectId: string,
    environmentId: string,
  ): Promise<ChangedEnvironment> {
    const found = await this.find(actor, projectId, { id: environmentId });
    found.project.ability.require('delete', 'environments');
    return this.inOrder(actor, projectId, 'delete', async (tx, project) => {
      const environment = await this.reread(tx, projectId, found.environment.id);
      const folders = await this.contents.lock(tx, environment.id, ROOT_PATH);
      const going = folders.map((folder) => ({ ...folder, environmentId: environment.id }));
      await this.governed.requireUnnamed(tx, project, environment.id, 'delete');
      await this.governed.requireFree(tx, actor, project, going);
      await this.governed.requireNoImporter(tx, actor, project, environment.id);
      const change = await this.contents.deleteOfEnvironment(tx, actor, environment, folders);
      await this.environments.delete(tx, environment.id);
      await this.governed.endUnplaced(tx, actor, projectId);
      await this.governed.closeUngoverned(tx, actor, projectId, null);
      const counts = { secrets: change.before.length };
      const entry = auditEntry('environment.delete', environment, counts);
      const broken = await this.recorder.record(tx, actor, project, entry, change);
      return { environment, broken };
    });
  }

  /** A write that is under way in the environment comes before, and its secrets move with the rest. */
  private async rename(
    tx: EntityManager,
    { actor, project }: { readonly actor: Actor; readonly project: FreshAccess },
    { id, projectId, slug: old }: EnvironmentRecord,
    { name, slug }: EnvironmentChanges,
  ): Promise<ContentChange> {
    const isMove = Boolean(slug) && slug !== old;
    const folders = isMove ? await this.contents.lock(tx, id, ROOT_PATH) : [];
    const moves = folders.map(({ id: folderId, path: secretPath }): FolderLocationChange => ({
      folderId,
      before: { environment: old, secretPath },
      after: { environment: slug!, secretPath },
    }));
    await this.contents.requireMove(tx, actor, projectId, moves);
    if (isMove) await this.governed.requireUnnamed(tx, project, id, 'edit');
    await this.environments.update(tx, id, { name, slug });
    return this.contents.listMoved(tx, moves);
  }

  private async find(actor: Actor, projectId: string, key: EnvironmentKey) {
    const project = await this.access.toProject(actor, { id: projectId });
    const isId = 'id' in key;
    const environment =
      isId && !isUuid(key.id) ? null : await this.environments.find(projectId, key);
    if (!environment) throw environmentNotFound(project.id, isId ? key.id : key.slug);
    return { project, environment };
  }

  /**
   * Changes one after another within the project, so that no two environments have one position, and by the rights
   * that the caller still has after the wait.
   */
  private inOrder<T>(
    actor: Actor,
    projectId: string,
    action: 'create' | 'edit' | 'delete',
    work: (tx: EntityManager, project: FreshAccess) => Promise<T>,
  ): Promise<T> {
    return this.database.transaction(async (tx) => {
      await this.lockedAccess.queueForLock(tx, actor, projectId);
      await this.lockedAccess.lockProject(tx, projectId);
      const project = await this.lockedAccess.accessIn(tx, actor, projectId);
      project.ability.require(action, 'environments');
      return work(tx, project);
    });
  }

  private async reread(tx: EntityManager, projectId: string, id: string) {
    const environment = await this.environments.findIn(tx, projectId, id);
    if (!environment) throw environmentNotFound(projectId, id);
    return environment;
  }
}

const auditEntry = (action: string, { id, slug }: EnvironmentRecord, more: object = {}) => ({
  action,
  target: { environmentId: id, slug, ...more },
});
