import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';

/** The end of a temporary privilege, or of a temporary role of a membership, of which no event was written yet. */
export interface Expiry {
  /** One of the three: whose membership it is. */
  readonly identityId: string | null;
  readonly userId: string | null;
  readonly groupId: string | null;
  readonly membershipId?: string;
  readonly privilegeId?: string;
  readonly privilegeSlug?: string;
  /** Null for a predefined role. */
  readonly roleId?: string | null;
  readonly roleSlug?: string;
  readonly temporaryAccessEndTime: Date;
  /** False: the end is near. */
  readonly hasEnded: boolean;
}

const BATCH = 500;

const HAS_ENDED = 'held.temporary_access_end_time <= statement_timestamp()';

/** $1: milliseconds before the end. Access that has not begun yet is not expiring. */
const IS_DUE = `
  held.temporary_access_end_time is not null
  and held.expire_notified_for is distinct from held.temporary_access_end_time
  and held.temporary_access_end_time <= statement_timestamp() + $1::float8 * interval '1 millisecond'
  and (${HAS_ENDED} or (
    held.expiring_notified_for is distinct from held.temporary_access_end_time
    and held.temporary_access_start_time <= statement_timestamp()
  ))`;

const PRIVILEGES = `
  additional_privileges held join project_memberships m on m.id = held.project_membership_id`;
/** Roles of a membership are written anew whenever one of them changes: an end before that has had its events. */
const ROLES = `
  membership_roles held join project_memberships m
    on m.id = held.membership_id and held.created_at < held.temporary_access_end_time`;

const PROJECTS = statement(`
  select distinct project_id "projectId" from (
    (select m.project_id from ${PRIVILEGES} where ${IS_DUE} limit ${BATCH})
    union all
    (select m.project_id from ${ROLES} where ${IS_DUE} limit ${BATCH})
  ) due
  order by project_id limit $2`);

type WrittenTable = 'additional_privileges' | 'membership_roles';

const claim = (table: WrittenTable, from: string, ids: string) => `
  with due as (
    select held.id, ${HAS_ENDED} has_ended, m.identity_id, m.user_id, m.group_id
    from ${from} where m.project_id = $2 and ${IS_DUE}
    order by held.temporary_access_end_time, held.id
    limit ${BATCH} for update of held skip locked
  ), notified as (
    update ${table} claimed set
      expiring_notified_for = claimed.temporary_access_end_time,
      expire_notified_for = case when due.has_ended
        then claimed.temporary_access_end_time else claimed.expire_notified_for end
    from due where claimed.id = due.id
    returning claimed.*, due.has_ended, due.identity_id, due.user_id, due.group_id
  )
  select notified.identity_id "identityId", notified.user_id "userId", notified.group_id "groupId", ${ids},
    notified.temporary_access_end_time "temporaryAccessEndTime", notified.has_ended "hasEnded"`;

const IN_ORDER = 'order by notified.temporary_access_end_time, notified.id';

const PRIVILEGE_IDS = 'notified.id "privilegeId", notified.slug "privilegeSlug"';
const CLAIM_PRIVILEGES = `
  ${claim('additional_privileges', PRIVILEGES, PRIVILEGE_IDS)}
  from notified ${IN_ORDER}`;

const ROLE_IDS = `
  notified.membership_id "membershipId", r.id "roleId", coalesce(r.slug, notified.role) "roleSlug"`;
const CLAIM_ROLES = `
  ${claim('membership_roles', ROLES, ROLE_IDS)}
  from notified left join project_roles r on r.id = notified.custom_role_id ${IN_ORDER}`;

/**
 * Finds ends of temporary access, and marks in their rows for which end events were written; the two columns for that
 * belong to it. SQL by hand: rows are claimed with `skip locked` and marked in the same statement.
 */
@Injectable()
export class ExpiriesRepository {
  constructor(private readonly database: Database) {}

  async listProjects(lead: number, limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ projectId: string }>(PROJECTS, [lead, limit]);
    return rows.map(({ projectId }) => projectId);
  }

  /** Returns the ends due in the project that no other replica has claimed, marked as notified. */
  claimPrivileges(tx: EntityManager, projectId: string, lead: number): Promise<Expiry[]> {
    return tx.query(CLAIM_PRIVILEGES, [lead, projectId]);
  }

  claimRoles(tx: EntityManager, projectId: string, lead: number): Promise<Expiry[]> {
    return tx.query(CLAIM_ROLES, [lead, projectId]);
  }
}
