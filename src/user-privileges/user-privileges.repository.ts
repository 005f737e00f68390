import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { newId } from '../database/uuid.js';
import type { PrivilegeRow } from '../privileges/privileges.repository.js';

/** A person's own membership of a project, to which privileges are added. */
export interface PersonMembership {
  readonly id: string;
  readonly projectId: string;
  readonly userId: string;
  readonly email: string;
}

/** Somebody in a project, who may be there by a group alone: then `id` is null. */
export type PersonInProject = Omit<PersonMembership, 'id'> & { readonly id: string | null };

export type LocatedUserPrivilege = PrivilegeRow & { readonly membership: PersonMembership };

const MEMBERSHIP = `
  m.id, m.project_id "projectId", m.user_id "userId", u.email`;

const FROM_MEMBERSHIP = `
  from project_memberships m
  join projects p on p.id = m.project_id
  join users u on u.id = m.user_id`;

const BY_ID = statement(`
  select ${MEMBERSHIP} ${FROM_MEMBERSHIP} where p.org_id = $1 and m.id = $2`);

/** One row for a person who is in the project by itself or by a group. */
const IN_PROJECT = statement(`
  select (
      select m.id from project_memberships m where m.project_id = $2 and m.user_id = u.id
    ) id, p.id "projectId", u.id "userId", u.email
  from organization_memberships o join users u on u.id = o.user_id
  join projects p on p.id = $2 and p.org_id = o.org_id
  where o.org_id = $1 and u.id = $3 and (
    exists (select from project_memberships m where m.project_id = $2 and m.user_id = u.id)
    or exists (
      select from group_members g join project_memberships m on m.group_id = g.group_id
      where m.project_id = $2 and g.user_id = u.id))`);

const PRIVILEGE = statement(`
  select a.id, a.project_membership_id "projectMembershipId", a.slug, a.permissions,
    a.is_temporary "isTemporary", a.temporary_mode "temporaryMode",
    a.temporary_range "temporaryRange", a.temporary_access_start_time "temporaryAccessStartTime",
    a.temporary_access_end_time "temporaryAccessEndTime",
    a.created_at "createdAt", a.updated_at "updatedAt",
    json_build_object('id', m.id, 'projectId', m.project_id, 'userId', m.user_id,
      'email', u.email) membership
  ${FROM_MEMBERSHIP} join additional_privileges a on a.project_membership_id = m.id
  where p.org_id = $1 and a.id = $2`);

const LOCK_PERSON = `
  select from organization_memberships where org_id = $1 and user_id = $2 for key share`;

const INSERT = `
  insert into project_memberships (id, project_id, user_id) values ($1, $2, $3)
  on conflict on constraint uq_project_memberships_user do nothing`;

const INSERT_ROLE = `
  insert into membership_roles (id, membership_id, role, is_temporary) values ($1, $2, 'no-access', false)`;

const OWN = `
  select m.id from project_memberships m where m.project_id = $1 and m.user_id = $2`;

/** Ends a membership that gives nothing, of a person who is in the project by a group as well. */
const REMOVE_EMPTY = `
  delete from project_memberships m
  where m.id = $1
    and not exists (select from additional_privileges a where a.project_membership_id = m.id)
    and not exists (
      select from membership_roles h where h.membership_id = m.id and h.role <> 'no-access')
    and exists (
      select from group_members g join project_memberships other on other.group_id = g.group_id
      where other.project_id = m.project_id and g.user_id = m.user_id)`;

/** Finds people in projects, and their privileges, the way their routes name them. */
@Injectable()
export class UserPrivilegesRepository {
  constructor(private readonly database: Database) {}

  /** Null for what is no membership of a person in a project of the organization. */
  findMembership(orgId: string, id: string): Promise<PersonMembership | null> {
    return this.database.row(BY_ID, [orgId, id]);
  }

  findPerson(orgId: string, projectId: string, userId: string): Promise<PersonInProject | null> {
    return this.database.row(IN_PROJECT, [orgId, projectId, userId]);
  }

  find(orgId: string, id: string): Promise<LocatedUserPrivilege | null> {
    return this.database.row(PRIVILEGE, [orgId, id]);
  }

  /** The person's own membership, made without any right where it is in the project by a group alone. */
  async ensureMembership(
    tx: EntityManager,
    orgId: string,
    { projectId, userId }: PersonInProject,
  ): Promise<{ readonly id: string; readonly isNew: boolean }> {
    await tx.query(LOCK_PERSON, [orgId, userId]);
    const [own] = await tx.query<{ id: string }[]>(OWN, [projectId, userId]);
    if (own) return { id: own.id, isNew: false };
    const id = newId();
    await tx.query(INSERT, [id, projectId, userId]);
    await tx.query(INSERT_ROLE, [newId(), id]);
    return { id, isNew: true };
  }

  /** Returns whether there was one to remove. */
  async removeIfEmpty(tx: EntityManager, membershipId: string): Promise<boolean> {
    const [, count] = await tx.query<[unknown[], number]>(REMOVE_EMPTY, [membershipId]);
    return count > 0;
  }
}
