import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { filterInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import { groupNotFound } from '../../errors/missing.js';
import type { Ability } from '../../permissions/ability.js';
import type { ProjectSubjects } from '../../permissions/project-subjects.js';
import type { ProjectGroupRecord } from './project-groups.presenter.js';
import { ProjectGroupsRepository } from './project-groups.repository.js';

/** A group in a project, as a path names them. */
export interface ProjectGroupKey {
  readonly projectId: string;
  /** Id or name. */
  readonly group: string;
}

/** Reads of the groups that are members of a project. */
@Injectable()
export class ProjectGroupsService {
  constructor(
    private readonly access: AccessService,
    private readonly groups: ProjectGroupsRepository,
  ) {}

  /** Lists the groups that the caller may read, and no others. */
  async list(actor: Actor, projectId: string): Promise<ProjectGroupRecord[]> {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    if (!ability.mayEverAllow('read', 'groups'))
      ability.require('read', 'groups', { groupName: null });
    const found = await this.groups.list(id);
    return filterInSlices(found, ({ name }) =>
      ability.allows('read', 'groups', { groupName: name }),
    );
  }

  async get(actor: Actor, key: ProjectGroupKey): Promise<ProjectGroupRecord> {
    const project = await this.access.toProject(actor, { id: key.projectId });
    return this.find(project, key.group);
  }

  /** People of the group. Page and count hold those whom the caller may read, and no others. */
  async listUsers(
    actor: Actor,
    key: ProjectGroupKey,
    wanted: { readonly offset: number; readonly limit: number; readonly search?: string },
  ) {
    const project = await this.access.toProject(actor, { id: key.projectId });
    const { groupId } = await this.find(project, key.group);
    const userIds = await this.readablePeople(project.ability, groupId);
    const { offset, limit, search = null } = wanted;
    return this.groups.listUsers(project.orgId, groupId, { offset, limit, search, userIds });
  }

  private async find(project: ProjectAccess, group: string): Promise<ProjectGroupRecord> {
    const { id, orgId, ability } = project;
    const named = await this.groups.findGroup(orgId, group);
    const found = named && (await this.groups.find(id, named.id));
    if (!found) throw groupNotFound(group);
    const about = { groupName: found.name };
    if (ability.mayEverAllow('read', 'groups') && !ability.allows('read', 'groups', about))
      throw groupNotFound(group);
    ability.require('read', 'groups', about);
    return found;
  }

  /** Null: all. Who may read groups and no members sees nobody. */
  private async readablePeople(
    ability: Ability<ProjectSubjects>,
    groupId: string,
  ): Promise<readonly string[] | null> {
    if (ability.allows('read', 'member', { userEmail: null })) return null;
    if (!ability.mayEverAllow('read', 'member')) return [];
    const people = await this.groups.listPeople(groupId);
    const readable = await filterInSlices(people, ({ email }) =>
      ability.allows('read', 'member', { userEmail: email }),
    );
    return readable.map(({ userId }) => userId);
  }
}
