import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { USER_TABLE } from '../protocol/attribute-table.js';
import { caseless } from '../protocol/attribute-values.js';
import type { Filter } from '../protocol/filter-parser.js';
import { conditionOf } from '../protocol/filter-sql.js';
import type { ScimEmailValue, UserAttributes } from '../protocol/user-attributes.js';
import { EMAIL_ROWS, GROUP_ROWS, USER_COLUMNS } from './user-columns.js';
import type { ScimUserRecord } from './user.presenter.js';

/** Which users, and how many of them. */
export interface ResourcePage {
  readonly filter: Filter | null;
  readonly offset: number;
  readonly limit: number;
}

/** SQL by hand, as all of this file: filters are compiled, and what hangs on a page of users comes with it. */
const COLUMNS = `
  m.id, m.user_id "userId", coalesce(m.scim_user_name, u.email) "userName", m.external_id "externalId",
  m.given_name "givenName", m.family_name "familyName", m.display_name "displayName",
  m.is_active "isActive", m.created_at "createdAt", m.updated_at "updatedAt",
  (select json_agg(json_strip_nulls(json_build_object(
      'value', e.value, 'type', e.type, 'primary', e.is_primary)) order by e.position)
    from ${EMAIL_ROWS}) emails,
  coalesce((select json_agg(json_build_object('value', g.id, 'display', g.name) order by g.name, g.id)
    from ${GROUP_ROWS}), '[]') groups`;

const MEMBERS = 'organization_memberships m join users u on u.id = m.user_id';

const ONE = statement(`select ${COLUMNS} from ${MEMBERS} where m.org_id = $1 and m.id = $2`);

const TAKEN = `
  select m.id from ${MEMBERS}
  where m.org_id = $1 and m.id <> $2 and (
    m.scim_user_name_key = $3 or (m.scim_user_name_key is null and u.email = $3)
    or m.external_id = $4 or m.user_id = $5)
  limit 1`;

const INSERT = `
  insert into organization_memberships
    (id, org_id, user_id, role, status, is_active, scim_user_name, scim_user_name_key, external_id,
     given_name, family_name, display_name)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`;

const UPDATE = `
  update organization_memberships
  set scim_user_name = $2, scim_user_name_key = $3, external_id = $4, given_name = $5,
    family_name = $6, display_name = $7, is_active = $8, updated_at = clock_timestamp()
  where id = $1`;

const REMOVE_EMAILS = 'delete from scim_emails where membership_id = $1';
const ADD_EMAILS = `
  insert into scim_emails (membership_id, position, value, value_key, type, is_primary)
  select $1, position, value, value_key, type, is_primary
  from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::boolean[])
    as given (position, value, value_key, type, is_primary)`;

@Injectable()
export class ScimUsersRepository {
  constructor(private readonly database: Database) {}

  count(orgId: string, filter: Filter | null): Promise<number> {
    const { sql, values } = conditionOf(filter, USER_TABLE, USER_COLUMNS, {
      key: 'm.id',
      first: 2,
    });
    const query = statement(
      `select count(*)::int total from ${MEMBERS} where m.org_id = $1 and ${sql}`,
    );
    return this.database
      .row<{ total: number }>(query, [orgId, ...values])
      .then((row) => row?.total ?? 0);
  }

  /** In the order in which they came. */
  list(orgId: string, { filter, offset, limit }: ResourcePage): Promise<ScimUserRecord[]> {
    const { sql, values } = conditionOf(filter, USER_TABLE, USER_COLUMNS, {
      key: 'm.id',
      first: 4,
    });
    const query = statement(`
      select ${COLUMNS} from (
        select m.id from ${MEMBERS} where m.org_id = $1 and ${sql}
        order by m.created_at, m.id limit $2 offset $3
      ) page join organization_memberships m on m.id = page.id join users u on u.id = m.user_id
      order by m.created_at, m.id`);
    return this.database.rows(query, [orgId, limit, offset, ...values]);
  }

  find(orgId: string, id: string): Promise<ScimUserRecord | null> {
    return this.database.row(ONE, [orgId, id]);
  }

  /** The user as it stands inside the transaction. */
  async findIn(tx: EntityManager, orgId: string, id: string): Promise<ScimUserRecord | null> {
    const rows = await tx.query<ScimUserRecord[]>(ONE.text, [orgId, id]);
    return rows[0] ?? null;
  }

  /** Whether another member than `id` has the user name, the external id, or that account. */
  async isTaken(
    tx: EntityManager,
    orgId: string,
    id: string,
    { userName, externalId }: Pick<UserAttributes, 'userName' | 'externalId'>,
    accountId: string | null,
  ): Promise<boolean> {
    const values = [orgId, id, caseless(userName), externalId ?? null, accountId];
    return (await tx.query<unknown[]>(TAKEN, values)).length > 0;
  }

  async insert(
    tx: EntityManager,
    row: {
      readonly id: string;
      readonly orgId: string;
      readonly accountId: string;
      readonly role: string;
      readonly status: string;
    },
    user: UserAttributes,
  ): Promise<void> {
    const { id, orgId, accountId, role, status } = row;
    const { userName, active } = user;
    const names = [userName, caseless(userName), ...labelsOf(user)];
    await tx.query(INSERT, [id, orgId, accountId, role, status, active, ...names]);
    await this.addEmails(tx, id, user.emails);
  }

  async update(tx: EntityManager, id: string, user: UserAttributes): Promise<void> {
    const { userName, active } = user;
    await tx.query(UPDATE, [id, userName, caseless(userName), ...labelsOf(user), active]);
  }

  async replaceEmails(
    tx: EntityManager,
    id: string,
    emails: readonly ScimEmailValue[],
  ): Promise<void> {
    await tx.query(REMOVE_EMAILS, [id]);
    await this.addEmails(tx, id, emails);
  }

  private async addEmails(
    tx: EntityManager,
    id: string,
    emails: readonly ScimEmailValue[],
  ): Promise<void> {
    if (emails.length === 0) return;
    await tx.query(ADD_EMAILS, [
      id,
      emails.map((_, position) => position),
      emails.map(({ value }) => value),
      emails.map(({ value }) => caseless(value)),
      emails.map(({ type }) => type ?? null),
      emails.map(({ primary }) => primary ?? null),
    ]);
  }
}

const labelsOf = ({ externalId, name, displayName }: UserAttributes) => [
  externalId ?? null,
  name.givenName ?? null,
  name.familyName ?? null,
  displayName ?? null,
];
