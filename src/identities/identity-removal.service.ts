import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseOrganizationEpoch } from '../access/epoch.js';
import { LastAdmin } from '../access/escalation/last-admin.js';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { badRequest, conflict } from '../errors/api-error.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { IdentitiesRepository, type IdentityRecord } from './identities.repository.js';
import { IdentityAuthorizer } from './identity-authorizer.js';

@Injectable()
export class IdentityRemovalService {
  constructor(
    private readonly authorizer: IdentityAuthorizer,
    private readonly identities: IdentitiesRepository,
    private readonly lastAdmin: LastAdmin,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /**
   * Deletes the identity with its memberships, each with an event in its project. Throws 409 for the last admin of
   * the instance, of the organization or of a project.
   */
  remove(actor: Actor, identityId: string): Promise<IdentityRecord> {
    return this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, 'delete');
      authorization.require('delete');
      const { target } = authorization;
      const identity = await this.identities.reread(tx, actor.orgId, target.id);
      if (identity.hasDeleteProtection)
        throw badRequest('The identity is protected from deletion.');
      await this.authorizer.requireOtherInstanceAdmin(tx, target);
      await this.authorizer.requireOtherAdmin(tx, actor.orgId, target);
      await this.requireOtherProjectAdmins(tx, actor.orgId, target.id);
      await this.removeAndRecord(tx, actor, target.id);
      return identity;
    });
  }

  private async requireOtherProjectAdmins(tx: EntityManager, orgId: string, identityId: string) {
    const projects = await this.lastAdmin.listProjectsAdministeredOnlyBy(tx, orgId, identityId);
    if (projects.length === 0) return;
    throw conflict('Projects would be left without an admin.', { projects });
  }

  private async removeAndRecord(
    tx: EntityManager,
    actor: Actor,
    identityId: string,
  ): Promise<void> {
    const memberships = await this.identities.lockMemberships(tx, identityId);
    await this.identities.remove(tx, identityId);
    await raiseOrganizationEpoch(tx, actor.orgId);
    const items = new Map(
      memberships.map(({ id, projectId }) => [projectId, { identityId, membershipId: id }]),
    );
    const target = { identityId, projectIds: [...items.keys()] };
    const record = { action: 'identity.delete', target };
    await this.recorder.recordInProjects(tx, actor, record, { type: 'membership:delete', items });
  }
}
