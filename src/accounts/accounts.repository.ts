import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { tokenRevoked } from '../errors/api-error.js';
import { orConflict } from '../database/failures.js';
import { newId } from '../database/uuid.js';

/** A person's account, as it is shown to them. */
export interface AccountRow {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isEmailVerified: boolean;
  readonly superAdmin: boolean;
  readonly hasSecondFactor: boolean;
  readonly hasPassword: boolean;
  /** Whether the provider of an organization knows the account. */
  readonly isLinked: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An organization that a person is in. */
export interface PersonsOrganization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly role: string;
  readonly membershipId: string;
  readonly enforceMfa: boolean;
  /** Whether its people sign in through its provider alone. */
  readonly authEnforced: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** SQL: whether the account, a row of `users`, is somebody's in an organization. An invitation alone makes it nobody's. */
export const maySignIn = (user: string): string => `
  (${user}.super_admin or exists (
    select from organization_memberships m
    where m.user_id = ${user}.id and m.is_active and m.status = 'accepted'))`;

/**
 * SQL: whether the account, a row of `users`, may sign in with its own password. Who is invited may, to accept: who has
 * left every organization could take no place otherwise, where no mail is sent. Who was shut out of one may not.
 */
export const mayProvePassword = (user: string): string => `
  (${maySignIn(user)} or (
    select coalesce(bool_or(m.is_active), false) and not bool_or(m.status = 'accepted')
    from organization_memberships m where m.user_id = ${user}.id))`;

const EMAIL_TAKEN = {
  constraint: 'uq_users_email',
  message: 'Another account has this e-mail address.',
};

const ACCOUNT = `
  select u.id, u.email, u.first_name "firstName", u.last_name "lastName",
    u.is_email_verified "isEmailVerified", u.super_admin "superAdmin",
    coalesce(f.is_on, false) "hasSecondFactor", u.password_hash is not null "hasPassword",
    exists (select from provider_accounts p where p.user_id = u.id) "isLinked", u.created_at "createdAt", u.updated_at "updatedAt"
  from users u left join second_factors f on f.user_id = u.id`;

const BY_ID = statement(`${ACCOUNT} where u.id = $1`);

/** Bounded like every list: nobody is in a thousand organizations by their own doing. */
const MAX_ORGANIZATIONS = 1_000;
const ORGANIZATIONS = statement(`
  select o.id, o.name, o.slug, m.role, m.id "membershipId", o.enforce_mfa "enforceMfa",
    o.auth_enforced "authEnforced",
    o.created_at "createdAt", o.updated_at "updatedAt"
  from organization_memberships m join organizations o on o.id = m.org_id
  where m.user_id = $1 and m.status = 'accepted' and m.is_active
  order by o.name, o.id limit ${MAX_ORGANIZATIONS}`);

/**
 * A provider finds by its address who came otherwise than by provisioning. Whoever changes the address must not leave its
 * sight by that: where an organization has a provider, the name and address of before stay as the provider's.
 */
const KEEP_PROVISIONED_NAMES = `
  with kept as (
    update organization_memberships m
    set scim_user_name = coalesce(m.scim_user_name, u.email),
      scim_user_name_key = coalesce(m.scim_user_name_key, u.email)
    from users u
    where u.id = $1 and m.user_id = u.id
      and exists (select from scim_tokens t where t.org_id = m.org_id)
    returning m.id, u.email
  )
  insert into scim_emails (membership_id, position, value, value_key, type, is_primary)
  select kept.id, 0, kept.email, kept.email, 'work', true from kept
  where not exists (select from scim_emails e where e.membership_id = kept.id)`;

/** The accounts of people. */
@Injectable()
export class AccountsRepository {
  constructor(private readonly database: Database) {}

  /** Returns the account of somebody who is signed in. Throws 401 where the account went meanwhile. */
  async get(userId: string, tx?: EntityManager): Promise<AccountRow> {
    const manager = tx ?? this.database.manager;
    const [account] = await manager.query<AccountRow[]>(BY_ID.text, [userId]);
    if (!account) throw tokenRevoked('the account was deleted');
    return account;
  }

  /** The organizations that the person is an active, accepted member of, by name. */
  organizations(userId: string): Promise<PersonsOrganization[]> {
    return this.database.rows<PersonsOrganization>(ORGANIZATIONS, [userId]);
  }

  /** Null where the person is no active, accepted member. */
  async organization(userId: string, orgId: string): Promise<PersonsOrganization | null> {
    const all = await this.organizations(userId);
    return all.find(({ id }) => id === orgId) ?? null;
  }

