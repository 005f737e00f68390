import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { LockedAccess } from '../access/locked-access.js';
import { AccessService } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { rowsOfRoles } from './membership-draft.js';
import { MembershipWritesRepository } from './membership-writes.repository.js';
import type { MembershipRow } from './memberships.presenter.js';

const ADMINISTRATOR = { slug: 'admin', lifetime: { isTemporary: false }, custom: null } as const;

/** The way back into a project that nobody in it can administer any more (N1). */
@Injectable()
export class AdminAccessService {
  constructor(
    private readonly access: AccessService,
    private readonly boundary: LockedAccess,
    private readonly memberships: MembershipWritesRepository,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /**
   * Makes the caller an administrator of a project of its organization for good, whatever it held there before.
   * Throws 404 for a project of elsewhere, 403 without `access-all-projects` in the organization.
   */
  async grant(actor: Actor, projectId: string): Promise<MembershipRow> {
    if (!isUuid(projectId)) throw notFound();
    const { orgId, ability } = await this.access.toOrganization(actor);
    if (!(await this.memberships.hasProject(orgId, projectId))) throw notFound();
    ability.require('access-all-projects', 'organization-admin-console');
    return this.database.transaction(async (tx) => {
      await this.boundary.shareOrganization(tx, orgId);
      await this.boundary.lockProject(tx, projectId);
      const fresh = await this.boundary.orgAccessIn(tx, actor);
      fresh.ability.require('access-all-projects', 'organization-admin-console');
      const membership = await this.administer(tx, projectId, actor.identityId);
      await this.boundary.raiseEpoch(tx, projectId);
      await this.record(tx, actor, membership);
      return membership;
    });
  }

  /** A privilege may forbid what an administrator needs, so those go as well. */
  private async administer(
    tx: EntityManager,
    projectId: string,
    identityId: string,
  ): Promise<MembershipRow> {
    const membership =
      (await this.memberships.findLocked(tx, projectId, identityId)) ??
      (await this.memberships.insert(tx, projectId, identityId));
    if (!membership) throw notFound();
    await this.memberships.removeRoles(tx, membership.id);
    await this.memberships.removeProhibitions(tx, membership.id);
    await this.memberships.insertRoles(tx, membership.id, rowsOfRoles([ADMINISTRATOR]));
    await this.memberships.touch(tx, membership.id);
    return membership;
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    { id: membershipId, projectId, identityId }: MembershipRow,
  ): Promise<void> {
    const action = 'project.grant-admin-access';
    const target = { membershipId, identityId, roles: ['admin'] };
    const changes = [
      { type: 'membership:update', changes: [{ identityId, membershipId }] },
    ] as const;
    return this.recorder.record(tx, actor, { action, projectId, target }, changes);
  }
}
