import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { LockedAccess } from '../access/locked-access.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { isUuid } from '../database/uuid.js';
import { notFound } from '../errors/api-error.js';
import { MembershipWritesRepository } from './membership-writes.repository.js';
import type { TakenMembership } from './memberships.presenter.js';
import { ProjectTakeover } from './project-takeover.js';

/** The way back into a project that nobody in it can administer any more. */
@Injectable()
export class AdminAccessService {
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly memberships: MembershipWritesRepository,
    private readonly takeover: ProjectTakeover,
    private readonly database: Database,
  ) {}

  /**
   * Makes the caller an administrator of a project of its organization for good, whatever it held there before.
   * Throws 404 for a project of another organization, 403 without `access-all-projects` in the organization.
   */
  async grant(actor: Actor, projectId: string): Promise<TakenMembership> {
    if (!isUuid(projectId)) throw notFound();
    const { orgId, ability } = await this.access.toOrganization(actor);
    if (!(await this.memberships.hasProject(orgId, projectId))) throw notFound();
    ability.require('access-all-projects', 'organization-admin-console');
    return this.database.transaction(async (tx) => {
      await this.locked.shareOrganization(tx, orgId);
      await this.locked.lockProject(tx, projectId);
      await this.takeover.requireRight(tx, actor);
      const [membership] = await this.takeover.grant(tx, actor, [projectId]);
      if (!membership) throw notFound();
      await this.takeover.record(tx, actor, [membership]);
      return membership;
    });
  }
}
