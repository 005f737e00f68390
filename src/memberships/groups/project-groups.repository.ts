import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { PERSON_COLUMNS, PERSON_TEXT } from '../../database/person-columns.js';
import { isUuid } from '../../database/uuid.js';
import { ROLES_OF_MEMBERSHIP } from '../memberships.repository.js';
import type { ProjectGroupRecord, ProjectGroupUserRecord } from './project-groups.presenter.js';

/** A group of the organization, whether or not it is in the project. */
export interface FoundGroup {
  readonly id: string;
  readonly name: string;
}

/** An id wins over a name: no group can be called by the id of another. */
const GROUP = statement(`
  select id, name from groups where org_id = $1 and (id = $2::uuid or name = $3)
  order by (id = $2::uuid) desc nulls last limit 1`);

const COLUMNS = `
  m.id, m.group_id "groupId", m.project_id "projectId", m.created_at "createdAt",
  m.updated_at "updatedAt", g.name, g.slug, g.org_id "orgId",
  coalesce((${ROLES_OF_MEMBERSHIP}), '[]') roles`;

/** SQL by hand, as the list of memberships of identities is: roles come in the same statement. */
const LIST = statement(`
  select to_json(shown) membership
  from project_memberships m join groups g on g.id = m.group_id, lateral (select ${COLUMNS}) shown
  where m.project_id = $1
  order by g.name, g.id`);

const ONE = statement(`
  select to_json(shown) membership
  from project_memberships m join groups g on g.id = m.group_id, lateral (select ${COLUMNS}) shown
  where m.project_id = $1 and m.group_id = $2`);

/** Page and count from one snapshot, both without those whom the caller may not see. */
const USERS = statement(`
  with found as materialized (
    select ${PERSON_COLUMNS}, o.id, p.created_at "joinedGroupAt"
    from group_members p
    join users u on u.id = p.user_id
    join organization_memberships o on o.user_id = u.id and o.org_id = $2
    where p.group_id = $1
      and ($5::text is null or position(
        (select lower($5 collate "default")) in lower((${PERSON_TEXT}) collate "default")) > 0)
      and ($6::uuid[] is null or u.id = any ($6))
  )
  select total.n "totalCount", page.*
  from (select count(*)::int n from found) total
  left join (select * from found order by email, id limit $3 offset $4) page on true
  order by page.email, page.id`);

const PEOPLE = statement(`
  select u.id "userId", u.email from group_members p join users u on u.id = p.user_id
  where p.group_id = $1`);

type Row = { readonly membership: ProjectGroupRecord };

@Injectable()
export class ProjectGroupsRepository {
  constructor(private readonly database: Database) {}

  /** By id, else by name. */
  async findGroup(
    orgId: string,
    reference: string,
    tx?: EntityManager,
  ): Promise<FoundGroup | null> {
    const values = [orgId, isUuid(reference) ? reference : null, reference];
    const rows = tx
      ? await tx.query<FoundGroup[]>(GROUP.text, values)
      : await this.database.rows<FoundGroup>(GROUP, values);
    return rows[0] ?? null;
  }

  async list(projectId: string): Promise<ProjectGroupRecord[]> {
    const rows = await this.database.rows<Row>(LIST, [projectId]);
    return rows.map(({ membership }) => membership);
  }

  /** `tx`: as it stands inside of a transaction. */
  async find(
    projectId: string,
    groupId: string,
    tx?: EntityManager,
  ): Promise<ProjectGroupRecord | null> {
    const values = [projectId, groupId];
    const rows = tx
      ? await tx.query<Row[]>(ONE.text, values)
      : await this.database.rows<Row>(ONE, values);
    return rows[0]?.membership ?? null;
  }

  async listUsers(
    orgId: string,
    groupId: string,
    page: {
      readonly offset: number;
      readonly limit: number;
      readonly search: string | null;
      /** Only these; null: all. */
      readonly userIds: readonly string[] | null;
    },
  ): Promise<{ readonly users: readonly ProjectGroupUserRecord[]; readonly totalCount: number }> {
    type UserRow = ProjectGroupUserRecord & { readonly id: string; readonly totalCount: number };
    const { offset, limit, search, userIds } = page;
    const values = [groupId, orgId, limit, offset, search, userIds];
    const rows = await this.database.rows<UserRow>(USERS, values);
    const users = rows.filter(({ id }) => id !== null);
    return { users, totalCount: rows[0]?.totalCount ?? 0 };
  }

  /** What a condition on people may speak of. */
  listPeople(groupId: string): Promise<{ readonly userId: string; readonly email: string }[]> {
    return this.database.rows(PEOPLE, [groupId]);
  }
}