  /** The account of that address, locked; it is made where there is none. */
  async findOrMake(
    tx: EntityManager,
    email: string,
  ): Promise<{
    readonly id: string;
    readonly hasPassword: boolean;
    readonly isEmailVerified: boolean;
  }> {
    await tx.query(
      `insert into users (id, email) values ($1, $2) on conflict on constraint uq_users_email do nothing`,
      // Not `newId`, whose time would tell whoever adds somebody that the account is older than that.
      [randomUUID(), email],
    );
    const rows = await tx.query<{ id: string; hasPassword: boolean; isEmailVerified: boolean }[]>(
      `select id, password_hash is not null "hasPassword", is_email_verified "isEmailVerified"
       from users where email = $1 for update`,
      [email],
    );
    return rows[0]!; // it is there by now
  }

  /** The account of that address, whether or not it may sign in. */
  async findId(tx: EntityManager, email: string): Promise<string | null> {
    const rows = await tx.query<{ id: string }[]>(`select id from users where email = $1`, [email]);
    return rows[0]?.id ?? null;
  }

  /** The account of that address that a mail may go to; null where there is none, or none that may sign in. */
  async findByEmail(email: string, tx?: EntityManager): Promise<{ readonly id: string } | null> {
    const rows = await (tx ?? this.database.manager).query<{ id: string }[]>(
      `select u.id from users u where u.email = $1 and ${maySignIn('u')}`,
      [email],
    );
    return rows[0] ?? null;
  }

  async setPassword(tx: EntityManager, userId: string, passwordHash: string): Promise<void> {
    await tx.query(`update users set password_hash = $2, updated_at = now() where id = $1`, [
      userId,
      passwordHash,
    ]);
  }

  /** Providers go on knowing the person by the address of before. Throws 409 where another account has the address. */
  async setEmail(tx: EntityManager, userId: string, email: string): Promise<void> {
    await tx.query(KEEP_PROVISIONED_NAMES, [userId]);
    const setting = tx.query(
      `update users set email = $2, is_email_verified = true, updated_at = now() where id = $1`,
      [userId, email],
    );
    await orConflict(setting, EMAIL_TAKEN);
  }

  async setNames(tx: EntityManager, userId: string, first: string, last: string): Promise<void> {
    await tx.query(
      `update users set first_name = $2, last_name = $3, updated_at = now() where id = $1`,
      [userId, first, last],
    );
  }

  /** The address was proved by its owner: they opened what was sent there. */
  async verifyEmail(tx: EntityManager, userId: string): Promise<void> {
    await tx.query(
      `update users set is_email_verified = true, updated_at = now()
       where id = $1 and not is_email_verified`,
      [userId],
    );
  }

  /**
   * Makes the account a member of the organization, who holds the role at once; of who was only invited, too. Null where
   * it is a member already, or is deactivated.
   */
  async join(
    tx: EntityManager,
    member: {
      readonly orgId: string;
      readonly userId: string;
      readonly role: string;
      readonly roleId: string | null;
    },
  ): Promise<string | null> {
    const { orgId, userId, role, roleId } = member;
    const rows = await tx.query<{ id: string }[]>(
      `insert into organization_memberships (id, org_id, user_id, role, role_id, status)
       values ($1, $2, $3, $4, $5, 'accepted')
       on conflict on constraint uq_organization_memberships_user do update
       set role = excluded.role, role_id = excluded.role_id, status = 'accepted', updated_at = now()
       where organization_memberships.status = 'invited' and organization_memberships.is_active
       returning id`,
      [newId(), orgId, userId, role, roleId],
    );
    return rows[0]?.id ?? null;
  }

  /** The person is a member from now on, who was only invited. */
  async acceptPlace(tx: EntityManager, membershipId: string): Promise<void> {
    await tx.query(
      `update organization_memberships set status = 'accepted', updated_at = now() where id = $1`,
      [membershipId],
    );
  }

  /** False where the membership has ended, or the person was deactivated. */
  async noteLogin(tx: EntityManager, membershipId: string, method: string): Promise<boolean> {
    const [, count] = await tx.query<[unknown[], number]>(
      `update organization_memberships set last_login_method = $2, last_login_at = now()
       where id = $1 and is_active and status = 'accepted' returning id`,
      [membershipId, method],
    );
    return count > 0;
  }

  /** The account signs in by no password any more, until one is set by mail. */
  async removePassword(tx: EntityManager, userId: string): Promise<void> {
    await tx.query(`update users set password_hash = null, updated_at = now() where id = $1`, [
      userId,
    ]);
  }

  /** Sessions, the second factor, links and what was mailed go with it. It is in no organization any more. */
  async remove(tx: EntityManager, userId: string): Promise<void> {
    await tx.query('delete from users where id = $1', [userId]);
  }

  /** Locks the account until the transaction ends. */
  async lock(tx: EntityManager, userId: string): Promise<void> {
    await tx.query(`select from users where id = $1 for update`, [userId]);
  }
}
