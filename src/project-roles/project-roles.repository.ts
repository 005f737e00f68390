import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { weightColumns } from '../access/escalation/holding-limits.js';
import { Database, sendLater, statement } from '../database/database.js';
import { ProjectRole } from '../database/entities/project-role.entity.js';
import { conflictOf, orConflict } from '../database/failures.js';
import type { Rule } from '../permissions/rule.js';
import type { RoleKey, RoleRecord } from '../roles/roles.js';

/** A role of a project, stored or predefined. */
export interface ProjectRoleRecord extends RoleRecord {
  readonly projectId: string;
}

const SLUG_TAKEN = {
  constraint: 'uq_project_roles_slug',
  message: 'A role with this slug already exists in the project.',
};

/** SQL by hand: the ORM counts and lists distinct values of one column only as entities. */
const LIST_HOLDERS = `
  select distinct coalesce(m.identity_id, m.user_id, g.identity_id, g.user_id) id
  from membership_roles h
  join project_memberships m on m.id = h.membership_id
  left join group_members g on g.group_id = m.group_id
  where h.custom_role_id = $1 and num_nonnulls(m.identity_id, m.user_id, g.id) > 0`;

/** SQL by hand: to write an insertion takes the ORM a tenth of what all of a creation takes. */
const INSERT = statement(`
  insert into project_roles (id, project_id, slug, name, description, permissions, rule_count,
    pattern_bytes, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`);

const COUNT_HOLDERS = `
  select count(distinct membership_id)::int n from membership_roles where custom_role_id = $1`;

@Injectable()
export class ProjectRolesRepository {
  constructor(
    @InjectRepository(ProjectRole) private readonly roles: Repository<ProjectRole>,
    private readonly database: Database,
  ) {}

  list(projectId: string): Promise<ProjectRole[]> {
    return this.database.bind(this.roles).find({ where: { projectId }, order: { slug: 'ASC' } });
  }

  find(projectId: string, key: RoleKey): Promise<ProjectRole | null> {
    return this.database.bind(this.roles).findOneBy({ projectId, ...key });
  }

  /** A role in whichever project of the organization. */
  async findAnywhere(orgId: string, id: string): Promise<ProjectRole | null> {
    return this.database.bind(this.roles).findOneBy({ id, project: { orgId } });
  }

  findIn(tx: EntityManager, projectId: string, id: string): Promise<ProjectRole | null> {
    return tx.withRepository(this.roles).findOneBy({ projectId, id });
  }

  /** Inserts it with the next statement of the transaction, or with its commit, which throws 409 if the slug is taken. */
  async insertSoon(tx: EntityManager, role: ProjectRoleRecord): Promise<void> {
    const { id, projectId, slug, name, description, permissions, createdAt, updatedAt } = role;
    const { ruleCount, patternBytes } = weightColumns(permissions);
    const what = [id, projectId, slug, name, description, JSON.stringify(permissions)];
    const values = [...what, ruleCount, patternBytes, createdAt, updatedAt];
    const onFailure = (error: unknown) => conflictOf(error, SLUG_TAKEN);
    await sendLater(tx, [{ ...INSERT, values, onFailure }]);
  }

  /** Throws 409 if the slug is taken. Not `save`: it takes rules whose keys changed their order for the same. */
  async update(tx: EntityManager, role: ProjectRoleRecord): Promise<void> {
    const changed = tx.withRepository(this.roles).update({ id: role.id }, columnsOf(role));
    await orConflict(changed, SLUG_TAKEN);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.roles).delete({ id });
  }

  /** The identities that hold the role, held it or will hold it. */
  async listHolders(tx: EntityManager, roleId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(LIST_HOLDERS, [roleId]);
    return rows.map(({ id }) => id);
  }

  /** Memberships that name the role, those whose time has ended included. */
  async countHolders(tx: EntityManager, roleId: string): Promise<number> {
    const [count] = await tx.query<{ n: number }[]>(COUNT_HOLDERS, [roleId]);
    return count?.n ?? 0;
  }
}

/** TypeORM's types of written columns have no place for the `unknown` of conditions. */
function columnsOf(role: ProjectRoleRecord) {
  const { id, projectId, slug, name, description, createdAt, updatedAt } = role;
  const permissions: readonly Omit<Rule, 'conditions'>[] = role.permissions;
  const plain = { id, projectId, slug, name, description, createdAt, updatedAt };
  return { ...plain, permissions, ...weightColumns(role.permissions) };
}
