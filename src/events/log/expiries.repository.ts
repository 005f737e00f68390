import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';

/** An end that nobody was told of yet: of a privilege, or of a role held through a membership. */
export interface Expiry {
  readonly identityId: string;
  readonly membershipId?: string;
  readonly privilegeId?: string;
  readonly privilegeSlug?: string;
  /** Null of a predefined role. */
  readonly roleId?: string | null;
  readonly roleSlug?: string;
  readonly temporaryAccessEndTime: Date;
  /** Otherwise it will soon. */
  readonly hasEnded: boolean;
}

const BATCH = 500;

const HAS_ENDED = 'held.temporary_access_end_time <= statement_timestamp()';

/** $1: milliseconds before the end. What has not begun yet is not said to be ending. */
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
/** Roles are written anew whenever one of them changes: what had ended by then is no news. */
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

const claim = (table: string, from: string, ids: string) => `
  with due as (
    select held.id, ${HAS_ENDED} has_ended, m.identity_id
    from ${from} where m.project_id = $2 and ${IS_DUE}
    order by held.temporary_access_end_time, held.id
    limit ${BATCH} for update of held skip locked
  ), told as (
    update ${table} claimed set
      expiring_notified_for = claimed.temporary_access_end_time,
      expire_notified_for = case when due.has_ended
        then claimed.temporary_access_end_time else claimed.expire_notified_for end
    from due where claimed.id = due.id
    returning claimed.*, due.has_ended, due.identity_id
  )
  select told.identity_id "identityId", ${ids},
    told.temporary_access_end_time "temporaryAccessEndTime", told.has_ended "hasEnded"`;

const IN_ORDER = 'order by told.temporary_access_end_time, told.id';

const PRIVILEGE_IDS = 'told.id "privilegeId", told.slug "privilegeSlug"';
const CLAIM_PRIVILEGES = `
  ${claim('additional_privileges', PRIVILEGES, PRIVILEGE_IDS)}
  from told ${IN_ORDER}`;

const ROLE_IDS = `
  told.membership_id "membershipId", r.id "roleId", coalesce(r.slug, told.role) "roleSlug"`;
const CLAIM_ROLES = `
  ${claim('membership_roles', ROLES, ROLE_IDS)}
  from told left join project_roles r on r.id = told.custom_role_id ${IN_ORDER}`;

/** Reads what ends, and notes in its rows of which end was told; the two columns for that belong to it. */
@Injectable()
export class ExpiriesRepository {
  constructor(private readonly database: Database) {}

  async listProjects(lead: number, limit: number): Promise<string[]> {
    const rows = await this.database.rows<{ projectId: string }>(PROJECTS, [lead, limit]);
    return rows.map(({ projectId }) => projectId);
  }

  /** Those due in the project that nobody else is at, noted as told. */
  claimPrivileges(tx: EntityManager, projectId: string, lead: number): Promise<Expiry[]> {
    return tx.query(CLAIM_PRIVILEGES, [lead, projectId]);
  }

  claimRoles(tx: EntityManager, projectId: string, lead: number): Promise<Expiry[]> {
    return tx.query(CLAIM_ROLES, [lead, projectId]);
  }
}
