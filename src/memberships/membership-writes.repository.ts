import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { Database, statement } from '../database/database.js';
import { ProjectMembership } from '../database/entities/project-membership.entity.js';
import { ProjectRole } from '../database/entities/project-role.entity.js';
import { newId } from '../database/uuid.js';
import type { MembershipRoleRow } from './membership-draft.js';
import type { HeldRoleRecord, MembershipRow } from './memberships.presenter.js';

const INSERT = `
  insert into project_memberships (id, project_id, identity_id) values ($1, $2, $3)
  on conflict on constraint uq_project_memberships_identity do nothing
  returning id, project_id "projectId", identity_id "identityId",
    created_at "createdAt", updated_at "updatedAt"`;

const INSERT_ROLES = `
  with given as (select * from json_to_recordset($2) as given (
    "id" uuid, "role" text, "customRoleId" uuid, "isTemporary" boolean, "temporaryMode" text,
    "temporaryRange" text, "temporaryAccessStartTime" timestamptz,
    "temporaryAccessEndTime" timestamptz)
  ), made as (
    insert into membership_roles (id, membership_id, role, custom_role_id, is_temporary,
      temporary_mode, temporary_range, temporary_access_start_time, temporary_access_end_time)
    select g."id", $1, g."role", g."customRoleId", g."isTemporary", g."temporaryMode",
      g."temporaryRange", g."temporaryAccessStartTime", g."temporaryAccessEndTime"
    from given g
    returning *
  )
  select made.id, made.role, made.is_temporary "isTemporary", r.id "customRoleId",
    r.name "customRoleName", r.slug "customRoleSlug", made.temporary_mode "temporaryMode",
    made.temporary_range "temporaryRange",
    to_json(made.temporary_access_start_time) "temporaryAccessStartTime",
    to_json(made.temporary_access_end_time) "temporaryAccessEndTime"
  from made left join project_roles r on r.id = made.custom_role_id
  order by made.id`;

const FIND_IDENTITY = 'select id from identities where org_id = $1 and id = $2';

const FIND_PROJECT = statement('select id from projects where org_id = $1 and id = $2');

const REMOVE_PROHIBITIONS = `
  delete from additional_privileges
  where project_membership_id = $1 and jsonb_path_exists(permissions::jsonb, '$[*] ? (@.inverted == true)')`;

/** Whatever writes runs under the lock of the project. */
@Injectable()
export class MembershipWritesRepository {
  constructor(private readonly database: Database) {}

  async hasProject(orgId: string, projectId: string): Promise<boolean> {
    return (await this.database.row(FIND_PROJECT, [orgId, projectId])) !== null;
  }

  /** Additional privileges of the membership that forbid anything. */
  async removeProhibitions(tx: EntityManager, membershipId: string): Promise<void> {
    await tx.query(REMOVE_PROHIBITIONS, [membershipId]);
  }

  async hasIdentity(tx: EntityManager, orgId: string, identityId: string): Promise<boolean> {
    return (await tx.query<unknown[]>(FIND_IDENTITY, [orgId, identityId])).length > 0;
  }

  /** Locked: the deletion of its identity, which need not wait for the project, ends it too. */
  findLocked(
    tx: EntityManager,
    projectId: string,
    identityId: string,
  ): Promise<ProjectMembership | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.findOne(ProjectMembership, { where: { projectId, identityId }, lock });
  }

  /** Those of the slugs that are roles of the project's own. */
  listCustomRoles(
    tx: EntityManager,
    projectId: string,
    slugs: readonly string[],
  ): Promise<ProjectRole[]> {
    return tx.findBy(ProjectRole, { projectId, slug: In([...slugs]) });
  }

  /** Null if the identity is a member already. */
  async insert(
    tx: EntityManager,
    projectId: string,
    identityId: string,
  ): Promise<MembershipRow | null> {
    const [row] = await tx.query<MembershipRow[]>(INSERT, [newId(), projectId, identityId]);
    return row ?? null;
  }

  insertRoles(
    tx: EntityManager,
    membershipId: string,
    roles: readonly MembershipRoleRow[],
  ): Promise<HeldRoleRecord[]> {
    return tx.query(INSERT_ROLES, [membershipId, JSON.stringify(roles)]);
  }

  async removeRoles(tx: EntityManager, membershipId: string): Promise<void> {
    await tx.query('delete from membership_roles where membership_id = $1', [membershipId]);
  }

  /** Privileges and roles go with it. */
  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.delete(ProjectMembership, { id });
  }

  /** The time of the last change of roles. */
  async touch(tx: EntityManager, id: string): Promise<void> {
    await tx.query('update project_memberships set updated_at = now() where id = $1', [id]);
  }
}
