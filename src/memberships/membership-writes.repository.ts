import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, type Repository } from 'typeorm';
import { type Actor, idOf } from '../auth/actor.js';
import { Database } from '../database/database.js';
import { Identity } from '../database/entities/identity.entity.js';
import { MembershipRole } from '../database/entities/membership-role.entity.js';
import { ProjectMembership } from '../database/entities/project-membership.entity.js';
import { ProjectRole } from '../database/entities/project-role.entity.js';
import { Project } from '../database/entities/project.entity.js';
import { newId } from '../database/uuid.js';
import type { WrittenRole } from './changed-roles.js';
import {
  type MembershipRoleRow,
  type ResolvedRole,
  type RoleDraft,
  isPredefined,
  resolveRoles,
} from './membership-draft.js';
import type { MembershipRow, TakenMembership } from './memberships.presenter.js';

/** SQL by hand, as all statements of this file: the ORM returns no row for those that a conflict left out. */
const INSERT = `
  insert into project_memberships (id, project_id, identity_id) values ($1, $2, $3)
  on conflict on constraint uq_project_memberships_identity do nothing
  returning id, project_id "projectId", identity_id "identityId",
    created_at "createdAt", updated_at "updatedAt"`;

/** Any number of projects at once, in one order. */
const INSERT_ABSENT = `
  insert into project_memberships (id, project_id, identity_id, user_id)
  select given.id, given.project_id, $3, $4
  from unnest($1::uuid[], $2::uuid[]) given (id, project_id) order by given.project_id
  on conflict do nothing`;

/** Roles and what is shown of them, in one statement. */
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
    to_json(made.temporary_access_end_time) "temporaryAccessEndTime",
    to_json(made.created_at) "createdAt", to_json(made.updated_at) "updatedAt"
  from made left join project_roles r on r.id = made.custom_role_id
  order by made.id`;

const INSERT_ADMIN_ROLES = `
  insert into membership_roles (id, membership_id, role, is_temporary)
  select given.id, given.membership_id, 'admin', false
  from unnest($1::uuid[], $2::uuid[]) given (id, membership_id)`;

const REMOVE_PROHIBITIONS = `
  delete from additional_privileges
  where project_membership_id = any($1)
    and jsonb_path_exists(permissions::jsonb, '$[*] ? (@.inverted == true)')`;

const LOCK_PROJECTS_OF = `
  select p.id from projects p
  where p.org_id = $1
    and exists (select from project_memberships m where m.project_id = p.id and m.identity_id = $2)
  order by p.id
  for no key update of p`;

const HAS_OWN_ROLES = { updatedAt: () => 'now()', madeForPrivileges: false } as const;

/** All writes run under the lock of the project. */
@Injectable()
export class MembershipWritesRepository {
  constructor(
    @InjectRepository(ProjectMembership) private readonly members: Repository<ProjectMembership>,
    @InjectRepository(MembershipRole) private readonly heldRoles: Repository<MembershipRole>,
    @InjectRepository(ProjectRole) private readonly roles: Repository<ProjectRole>,
    @InjectRepository(Project) private readonly projects: Repository<Project>,
    private readonly database: Database,
  ) {}

  hasProject(orgId: string, projectId: string): Promise<boolean> {
    return this.database.bind(this.projects).existsBy({ orgId, id: projectId });
  }

  hasIdentity(tx: EntityManager, orgId: string, identityId: string): Promise<boolean> {
    return tx.existsBy(Identity, { orgId, id: identityId });
  }

  /** Names of some projects, by name. */
  listProjects(
    tx: EntityManager,
    ids: readonly string[],
  ): Promise<Pick<Project, 'name' | 'slug'>[]> {
    return tx.withRepository(this.projects).find({
      select: { id: true, name: true, slug: true },
      where: { id: In([...ids]) },
      order: { name: 'ASC', id: 'ASC' },
    });
  }

  /** Locks all projects of an identity, as a change of who holds what in one of them does. */
  async lockProjectsOf(tx: EntityManager, orgId: string, identityId: string): Promise<void> {
    await tx.query(LOCK_PROJECTS_OF, [orgId, identityId]);
  }

  /** Locked: the deletion of its identity, which need not wait for the project, ends it too. */
  async findLocked(
    tx: EntityManager,
    projectId: string,
    identityId: string,
  ): Promise<MembershipRow | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    const members = tx.withRepository(this.members);
    const found = await members.findOne({ where: { projectId, identityId }, lock });
    return found && { ...found, identityId };
  }

  /** Throws 404 for a role that the project does not have. */
  async resolveRoles(
    tx: EntityManager,
    projectId: string,
    drafts: readonly RoleDraft[],
  ): Promise<ResolvedRole[]> {
    const slugs = drafts.map(({ slug }) => slug).filter((slug) => !isPredefined(slug));
    const none = slugs.length === 0;
    const custom = none ? [] : await this.listCustomRoles(tx, projectId, slugs);
    return resolveRoles(projectId, drafts, custom);
  }

  /** The custom roles of the project among the slugs. */
  listCustomRoles(
    tx: EntityManager,
    projectId: string,
    slugs: readonly string[],
  ): Promise<ProjectRole[]> {
    return tx.withRepository(this.roles).findBy({ projectId, slug: In([...slugs]) });
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
  ): Promise<WrittenRole[]> {
    return tx.query(INSERT_ROLES, [membershipId, JSON.stringify(roles)]);
  }

  async removeRoles(tx: EntityManager, membershipId: string): Promise<void> {
    await tx.withRepository(this.heldRoles).delete({ membershipId });
  }

  /**
   * Makes the caller an administrator of the projects for good, whatever it held there: its roles go, and so do
   * privileges that forbid, since those may forbid what an administrator needs.
   */
  async makeAdmin(
    tx: EntityManager,
    projectIds: readonly string[],
    actor: Actor,
  ): Promise<TakenMembership[]> {
    const members = tx.withRepository(this.members);
    const { identityId = null, userId = null } = idOf(actor) as Partial<
      Record<'identityId' | 'userId', string>
    >;
    await tx.query(INSERT_ABSENT, [projectIds.map(newId), projectIds, identityId, userId]);
    const memberships = await members.find({
      where: { ...idOf(actor), projectId: In([...projectIds]) },
      order: { projectId: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const ids = memberships.map(({ id }) => id);
    await tx.withRepository(this.heldRoles).delete({ membershipId: In(ids) });
    await tx.query(REMOVE_PROHIBITIONS, [ids]);
    await tx.query(INSERT_ADMIN_ROLES, [ids.map(newId), ids]);
    await members.update({ id: In(ids) }, HAS_OWN_ROLES);
    return memberships;
  }

  /** Privileges and roles go with it. */
  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.members).delete({ id });
  }

  /** Sets the time of the last change of roles. Whatever it was made for, it has roles of its own from then on. */
  async touch(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.members).update({ id }, HAS_OWN_ROLES);
  }
}
