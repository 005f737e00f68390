import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../access/access.service.js';
import { LockedAccess } from '../access/locked-access.js';
import { Audit } from '../audit/audit.js';
import type { Actor } from '../auth/actor.js';
import { Database, statement } from '../database/database.js';
import { badRequest } from '../errors/api-error.js';
import { ProjectFactory } from '../projects/project-factory.js';

const TYPE = 'cert-manager';
const NAME = 'Certificates';

/** The only project of the type; of several, the one that was made for certificates. */
const FIND = `
  select p.id from projects p
  where p.org_id = $1 and p.type = '${TYPE}' and (
    exists (select from certificate_projects c where c.project_id = p.id)
    or not exists (
      select from projects o where o.org_id = p.org_id and o.type = p.type and o.id <> p.id))`;
const FIND_OUTSIDE = statement(FIND);

const MARK = `
  insert into certificate_projects (org_id, project_id) values ($1, $2)
  on conflict on constraint pk_certificate_projects do update set project_id = excluded.project_id`;

const HAS_ANY = `select 1 from projects where org_id = $1 and type = '${TYPE}' limit 1`;

/** The project of a request about certificates, which existing clients do not name. */
@Injectable()
export class CertificateProjects {
  // oxlint-disable-next-line max-params -- what is asked, and what makes a project
  constructor(
    private readonly access: AccessService,
    private readonly locked: LockedAccess,
    private readonly factory: ProjectFactory,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** Throws 400 where none is named and none can be meant; else as `AccessService.toProject`. */
  async toProject(actor: Actor, projectId?: string): Promise<ProjectAccess> {
    const id = projectId ?? (await this.find(actor.orgId));
    if (id === null) throw unclear();
    return this.access.toProject(actor, { id });
  }

  /** `toProject` for what is written: the first of the organization makes its project. */
  async toProjectForWriting(actor: Actor, projectId?: string): Promise<ProjectAccess> {
    if (projectId !== undefined || (await this.find(actor.orgId)) !== null)
      return this.toProject(actor, projectId);
    const { ability } = await this.access.toOrganization(actor);
    if (!ability.allows('manage-instance', 'certificate-manager')) throw unclear();
    const id = await this.database.transaction((tx) => this.make(tx, actor));
    return this.access.toProject(actor, { id });
  }

  /** By id or slug; without either as `toProjectForWriting`. Throws 400 where they name different ones. */
  async toNamedProject(
    actor: Actor,
    named: { readonly projectId?: string; readonly projectSlug?: string },
  ): Promise<ProjectAccess> {
    const { projectId, projectSlug: slug } = named;
    if (slug === undefined) return this.toProjectForWriting(actor, projectId);
    const key = projectId === undefined ? { slug } : { id: projectId };
    const project = await this.access.toProject(actor, key);
    if (project.slug !== slug)
      throw badRequest(
        'contradictory-fields',
        'projectId and projectSlug name different projects.',
      );
    return project;
  }

  private async find(orgId: string): Promise<string | null> {
    const row = await this.database.row<{ id: string }>(FIND_OUTSIDE, [orgId]);
    return row?.id ?? null;
  }

  /** Somebody else may have made it meanwhile. */
  private async make(tx: EntityManager, actor: Actor): Promise<string> {
    const { orgId } = actor;
    await this.locked.lockOrganizationOf(tx, actor);
    const { ability } = await this.locked.orgAccessIn(tx, actor);
    ability.require('manage-instance', 'certificate-manager');
    const [found] = await tx.query<{ id: string }[]>(FIND, [orgId]);
    if (found) return found.id;
    if ((await tx.query<unknown[]>(HAS_ANY, [orgId])).length > 0) throw unclear();
    const projectId = await this.factory.create(tx, actor, {
      projectName: NAME,
      type: TYPE,
      shouldCreateDefaultEnvs: false,
      hasDeleteProtection: false,
    });
    await tx.query(MARK, [orgId, projectId]);
    const target = { projectId, name: NAME };
    await this.audit.record(tx, actor, { action: 'project.create', projectId, target });
    return projectId;
  }
}

const unclear = () =>
  badRequest(
    'missing-field',
    'projectId: the organization has no project for certificates, or several. Name the project.',
  );
