import type { EntityManager } from 'typeorm';
import { hasRole, membershipsIn, notEnded } from '../holders.sql.js';

/** Until when at most the members of a project hold a role; null: for ever. */
export interface RoleSpan {
  readonly until: Date | null;
}

const SPAN = `
  select case when bool_and(h.temporary_access_end_time is not null)
    then max(h.temporary_access_end_time) end "until"
  from membership_roles h
  where h.custom_role_id = $1 and ${notEnded('h')}
  having count(*) > 0`;

/** A start that has passed says no more than none. */
const SPAN_TEXT = (held: string) => `
  coalesce(nullif(greatest(${held}.temporary_access_start_time, clock.now), clock.now)::text, '') || '/' ||
  coalesce(${held}.temporary_access_end_time::text, '')`;

/**
 * One of the holders of a role for each set of holdings that occurs among them, at most `$2`. Who holds a rule with a
 * template is a set alone: it reads otherwise for each.
 */
const DISTINCT_HOLDERS = `
  with clock as (
    select clock_timestamp() now
  ), here as materialized (${membershipsIn('(select project_id from project_roles where id = $1)')}
  ), holders as (
    select m.id membership_id, m.holder_id from here m where (m.holder_id in (
      select own.holder_id from here own where ${hasRole('own.id', '$1', notEnded('h'))})) is true
  ), held as (
    select distinct m.holder_id id, coalesce(h.custom_role_id::text, h.role) what, ${SPAN_TEXT('h')} span,
      coalesce(r.permissions::text like '%{{%', false) "speaks"
    from holders m join membership_roles h on h.membership_id = m.membership_id
    left join project_roles r on r.id = h.custom_role_id cross join clock
    where ${notEnded('h')}
    union all
    select m.holder_id, md5(a.permissions::text), ${SPAN_TEXT('a')},
      a.permissions::text like '%{{%'
    from holders m join additional_privileges a on a.project_membership_id = m.membership_id
    cross join clock
    where ${notEnded('a')}
  ), sets as (
    select id, md5(string_agg(what || ' ' || span, ',' order by what, span) ||
      case when bool_or("speaks") then id::text else '' end) held
    from held group by id
  )
  select distinct on (sets.held) sets.id "holderId"
  from sets order by sets.held, sets.id
  limit $2`;

/** Null for a role that nobody holds, or will. */
export async function findRoleSpan(tx: EntityManager, roleId: string): Promise<RoleSpan | null> {
  const [span] = await tx.query<RoleSpan[]>(SPAN, [roleId]);
  return span ?? null;
}

export async function listDistinctHolders(
  tx: EntityManager,
  roleId: string,
  limit: number,
): Promise<string[]> {
  const rows = await tx.query<{ holderId: string }[]>(DISTINCT_HOLDERS, [roleId, limit]);
  return rows.map(({ holderId }) => holderId);
}
