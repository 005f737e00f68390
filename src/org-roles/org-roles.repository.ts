import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database } from '../database/database.js';
import { Identity } from '../database/entities/identity.entity.js';
import { OrgRole } from '../database/entities/org-role.entity.js';
import { orConflict } from '../database/failures.js';
import type { Rule } from '../permissions/rule.js';
import type { RoleKey, RoleRecord } from '../roles/roles.js';

const SLUG_TAKEN = {
  constraint: 'uq_org_roles_slug',
  message: 'A role with this slug already exists in the organization.',
};

/** A role of the organization, stored or predefined. */
export interface OrgRoleRecord extends RoleRecord {
  readonly orgId: string;
}

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

  find(orgId: string, key: RoleKey): Promise<OrgRole | null> {
    return this.database.bind(this.roles).findOneBy({ orgId, ...key });
  }

  /** The role, locked until the transaction ends. */
  findLocked(tx: EntityManager, orgId: string, id: string): Promise<OrgRole | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.withRepository(this.roles).findOne({ where: { orgId, id }, lock });
  }

  /** Throws 409 if the slug is taken. */
  async insert(tx: EntityManager, role: OrgRoleRecord): Promise<void> {
    await orConflict(tx.withRepository(this.roles).insert(columnsOf(role)), SLUG_TAKEN);
  }

  /** Throws 409 if the slug is taken. Not `save`: it takes rules whose keys changed their order for the same. */
  async update(tx: EntityManager, role: OrgRoleRecord): Promise<void> {
    const changed = tx.withRepository(this.roles).update({ id: role.id }, columnsOf(role));
    await orConflict(changed, SLUG_TAKEN);
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
}

/** TypeORM's types of written columns have no place for the `unknown` of conditions. */
function columnsOf({
  id,
  orgId,
  slug,
  name,
  description,
  createdAt,
  updatedAt,
  ...role
}: OrgRoleRecord) {
  const permissions: readonly Omit<Rule, 'conditions'>[] = role.permissions;
  return { id, orgId, slug, name, description, permissions, createdAt, updatedAt };
}
