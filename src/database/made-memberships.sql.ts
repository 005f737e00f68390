// SQL about memberships that people have for additional privileges alone.

/**
 * SQL: whether the membership is there for privileges alone, and so is no way into the project. A server of the version before
 * gives roles and leaves the mark.
 */
export const isMadeForPrivileges = (m: string): string => `
  (${m}.made_for_privileges and not exists (
    select from membership_roles h where h.membership_id = ${m}.id and h.role <> 'no-access'))`;

/** SQL: whether a group holds the person in the project. */
export const isInByGroup = (projectId: string, userId: string): string => `
  exists (
    select from group_members g join project_memberships o on o.group_id = g.group_id
    where o.project_id = ${projectId} and g.user_id = ${userId})`;

/** SQL: whether the membership has no privilege that lasts, or is to begin, and the events of all their ends are written. */
export const hasNoPrivilegeLeft = (m: string): string => `
  not exists (
    select from additional_privileges a
    where a.project_membership_id = ${m}.id and (
      a.temporary_access_end_time is null
      or a.temporary_access_end_time > clock_timestamp()
      or a.expire_notified_for is distinct from a.temporary_access_end_time))`;
