import type { EntityManager } from 'typeorm';
import { endApprovalStanding } from './approval-standing.js';

/** People and a group that left a project. */
export interface Leavers {
  readonly userIds: readonly string[];
  readonly groupId?: string;
}

/** SQL: whether the person of the row `n` is in the project of the row still, by themselves or by a group. */
const IS_STILL_IN = `exists (
  select from project_memberships m
  where m.project_id = n.project_id and (
    m.user_id = n.user_id
    or m.group_id in (select g.group_id from group_members g where g.user_id = n.user_id)))`;

const END_PERSONAL_SECRETS = `
  delete from personal_secrets n where n.user_id = any ($1::uuid[]) and not ${IS_STILL_IN}`;

const END_HEADS = `
  delete from personal_secret_heads n where n.user_id = any ($1::uuid[]) and not ${IS_STILL_IN}`;

/**
 * Ends what people and a group had in projects in which they are no more beside their rights: what they held there for
 * themselves alone, and their part in policies. Whoever lets them in again would else give it back. Comes after they left, in
 * the same transaction, under the lock of these projects.
 */
export async function endStanding(tx: EntityManager, leavers: Leavers): Promise<void> {
  await endApprovalStanding(tx, leavers);
  if (leavers.userIds.length === 0) return;
  await tx.query(END_PERSONAL_SECRETS, [leavers.userIds]);
  await tx.query(END_HEADS, [leavers.userIds]);
}
