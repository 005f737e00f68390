import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
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
  constructor(
    @InjectRepository(OrgRole) private readonly roles: Repository<OrgRole>,
    @InjectRepository(Identity) private readonly identities: Repository<Identity>,
    private readonly database: Database,
  ) {}

  list(orgId: string): Promise<OrgRole[]> {
    return this.database.bind(this.roles).find({ where: { orgId }, order: { slug: 'ASC' } });
  }

  find(orgId: string, key: { id: string } | { slug: string }): Promise<OrgRole | null> {
    return this.database.bind(this.roles).findOneBy({ orgId, ...key });
  }

  /** The role, locked until the transaction ends. */
  findLocked(tx: EntityManager, orgId: string, id: string): Promise<OrgRole | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.withRepository(this.roles).findOne({ where: { orgId, id }, lock });
  }

  /** Throws 409 if the slug is taken. */
  save(tx: EntityManager, role: OrgRoleRow): Promise<OrgRoleRow> {
    return orConflict(tx.withRepository(this.roles).save(role), SLUG_TAKEN);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.roles).delete({ id });
  }

  async listHolders(tx: EntityManager, roleId: string): Promise<string[]> {
    const identities = tx.withRepository(this.identities);
    const holders = await identities.find({ select: { id: true }, where: { roleId } });
    return holders.map(({ id }) => id);
  }

  countHolders(tx: EntityManager, roleId: string): Promise<number> {
    return tx.withRepository(this.identities).countBy({ roleId });
  }

  /** Makes every replica compile the organization's rules anew at its next request. */
  async raiseEpoch(tx: EntityManager, orgId: string): Promise<void> {
    await raiseOrganizationEpoch(tx, orgId);
  }
}
