import { Injectable } from '@nestjs/common';
import { Database, type Statement, statement } from '../database/database.js';
import {
  IDENTITY_COLUMNS,
  IDENTITY_JOINS,
  type IdentityRecord,
} from '../identities/identities.repository.js';
import type { Clause, SearchFilter } from './search-filter.js';

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

/** Whether identity `i` fulfils clause `c`. The searchable characters make all of it exact but for their case. */
const HOLDS = `
  (c.name is null or i.name = c.name)
  and (c.contained is null or position(c.contained in lower(i.name)) > 0)
  and (c.role is null or i.role_slug = c.role)
  and (not c.has_names or (c.n, i.name) in (select clause, listed from names))
  and (not c.has_roles or (c.n, i.role_slug) in (select clause, listed from roles))`;

/** Page and count from one snapshot; the count is there even where the page is empty.
 * SQL by hand: a filter of up to 21 clauses over all names of the organization is measured. */
function search(orderBy: SearchPage['orderBy'], direction: SearchPage['orderDirection']) {
  const first = { name: 'name', role: 'role_slug' }[orderBy];
  const order = `${first} ${direction}, id ${direction}`;
  return statement(`
    with clauses as materialized (
      select * from unnest($4::text[], $5::text[], $6::text[], $7::bool[], $8::bool[])
        with ordinality as c (name, contained, role, has_names, has_roles, n)
    ), names as materialized (
      select * from unnest($9::bigint[], $10::text[]) as l (clause, listed)
    ), roles as materialized (
      select * from unnest($11::bigint[], $12::text[]) as l (clause, listed)
    ), known as (
      select i.*, coalesce(r.slug, i.role) collate "C" role_slug
      from identities i left join org_roles r on r.id = i.role_id
      where i.org_id = $1
    ), found as materialized (
      select * from known i
      where exists (select from clauses c where c.n = 1 and ${HOLDS})
        and (cardinality($4::text[]) = 1 or exists (select from clauses c where c.n > 1 and ${HOLDS}))
    )
    select total.n "totalCount", page.*
    from (select count(*)::int n from found) total
    left join (
      select row_number() over (order by i.${first} ${direction}, i.id ${direction}) "rank", ${IDENTITY_COLUMNS}
      from (select * from found order by ${order} limit $2 offset $3) i ${IDENTITY_JOINS}
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
    const values = [orgId, page.limit, page.offset, ...columnsOf([filter.all, ...filter.any])];
    const ordered = STATEMENTS[`${page.orderBy} ${page.orderDirection}`]!; // both are of the table
    type Row = IdentityRecord & { totalCount: number };
    const rows = await this.database.rows<Row>(ordered, values);
    const identities = rows.filter(({ id }) => id !== null);
    return { identities, totalCount: rows[0]?.totalCount ?? 0 };
  }
}

/** Clauses as columns, and what they list as pairs with the number of their clause: nothing is parsed for each identity. */
function columnsOf(clauses: readonly Clause[]): readonly unknown[] {
  const numbered = (field: keyof Clause) => {
    const pairs = clauses.flatMap((clause, i) =>
      (clause[field].in ?? []).map((listed) => [i + 1, listed] as const),
    );
    return [pairs.map(([n]) => n), pairs.map(([, listed]) => listed)];
  };
  return [
    clauses.map(({ name }) => name.eq),
    clauses.map(({ name }) => name.contains?.toLowerCase() ?? null),
    clauses.map(({ role }) => role.eq),
    clauses.map(({ name }) => name.in !== null),
    clauses.map(({ role }) => role.in !== null),
    ...numbered('name'),
    ...numbered('role'),
  ];
}

/** Texts that a filter compares with. */
export const textsIn = ({ all, any }: SearchFilter): number =>
  [all, ...any].reduce(
    (sum, { name, role }) => sum + (name.in?.length ?? 1) + (role.in?.length ?? 1),
    0,
  );
