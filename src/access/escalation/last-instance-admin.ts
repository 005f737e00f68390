import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { conflict, permissionDenied } from '../../errors/api-error.js';

/** An arbitrary number, the same in every replica: administrators of two organizations do not end each other. */
const LOCK = 'select pg_advisory_xact_lock(4712, 2)';

/** An identity, or a person who is an active member somewhere: who is nowhere signs in no more. */
const HAS_ADMIN = `
  select exists (
    select from identities where is_instance_admin
    union all
    select from users u join organization_memberships m on m.user_id = u.id
    where u.super_admin and m.is_active and m.status = 'accepted'
  ) "some"`;

const IS_ADMIN = 'select 1 from users where id = $1 and super_admin';

const HAS_PLACE = `
  select 1 from organization_memberships where user_id = $1 and is_active and status = 'accepted' limit 1`;

/** Only an administrator of the instance makes organizations, and nobody can make another: one stays. */
@Injectable()
export class LastInstanceAdmin {
  /** Does `work`, which ends an administrator. Throws 409 if it leaves the instance without one. */
  async keepDuring<T>(tx: EntityManager, work: () => Promise<T>): Promise<T> {
    await tx.query(LOCK);
    const before = await this.isThere(tx);
    const result = await work();
    if (before && !(await this.isThere(tx)))
      throw conflict('last-administrator', 'The instance would be left without an admin.');
    return result;
  }

  /**
   * Does `work`, by which somebody without power over the instance ends a person's access to an organization. Throws 403 where that
   * is the last place of an administrator of the instance: who is nowhere signs in no more.
   */
  async keepPlaceDuring<T>(tx: EntityManager, userId: string, work: () => Promise<T>): Promise<T> {
    if (!(await isFound(tx, IS_ADMIN, userId))) return work();
    await tx.query(LOCK);
    const before = await isFound(tx, HAS_PLACE, userId);
    const result = await work();
    if (before && !(await isFound(tx, HAS_PLACE, userId)))
      throw permissionDenied(
        'beyond-own-permissions',
        'The person administers the instance, and is active in no other organization: an administrator of the instance ends that.',
      );
    return result;
  }

  private async isThere(tx: EntityManager): Promise<boolean> {
    const [row] = await tx.query<{ some: boolean }[]>(HAS_ADMIN);
    return row!.some; // a select without from gives one row
  }
}

async function isFound(tx: EntityManager, sql: string, userId: string): Promise<boolean> {
  return (await tx.query<unknown[]>(sql, [userId])).length > 0;
}
