import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { endStanding } from '../access/leavers.js';
import { endWithoutPrivilege } from '../access/made-memberships.js';
import { Database, statement } from '../database/database.js';
import { isInByGroup, isMadeForPrivileges } from '../database/made-memberships.sql.js';
import { newId } from '../database/uuid.js';
import { memberNotFound } from '../errors/missing.js';
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

/** SQL: whether the person is in the project by itself or by a group. */
const isIn = (projectId: string, userId: string) => `(
  exists (
    select from project_memberships m
    where m.project_id = ${projectId} and m.user_id = ${userId} and not ${isMadeForPrivileges('m')})
  or ${isInByGroup(projectId, userId)})`;

/** One row for a person who is in the project by itself or by a group. */
const IN_PROJECT = statement(`
  select (
      select m.id from project_memberships m where m.project_id = $2 and m.user_id = u.id
    ) id, p.id "projectId", u.id "userId", u.email
  from organization_memberships o join users u on u.id = o.user_id
  join projects p on p.id = $2 and p.org_id = o.org_id
  where o.org_id = $1 and u.id = $3 and ${isIn('$2', 'u.id')}`);

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
  insert into project_memberships (id, project_id, user_id, made_for_privileges)
  values ($1, $2, $3, true)`;

const INSERT_ROLE = `
  insert into membership_roles (id, membership_id, role, is_temporary) values ($1, $2, 'no-access', false)`;

/** One row for a person who is in the project. */
const PLACE = `
  select (select m.id from project_memberships m where m.project_id = $1 and m.user_id = $2) id
  where ${isIn('$1', '$2')}`;

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

  /**
   * The person's own membership, made for privileges and without any right where it is in the project by a group alone. Throws
   * 404 for who has left meanwhile.
   */
  async ensureMembership(
    tx: EntityManager,
    orgId: string,
    { projectId, userId }: PersonInProject,
  ): Promise<{ readonly id: string; readonly isNew: boolean }> {
    await tx.query(LOCK_PERSON, [orgId, userId]);
    const [place] = await tx.query<{ id: string | null }[]>(PLACE, [projectId, userId]);
    if (!place) throw memberNotFound();
    if (place.id) return { id: place.id, isNew: false };
    const id = newId();
    await tx.query(INSERT, [id, projectId, userId]);
    await tx.query(INSERT_ROLE, [newId(), id]);
    return { id, isNew: true };
  }

  /** Ends a membership that was there for privileges alone if none is left; returns whether it did. */
  async endIfBare(tx: EntityManager, membershipId: string): Promise<boolean> {
    const ended = await endWithoutPrivilege(tx, membershipId);
    await endStanding(tx, { userIds: ended.map(({ userId }) => userId) });
    return ended.length > 0;
  }
}
