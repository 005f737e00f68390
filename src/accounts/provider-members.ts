import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { MembershipStatus } from '../database/entities/organization-membership.entity.js';
import { lockAccount } from './account-lock.js';

/** The place of an account in an organization. */
export interface ProviderMember {
  readonly membershipId: string;
  readonly status: MembershipStatus;
  readonly isActive: boolean;
  /** Who invited the person; null for who was put there by a provider, or by an operator. */
  readonly inviterId: string | null;
}

/** What signing in by the provider of an organization does to accounts, places and sessions there. */
@Injectable()
export class ProviderMembers {
  /** Whether the account is a member at this moment. Nothing is locked. */
  async isMember(tx: EntityManager, orgId: string, userId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `select 1 from organization_memberships
       where org_id = $1 and user_id = $2 and is_active and status = 'accepted'`,
      [orgId, userId],
    );
    return rows.length > 0;
  }

  /** The place of the account, locked after the account itself; null for none. */
  async find(tx: EntityManager, orgId: string, userId: string): Promise<ProviderMember | null> {
    await lockAccount(tx, userId);
    const rows = await tx.query<ProviderMember[]>(
      `select id "membershipId", status, is_active "isActive", inviter_id "inviterId"
       from organization_memberships
       where org_id = $1 and user_id = $2 for update`,
      [orgId, userId],
    );
    return rows[0] ?? null;
  }

  /** A new account without a password; null where the address has one by now. */
  async newAccount(
    tx: EntityManager,
    account: { readonly email: string; readonly firstName: string; readonly lastName: string },
  ): Promise<string | null> {
    // No UUID of a time: it would tell how old an account is.
    const rows = await tx.query<{ id: string }[]>(
      `insert into users (id, email, first_name, last_name, is_email_verified)
       values ($1, $2, $3, $4, true) on conflict do nothing returning id`,
      [randomUUID(), account.email, account.firstName, account.lastName],
    );
    return rows[0]?.id ?? null;
  }

  /**
   * Whether nobody has ever come in with the account: others may invite any address, which must not keep its owner out of
   * their own organization.
   */
  async isUnclaimed(tx: EntityManager, userId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `select 1 from users u
       where u.id = $1 and u.password_hash is null and not u.is_email_verified and not u.super_admin
         and not exists (select from provider_accounts p where p.user_id = u.id)
         and not exists (
           select from organization_memberships m where m.user_id = u.id and m.status = 'accepted')
       for update of u`,
      [userId],
    );
    return rows.length > 0;
  }

  /** Whether the owner of the address has opened a mail that went there. */
  async isVerified(tx: EntityManager, userId: string): Promise<boolean> {
    const text = 'select 1 from users where id = $1 and is_email_verified';
    return (await tx.query<unknown[]>(text, [userId])).length > 0;
  }

  /** The provider vouches for the address of an account that nobody had claimed. */
  async claim(
    tx: EntityManager,
    userId: string,
    firstName: string,
    lastName: string,
  ): Promise<void> {
    await tx.query(
      `update users set is_email_verified = true, first_name = $2, last_name = $3, updated_at = now()
       where id = $1`,
      [userId, firstName, lastName],
    );
  }

  /** Who signs in by the provider accepts what they were invited to. */
  async accept(tx: EntityManager, membershipId: string): Promise<void> {
    await tx.query(
      `update organization_memberships set status = 'accepted', updated_at = now()
       where id = $1 and status = 'invited' and is_active`,
      [membershipId],
    );
  }

  /** Whether the session of the account still goes on. */
  async hasSession(tx: EntityManager, userId: string, sessionId: string): Promise<boolean> {
    const rows = await tx.query<unknown[]>(
      `select 1 from sessions where id = $1 and user_id = $2 and ended_at is null and expires_at > now()`,
      [sessionId, userId],
    );
    return rows.length > 0;
  }

  /** The canonical address of the account. */
  async emailOf(tx: EntityManager, userId: string): Promise<string> {
    const rows = await tx.query<{ email: string }[]>('select email from users where id = $1', [
      userId,
    ]);
    return rows[0]!.email; // the caller found the account
  }

  /** Ends what the provider of the organization signed in. Returns how many sessions there were. */
  async endSessions(tx: EntityManager, orgId: string): Promise<number> {
    const [, ended] = await tx.query<[unknown[], number]>(
      `update sessions set ended_at = now()
       where org_id = $1 and assurance = 'sso' and ended_at is null returning id`,
      [orgId],
    );
    return ended;
  }
}
