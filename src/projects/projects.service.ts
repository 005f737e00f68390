import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import type { ProjectKey } from '../auth/prefetched-project.js';
import { endScope } from '../access/epoch.js';
import { type FreshOrgAccess, LockedAccess } from '../access/locked-access.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import type { Project } from '../database/entities/project.entity.js';
import { ApiError, badRequest, notFound } from '../errors/api-error.js';
import type { Ability } from '../permissions/ability.js';
import type { OrgSubjects } from '../permissions/org-subjects.js';
import { BUILT_TYPES } from './projects.dto.js';
import { type NewProject, ProjectFactory } from './project-factory.js';
import type { ProjectRecord } from './projects.presenter.js';
import { type ProjectChanges, ProjectsRepository } from './projects.repository.js';

@Injectable()
export class ProjectsService {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly access: AccessService,
    private readonly lockedAccess: LockedAccess,
    private readonly factory: ProjectFactory,
    private readonly projects: ProjectsRepository,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** The caller becomes the project's admin. Throws 409 if the slug asked for is taken. */
  async create(actor: Actor, project: NewProject): Promise<ProjectRecord> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    requireCreation(ability);
    if (!BUILT_TYPES.includes(project.type)) {
      throw badRequest('not-offered', `Projects of the type ${project.type} are not offered here.`);
    }
    refuseNotOffered(project);
    return this.database.transaction(async (tx) => {
      await this.lockedAccess.shareOrganization(tx, orgId);
      requireCreation((await this.lockedAccess.orgAccessIn(tx, actor)).ability);
      const id = await this.factory.create(tx, actor, project);
      const made = await this.reread(tx, orgId, id);
      await this.record(tx, actor, 'project.create', made);
      return made;
    });
  }

  /** The projects of which the caller is a member. */
  list(actor: Actor, type?: string): Promise<ProjectRecord[]> {
    return this.projects.listOf(actor.orgId, actor.callerId, type ?? null);
  }

  async get(actor: Actor, key: ProjectKey): Promise<ProjectRecord> {
    const { orgId, id } = await this.access.toProject(actor, key);
    const project = await this.projects.find(orgId, id);
    if (!project) throw notFound();
    return project;
  }

  async update(actor: Actor, key: ProjectKey, changes: ProjectChanges): Promise<ProjectRecord> {
    const scope = await this.access.toProject(actor, key);
    scope.ability.require('edit', 'settings');
    const wanted = defined(changes);
    return this.database.transaction(async (tx) => {
      const before = await this.lock(tx, scope);
      (await this.lockedAccess.accessIn(tx, actor, scope.id)).ability.require('edit', 'settings');
      if (Object.keys(wanted).length > 0) {
        await this.projects.update(tx, scope.id, wanted);
        await this.record(tx, actor, 'project.update', before, { changes: wanted });
      }
      return this.reread(tx, scope.orgId, scope.id);
    });
  }

  /**
   * All that is in the project goes with it. Without a membership it takes the right of the organization to reach all
   * projects, by which the caller could make itself an administrator as well. Throws 400 while it is protected.
   */
  async remove(actor: Actor, key: ProjectKey): Promise<ProjectRecord> {
    const scope = await this.toRemovable(actor, key);
    return this.database.transaction(async (tx) => {
      if (scope.isOutside) await this.lockedAccess.shareOrganization(tx, scope.orgId);
      const { hasDeleteProtection } = await this.lock(tx, scope);
      if (scope.isOutside) requireAllProjects(await this.lockedAccess.orgAccessIn(tx, actor));
      else {
        const { ability } = await this.lockedAccess.accessIn(tx, actor, scope.id);
        ability.require('delete', 'workspace');
      }
      if (hasDeleteProtection)
        throw badRequest('deletion-protected', 'The project is protected against deletion.');
      const project = await this.reread(tx, scope.orgId, scope.id);
      await this.projects.remove(tx, scope);
      endScope(tx);
      await this.record(tx, actor, 'project.delete', project);
      return project;
    });
  }

  /** The project, and whether the caller is outside of it, where the right of the organization is asked. */
  private async toRemovable(actor: Actor, key: ProjectKey) {
    try {
      const { id, orgId, ability } = await this.access.toProject(actor, key);
      ability.require('delete', 'workspace');
      return { id, orgId, isOutside: false };
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not-a-member') throw error;
      const { orgId, ability } = await this.access.toOrganization(actor);
      if (!ability.allows('access-all-projects', 'organization-admin-console')) throw error;
      const id = await this.projects.findId(orgId, key);
      if (id === null) throw notFound();
      return { id, orgId, isOutside: true };
    }
  }

  /** Locks the project. Read the caller's rights again afterwards: they may be taken away during the wait. */
  private async lock(
    tx: EntityManager,
    { orgId, id }: Pick<ProjectAccess, 'orgId' | 'id'>,
  ): Promise<Project> {
    const project = await this.projects.findLocked(tx, orgId, id);
    if (!project) throw notFound();
    return project;
  }

  private async reread(tx: EntityManager, orgId: string, id: string): Promise<ProjectRecord> {
    const project = await this.projects.findIn(tx, orgId, id);
    if (!project) throw notFound();
    return project;
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    action: string,
    { id, slug, name }: Pick<Project, 'id' | 'slug' | 'name'>,
    more: object = {},
  ): Promise<void> {
    return this.audit.record(tx, actor, {
      action,
      projectId: id,
      target: { projectId: id, slug, name, ...more },
    });
  }
}

/** What was asked for and cannot be had is told, not dropped: the project would not be the one that was meant. */
function refuseNotOffered({ template, kmsKeyId, kmsSecretManagerKeyId }: NewProject): void {
  if (template && template !== 'default') {
    throw badRequest('not-offered', 'template: there are no project templates here but default.');
  }
  const [name] = Object.entries({ kmsKeyId, kmsSecretManagerKeyId }).find(([, id]) => id) ?? [];
  if (!name) return;
  throw badRequest('not-offered', `${name}: keys of an outside key manager are not offered here.`);
}

const requireAllProjects = ({ ability }: Pick<FreshOrgAccess, 'ability'>): void =>
  ability.require('access-all-projects', 'organization-admin-console');

function requireCreation(ability: Ability<OrgSubjects>): void {
  if (!ability.allows('create', 'workspace')) ability.require('create', 'project');
}

const defined = (changes: ProjectChanges): ProjectChanges =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
