import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { isUuid, newId } from '../../database/uuid.js';
import { GROUP_TABLE } from '../protocol/attribute-table.js';
import type { Filter } from '../protocol/filter-parser.js';
import { conditionOf } from '../protocol/filter-sql.js';
import type { ResourcePage } from '../users/scim-users.repository.js';
import { GROUP_COLUMNS } from './group-columns.js';
import type { ScimGroupMemberRecord, ScimGroupRecord } from './group.presenter.js';

const COLUMNS = `
  g.id, g.name "displayName", g.external_id "externalId", g.created_at "createdAt",
  g.updated_at "updatedAt"`;

/** SQL by hand, as all of this file: members are changed as sets, never read, changed and written. */
const ONE = statement(
  `select ${COLUMNS} from groups g where g.org_id = $1 and g.id = $2 and g.scim_managed`,
);

const MEMBERS = statement(`
  select gm.group_id "groupId", m.id, coalesce(m.display_name, m.scim_user_name, u.email) name
  from group_members gm
  join organization_memberships m on m.user_id = gm.user_id and m.org_id = $1
  join users u on u.id = m.user_id
  where gm.group_id = any ($2)
  order by gm.created_at, gm.id limit $3`);

const LOCK = 'select from groups where org_id = $1 and id = $2 and scim_managed for update';

/** Names differ if they differ in more than the case of ASCII letters; \`$3\` and \`$4\` are null where they stay. */
const TAKEN = `
  select from groups where org_id = $1 and id <> $2
    and (lower(name) = lower($3 collate "C") or external_id = $4) limit 1`;

const INSERT = `
  insert into groups (id, org_id, name, slug, role, scim_managed, external_id)
  values ($1, $2, $3, $4, 'no-access', true, $5)`;

const UPDATE = `
  update groups set name = $2, external_id = $3, updated_at = clock_timestamp() where id = $1`;

const TOUCH = 'update groups set updated_at = clock_timestamp() where id = $1';

const USERS_OF = `
  select user_id "userId" from organization_memberships where org_id = $1 and id = any ($2::uuid[])`;

const ADD = `
  insert into group_members (id, group_id, user_id)
  select id, $1, user_id from unnest($2::uuid[], $3::uuid[]) as added (id, user_id)
  on conflict do nothing
  returning user_id "userId"`;

const REMOVE = `
  delete from group_members where group_id = $1 and user_id in (
    select user_id from organization_memberships where org_id = $2 and id = any ($3::uuid[]))
  returning user_id "userId"`;

/** Machine identities in the group were put there by hand: they are not SCIM's. */
const KEEP_ONLY = `
  delete from group_members
  where group_id = $1 and user_id is not null and user_id <> all ($2::uuid[])
  returning user_id "userId"`;

/** The account of a member who came or left. */
interface Moved {
  readonly userId: string;
}

@Injectable()
export class ScimGroupsRepository {
  constructor(private readonly database: Database) {}

  count(orgId: string, filter: Filter | null): Promise<number> {
    const { sql, values } = conditionOf(filter, GROUP_TABLE, GROUP_COLUMNS, {
      key: 'g.id',
      first: 2,
    });
    const query = statement(
      `select count(*)::int total from groups g where g.org_id = $1 and g.scim_managed and ${sql}`,
    );
    return this.database
      .row<{ total: number }>(query, [orgId, ...values])
      .then((row) => row?.total ?? 0);
  }

  /** In the order in which they came. */
  list(orgId: string, { filter, offset, limit }: ResourcePage): Promise<ScimGroupRecord[]> {
    const { sql, values } = conditionOf(filter, GROUP_TABLE, GROUP_COLUMNS, {
      key: 'g.id',
      first: 4,
    });
    const query = statement(`
      select ${COLUMNS} from groups g where g.org_id = $1 and g.scim_managed and ${sql}
      order by g.created_at, g.id limit $2 offset $3`);
    return this.database.rows(query, [orgId, limit, offset, ...values]);
  }

  find(orgId: string, id: string): Promise<ScimGroupRecord | null> {
    return this.database.row(ONE, [orgId, id]);
  }

  /** The people in these groups, in the order in which they came, at most so many. */
  listMembers(
    orgId: string,
    groupIds: readonly string[],
    limit: number,
  ): Promise<ScimGroupMemberRecord[]> {
    return this.database.rows(MEMBERS, [orgId, groupIds, limit]);
  }

  /** The group as it stands inside the transaction, which nobody else changes until its end. */
  async findLocked(tx: EntityManager, orgId: string, id: string): Promise<ScimGroupRecord | null> {
    await tx.query(LOCK, [orgId, id]);
    const rows = await tx.query<ScimGroupRecord[]>(ONE.text, [orgId, id]);
    return rows[0] ?? null;
  }

  /** Whether another group than `id`, made by hand or not, has that name or external id. */
  async isTaken(
    tx: EntityManager,
    orgId: string,
    id: string,
    {
      displayName,
      externalId,
    }: { readonly displayName: string; readonly externalId: string | null },
  ): Promise<boolean> {
    const values = [orgId, id, displayName, externalId];
    return (await tx.query<unknown[]>(TAKEN, values)).length > 0;
  }

  async insert(
    tx: EntityManager,
    row: Pick<ScimGroupRecord, 'id' | 'displayName' | 'externalId'> & {
      readonly orgId: string;
      readonly slug: string;
    },
  ): Promise<void> {
    const { id, orgId, displayName, slug, externalId } = row;
    await tx.query(INSERT, [id, orgId, displayName, slug, externalId]);
  }

  async update(
    tx: EntityManager,
    { id, displayName, externalId }: Pick<ScimGroupRecord, 'id' | 'displayName' | 'externalId'>,
  ): Promise<void> {
    await tx.query(UPDATE, [id, displayName, externalId]);
  }

  /** The group was changed by its members alone. */
  async touch(tx: EntityManager, id: string): Promise<void> {
    await tx.query(TOUCH, [id]);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.query('delete from groups where id = $1', [id]);
  }

  /** The accounts of these users; fewer than ids where some are not in the organization. */
  async accountsOf(tx: EntityManager, orgId: string, ids: ReadonlySet<string>): Promise<string[]> {
    const known = [...ids].filter((id) => isUuid(id));
    const rows = await tx.query<{ userId: string }[]>(USERS_OF, [orgId, known]);
    return rows.map(({ userId }) => userId);
  }

  /** Returns those who came, without those who were there. */
  async addMembers(tx: EntityManager, id: string, accountIds: readonly string[]): Promise<Moved[]> {
    if (accountIds.length === 0) return [];
    return tx.query<Moved[]>(ADD, [id, accountIds.map(() => newId()), accountIds]);
  }

  /** Returns those who left. Ids of nobody leave nobody. */
  async removeMembers(
    tx: EntityManager,
    { orgId, id }: { readonly orgId: string; readonly id: string },
    ids: ReadonlySet<string>,
  ): Promise<Moved[]> {
    const known = [...ids].filter((each) => isUuid(each));
    if (known.length === 0) return [];
    const [left] = await tx.query<[Moved[], number]>(REMOVE, [id, orgId, known]);
    return left;
  }

  /** Returns those who left, because they are not among these accounts. */
  async keepOnly(tx: EntityManager, id: string, accountIds: readonly string[]): Promise<Moved[]> {
    const [left] = await tx.query<[Moved[], number]>(KEEP_ONLY, [id, accountIds]);
    return left;
  }
}
