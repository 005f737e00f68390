import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { conflict } from '../../errors/api-error.js';
import { isLiving } from '../holders.sql.js';

/** Whether an identity or a person other than `$2` administers the organization, by itself or by a group. */
const HAS_ADMIN = `
  select exists (
    select from identities i where i.org_id = $1 and i.role = 'admin' and i.id is distinct from $2::uuid
    union all
    select from organization_memberships o
    where o.org_id = $1 and o.role = 'admin' and o.is_active and o.status = 'accepted'
      and o.user_id is distinct from $2::uuid
    union all
    select from groups g join group_members m on m.group_id = g.id
    where g.org_id = $1 and g.role = 'admin'
      and coalesce(m.identity_id, m.user_id) is distinct from $2::uuid
      and ${isLiving('$1', 'coalesce(m.identity_id, m.user_id)')}
  ) "some"`;

/** Whether an organization has somebody who administers it, as it always keeps by changes made by hand. */
@Injectable()
export class LastOrgAdmin {
  /** Throws 409 if nobody but this identity or person administers the organization. */
  async requireOther(tx: EntityManager, orgId: string, holderId: string): Promise<void> {
    if (await this.isThere(tx, orgId, holderId)) return;
    if (await this.isThere(tx, orgId)) throw wouldLeaveOrganization();
  }

  /** Whether somebody administers the organization, beside the one who is named. */
  async isThere(tx: EntityManager, orgId: string, beside: string | null = null): Promise<boolean> {
    const [row] = await tx.query<{ some: boolean }[]>(HAS_ADMIN, [orgId, beside]);
    return row!.some; // a select without from gives one row
  }
}

/** The 409 for an organization that a change would leave without an administrator. */
export const wouldLeaveOrganization = () =>
  conflict('last-administrator', 'The organization would be left without an admin.');
