import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseEpochsIn } from '../access/epoch.js';
import type { Actor } from '../auth/actor.js';
import { endedOf } from '../credentials/ended-service-tokens.js';
import { Database } from '../database/database.js';
import { groupBy } from '../database/group-by.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import { OrgMemberAuthorizer } from './org-member-authorizer.js';
import type { OrgMemberRecord } from './org-members.presenter.js';
import { type EndedPlaces, leavingItems, OrgMemberEnds } from './org-member-ends.js';

/** Takes people out of the organization. Their accounts stay. */
@Injectable()
export class OrgMemberRemovalService {
  constructor(
    private readonly authorizer: OrgMemberAuthorizer,
    private readonly ends: OrgMemberEnds,
    private readonly database: Database,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /**
   * All of them go, or none: with their memberships of projects, privileges, places in groups, and sessions here. Throws
   * 409 where the instance, the organization or a project would be left without an administrator.
   */
  async remove(actor: Actor, orgId: string, ids: readonly string[]): Promise<OrgMemberRecord[]> {
    await this.authorizer.require(actor, orgId, ids, 'delete');
    return this.database.transaction(async (tx) => {
      const locked = await this.authorizer.lock(tx, actor, ids, 'delete');
      await this.authorizer.requireNotStronger(tx, actor, locked);
      const { members, projectIds } = locked;
      const ended = await this.authorizer.keepAdmins(tx, locked, () =>
        this.ends.leave(tx, orgId, members),
      );
      await raiseEpochsIn(tx, { orgId, projectIds });
      const byUser = groupBy(ended.places, ({ userId }) => userId);
      for (const member of members) {
        const places = byUser.get(member.userId) ?? [];
        await this.record(tx, actor, member, { ...ended, places });
      }
      return [...members];
    });
  }

  private record(
    tx: EntityManager,
    actor: Actor,
    { id, userId }: OrgMemberRecord,
    ended: EndedPlaces,
  ): Promise<void> {
    const items = leavingItems(ended.places);
    const projectIds = [...items.keys()];
    const target = {
      userId,
      membershipId: id,
      projectIds,
      ...endedOf(ended.serviceTokens, [userId]),
    };
    const record = { action: 'org-member.remove', target };
    return this.recorder.recordInProjects(tx, actor, record, { type: 'membership:delete', items });
  }
}
