import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseEpochsOfAccount } from '../access/epoch.js';
import { Administrators } from '../access/escalation/administrators.js';
import { LastInstanceAdmin } from '../access/escalation/last-instance-admin.js';
import { endedOf } from '../credentials/ended-service-tokens.js';
import { forbidden } from '../errors/api-error.js';
import { AccessChangeRecorder } from '../events/log/access-change-recorder.js';
import type { RequestContext } from '../http/request-context.js';
import { leavingItems, OrgMemberEnds } from './org-member-ends.js';

/** Who leaves, and by which request. */
export interface LeavingPerson {
  readonly userId: string;
  readonly email: string;
  readonly request: RequestContext;
}

interface OwnPlace {
  readonly id: string;
  readonly orgId: string;
  readonly isActive: boolean;
}

const OWN_PLACES = `
  select id, org_id "orgId", is_active "isActive" from organization_memberships
  where user_id = $1 order by org_id`;

/** Takes a person who deletes their account out of all organizations. */
@Injectable()
export class OrgMemberDeparture {
  constructor(
    private readonly ends: OrgMemberEnds,
    private readonly administrators: Administrators,
    private readonly lastInstanceAdmin: LastInstanceAdmin,
    private readonly recorder: AccessChangeRecorder,
  ) {}

  /**
   * Keeps further organizations waiting that would take the person in. Throws 409 where the instance, an organization or a
   * project would be left without an administrator, 403 for somebody whom an organization has deactivated: a new account
   * of the same address would be let in there, and what `requireStillHere` throws after the wait for the locks.
   */
  async leaveAll(
    tx: EntityManager,
    person: LeavingPerson,
    requireStillHere: () => Promise<void>,
  ): Promise<void> {
    await raiseEpochsOfAccount(tx, person.userId);
    await requireStillHere();
    const places = await tx.query<OwnPlace[]>(OWN_PLACES, [person.userId]);
    if (places.some(({ isActive }) => !isActive)) throw heldByOrganization();
    await this.lastInstanceAdmin.keepDuring(tx, async () => {
      for (const place of places) await this.leave(tx, person, place);
    });
  }

  private async leave(
    tx: EntityManager,
    { userId, email, request }: LeavingPerson,
    { id, orgId }: OwnPlace,
  ): Promise<void> {
    const projectIds = await this.ends.lockProjects(tx, orgId, [userId]);
    const left = await this.administrators.keepDuring(tx, { orgId, projectIds }, () =>
      this.ends.leave(tx, orgId, [{ id, userId }]),
    );
    const caller = { kind: 'user', callerId: userId, name: email, orgId, request } as const;
    const target = {
      userId,
      membershipId: id,
      projectIds,
      ...endedOf(left.serviceTokens, [userId]),
    };
    const record = { action: 'user.account-deleted', target };
    const items = leavingItems(left.places);
    await this.recorder.recordInProjects(tx, caller, record, { type: 'membership:delete', items });
  }
}

const heldByOrganization = () =>
  forbidden(
    'account-held',
    'An organization has deactivated you. Your account can be deleted once its administrators have removed you.',
  );
