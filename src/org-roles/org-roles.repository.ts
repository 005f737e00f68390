import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database } from '../database/database.js';
import { OrgRole } from '../database/entities/org-role.entity.js';
import { orConflict } from '../database/failures.js';
import type { Rule } from '../permissions/rule.js';
import type { RoleKey, RoleRecord } from '../roles/roles.js';

const SLUG_TAKEN = {
  constraint: 'uq_org_roles_slug',
  message: 'A role with this slug already exists in the organization.',
};

const OWN_HOLDERS = `
  select id from identities where role_id = $1
  union all
  select user_id from organization_memberships where role_id = $1`;

/** SQL by hand, as the next two: holders are in three tables. */
const LIST_HOLDERS = `
  ${OWN_HOLDERS}
  union
  select coalesce(m.identity_id, m.user_id)
  from groups g join group_members m on m.group_id = g.id where g.role_id = $1`;

const COUNT_HOLDERS = `
  select count(*)::int n from (
    ${OWN_HOLDERS} union all select id from groups where role_id = $1) holders`;

const IS_HELD_BESIDE_OTHERS = `
  select exists (select from groups g join group_members m on m.group_id = g.id where g.role_id = $1)
    or exists (
      select from (${OWN_HOLDERS}) own
      join group_members m on m.identity_id = own.id or m.user_id = own.id
      join groups g on g.id = m.group_id and g.role <> 'no-access'
    ) "some"`;

/** A role of the organization, stored or predefined. */
export interface OrgRoleRecord extends RoleRecord {
  readonly orgId: string;
}

@Injectable()
export class OrgRolesRepository {
  constructor(
    @InjectRepository(OrgRole) private readonly roles: Repository<OrgRole>,
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

  /** Identities and people who hold the role, by themselves or by a group. */
  async listHolders(tx: EntityManager, roleId: string): Promise<string[]> {
    const holders = await tx.query<{ id: string }[]>(LIST_HOLDERS, [roleId]);
    return holders.map(({ id }) => id);
  }

  /** How many identities, people and groups have the role. */
  async countHolders(tx: EntityManager, roleId: string): Promise<number> {
    const [count] = await tx.query<{ n: number }[]>(COUNT_HOLDERS, [roleId]);
    return count!.n; // an aggregate gives one row
  }

  /** Whether somebody who holds the role holds another one beside it, which only groups bring about. */
  async isHeldBesideOthers(tx: EntityManager, roleId: string): Promise<boolean> {
    const [held] = await tx.query<{ some: boolean }[]>(IS_HELD_BESIDE_OTHERS, [roleId]);
    return held!.some; // a select without from gives one row
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
