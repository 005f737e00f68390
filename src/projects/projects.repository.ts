import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { EntityManager, Repository } from 'typeorm';
import type { ProjectKey } from '../auth/prefetched-project.js';
import { membershipsOf } from '../access/holders.sql.js';
import type { Actor } from '../auth/actor.js';
import { Database, statement } from '../database/database.js';
import { Project } from '../database/entities/project.entity.js';
import { orConflict } from '../database/failures.js';
import { newId } from '../database/uuid.js';
import { StorageQuota } from '../storage/storage-quota.js';
import type { ProjectRecord } from './projects.presenter.js';

const SLUG_TAKEN = {
  constraint: 'uq_projects_slug',
  message: 'A project with this slug already exists in the organization.',
};

export type ProjectDraft = Pick<
  Project,
  'id' | 'orgId' | 'name' | 'slug' | 'description' | 'type' | 'hasDeleteProtection'
>;

export type ProjectChanges = Partial<
  Pick<
    Project,
    | 'name'
    | 'slug'
    | 'description'
    | 'autoCapitalization'
    | 'hasDeleteProtection'
    | 'auditLogsRetentionDays'
    | 'approvalRequestExpiryDays'
  >
>;

const COLUMNS = `
  p.id, p.org_id "orgId", p.name, p.slug, p.description, p.type,
  p.auto_capitalization "autoCapitalization", p.has_delete_protection "hasDeleteProtection",
  p.audit_logs_retention_days "auditLogsRetentionDays",
  p.approval_request_expiry_days "approvalRequestExpiryDays",
  p.created_at "createdAt", p.updated_at "updatedAt",
  coalesce((
    select json_agg(json_build_object('id', e.id, 'name', e.name, 'slug', e.slug) order by e.position)
    from environments e where e.project_id = p.id
  ), '[]') environments`;

const BY_ID = statement(`select ${COLUMNS} from projects p where p.org_id = $1 and p.id = $2`);

const OF_MEMBER = statement(`
  select ${COLUMNS}
  from projects p
  where p.org_id = $1 and p.id in (select m.project_id from (${membershipsOf('array[$2::uuid]')}) m)
    and ($3::text is null or p.type = $3)
  order by p.name, p.id`);

const INSERT = `
  insert into projects (id, org_id, name, slug, description, type, has_delete_protection)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict on constraint uq_projects_slug do nothing
  returning id`;

const INSERT_ADMIN = `
  with membership as (
    insert into project_memberships (id, project_id, identity_id, user_id)
    values ($1, $2, $3, $5) returning id
  )
  insert into membership_roles (id, membership_id, role) select $4, membership.id, 'admin' from membership`;

const LOCK_FOLDERS = `
  select f.id from folders f join environments e on e.id = f.environment_id
  where e.project_id = $1 order by f.id for update of f`;

@Injectable()
export class ProjectsRepository {
  constructor(
    @InjectRepository(Project) private readonly projects: Repository<Project>,
    private readonly database: Database,
    private readonly storage: StorageQuota,
  ) {}

  find(orgId: string, id: string): Promise<ProjectRecord | null> {
    return this.database.row(BY_ID, [orgId, id]);
  }

  /** Whoever is in the project or not. */
  async findId(orgId: string, key: ProjectKey): Promise<string | null> {
    const projects = this.database.bind(this.projects);
    const { id, slug } = key;
    const where = id === undefined ? { orgId, slug } : { orgId, id };
    const found = await projects.findOne({ select: { id: true }, where });
    return found?.id ?? null;
  }

  /** The projects of which the identity is a member, by name. */
  listOf(orgId: string, identityId: string, type: string | null): Promise<ProjectRecord[]> {
    return this.database.rows(OF_MEMBER, [orgId, identityId, type]);
  }

  /** Within a transaction, its own changes included. */
  async findIn(tx: EntityManager, orgId: string, id: string): Promise<ProjectRecord | null> {
    const [project] = await tx.query<ProjectRecord[]>(BY_ID.text, [orgId, id]);
    return project ?? null;
  }

  /** The project, locked until the transaction ends. */
  findLocked(tx: EntityManager, orgId: string, id: string): Promise<Project | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return tx.withRepository(this.projects).findOne({ where: { orgId, id }, lock });
  }

  /** False if the slug is taken: nothing was written then. */
  async insert(tx: EntityManager, draft: ProjectDraft): Promise<boolean> {
    const { id, orgId, name, slug, description, type, hasDeleteProtection } = draft;
    const values = [id, orgId, name, slug, description, type, hasDeleteProtection];
    return (await tx.query<unknown[]>(INSERT, values)).length > 0;
  }

  /** The counter that numbers the project's events. */
  async insertEventHead(tx: EntityManager, projectId: string): Promise<void> {
    await tx.query('insert into project_event_heads (project_id) values ($1)', [projectId]);
  }

  async insertAdmin(tx: EntityManager, projectId: string, actor: Actor): Promise<void> {
    const identityId = actor.kind === 'identity' ? actor.identityId : null;
    const userId = actor.kind === 'user' ? actor.userId : null;
    await tx.query(INSERT_ADMIN, [newId(), projectId, identityId, newId(), userId]);
  }

  /** Throws 409 if the slug is taken. */
  async update(tx: EntityManager, id: string, changes: ProjectChanges): Promise<void> {
    await orConflict(tx.withRepository(this.projects).update({ id }, changes), SLUG_TAKEN);
  }

  /** Locks the folders first, as writers of secrets do: the other way round, each would wait for the other. */
  async remove(
    tx: EntityManager,
    { id, orgId }: { readonly id: string; readonly orgId: string },
  ): Promise<void> {
    await tx.query(LOCK_FOLDERS, [id]);
    await tx.withRepository(this.projects).delete({ id });
    this.storage.noteFreed(tx, orgId);
  }
}
