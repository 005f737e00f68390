import { Injectable } from '@nestjs/common';
import { Database, statement } from '../database/database.js';
import type { MembershipRecord, MembershipWithLogin } from './memberships.presenter.js';

export interface MembershipFilter {
  readonly offset: number;
  readonly limit: number;
  readonly orderDirection: 'asc' | 'desc';
  readonly search?: string;
  /** Only who holds any of these, by slug; `custom` stands for all of the project's own. */
  readonly roles?: readonly string[];
  /** Only these identities; null: all. */
  readonly identityIds: readonly string[] | null;
}

export interface MembershipPage {
  readonly totalCount: number;
  /** The memberships in order, some hundreds in each slice: parsed one after the other, not at once. */
  readonly slices: readonly (() => readonly MembershipRecord[])[];
}

/** Small enough to be parsed in a millisecond or two. */
const SLICE = 200;

/**
 * SQL by hand, as all of this file: a list of 20,000 memberships is measured. An index look-up per row keeps the
 * plan.
 */
export const ROLES_OF_MEMBERSHIP = `
  select json_agg(json_build_object(
    'id', h.id, 'role', h.role, 'isTemporary', h.is_temporary,
    'customRoleId', r.id, 'customRoleName', r.name, 'customRoleSlug', r.slug,
    'temporaryMode', h.temporary_mode, 'temporaryRange', h.temporary_range,
    'temporaryAccessStartTime', h.temporary_access_start_time,
    'temporaryAccessEndTime', h.temporary_access_end_time) order by h.id)
  from membership_roles h
  left join project_roles r on r.id = h.custom_role_id
  where h.membership_id = m.id`;

const HOLDS_ANY = `
  select from membership_roles h left join project_roles r on r.id = h.custom_role_id
  where h.membership_id = m.id and (h.role = any ($6) or r.slug = any ($6))`;

const COLUMNS = `
  m.id, m.identity_id "identityId", m.project_id "projectId",
  m.created_at "createdAt", m.updated_at "updatedAt", coalesce((${ROLES_OF_MEMBERSHIP}), '[]') roles,
  m.name, m.org_id "orgId", m.has_delete_protection "hasDeleteProtection",
  exists (select from universal_auths a where a.identity_id = m.identity_id) "hasUniversalAuth",
  exists (select from token_auths t where t.identity_id = m.identity_id) "hasTokenAuth",
  (select p.name from projects p where p.id = $1) "projectName"`;

/**
 * Page and count from one snapshot; the count is there even where the page is empty.
 * The collation of names knows upper and lower case of ASCII alone, the database's own knows more.
 */
const page = (direction: 'asc' | 'desc') =>
  statement(`
    with found as materialized (
      select m.id, m.project_id, m.identity_id, m.created_at, m.updated_at,
        i.name, i.org_id, i.has_delete_protection
      from project_memberships m
      join identities i on i.id = m.identity_id
      where m.project_id = $1
        and ($4::text is null
          or position((select lower($4 collate "default")) in lower(i.name collate "default")) > 0)
        and ($5::uuid[] is null or m.identity_id = any ($5))
        and ($6::text[] is null or exists (${HOLDS_ANY}))
    )
    select total.n "totalCount", slice.memberships
    from (select count(*)::int n from found) total
    left join (
      select rank / ${SLICE} n, json_agg(shown order by rank)::text memberships
      from (
        select m.rank, to_json(shown) shown
        from (
          select found.*, row_number() over (order by name ${direction}, id ${direction}) - 1 rank
          from found order by name ${direction}, id ${direction} limit $2 offset $3
        ) m, lateral (select ${COLUMNS}) shown
      ) ranked
      group by rank / ${SLICE}
    ) slice on true
    order by slice.n`);

const PAGES = { asc: page('asc'), desc: page('desc') };

const ONE = statement(`
  select to_json(shown) membership
  from (
    select m.*, i.name, i.org_id, i.has_delete_protection
    from project_memberships m join identities i on i.id = m.identity_id
    where m.project_id = $1 and m.identity_id = $2
  ) m, lateral (select ${COLUMNS}, (
    select max(s.last_used_at) from universal_auths a
    join client_secrets s on s.universal_auth_id = a.id where a.identity_id = m.identity_id
  ) "lastLoginTime") shown`);

const ADDRESS = statement(`
  select m.project_id "projectId", m.identity_id "identityId"
  from project_memberships m join projects p on p.id = m.project_id
  where p.org_id = $1 and m.id = $2 and m.identity_id is not null`);

const OF_IDENTITY = statement(`
  select m.id, i.id "identityId", m.project_id "projectId",
    m.created_at "createdAt", m.updated_at "updatedAt", coalesce((${ROLES_OF_MEMBERSHIP}), '[]') roles,
    i.name, i.org_id "orgId", i.has_delete_protection "hasDeleteProtection",
    exists (select from universal_auths a where a.identity_id = i.id) "hasUniversalAuth",
    exists (select from token_auths t where t.identity_id = i.id) "hasTokenAuth",
    p.name "projectName"
  from identities i
  join project_memberships m on m.identity_id = i.id
  join projects p on p.id = m.project_id
  where i.org_id = $1 and i.id = $2
  order by p.name, p.id`);

const IDENTITY_IDS = statement(`
  select identity_id id from project_memberships where project_id = $1 and identity_id is not null`);

@Injectable()
export class MembershipsRepository {
  constructor(private readonly database: Database) {}

  /** One statement, however many memberships. */
  async list(projectId: string, filter: MembershipFilter): Promise<MembershipPage> {
    const { offset, limit, orderDirection, search = null, identityIds, roles = null } = filter;
    const values = [projectId, limit, offset, search, identityIds, roles];
    type Row = { readonly totalCount: number; readonly memberships: string | null };
    const rows = await this.database.rows<Row>(PAGES[orderDirection], values);
    const slices = rows.flatMap(({ memberships }) =>
      memberships === null ? [] : [() => JSON.parse(memberships) as MembershipRecord[]],
    );
    return { totalCount: rows[0]?.totalCount ?? 0, slices };
  }

  async find(projectId: string, identityId: string): Promise<MembershipWithLogin | null> {
    type Row = { readonly membership: MembershipWithLogin };
    const row = await this.database.row<Row>(ONE, [projectId, identityId]);
    return row?.membership ?? null;
  }

  /** All memberships of an identity, by the name of the project. */
  listOfIdentity(orgId: string, identityId: string): Promise<MembershipRecord[]> {
    return this.database.rows(OF_IDENTITY, [orgId, identityId]);
  }

  /** Project and identity of a membership of the organization, by its id alone. */
  findAddress(
    orgId: string,
    membershipId: string,
  ): Promise<{ readonly projectId: string; readonly identityId: string } | null> {
    return this.database.row(ADDRESS, [orgId, membershipId]);
  }

  async listIdentityIds(projectId: string): Promise<string[]> {
    const rows = await this.database.rows<{ id: string }>(IDENTITY_IDS, [projectId]);
    return rows.map(({ id }) => id);
  }
}
