import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { badRequest } from '../errors/api-error.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { IdentitiesRepository, type IdentityRecord } from './identities.repository.js';
import { IdentityGate } from './identity-gate.js';

@Injectable()
export class IdentityRemovalService {
  constructor(
    private readonly gate: IdentityGate,
    private readonly identities: IdentitiesRepository,
    private readonly database: Database,
    private readonly news: AccessChangeRecorder,
  ) {}

  /** Its memberships go with it, and each is told of in its project. Throws 409 for the last admin. */
  remove(actor: Actor, identityId: string): Promise<IdentityRecord> {
    return this.database.transaction(async (tx) => {
      const standing = await this.gate.enterTo(tx, actor, identityId, 'delete');
      standing.require('delete');
      const { target } = standing;
      const identity = await this.identities.reread(tx, actor.orgId, target.id);
      if (identity.hasDeleteProtection)
        throw badRequest('The identity is protected from deletion.');
      await this.gate.requireOtherInstanceAdmin(tx, target);
      await this.gate.requireOtherAdmin(tx, actor.orgId, target);
      await this.gate.requireOtherAdmins(tx, actor.orgId, target.id);
      await this.removeAndTell(tx, actor, target.id);
      return identity;
    });
  }

  private async removeAndTell(tx: EntityManager, actor: Actor, identityId: string): Promise<void> {
    const memberships = await this.identities.lockMemberships(tx, identityId);
    await this.identities.remove(tx, identityId);
    await this.identities.raiseEpoch(tx, actor.orgId);
    const items = new Map(
      memberships.map(({ projectId, membershipId }) => [projectId, { identityId, membershipId }]),
    );
    const target = { identityId, projectIds: [...items.keys()] };
    const record = { action: 'identity.delete', target };
    await this.news.recordInProjects(tx, actor, record, { type: 'membership:delete', items });
  }
}
