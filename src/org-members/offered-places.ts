import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { PersonAudit } from '../accounts/person-audit.js';
import { EventLog } from '../events/log/event-log.js';
import type { RequestContext } from '../http/request-context.js';
import { leavingItems, OrgMemberEnds, type RemovedPlace } from './org-member-ends.js';

/** A place in an organization that a person was offered, and gave up. */
interface GivenUp {
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  readonly places: readonly RemovedPlace[];
}

/** Who gave up their address, by the one that they had. */
interface FormerAddress {
  readonly email: string;
  readonly request: RequestContext;
}

const OFFERED = `
  select id, org_id "orgId", user_id "userId" from organization_memberships
  where user_id = $1 and status = 'invited' order by org_id
  for update`;

/**
 * Invitations of an account whose person gives up the address that was invited: these end. Who has not accepted is
 * nobody that the organization knows, and it must not learn of another address.
 */
@Injectable()
export class OfferedPlaces {
  constructor(
    private readonly ends: OrgMemberEnds,
    private readonly events: EventLog,
    private readonly audit: PersonAudit,
  ) {}

  /** Needs the locks of the person's organizations and projects. `record` comes last in the transaction. */
  async giveUp(tx: EntityManager, userId: string): Promise<GivenUp[]> {
    const offered = await tx.query<Omit<GivenUp, 'places'>[]>(OFFERED, [userId]);
    const given: GivenUp[] = [];
    for (const place of offered) {
      const { places } = await this.ends.leave(tx, place.orgId, [place]);
      given.push({ ...place, places });
    }
    return given;
  }

  async record(
    tx: EntityManager,
    given: readonly GivenUp[],
    { email, request }: FormerAddress,
  ): Promise<void> {
    for (const { id: membershipId, orgId, userId, places } of given) {
      const items = leavingItems(places);
      const more = { membershipId, projectIds: [...items.keys()] };
      const event = { action: 'user.invitation-ended', userId, email, request, more };
      await this.audit.record(tx, orgId, event);
      await this.events.appendToProjects(tx, 'membership:delete', items);
    }
  }
}
