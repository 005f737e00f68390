// SQL about holders, who are identities and people: what a group holds its members hold. The ids of the two kinds are
// never equal, so one column takes both.

/** SQL: whether a row of roles or privileges still counts, or will. */
export const notEnded = (row: string) =>
  `(${row}.temporary_access_end_time is null or ${row}.temporary_access_end_time > clock_timestamp())`;

/** Memberships of holders, as (id, project_id, holder_id, group_id). `holders`: SQL of an array of ids. */
export const membershipsOf = (holders: string): string => `
  select m.id, m.project_id, m.identity_id holder_id, null::uuid group_id
  from project_memberships m where m.identity_id = any (${holders})
  union all
  select m.id, m.project_id, m.user_id, null
  from project_memberships m where m.user_id = any (${holders})
  union all
  select m.id, m.project_id, coalesce(g.identity_id, g.user_id), m.group_id
  from group_members g join project_memberships m on m.group_id = g.group_id
  where g.identity_id = any (${holders}) or g.user_id = any (${holders})`;

/** SQL: the memberships of one holder in one project, as (id, holder_id, group_id). */
export const membershipsOfOne = (projectId: string, holderId: string): string => `
  select m.id, m.identity_id holder_id, null::uuid group_id
  from project_memberships m where m.project_id = ${projectId} and m.identity_id = ${holderId}
  union all
  select m.id, m.user_id, null
  from project_memberships m where m.project_id = ${projectId} and m.user_id = ${holderId}
  union all
  select m.id, coalesce(g.identity_id, g.user_id), m.group_id
  from group_members g
  join project_memberships m on m.group_id = g.group_id and m.project_id = ${projectId}
  where g.identity_id = ${holderId} or g.user_id = ${holderId}`;

/** Every holder of a project with each membership by which it is in, as (id, holder_id, group_id). */
export const membershipsIn = (projectId: string): string => `
  select m.id, coalesce(m.identity_id, m.user_id) holder_id, null::uuid group_id
  from project_memberships m where m.project_id = ${projectId} and m.group_id is null
  union all
  select m.id, coalesce(g.identity_id, g.user_id), m.group_id
  from project_memberships m join group_members g on g.group_id = m.group_id
  where m.project_id = ${projectId} and m.group_id is not null`;

/**
 * Whether a membership has a role of the project's own. By the index of its roles, one membership at a time: while the
 * statistics of tables that were just filled say that nobody holds the role, a join takes 10^8 steps.
 */
export const hasRole = (membershipId: string, roleId: string, where = 'true'): string => `
  coalesce((select bool_or(h.custom_role_id = ${roleId}) from membership_roles h
    where h.membership_id = ${membershipId} and ${where}), false)`;

/** The roles and privileges of rows of `membershipsOf` or `membershipsIn`, as `HoldingInProject` without its project. */
export const heldBy = (memberships: string, where: (row: string) => string): string => `
  select m.holder_id "holderId", 'role' kind, coalesce(r.slug, h.role) slug, h.custom_role_id id,
    r.permissions, h.temporary_access_start_time "validFrom", h.temporary_access_end_time "validUntil",
    m.group_id "groupId", g.name "groupName", m.id "membershipId"
  from (${memberships}) m
  join membership_roles h on h.membership_id = m.id
  left join project_roles r on r.id = h.custom_role_id
  left join groups g on g.id = m.group_id
  where ${where('h')}
  union all
  select m.holder_id, 'privilege', a.slug, a.id, a.permissions,
    a.temporary_access_start_time, a.temporary_access_end_time, null, null, m.id
  from (${memberships}) m
  join additional_privileges a on a.project_membership_id = m.id
  where ${where('a')}`;

const FACTS_OF_IDENTITY = `json_build_object('id', i.id, 'name', i.name, 'metadata', i.metadata)`;
const FACTS_OF_PERSON = `
  json_build_object('id', u.id, 'name', '', 'username', u.email, 'metadata', o.metadata)`;

/** Identities and people of an organization, locked against deletion, each as (id, role, role_id, facts). */
export const lockedHolders = (orgId: string, holders: string): string => `
  (select i.id, i.role, i.role_id, ${FACTS_OF_IDENTITY} facts
  from identities i where i.org_id = ${orgId} and i.id = any (${holders}) for key share of i)`;

/** `lockedHolders` for people. Two fragments: PostgreSQL locks no rows of a union. */
export const lockedPeople = (orgId: string, holders: string): string => `
  (select u.id, o.role, o.role_id, ${FACTS_OF_PERSON} facts
  from organization_memberships o join users u on u.id = o.user_id
  where o.org_id = ${orgId} and o.user_id = any (${holders}) for key share of o)`;

/** The facts of holders that templates in rules refer to, as `HolderFacts`. A person's name is no name of theirs. */
export const factsOf = (orgId: string, holders: string): string => `
  select i.id, i.name, null username, i.metadata
  from identities i where i.org_id = ${orgId} and i.id = any (${holders})
  union all
  select u.id, '', u.email, o.metadata
  from organization_memberships o join users u on u.id = o.user_id
  where o.org_id = ${orgId} and o.user_id = any (${holders})`;

/** Whether the holder with this id could act now or later: a person who is only invited, or deactivated, could not. */
export const isLiving = (orgId: string, holderId: string): string => `
  (exists (select from identities i where i.id = ${holderId} and i.org_id = ${orgId})
  or exists (
    select from organization_memberships o
    where o.org_id = ${orgId} and o.user_id = ${holderId} and o.is_active and o.status = 'accepted'))`;
