import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../database/database.js';
import { PERSON_COLUMNS, PERSON_TEXT } from '../../database/person-columns.js';
import { ROLES_OF_MEMBERSHIP } from '../memberships.repository.js';
import type { ProjectMemberRecord } from './project-people.presenter.js';

export interface ProjectMemberFilter {
  readonly offset: number;
  readonly limit: number;
  /** Part of a name or e-mail address, literally; null: any. */
  readonly search: string | null;
  /** Only these people; null: all. */
  readonly userIds: readonly string[] | null;
}

export interface ProjectMemberPage {
  readonly totalCount: number;
  /** The memberships in order, some hundreds in each slice: parsed one after the other, not at once. */
  readonly slices: readonly (() => readonly ProjectMemberRecord[])[];
}

/** One membership of a project: by its own id, by the id of its person, or by e-mail address. */
export type ProjectMemberKey =
  { readonly id: string } | { readonly userId: string } | { readonly email: string };

const SLICE = 200;

const COLUMNS = `
  m.id, m.project_id "projectId", (select p.name from projects p where p.id = $1) "projectName",
  m.created_at "createdAt", m.updated_at "updatedAt",
  coalesce((${ROLES_OF_MEMBERSHIP}), '[]') roles, ${PERSON_COLUMNS}`;

const FROM = `
  from project_memberships m
  join projects p on p.id = m.project_id
  join users u on u.id = m.user_id
  join organization_memberships o on o.user_id = u.id and o.org_id = p.org_id`;

/** SQL by hand, as all of this file: page and count from one snapshot, in slices. */
const PAGE = statement(`
  with found as materialized (
    select m.id, m.project_id, m.user_id, m.created_at, m.updated_at, o.id "orgMembershipId", u.email
    ${FROM}
    where m.project_id = $1
      and ($4::text is null or position(
        (select lower($4 collate "default")) in lower((${PERSON_TEXT}) collate "default")) > 0)
      and ($5::uuid[] is null or m.user_id = any ($5))
  )
  select total.n "totalCount", slice.memberships
  from (select count(*)::int n from found) total
  left join (
    select rank / ${SLICE} n, json_agg(shown order by rank)::text memberships
    from (
      select m.rank, to_json(shown) shown
      from (
        select found.*, row_number() over (order by email, id) - 1 rank
        from found order by email, id limit $2 offset $3
      ) m
      join users u on u.id = m.user_id
      join organization_memberships o on o.id = m."orgMembershipId",
      lateral (select ${COLUMNS}) shown
    ) ranked
    group by rank / ${SLICE}
  ) slice on true
  order by slice.n`);

const by = (condition: string) =>
  statement(`
    select to_json(shown) membership
    ${FROM}, lateral (select ${COLUMNS}) shown
    where m.project_id = $1 and ${condition}`);

const ONE = {
  id: by('m.id = $2'),
  userId: by('m.user_id = $2'),
  email: by('u.email = $2'),
} as const;

/** What a condition on people may speak of. */
const PEOPLE = statement(`
  select m.user_id "userId", u.email from project_memberships m join users u on u.id = m.user_id
  where m.project_id = $1`);

@Injectable()
export class ProjectPeopleRepository {
  constructor(private readonly database: Database) {}

  async list(projectId: string, filter: ProjectMemberFilter): Promise<ProjectMemberPage> {
    const { offset, limit, search, userIds } = filter;
    type Row = { readonly totalCount: number; readonly memberships: string | null };
    const values = [projectId, limit, offset, search, userIds];
    const rows = await this.database.rows<Row>(PAGE, values);
    const slices = rows.flatMap(({ memberships }) =>
      memberships === null ? [] : [() => JSON.parse(memberships) as ProjectMemberRecord[]],
    );
    return { totalCount: rows[0]?.totalCount ?? 0, slices };
  }

  /** `tx`: as it stands inside of a transaction. */
  async find(
    projectId: string,
    key: ProjectMemberKey,
    tx?: EntityManager,
  ): Promise<ProjectMemberRecord | null> {
    const [text, value] =
      'id' in key
        ? [ONE.id, key.id]
        : 'userId' in key
          ? [ONE.userId, key.userId]
          : [ONE.email, key.email];
    type Row = { readonly membership: ProjectMemberRecord };
    const values = [projectId, value];
    const rows = tx
      ? await tx.query<Row[]>(text.text, values)
      : await this.database.rows<Row>(text, values);
    return rows[0]?.membership ?? null;
  }

  /** Everybody who is a member of the project by themselves. */
  listPeople(projectId: string): Promise<{ readonly userId: string; readonly email: string }[]> {
    return this.database.rows(PEOPLE, [projectId]);
  }
}
