import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../access/access.service.js';
import type { Holding } from '../access/held-rules.js';
import type { Actor } from '../auth/actor.js';
import { toUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import {
  groupNotFound,
  membershipNotFound,
  privilegeNotFound,
  roleNotFound,
} from '../errors/missing.js';
import type { PlannedAssignment, PlannedEffect } from './permission-change.js';
import {
  type PlannedChange,
  effectOfAssignment,
  effectOfGrant,
  effectOnHolding,
} from './permission-change.js';
import {
  type ProjectMember,
  ProjectMembersRepository,
  type MemberFilter,
} from './project-members.repository.js';

/** An identity or a person as a request names it; `kind` null: whichever has the id. */
export interface NamedHolder {
  readonly kind: 'identity' | 'user' | null;
  readonly id: string;
}

/** What a change would do, and to whom. */
export interface ConcernedMembers {
  readonly effect: PlannedEffect;
  readonly members: readonly ProjectMember[];
}

/** Members of a project as far as the caller may read them and the rules that they hold. */
@Injectable()
export class ReadableMembers {
  constructor(private readonly population: ProjectMembersRepository) {}

  /** Everybody may ask about themselves. */
  async getFor(
    actor: Actor,
    project: ProjectAccess,
    holder: NamedHolder,
  ): Promise<{ readonly member: ProjectMember; readonly isOwn: boolean }> {
    const isOwn = holder.id === actor.callerId && holder.kind === actor.kind;
    const member = await (isOwn
      ? this.findMember(project.id, holder)
      : this.memberIn(project, holder));
    return { member, isOwn };
  }

  async concernedBy(project: ProjectAccess, change: PlannedChange): Promise<ConcernedMembers> {
    if (change.kind === 'role') {
      // 404 comes before 403, as where the role itself is asked for.
      const role = await this.population.findRole(project.id, change.roleSlug);
      if (!role) throw roleNotFound(project.id, change.roleSlug);
      requireLists(project.ability);
      const effect = effectOnHolding({ ...role, kind: 'role' }, change.permissions);
      return { effect, members: await this.list(project, { roleId: role.id }) };
    }
    if (change.kind === 'grant') {
      const member = await this.memberIn(project, change.holder);
      return { effect: effectOfGrant(change.permissions, change.lifetime), members: [member] };
    }
    if (change.kind === 'assignment') return this.concernedByRoles(project, change);
    const found = await this.population.findPrivilege(project.id, toUuid(change.privilegeId));
    if (!found) throw privilegeNotFound(change.privilegeId);
    const member = await this.memberIn(project, { kind: null, id: found.holderId });
    const held = member.holdings.find(({ kind, id }) => kind === 'privilege' && id === found.id);
    if (!held) throw privilegeNotFound(change.privilegeId);
    return { effect: effectOnHolding(held, change.permissions), members: [member] };
  }

  private async concernedByRoles(
    project: ProjectAccess,
    { holder, roles }: PlannedAssignment,
  ): Promise<ConcernedMembers> {
    const { id, kind } = holder;
    if (kind === 'group') {
      const old = await this.population.listRolesOfGroup(project.id, toUuid(id));
      const [group] = old;
      if (!group) throw groupNotFound(id);
      project.ability.require('read', 'groups', { groupName: group.groupName ?? null });
      requireLists(project.ability);
      const isOfGroup = ({ groupId }: Holding) => groupId === group.groupId;
      const now = await this.population.listPlanned(project.id, roles, group);
      const members = await this.list(project, { groupId: toUuid(id) });
      return { effect: effectOfAssignment(old, now, isOfGroup), members };
    }
    const member = await this.memberIn(project, { kind, id });
    const now = await this.population.listPlanned(project.id, roles);
    const old = member.holdings.filter(isOwnRole);
    return { effect: effectOfAssignment(old, now, isOwnRole), members: [member] };
  }

  private async findMember(projectId: string, { kind, id }: NamedHolder): Promise<ProjectMember> {
    const [member] = await this.population.listMembers(projectId, { holderId: toUuid(id) });
    const isOfKind = member && (kind === null || member.kind === kind);
    if (isOfKind) return member;
    throw kind === 'user' ? notFound() : membershipNotFound(id);
  }

  private async memberIn(project: ProjectAccess, holder: NamedHolder): Promise<ProjectMember> {
    const member = await this.findMember(project.id, holder);
    if (member.kind === 'user')
      project.ability.require('read', 'member', { userEmail: member.name });
    else project.ability.require('read', 'identity', { identityId: member.holderId });
    project.ability.require('read', 'role');
    return member;
  }

  async list(project: ProjectAccess, whom: MemberFilter): Promise<ProjectMember[]> {
    return (await this.listAll(project, whom)).readable;
  }

  /** `all`: also those whom the caller may not read, for what is made of them without naming them. */
  async listAll(
    { id, ability }: ProjectAccess,
    whom: MemberFilter,
  ): Promise<{ readonly all: ProjectMember[]; readonly readable: ProjectMember[] }> {
    requireLists(ability);
    const all = await this.population.listMembers(id, whom);
    const readable = all.filter(({ kind, holderId, name }) =>
      kind === 'user'
        ? ability.allows('read', 'member', { userEmail: name })
        : ability.allows('read', 'identity', { identityId: holderId }),
    );
    return { all, readable };
  }
}

const isOwnRole = ({ kind, groupId }: Holding): boolean => kind === 'role' && !groupId;

/** Throws 403 for who may list no members. Who may read only one of the two kinds sees only that one. */
function requireLists(ability: ProjectAccess['ability']): void {
  if (!ability.mayEverAllow('read', 'identity') && !ability.mayEverAllow('read', 'member')) {
    ability.require('read', 'identity', { identityId: null });
  }
  ability.require('read', 'role');
}
