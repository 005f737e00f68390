import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { filterInSlices } from '../../access/slices.js';
import type { Actor } from '../../auth/actor.js';
import { isUuid } from '../../database/uuid.js';
import { memberNotFound } from '../../errors/missing.js';
import { canonicalEmail } from '../../http/body/email.field.js';
import type { ProjectMemberRecord } from './project-people.presenter.js';
import {
  type ProjectMemberKey,
  type ProjectMemberPage,
  ProjectPeopleRepository,
} from './project-people.repository.js';

interface Wanted {
  readonly offset: number;
  readonly limit: number;
  readonly search?: string;
}

/** Reads of the people who are members of a project themselves. */
@Injectable()
export class ProjectPeopleService {
  constructor(
    private readonly access: AccessService,
    private readonly members: ProjectPeopleRepository,
  ) {}

  /** Page and count hold the memberships that the caller may read, and no others. */
  async list(actor: Actor, projectId: string, wanted: Wanted): Promise<ProjectMemberPage> {
    const project = await this.access.toProject(actor, { id: projectId });
    const userIds = await this.readable(project);
    const { offset, limit, search = null } = wanted;
    return this.members.list(project.id, { offset, limit, search, userIds });
  }

  async get(actor: Actor, projectId: string, id: string): Promise<ProjectMemberRecord> {
    return this.find(actor, projectId, isUuid(id) ? { id } : null);
  }

  async getByUserId(actor: Actor, projectId: string, userId: string): Promise<ProjectMemberRecord> {
    return this.find(actor, projectId, isUuid(userId) ? { userId } : null);
  }

  async getByUsername(
    actor: Actor,
    projectId: string,
    username: string,
  ): Promise<ProjectMemberRecord> {
    const email = canonicalEmail(username);
    return this.find(actor, projectId, email === null ? null : { email });
  }

  /** Throws one 404 for whoever is not to be seen: no account, no member, or one that the caller may not read. */
  private async find(
    actor: Actor,
    projectId: string,
    key: ProjectMemberKey | null,
  ): Promise<ProjectMemberRecord> {
    const { id, ability } = await this.access.toProject(actor, { id: projectId });
    const found = key && (await this.members.find(id, key));
    const mayReadSome = ability.mayEverAllow('read', 'member');
    if (!found) throw memberNotFound();
    const about = { userEmail: found.email };
    if (mayReadSome && !ability.allows('read', 'member', about)) throw memberNotFound();
    ability.require('read', 'member', about);
    return found;
  }

  /** Null: all. What is allowed for a person of whom nothing is known is allowed for everybody. */
  private async readable({ id, ability }: ProjectAccess): Promise<readonly string[] | null> {
    if (ability.allows('read', 'member', { userEmail: null })) return null;
    if (!ability.mayEverAllow('read', 'member'))
      ability.require('read', 'member', { userEmail: null });
    const people = await this.members.listPeople(id);
    const readable = await filterInSlices(people, ({ email }) =>
      ability.allows('read', 'member', { userEmail: email }),
    );
    return readable.map(({ userId }) => userId);
  }
}
