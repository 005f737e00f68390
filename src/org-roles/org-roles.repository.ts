import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { raiseOrganizationEpoch } from '../access/epoch.js';
import { Database } from '../database/database.js';
import { Identity } from '../database/entities/identity.entity.js';
import { OrgRole } from '../database/entities/org-role.entity.js';
import { orConflict } from '../database/failures.js';

const SLUG_TAKEN = {
  constraint: 'uq_org_roles_slug',
  message: 'A role with this slug already exists in the organization.',
};

export type OrgRoleRow = Omit<OrgRole, 'organization'>;

@Injectable()
export class OrgRolesRepository {
  constructor(private readonly database: Database) {}

  list(orgId: string): Promise<OrgRole[]> {
    return this.database.manager.getRepository(OrgRole).find({
      where: { orgId },
      order: { slug: 'ASC' },
    });
  }

  find(orgId: string, key: { id: string } | { slug: string }): Promise<OrgRole | null> {
    return this.database.manager.getRepository(OrgRole).findOneBy({ orgId, ...key });
  }

  /** The role, locked until the transaction ends. */
  findLocked(tx: EntityManager, orgId: string, id: string): Promise<OrgRole | null> {
    return tx.findOne(OrgRole, { where: { orgId, id }, lock: { mode: 'pessimistic_write' } });
  }

  /** Throws 409 if the slug is taken. */
  save(tx: EntityManager, role: OrgRoleRow): Promise<OrgRoleRow> {
    return orConflict(tx.save(OrgRole, role), SLUG_TAKEN);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.delete(OrgRole, { id });
  }

  async listHolders(tx: EntityManager, roleId: string): Promise<string[]> {
    const holders = await tx.find(Identity, { select: { id: true }, where: { roleId } });
    return holders.map(({ id }) => id);
  }

  countHolders(tx: EntityManager, roleId: string): Promise<number> {
    return tx.countBy(Identity, { roleId });
  }

  /** Makes every replica compile the organization's rules anew at its next request. */
  async raiseEpoch(tx: EntityManager, orgId: string): Promise<void> {
    await raiseOrganizationEpoch(tx, orgId);
  }
}
