import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseEpochsOfIdentity, raiseOrganizationEpoch } from '../access/epoch.js';
import { LastInstanceAdmin } from '../access/escalation/last-instance-admin.js';
import type { Actor } from '../auth/actor.js';
import { type MadeServiceTokens, serviceTokensMadeBy } from '../credentials/made-service-tokens.js';
import { Database } from '../database/database.js';
import type { ProjectMembership } from '../database/entities/project-membership.entity.js';
import { badRequest } from '../errors/api-error.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { ProjectTakeover } from '../memberships/project-takeover.js';
import { IdentitiesRepository, type IdentityRecord } from './identities.repository.js';
import { IdentityAuthorizer } from './identity-authorizer.js';

@Injectable()
export class IdentityRemovalService {
  // oxlint-disable-next-line max-params -- who is asked, who is kept, and what is written
  constructor(
    private readonly authorizer: IdentityAuthorizer,
    private readonly lastInstanceAdmin: LastInstanceAdmin,
    private readonly identities: IdentitiesRepository,
    private readonly takeover: ProjectTakeover,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /**
   * Deletes the identity with its memberships, each with an event in its project. Throws 409 for the last admin of
   * the instance or of the organization, and for the only administrator of projects unless the caller, who then needs
   * `access-all-projects`, takes those over.
   */
  remove(
    actor: Actor,
    identityId: string,
    takeOverProjects: boolean,
  ): Promise<IdentityRecord & MadeServiceTokens> {
    return this.database.transaction(async (tx) => {
      const authorization = await this.authorizer.forChange(tx, actor, identityId, 'delete');
      authorization.require('delete');
      if (takeOverProjects) await this.takeover.requireRight(tx, actor);
      const { target } = authorization;
      const identity = await this.identities.reread(tx, actor.orgId, target.id);
      if (identity.hasDeleteProtection)
        throw badRequest('deletion-protected', 'The identity is protected from deletion.');
      await this.authorizer.requireOtherAdmin(tx, actor.orgId, target);
      const taken = await this.takeover.takeOverFrom(tx, actor, target.id, takeOverProjects);
      await raiseEpochsOfIdentity(tx, target.id);
      const memberships = await this.identities.lockMemberships(tx, target.id);
      const made = await serviceTokensMadeBy(tx, target.id);
      const end = () => this.identities.remove(tx, target.id);
      await (target.isInstanceAdmin ? this.lastInstanceAdmin.keepDuring(tx, end) : end());
      await raiseOrganizationEpoch(tx, actor.orgId);
      await this.takeover.record(tx, actor, taken);
      await this.record(tx, actor, { identityId: target.id, memberships, made });
      return { ...identity, ...made };
    });
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    {
      identityId,
      memberships,
      made,
    }: {
      readonly identityId: string;
      readonly memberships: readonly ProjectMembership[];
      readonly made: MadeServiceTokens;
    },
  ): Promise<void> {
    const items = new Map(
      memberships.map(({ id, projectId }) => [projectId, [{ identityId, membershipId: id }]]),
    );
    const record = {
      action: 'identity.delete',
      target: { identityId, projectIds: [...items.keys()], ...made },
    };
    return this.recorder.recordInProjects(tx, actor, record, { type: 'membership:delete', items });
  }
}
