import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { toUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import {
  GroupMembersRepository,
  type GroupMemberSearch,
  type GroupSearch,
} from './group-members.repository.js';
import type { GroupRecord } from './groups.presenter.js';
import { GroupsRepository, type GroupPage } from './groups.repository.js';

/** Reads of groups: all need `groups: read` in the organization. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly access: AccessService,
    private readonly groups: GroupsRepository,
    private readonly members: GroupMembersRepository,
  ) {}

  /** By name. */
  async list(actor: Actor): Promise<GroupRecord[]> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    ability.require('read', 'groups');
    return this.groups.list(orgId);
  }

  async get(actor: Actor, groupId: string): Promise<GroupRecord> {
    const { orgId, ability } = await this.access.toOrganization(actor);
    const group = await this.groups.find(orgId, toUuid(groupId));
    if (!group) throw notFound();
    ability.require('read', 'groups');
    return group;
  }

  async listUsers(actor: Actor, groupId: string, search: GroupSearch) {
    const { orgId, id } = await this.get(actor, groupId);
    return this.members.listUsers(orgId, id, search);
  }

  async listIdentities(actor: Actor, groupId: string, search: GroupSearch) {
    const { orgId, id } = await this.get(actor, groupId);
    return this.members.listIdentities(orgId, id, search);
  }

  async listMembers(actor: Actor, groupId: string, search: GroupMemberSearch) {
    const { id } = await this.get(actor, groupId);
    return this.members.listMembers(id, search);
  }

  async listProjects(actor: Actor, groupId: string, page: GroupPage) {
    const { id } = await this.get(actor, groupId);
    return this.groups.listProjects(id, page);
  }
}
