// SQL about who may vote, or merge without votes. Whoever counts is in the organization, active there, named by the policy or
// in a group that it names, and in the project by a role that counts now. Each way is told by the ids of its rows, so that
// a vote ends with the rows by which it was given.

const isLive = (row: string): string => `
  (${row}.temporary_access_start_time is null or ${row}.temporary_access_start_time <= clock_timestamp())
  and (${row}.temporary_access_end_time is null or ${row}.temporary_access_end_time > clock_timestamp())`;

/**
 * SQL: whether a membership has a role that counts now. `no-access` is none, and an additional privilege is no way into the project:
 * who asked for one, and left the group by which they were a member, must not go on to vote by it.
 */
const hasLive = (membershipId: string): string => `
  exists (select from membership_roles h
    where h.membership_id = ${membershipId} and h.role <> 'no-access' and ${isLive('h')})`;

export interface VotersOf {
  /** SQL of the policy's id, the project's and the organization's. */
  readonly policy: string;
  readonly project: string;
  readonly org: string;
  readonly areBypassers?: boolean;
  /** SQL of the one person who is asked about: no other member of a group is looked at. Absent: all. */
  readonly user?: string;
}

/** The people who count, as (user_id, org_membership_id, by_policy, by_membership). Machines in a group never do. */
export function votersOf({ policy, project, org, areBypassers = false, user }: VotersOf): string {
  const isAsked = (column: string) =>
    user === undefined ? `${column} is not null` : `${column} = ${user}`;
  return `
  (with named as (
    select user_id, array_agg(way) ways from (
      select n.user_id, n.id::text way from approval_policy_people n
      where n.policy_id = ${policy} and n.is_bypasser = ${areBypassers} and ${isAsked('n.user_id')}
      union all
      select g.user_id, n.id || ':' || g.id from approval_policy_people n
      join group_members g on g.group_id = n.group_id
      where n.policy_id = ${policy} and n.is_bypasser = ${areBypassers} and ${isAsked('g.user_id')}
    ) ways group by user_id
  ), present as (
    select user_id, array_agg(way) ways from (
      select m.user_id, m.id::text way from project_memberships m
      where m.project_id = ${project} and m.user_id in (select user_id from named)
        and ${hasLive('m.id')}
      union all
      select g.user_id, m.id || ':' || g.id from project_memberships m
      join group_members g on g.group_id = m.group_id
      where m.project_id = ${project} and g.user_id in (select user_id from named)
        and ${hasLive('m.id')}
    ) ways group by user_id
  )
  select o.user_id, o.id org_membership_id, named.ways by_policy, present.ways by_membership
  from organization_memberships o
  join named on named.user_id = o.user_id
  join present on present.user_id = o.user_id
  where o.org_id = ${org} and o.is_active and o.status = 'accepted')`;
}

/**
 * SQL of common table expressions over `chosen` (id, project_id, org_id, approvals of policies): `voters` (policy_id, count) says
 * how many people could vote today, or that there are enough. Whoever stands in many policies is looked at once, and no group
 * further than until it has enough by itself: a hundred policies of a group of thousands cost what one costs.
 */
export const VOTERS_OF_CHOSEN = `
  named as (
    select c.id policy_id, c.project_id, c.org_id, c.approvals, n.user_id, n.group_id
    from chosen c join approval_policy_people n on n.policy_id = c.id and not n.is_bypasser
  ), voting_people as materialized (
    select n.project_id, n.user_id
    from (select distinct project_id, org_id, user_id from named where user_id is not null) n
    where ${isPresent({ user: 'n.user_id', project: 'n.project_id', org: 'n.org_id' })}
  ), voting_groups as materialized (
    select n.project_id, n.group_id, v.user_id
    from (
      select project_id, org_id, group_id, max(approvals) enough from named
      where group_id is not null group by project_id, org_id, group_id
    ) n cross join lateral (
      select g.user_id from group_members g
      where g.group_id = n.group_id and g.user_id is not null
        and ${isPresent({ user: 'g.user_id', project: 'n.project_id', org: 'n.org_id' })}
      limit n.enough
    ) v
  ), voters as (
    select policy_id, count(*) from (
      select n.policy_id, n.user_id from named n join voting_people v using (project_id, user_id)
      union
      select n.policy_id, v.user_id from named n join voting_groups v using (project_id, group_id)
    ) them group by policy_id
  )`;

interface Person {
  readonly user: string;
  readonly project: string;
  readonly org: string;
}

/** SQL: whether a person is active in the organization, and in the project by a role that counts now. */
function isPresent({ user, project, org }: Person): string {
  return `
    exists (select from organization_memberships o
      where o.org_id = ${org} and o.user_id = ${user} and o.is_active and o.status = 'accepted')
    and (
      exists (select from project_memberships m
        where m.project_id = ${project} and m.user_id = ${user} and ${hasLive('m.id')})
      or exists (select from group_members w join project_memberships m on m.group_id = w.group_id
        where m.project_id = ${project} and w.user_id = ${user} and ${hasLive('m.id')}))`;
}
