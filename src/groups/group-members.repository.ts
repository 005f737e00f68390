import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { PERSON_COLUMNS, PERSON_TEXT } from '../database/person-columns.js';
import { newId } from '../database/uuid.js';
import type {
  GroupIdentityRecord,
  GroupMemberRecord,
  GroupUserRecord,
} from './groups.presenter.js';
import { type CountedPage, type GroupPage, counted } from './groups.repository.js';

/** A page of those who could be in a group, and which of them are looked for. */
export interface GroupSearch extends GroupPage {
  /** Exactly this one; null: any. */
  readonly username: string | null;
  /** Whether in the group; null: both. */
  readonly isMember: boolean | null;
}

export interface GroupMemberSearch extends GroupPage {
  readonly kind: 'users' | 'machineIdentities' | null;
  readonly orderDirection: 'asc' | 'desc';
}

/** SQL: whether a text holds the search, letter by letter, in whichever case. */
const holds = (text: string, search: string) => `
  (${search}::text is null
    or position(lower(${search} collate "default") in lower(${text} collate "default")) > 0)`;

/** Page and count from one snapshot, members first; the count is there even where the page is empty. */
const USERS = statement(`
  with found as materialized (
    select u.id, ${PERSON_COLUMNS}, p.created_at "joinedGroupAt"
    from organization_memberships o
    join users u on u.id = o.user_id
    left join group_members p on p.group_id = $2 and p.user_id = u.id
    where o.org_id = $1
      and ${holds(PERSON_TEXT, '$5')}
      and ($6::text is null or u.email = $6)
      and ($7::boolean is null or (p.user_id is not null) = $7)
  )
  select total.n "totalCount", page.*
  from (select count(*)::int n from found) total
  left join (
    select * from found order by ("joinedGroupAt" is null), email, id limit $3 offset $4
  ) page on true
  order by (page."joinedGroupAt" is null), page.email, page.id`);

const IDENTITIES = statement(`
  with found as materialized (
    select i.id, i.name, p.created_at "joinedGroupAt"
    from identities i
    left join group_members p on p.group_id = $2 and p.identity_id = i.id
    where i.org_id = $1
      and ${holds('i.name', '$5')}
      and ($6::boolean is null or (p.identity_id is not null) = $6)
  )
  select total.n "totalCount", page.*
  from (select count(*)::int n from found) total
  left join (
    select * from found order by ("joinedGroupAt" is null), name, id limit $3 offset $4
  ) page on true
  order by (page."joinedGroupAt" is null), page.name, page.id`);

const membersPage = (direction: 'asc' | 'desc') =>
  statement(`
    with found as materialized (
      select coalesce(i.id, u.id) id,
        case when i.id is null then 'user' else 'machineIdentity' end "type",
        i.name, coalesce(i.name, u.email) shown, p.created_at "joinedGroupAt", ${PERSON_COLUMNS}
      from group_members p
      join groups g on g.id = p.group_id
      left join users u on u.id = p.user_id
      left join organization_memberships o on o.user_id = u.id and o.org_id = g.org_id
      left join identities i on i.id = p.identity_id
      where p.group_id = $1
        and ${holds(`concat_ws(' ', i.name, ${PERSON_TEXT})`, '$4')}
        and ($5::text is null or (i.id is null) = ($5 = 'users'))
    )
    select total.n "totalCount", page.*
    from (select count(*)::int n from found) total
    left join (
      select * from found order by shown ${direction}, id ${direction} limit $2 offset $3
    ) page on true
    order by page.shown ${direction}, page.id ${direction}`);

const MEMBERS = { asc: membersPage('asc'), desc: membersPage('desc') };

const ADD_USER = `
  insert into group_members (id, group_id, user_id) values ($1, $2, $3)
  on conflict do nothing returning id`;
const ADD_IDENTITY = `
  insert into group_members (id, group_id, identity_id) values ($1, $2, $3)
  on conflict do nothing returning id`;

const REMOVE_USER = 'delete from group_members where group_id = $1 and user_id = $2';
const REMOVE_IDENTITY = 'delete from group_members where group_id = $1 and identity_id = $2';

/** By canonical e-mail, among the people of the organization. */
const PERSON = `
  select u.id, ${PERSON_COLUMNS}
  from organization_memberships o join users u on u.id = o.user_id
  where o.org_id = $1 and u.email = $2
  for key share of o`;

const HAS_IDENTITY =
  'select from identities where org_id = $1 and id = $2 for key share of identities';

/** Who is in a group. By hand: all of it is sets and pages. */
@Injectable()
export class GroupMembersRepository {
  constructor(private readonly database: Database) {}

  async listUsers(
    orgId: string,
    groupId: string,
    { offset, limit, search, username, isMember }: GroupSearch,
  ): Promise<CountedPage<GroupUserRecord>> {
    const values = [orgId, groupId, limit, offset, search, username, isMember];
    type Row = GroupUserRecord & { readonly totalCount: number };
    return counted(await this.database.rows<Row>(USERS, values));
  }

  async listIdentities(
    orgId: string,
    groupId: string,
    { offset, limit, search, isMember }: GroupSearch,
  ): Promise<CountedPage<GroupIdentityRecord>> {
    const values = [orgId, groupId, limit, offset, search, isMember];
    type Row = GroupIdentityRecord & { readonly totalCount: number };
    return counted(await this.database.rows<Row>(IDENTITIES, values));
  }

  async listMembers(
    groupId: string,
    { offset, limit, search, kind, orderDirection }: GroupMemberSearch,
  ): Promise<CountedPage<GroupMemberRecord>> {
    const values = [groupId, limit, offset, search, kind];
    type Row = GroupMemberRecord & { readonly totalCount: number };
    return counted(await this.database.rows<Row>(MEMBERS[orderDirection], values));
  }

  /** Null for somebody who is not in the organization. `email` is canonical. */
  async findPerson(
    tx: EntityManager,
    orgId: string,
    email: string,
  ): Promise<Omit<GroupUserRecord, 'joinedGroupAt'> | null> {
    const [person] = await tx.query<GroupUserRecord[]>(PERSON, [orgId, email]);
    return person ?? null;
  }

  /** Whether the organization has the identity, which then stays until the transaction ends. */
  async hasIdentity(tx: EntityManager, orgId: string, id: string): Promise<boolean> {
    return (await tx.query<unknown[]>(HAS_IDENTITY, [orgId, id])).length > 0;
  }

  /** False for one who is in the group already. */
  async add(tx: EntityManager, groupId: string, kind: 'user' | 'identity', id: string) {
    const text = kind === 'user' ? ADD_USER : ADD_IDENTITY;
    return (await tx.query<unknown[]>(text, [newId(), groupId, id])).length > 0;
  }

  /** False for one who was not in the group. */
  async remove(tx: EntityManager, groupId: string, kind: 'user' | 'identity', id: string) {
    const text = kind === 'user' ? REMOVE_USER : REMOVE_IDENTITY;
    const [, count] = await tx.query<[unknown[], number]>(text, [groupId, id]);
    return count > 0;
  }
}
