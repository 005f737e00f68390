import type { EntityManager } from 'typeorm';
import type { SourcedRule } from '../permissions/rule.js';
import type { Leavers } from './leavers.js';

/** Where a policy lets its approvers see what is proposed. */
export interface ApprovedPlaces {
  /** Slugs. */
  readonly environments: readonly string[];
  /** A folder, or a glob over folders. */
  readonly secretPath: string;
}

/** What approvers and bypassers of a policy see; whoever makes somebody one of them gives it. */
export const sightOf = (
  { environments, secretPath }: ApprovedPlaces,
  slug: string,
): SourcedRule => ({
  subject: 'secrets',
  action: ['describeSecret', 'readValue'],
  conditions: {
    environment: { $in: environments },
    secretPath: { $glob: secretPath },
  },
  source: { kind: 'role', slug },
});

/** SQL: whether the membership `m` has a role. One that is there for additional privileges alone has `no-access`, and makes no approver. */
const HAS_ROLE = `
  exists (select from membership_roles h where h.membership_id = m.id and h.role <> 'no-access')`;

/** Takes out of policies those who are in the project no other way. */
const END = `
  delete from approval_policy_people n using approval_policies p
  where p.id = n.policy_id and p.deleted_at is null
    and (n.user_id = any ($1::uuid[]) or n.group_id = $2)
    and not exists (
      select from project_memberships m
      where m.project_id = p.project_id and (
        m.group_id = n.group_id
        or (${HAS_ROLE} and (m.user_id = n.user_id
          or m.group_id in (select g.group_id from group_members g where g.user_id = n.user_id)))))`;

/**
 * Takes people and a group out of the policies of all projects in which they are no more: whoever lets them in again would else
 * make approvers of them. Comes after they left, in the same transaction, under the lock of these projects.
 */
export async function endApprovalStanding(
  tx: EntityManager,
  { userIds, groupId }: Leavers,
): Promise<void> {
  await tx.query(END, [userIds, groupId ?? null]);
}
