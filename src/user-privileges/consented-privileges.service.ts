import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { requireHoldable } from '../access/escalation/holding-limits.js';
import type { AccessChange } from '../events/log/access-change-recorder.js';
import { grantedContent, type PrivilegeDraft } from '../privileges/privilege-content.js';
import { PrivilegesRepository } from '../privileges/privileges.repository.js';
import { type PersonInProject, UserPrivilegesRepository } from './user-privileges.repository.js';

/** Somebody who is in a project, by a group alone perhaps. */
type Person = Omit<PersonInProject, 'id'> & { readonly orgId: string };

/**
 * Privileges that people consented to: they are weighed where the policy is made that lets them, so not here. Runs under the lock
 * of the project; the events that it gives are the caller's to append, and so is the audit entry.
 */
@Injectable()
export class ConsentedPrivileges {
  constructor(
    private readonly people: UserPrivilegesRepository,
    private readonly privileges: PrivilegesRepository,
  ) {}

  /** Throws 400 for somebody who would hold too much. */
  async give(
    tx: EntityManager,
    { orgId, ...person }: Person,
    draft: PrivilegeDraft,
  ): Promise<{ readonly privilegeId: string; readonly changes: readonly AccessChange[] }> {
    const { userId, projectId } = person;
    const place = await this.people.ensureMembership(tx, orgId, { ...person, id: null });
    const granted = await this.privileges.insert(tx, grantedContent(draft, place.id));
    await requireHoldable(tx, projectId, place.id);
    const item = { userId, privilegeId: granted.id, privilegeSlug: granted.slug };
    const changes: AccessChange[] = [{ type: 'privilege:grant', changes: [item] }];
    const joined = [{ userId, membershipId: place.id }];
    if (place.isNew) changes.push({ type: 'membership:create', changes: joined });
    return { privilegeId: granted.id, changes };
  }

  /** Takes it back, if it is still there; a membership that was there for it alone goes with it. */
  async take(
    tx: EntityManager,
    { userId }: Pick<Person, 'userId'>,
    privilegeId: string,
  ): Promise<AccessChange[]> {
    const before = await this.privileges.findLocked(tx, privilegeId);
    if (!before) return [];
    await this.privileges.remove(tx, privilegeId);
    const membershipId = before.projectMembershipId;
    const hasLeft = await this.people.endIfBare(tx, membershipId);
    const item = { userId, privilegeId, privilegeSlug: before.slug };
    const left: AccessChange = { type: 'membership:delete', changes: [{ userId, membershipId }] };
    return [{ type: 'privilege:revoke', changes: [item] }, ...(hasLeft ? [left] : [])];
  }
}
