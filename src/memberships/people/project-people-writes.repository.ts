import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../database/database.js';
import { isMadeForPrivileges } from '../../database/made-memberships.sql.js';
import { newId } from '../../database/uuid.js';
import type { MembershipRoleRow } from '../membership-draft.js';
import type { GroupOfMemberView, ProjectMemberRow } from './project-people.presenter.js';

/** Somebody of the organization, by e-mail address. */
export interface NamedPerson {
  readonly userId: string;
  readonly email: string;
}

const NAMED = `
  select u.id "userId", u.email
  from organization_memberships o join users u on u.id = o.user_id
  where o.org_id = $1 and u.email = any ($2)
  order by u.id
  for key share of o`;

/**
 * SQL by hand, as all statements of this file: sets, however many people, and no row for those who are members
 * already.
 */
const INSERT = `
  insert into project_memberships (id, project_id, user_id)
  select given.id, $1, given.user_id
  from unnest($2::uuid[], $3::uuid[]) given (id, user_id) order by given.user_id
  on conflict on constraint uq_project_memberships_user do nothing
  returning id, project_id "projectId", user_id "userId",
    created_at "createdAt", updated_at "updatedAt"`;

/** Somebody who is added on purpose keeps the membership that was there for privileges alone. */
const ADOPT = `
  with adopted as (
    update project_memberships m set made_for_privileges = false, updated_at = now()
    where m.project_id = $1 and m.user_id = any ($2) and ${isMadeForPrivileges('m')}
    returning m.id, m.project_id "projectId", m.user_id "userId",
      m.created_at "createdAt", m.updated_at "updatedAt"
  ), bare as (
    delete from membership_roles h using adopted where h.membership_id = adopted.id
  )
  select * from adopted order by "userId"`;

const INSERT_ROLES = `
  insert into membership_roles (id, membership_id, role, custom_role_id, is_temporary)
  select g."id", g."membershipId", g."role", g."customRoleId", false
  from json_to_recordset($1) as g ("id" uuid, "membershipId" uuid, "role" text, "customRoleId" uuid)`;

const MEMBER_COLUMNS = `
  m.id, m.project_id "projectId", m.user_id "userId",
  m.created_at "createdAt", m.updated_at "updatedAt", u.email`;

const LOCK_NAMED = `
  select ${MEMBER_COLUMNS}
  from project_memberships m join users u on u.id = m.user_id
  where m.project_id = $1 and u.email = any ($2)
  order by m.id for update of m`;

const LOCK = `
  select ${MEMBER_COLUMNS}
  from project_memberships m join users u on u.id = m.user_id
  where m.project_id = $1 and m.id = $2
  for update of m`;

const REMOVE = 'delete from project_memberships where id = any ($1)';

const GROUPS = `
  select g.id, g.name
  from group_members p
  join project_memberships m on m.group_id = p.group_id and m.project_id = $1
  join groups g on g.id = p.group_id
  where p.user_id = $2
  order by g.name, g.id`;

export type LockedProjectMember = ProjectMemberRow & Pick<NamedPerson, 'email'>;

/** Writes memberships of people. All run under the lock of the project. */
@Injectable()
export class ProjectPeopleWritesRepository {
  constructor(private readonly database: Database) {}

  /** How many of the addresses are somebody's in the organization, as it is now. */
  async countNamed(orgId: string, emails: readonly string[]): Promise<number> {
    const [row] = await this.database.manager.query<{ n: number }[]>(
      `select count(*)::int n from organization_memberships o join users u on u.id = o.user_id
       where o.org_id = $1 and u.email = any ($2)`,
      [orgId, emails],
    );
    return row!.n; // a count gives one row
  }

  /** The people of the organization among the addresses, which stay in it until the transaction ends. */
  listNamed(tx: EntityManager, orgId: string, emails: readonly string[]): Promise<NamedPerson[]> {
    return tx.query(NAMED, [orgId, emails]);
  }

  /** Leaves out those who are members already. */
  insert(
    tx: EntityManager,
    projectId: string,
    userIds: readonly string[],
  ): Promise<ProjectMemberRow[]> {
    return tx.query(INSERT, [projectId, userIds.map(newId), userIds]);
  }

  /** Makes memberships of people that were there for privileges alone into ordinary ones, without a role. */
  adopt(
    tx: EntityManager,
    projectId: string,
    userIds: readonly string[],
  ): Promise<ProjectMemberRow[]> {
    return tx.query(ADOPT, [projectId, userIds]);
  }

  /** Gives each of the memberships all of the roles, for good. */
  async insertRoles(
    tx: EntityManager,
    membershipIds: readonly string[],
    roles: readonly Pick<MembershipRoleRow, 'role' | 'customRoleId'>[],
  ): Promise<void> {
    const rows = membershipIds.flatMap((membershipId) =>
      roles.map(({ role, customRoleId }) => ({ id: newId(), membershipId, role, customRoleId })),
    );
    await tx.query(INSERT_ROLES, [JSON.stringify(rows)]);
  }

  /** Null for what is no membership of a person in the project. */
  async findLocked(
    tx: EntityManager,
    projectId: string,
    id: string,
  ): Promise<LockedProjectMember | null> {
    const rows = await tx.query<LockedProjectMember[]>(LOCK, [projectId, id]);
    return rows[0] ?? null;
  }

  /** The memberships of those among the addresses who are members. */
  listLocked(
    tx: EntityManager,
    projectId: string,
    emails: readonly string[],
  ): Promise<LockedProjectMember[]> {
    return tx.query(LOCK_NAMED, [projectId, emails]);
  }

  /** Roles and privileges go with them. */
  async remove(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await tx.query(REMOVE, [ids]);
  }

  /** Groups of the project in which the person is. */
  listGroups(tx: EntityManager, projectId: string, userId: string): Promise<GroupOfMemberView[]> {
    return tx.query(GROUPS, [projectId, userId]);
  }
}
