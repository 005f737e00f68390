import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { OrganizationMembership } from '../database/entities/organization-membership.entity.js';
import { PERSON_COLUMNS } from '../database/person-columns.js';
import { ROLES_OF_MEMBERSHIP } from '../memberships/memberships.repository.js';
import type { OrgMemberRecord, ProjectOfMemberRecord } from './org-members.presenter.js';

export interface OrgMemberPage {
  readonly totalCount: number;
  /** The members in order, some hundreds in each slice: parsed one after the other, not at once. */
  readonly slices: readonly (() => readonly OrgMemberRecord[])[];
}

/** Small enough to be parsed in a millisecond or two. */
const SLICE = 200;

const COLUMNS = `
  o.id, o.org_id "orgId", o.role, o.role_id "roleId", r.slug "customRoleSlug", o.status,
  o.is_active "isActive", o.metadata,
  o.inviter_kind "inviterKind", o.inviter_id "inviterId", o.last_login_method "lastLoginMethod",
  to_json(o.last_login_at) "lastLoginAt", to_json(o.created_at) "createdAt",
  to_json(o.updated_at) "updatedAt", ${PERSON_COLUMNS}`;

/** SQL by hand, as all of this file: page and count from one snapshot, in slices. */
const PAGE = statement(`
  select total.n "totalCount", slice.members
  from (select count(*)::int n from organization_memberships where org_id = $1) total
  left join (
    select rank / ${SLICE} n, json_agg(shown order by rank)::text members
    from (
      select row_number() over (order by u.email, o.id) - 1 rank, to_json(shown) shown
      from (
        select o.* from organization_memberships o join users u on u.id = o.user_id
        where o.org_id = $1 order by u.email, o.id limit $2 offset $3
      ) o
      join users u on u.id = o.user_id
      left join org_roles r on r.id = o.role_id,
      lateral (select ${COLUMNS}) shown
    ) ranked
    group by rank / ${SLICE}
  ) slice on true
  order by slice.n`);

const BY_IDS = statement(`
  select ${COLUMNS}
  from organization_memberships o
  join users u on u.id = o.user_id
  left join org_roles r on r.id = o.role_id
  where o.org_id = $1 and o.id = any ($2)
  order by o.id`);

const PROJECTS_OF_MEMBER = `
  select m.id, m.project_id "projectId", p.name "projectName", p.slug "projectSlug",
    coalesce((${ROLES_OF_MEMBERSHIP}), '[]') roles
  from project_memberships m join projects p on p.id = m.project_id
  where p.org_id = $1 and m.user_id = $2
  order by p.name, p.id`;

/** Instance administrators among the accounts. */
const SUPER_ADMINS = 'select id from users where id = any ($1) and super_admin';

const LOCK = `
  select id from organization_memberships where org_id = $1 and id = any ($2) order by id for update`;

@Injectable()
export class OrgMembersRepository {
  constructor(private readonly database: Database) {}

  async listPage(
    orgId: string,
    { offset, limit }: { readonly offset: number; readonly limit: number },
  ): Promise<OrgMemberPage> {
    type Row = { readonly totalCount: number; readonly members: string | null };
    const rows = await this.database.rows<Row>(PAGE, [orgId, limit, offset]);
    const slices = rows.flatMap(({ members }) =>
      members === null ? [] : [() => JSON.parse(members) as OrgMemberRecord[]],
    );
    return { totalCount: rows[0]?.totalCount ?? 0, slices };
  }

  async find(orgId: string, id: string): Promise<OrgMemberRecord | null> {
    return this.database.row(BY_IDS, [orgId, [id]]);
  }

  /** The members with these ids, by id; those that are not in the organization are left out. */
  list(orgId: string, ids: readonly string[]): Promise<OrgMemberRecord[]> {
    return this.database.rows(BY_IDS, [orgId, ids]);
  }

  /** The members with these ids, locked, by id; those that are not in the organization are left out. */
  async findLocked(
    tx: EntityManager,
    orgId: string,
    ids: readonly string[],
  ): Promise<OrgMemberRecord[]> {
    await tx.query(LOCK, [orgId, ids]);
    return tx.query(BY_IDS.text, [orgId, ids]);
  }

  async hasSuperAdmin(tx: EntityManager, userIds: readonly string[]): Promise<boolean> {
    return (await tx.query<unknown[]>(SUPER_ADMINS, [userIds])).length > 0;
  }

  async update(
    tx: EntityManager,
    id: string,
    changes: Partial<Pick<OrganizationMembership, 'role' | 'roleId' | 'isActive' | 'metadata'>>,
  ): Promise<void> {
    const columns = { ...changes, updatedAt: () => 'now()' };
    await tx.getRepository(OrganizationMembership).update({ id }, columns);
  }

  /** The projects of which the person is a member by itself, by name. */
  listProjects(tx: EntityManager, orgId: string, userId: string): Promise<ProjectOfMemberRecord[]> {
    return tx.query(PROJECTS_OF_MEMBER, [orgId, userId]);
  }
}
