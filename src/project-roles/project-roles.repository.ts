import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Holding } from '../access/held-rules.js';
import { Database } from '../database/database.js';
import { weightColumns } from '../access/holding-limits.js';
import type { RuleWeightColumns } from '../database/entities/rule-weight-columns.js';
import { ProjectRole } from '../database/entities/project-role.entity.js';
import { orConflict } from '../database/failures.js';

const SLUG_TAKEN = {
  constraint: 'uq_project_roles_slug',
  message: 'A role with this slug already exists in the project.',
};

export type ProjectRoleRow = Omit<ProjectRole, 'project' | keyof RuleWeightColumns>;
export type RoleKey = { readonly id: string } | { readonly slug: string };

/** Who holds a role: how many memberships, and until when at most; null: for ever. */
export interface Holders {
  readonly live: number;
  readonly until: Date | null;
}

const HOLDERS = `
  select count(distinct membership_id)::int live,
    case when bool_and(temporary_access_end_time is not null)
      then max(temporary_access_end_time) end "until"
  from membership_roles
  where custom_role_id = $1
    and (temporary_access_end_time is null or temporary_access_end_time > clock_timestamp())`;

const COUNT_HOLDERS = `
  select count(distinct membership_id)::int n from membership_roles where custom_role_id = $1`;

/** Each of the other roles and privileges of the holders once, whatever its span. */
const BESIDE = `
  with holders as (
    select distinct membership_id id from membership_roles where custom_role_id = $1
  ), roles as (
    select distinct h.role, h.custom_role_id
    from membership_roles h
    where h.membership_id in (select id from holders) and h.custom_role_id is distinct from $1
  )
  select 'role' kind, roles.custom_role_id id, coalesce(r.slug, roles.role) slug, r.permissions,
    null "validFrom", null "validUntil"
  from roles left join project_roles r on r.id = roles.custom_role_id
  union all
  select 'privilege', a.id, a.slug, a.permissions, null, null
  from additional_privileges a
  where a.project_membership_id in (select id from holders)`;

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

  async holdersOf(tx: EntityManager, roleId: string): Promise<Holders> {
    const [holders] = await tx.query<Holders[]>(HOLDERS, [roleId]);
    return holders!; // an aggregate gives one row
  }

  /** Holds that have ended included: they are rows that name the role. */
  async countHolders(tx: EntityManager, roleId: string): Promise<number> {
    const [count] = await tx.query<{ n: number }[]>(COUNT_HOLDERS, [roleId]);
    return count?.n ?? 0;
  }

  /** What the holders of the role hold in the project beside it. */
  listHeldBeside(tx: EntityManager, roleId: string): Promise<Holding[]> {
    return tx.query(BESIDE, [roleId]);
  }
}
