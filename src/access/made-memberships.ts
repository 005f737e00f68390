import type { EntityManager } from 'typeorm';
import {
  hasNoPrivilegeLeft,
  isInByGroup,
  isMadeForPrivileges,
} from '../database/made-memberships.sql.js';

/** A membership that a person had for additional privileges alone, which ended with its reason. */
export interface EndedMembership {
  readonly membershipId: string;
  readonly projectId: string;
  readonly userId: string;
  /** Service tokens that ended with it; null: none. */
  readonly serviceTokens: readonly { readonly id: string; readonly name: string }[] | null;
}

/** Ends the memberships `m` for which the condition is true, with their privileges. */
const end = (condition: string): string => `
  with over as (
    select m.id from project_memberships m
    where ${isMadeForPrivileges('m')} and ${condition}
    order by m.id for update of m
  )
  delete from project_memberships m using over where m.id = over.id
  returning m.id "membershipId", m.project_id "projectId", m.user_id "userId", (
    select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.created_at, t.id)
    from service_tokens t where t.membership_id = m.id) "serviceTokens"`;

const END_OF_LEAVERS = end(`m.project_id = any ($1::uuid[]) and m.user_id = any ($2::uuid[])
  and not ${isInByGroup('m.project_id', 'm.user_id')}`);

const END_WITHOUT_PRIVILEGE = end(`m.id = $1 and ${hasNoPrivilegeLeft('m')}`);

const IS_OVER = `(${hasNoPrivilegeLeft('m')} or not ${isInByGroup('m.project_id', 'm.user_id')})`;
const END_OVER = end(`m.project_id = $1 and ${IS_OVER}`);

/** SQL: the projects in which some are over, at most `$1`. */
export const PROJECTS_WITH_OVER = `
  select distinct m.project_id "projectId" from project_memberships m
  where ${isMadeForPrivileges('m')} and ${IS_OVER} order by 1 limit $1`;

/**
 * Ends what people whom no group holds in the projects any more had there for privileges alone. Comes after they left the group,
 * or it the project, under the lock of these projects, before `endStanding`. Whoever weighs the change weighs this with it.
 */
export const endMadeMemberships = (
  tx: EntityManager,
  projectIds: readonly string[],
  userIds: readonly string[],
): Promise<EndedMembership[]> => ending(tx, END_OF_LEAVERS, [projectIds, userIds]);

/** Ends the membership if it was there for privileges alone, and none is left. Under the lock of its project. */
export const endWithoutPrivilege = (
  tx: EntityManager,
  membershipId: string,
): Promise<EndedMembership[]> => ending(tx, END_WITHOUT_PRIVILEGE, [membershipId]);

/** Ends all in the project that are over by the clock. Under the lock of the project. */
export const endOverMemberships = (
  tx: EntityManager,
  projectId: string,
): Promise<EndedMembership[]> => ending(tx, END_OVER, [projectId]);

async function ending(
  tx: EntityManager,
  text: string,
  values: readonly unknown[],
): Promise<EndedMembership[]> {
  const [ended] = await tx.query<[EndedMembership[], number]>(text, [...values]);
  return ended;
}
