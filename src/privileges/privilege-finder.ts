import { Injectable } from '@nestjs/common';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { toUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import { membershipNotFound } from '../errors/missing.js';
import {
  type LocatedPrivilege,
  type MembershipRef,
  PrivilegesRepository,
  type PrivilegeRow,
} from './privileges.repository.js';

/** An identity in a project, which a request names by id, by slug or by both. */
export interface MembershipAddress {
  readonly identityId: string;
  readonly projectId?: string;
  readonly projectSlug?: string;
}

/** What a request about privileges names, for a caller who may see it: 404 first, then 403. */
@Injectable()
export class PrivilegeFinder {
  constructor(
    private readonly access: AccessService,
    private readonly privileges: PrivilegesRepository,
  ) {}

  /** The membership to which a privilege is to be added. Refuses early, and without a lock. */
  async findMembershipForUpdate(actor: Actor, address: MembershipAddress): Promise<MembershipRef> {
    const { project, membership } = await this.findMembership(actor, address);
    project.ability.require('edit', 'identity', { identityId: membership.identityId });
    return membership;
  }

  /** The privileges of a membership, the oldest first. */
  async list(actor: Actor, address: MembershipAddress): Promise<PrivilegeRow[]> {
    const { project, membership } = await this.findMembership(actor, address);
    project.ability.require('read', 'identity', { identityId: membership.identityId });
    return this.privileges.list(membership);
  }

  /** The privilege that a repository found, if the caller may read or edit its identity. */
  async require(
    actor: Actor,
    action: 'read' | 'edit',
    privilege: LocatedPrivilege | null,
  ): Promise<LocatedPrivilege> {
    if (!privilege) throw notFound();
    const { projectId, identityId } = privilege.projectMembership;
    const { ability } = await this.access.toProject(actor, { id: projectId });
    ability.require(action, 'identity', { identityId });
    return privilege;
  }

  private async findMembership(
    actor: Actor,
    { identityId, projectId, projectSlug }: MembershipAddress,
  ): Promise<{ readonly project: ProjectAccess; readonly membership: MembershipRef }> {
    const project = await this.access.toNamedProject(actor, projectId, projectSlug);
    const membership = await this.privileges.findMembership(project.id, toUuid(identityId));
    if (!membership) throw membershipNotFound(identityId);
    return { project, membership };
  }
}
