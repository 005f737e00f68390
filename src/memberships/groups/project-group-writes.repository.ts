import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newId } from '../../database/uuid.js';
import type { ProjectGroupRow } from './project-groups.presenter.js';

const COLUMNS = `
  id, project_id "projectId", group_id "groupId", created_at "createdAt", updated_at "updatedAt"`;

/** SQL by hand: the ORM returns no row for one that a conflict left out. */
const INSERT = `
  insert into project_memberships (id, project_id, group_id) values ($1, $2, $3)
  on conflict on constraint uq_project_memberships_group do nothing
  returning ${COLUMNS}`;

const LOCK = `
  select ${COLUMNS} from project_memberships where project_id = $1 and group_id = $2 for update`;

/** Writes memberships of groups. All run under the lock of the project. */
@Injectable()
export class ProjectGroupWritesRepository {
  /** Null if the group is a member already. */
  async insert(
    tx: EntityManager,
    projectId: string,
    groupId: string,
  ): Promise<ProjectGroupRow | null> {
    const rows = await tx.query<ProjectGroupRow[]>(INSERT, [newId(), projectId, groupId]);
    return rows[0] ?? null;
  }

  /** Null for a group that is no member. */
  async findLocked(
    tx: EntityManager,
    projectId: string,
    groupId: string,
  ): Promise<ProjectGroupRow | null> {
    const rows = await tx.query<ProjectGroupRow[]>(LOCK, [projectId, groupId]);
    return rows[0] ?? null;
  }
}
