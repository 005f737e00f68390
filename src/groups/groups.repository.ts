import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { Group } from '../database/entities/group.entity.js';
import { orConflict } from '../database/failures.js';
import type { GroupProjectRecord, GroupRecord } from './groups.presenter.js';

export interface GroupPage {
  readonly offset: number;
  readonly limit: number;
  /** Part of a name, literally; null: any. */
  readonly search: string | null;
}

export interface CountedPage<T> {
  readonly items: readonly T[];
  readonly totalCount: number;
}

const COLUMNS = `
  g.id, g.org_id "orgId", g.name, g.slug, g.role, g.role_id "roleId", r.slug "customRoleSlug",
  g.created_at "createdAt", g.updated_at "updatedAt"`;

/** SQL by hand, as the other reads of this file: the role comes in the same statement. */
const LIST = statement(`
  select ${COLUMNS} from groups g left join org_roles r on r.id = g.role_id
  where g.org_id = $1 order by g.name, g.id`);

const ONE = statement(`
  select ${COLUMNS} from groups g left join org_roles r on r.id = g.role_id
  where g.org_id = $1 and g.id = $2`);

/** GroupPage and count from one snapshot; the count is there even where the page is empty. */
const PROJECTS = statement(`
  with found as materialized (
    select p.id, p.name, p.slug, m.created_at "joinedGroupAt"
    from project_memberships m join projects p on p.id = m.project_id
    where m.group_id = $1
      and ($4::text is null
        or position(lower($4 collate "default") in lower(p.name collate "default")) > 0)
  )
  select total.n "totalCount", page.*
  from (select count(*)::int n from found) total
  left join (select * from found order by name, id limit $2 offset $3) page on true
  order by page.name, page.id`);

const NAME_TAKEN = {
  constraint: 'uq_groups_name',
  message: 'The organization already has a group with this name.',
};
const SLUG_TAKEN = {
  constraint: 'uq_groups_slug',
  message: 'The organization already has a group with this slug.',
};

export type GroupChanges = Partial<Pick<Group, 'name' | 'slug' | 'role' | 'roleId'>> & {
  readonly updatedAt: () => string;
};

@Injectable()
export class GroupsRepository {
  constructor(
    @InjectRepository(Group) private readonly groups: Repository<Group>,
    private readonly database: Database,
  ) {}

  /** By name. */
  list(orgId: string): Promise<GroupRecord[]> {
    return this.database.rows(LIST, [orgId]);
  }

  find(orgId: string, id: string): Promise<GroupRecord | null> {
    return this.database.row(ONE, [orgId, id]);
  }

  /** A group that is known to exist, as it stands inside the transaction. */
  async reread(tx: EntityManager, orgId: string, id: string): Promise<GroupRecord> {
    const rows = await tx.query<GroupRecord[]>(ONE.text, [orgId, id]);
    return rows[0]!;
  }

  findLocked(tx: EntityManager, orgId: string, id: string): Promise<Group | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.withRepository(this.groups).findOne({ where: { orgId, id }, lock });
  }

  /** Whether the text is the id of a group of the organization. */
  isGroupId(tx: EntityManager, orgId: string, id: string): Promise<boolean> {
    return tx.withRepository(this.groups).existsBy({ orgId, id });
  }

  /** Throws 409 where name or slug is taken. */
  async insert(
    tx: EntityManager,
    row: Pick<Group, 'id' | 'orgId' | 'name' | 'slug' | 'role' | 'roleId'>,
  ): Promise<void> {
    const written = tx.withRepository(this.groups).insert(row);
    await orConflict(orConflict(written, NAME_TAKEN), SLUG_TAKEN);
  }

  /** Throws 409 where name or slug is taken. */
  async update(tx: EntityManager, id: string, changes: GroupChanges): Promise<void> {
    const written = tx.withRepository(this.groups).update({ id }, changes);
    await orConflict(orConflict(written, NAME_TAKEN), SLUG_TAKEN);
  }

  /** Deletes a group; its members and its places in projects go with it. */
  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.groups).delete({ id });
  }

  async listProjects(groupId: string, page: GroupPage): Promise<CountedPage<GroupProjectRecord>> {
    const { offset, limit, search } = page;
    type Row = GroupProjectRecord & { readonly totalCount: number };
    const rows = await this.database.rows<Row>(PROJECTS, [groupId, limit, offset, search]);
    return counted(rows);
  }
}

/** Rows of which the first has the count, also where the page is empty. */
export function counted<T extends { readonly id: string }>(
  rows: readonly (T & { readonly totalCount: number })[],
): CountedPage<T> {
  const items = rows.filter(({ id }) => id !== null);
  return { items, totalCount: rows[0]?.totalCount ?? 0 };
}
