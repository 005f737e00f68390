import { Injectable } from '@nestjs/common';
import { Database, type Statement, statement } from '../database/database.js';
import type { IdentityRecord } from '../identities/identities.repository.js';
import type { SearchFilter } from './search-filter.js';

export interface SearchPage {
  readonly orderBy: 'name' | 'role';
  readonly orderDirection: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export interface FoundIdentities {
  readonly identities: readonly IdentityRecord[];
  readonly totalCount: number;
}

const COLUMNS = `
  i.id, i.org_id "orgId", i.membership_id "membershipId", i.name, i.role, i.role_id "roleId",
  i.has_delete_protection "hasDeleteProtection", i.metadata,
  i.created_at "createdAt", i.updated_at "updatedAt",
  case when r.id is not null then json_build_object('id', r.id, 'name', r.name, 'slug', r.slug,
    'description', r.description, 'permissions', r.permissions) end "customRole",
  a.client_id "clientId", t.id is not null "hasTokenAuth",
  (select max(s.last_used_at) from client_secrets s where s.universal_auth_id = a.id) "lastLoginTime"`;

/** Whether any clause of the list holds. The searchable characters make all of it exact but for their case. */
const anyHolds = (parameter: string) => `
  exists (
    select from json_to_recordset(${parameter}) as c (name json, role json),
      json_to_record(c.name) as n (eq text, contains text, "in" text[]),
      json_to_record(c.role) as h (eq text, "in" text[])
    where (n.eq is null or i.name = n.eq)
      and (n.contains is null or position(lower(n.contains) in lower(i.name)) > 0)
      and (n."in" is null or i.name = any (n."in"))
      and (h.eq is null or i.role_slug = h.eq)
      and (h."in" is null or i.role_slug = any (h."in"))
  )`;

/** Page and count from one snapshot; the count is there even where the page is empty (decision 27). */
function search(orderBy: SearchPage['orderBy'], direction: SearchPage['orderDirection']) {
  const first = { name: 'name', role: 'role_slug' }[orderBy];
  const order = `${first} ${direction}, id ${direction}`;
  return statement(`
    with known as (
      select i.*, coalesce(r.slug, i.role) collate "C" role_slug
      from identities i left join org_roles r on r.id = i.role_id
      where i.org_id = $1
    ), found as materialized (
      select * from known i
      where ${anyHolds('$4')} and (json_array_length($5) = 0 or ${anyHolds('$5')})
    )
    select total.n "totalCount", page.*
    from (select count(*)::int n from found) total
    left join (
      select row_number() over (order by i.${first} ${direction}, i.id ${direction}) "rank", ${COLUMNS}
      from (select * from found order by ${order} limit $2 offset $3) i
      left join org_roles r on r.id = i.role_id
      left join universal_auths a on a.identity_id = i.id
      left join token_auths t on t.identity_id = i.id
    ) page on true
    order by page."rank"`);
}

const STATEMENTS: Readonly<Record<string, Statement>> = {
  'name asc': search('name', 'asc'),
  'name desc': search('name', 'desc'),
  'role asc': search('role', 'asc'),
  'role desc': search('role', 'desc'),
};

@Injectable()
export class IdentitySearchRepository {
  constructor(private readonly database: Database) {}

  async search(orgId: string, filter: SearchFilter, page: SearchPage): Promise<FoundIdentities> {
    const clauses = [JSON.stringify([filter.all]), JSON.stringify(filter.any)];
    const values = [orgId, page.limit, page.offset, ...clauses];
    const ordered = STATEMENTS[`${page.orderBy} ${page.orderDirection}`]!; // both are of the table
    type Row = IdentityRecord & { totalCount: number };
    const rows = await this.database.rows<Row>(ordered, values);
    const identities = rows.filter(({ id }) => id !== null);
    return { identities, totalCount: rows[0]?.totalCount ?? 0 };
  }
}
