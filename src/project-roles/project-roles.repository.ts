import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { weightColumns } from '../access/escalation/holding-limits.js';
import type { RuleWeightColumns } from '../database/entities/rule-weight-columns.js';
import { ProjectRole } from '../database/entities/project-role.entity.js';
import { orConflict } from '../database/failures.js';

const SLUG_TAKEN = {
  constraint: 'uq_project_roles_slug',
  message: 'A role with this slug already exists in the project.',
};

export type ProjectRoleRow = Omit<ProjectRole, 'project' | keyof RuleWeightColumns>;
export type RoleKey = { readonly id: string } | { readonly slug: string };

const LIST_HOLDERS = `
  select distinct m.identity_id id
  from membership_roles h join project_memberships m on m.id = h.membership_id
  where h.custom_role_id = $1`;

const COUNT_HOLDERS = `
  select count(distinct membership_id)::int n from membership_roles where custom_role_id = $1`;

@Injectable()
export class ProjectRolesRepository {
  constructor(private readonly database: Database) {}

  list(projectId: string): Promise<ProjectRole[]> {
    return this.database.manager.getRepository(ProjectRole).find({
      where: { projectId },
      order: { slug: 'ASC' },
    });
  }

  find(projectId: string, key: RoleKey): Promise<ProjectRole | null> {
    return this.database.manager.getRepository(ProjectRole).findOneBy({ projectId, ...key });
  }

  /** A role of whichever project of the organization. */
  findAnywhere(orgId: string, id: string): Promise<ProjectRole | null> {
    return this.database.manager.getRepository(ProjectRole).findOneBy({ id, project: { orgId } });
  }

  findIn(tx: EntityManager, projectId: string, id: string): Promise<ProjectRole | null> {
    return tx.findOneBy(ProjectRole, { projectId, id });
  }

  /** Throws 409 if the slug is taken. */
  save(tx: EntityManager, role: ProjectRoleRow): Promise<ProjectRoleRow> {
    const row = { ...role, ...weightColumns(role.permissions) };
    return orConflict(tx.save(ProjectRole, row), SLUG_TAKEN);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.delete(ProjectRole, { id });
  }

  /** The identities that hold the role, or will; some of them no longer. */
  async listHolders(tx: EntityManager, roleId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(LIST_HOLDERS, [roleId]);
    return rows.map(({ id }) => id);
  }

  /** Holds that have ended included: they are rows that name the role. */
  async countHolders(tx: EntityManager, roleId: string): Promise<number> {
    const [count] = await tx.query<{ n: number }[]>(COUNT_HOLDERS, [roleId]);
    return count?.n ?? 0;
  }
}
