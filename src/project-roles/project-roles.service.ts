import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import type { ProjectKey } from '../auth/prefetched-project.js';
import type { Actor } from '../auth/actor.js';
import { isUuid, toUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import { roleNotFound } from '../errors/missing.js';
import { PROJECT_ROLES } from '../permissions/predefined-roles.js';
import { type RoleKey, hasKey, predefinedRoles } from '../roles/roles.js';
import { type ProjectRoleRecord, ProjectRolesRepository } from './project-roles.repository.js';

/** The project of a path: the clients of `v1/workspace` give its slug, all others its id. */
export const toProjectKey = (text: string): ProjectKey =>
  isUuid(text) ? { id: text } : { slug: text };

@Injectable()
export class ProjectRolesService {
  constructor(
    private readonly access: AccessService,
    private readonly roles: ProjectRolesRepository,
  ) {}

  /** The predefined roles, then the others by slug. */
  async list(actor: Actor, project: ProjectKey): Promise<ProjectRoleRecord[]> {
    const { id, ability } = await this.access.toProject(actor, project);
    ability.require('read', 'role');
    return [...predefinedIn(id), ...(await this.roles.list(id))];
  }

  async get(actor: Actor, project: ProjectKey, key: RoleKey): Promise<ProjectRoleRecord> {
    const { id, ability } = await this.access.toProject(actor, project);
    const role = await this.find(id, key);
    if (!role) throw roleNotFound(id, 'slug' in key ? key.slug : key.id);
    ability.require('read', 'role');
    return role;
  }

  /** A role of a project's own by its id alone; a predefined one is in every project. */
  async getAnywhere(actor: Actor, roleId: string): Promise<ProjectRoleRecord> {
    const role = await this.roles.findAnywhere(actor.orgId, toUuid(roleId));
    if (!role) throw notFound();
    const { ability } = await this.access.toProject(actor, { id: role.projectId });
    ability.require('read', 'role');
    return role;
  }

  private async find(projectId: string, key: RoleKey): Promise<ProjectRoleRecord | null> {
    const predefined = predefinedIn(projectId).find(hasKey(key));
    if (predefined) return predefined;
    return 'id' in key && !isUuid(key.id) ? null : this.roles.find(projectId, key);
  }
}

const predefinedIn = (projectId: string): ProjectRoleRecord[] =>
  predefinedRoles(PROJECT_ROLES).map((role) => ({ ...role, projectId }));
