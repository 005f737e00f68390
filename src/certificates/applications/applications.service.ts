import { Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/actor.js';
import { newId } from '../../database/uuid.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { CertificateProjects } from '../certificate-projects.js';
import { LockedChanges } from '../locked-changes.js';
import { APPLICATION, ApplicationAccess } from './application-access.js';
import type { ApplicationChanges, ApplicationDraft, ApplicationRecord } from './application.js';
import { ApplicationProfiles } from './application-profiles.service.js';
import { ApplicationsRepository } from './applications.repository.js';

const MAX_APPLICATIONS = 1_000;

export interface ApplicationFilter {
  readonly projectId?: string;
  readonly search?: string;
}

/** The applications of a project, which get certificates through profiles. */
@Injectable()
export class ApplicationsService {
  // oxlint-disable-next-line max-params -- an application is stored together with what is attached to it
  constructor(
    private readonly projects: CertificateProjects,
    private readonly access: ApplicationAccess,
    private readonly changes: LockedChanges,
    private readonly applications: ApplicationsRepository,
    private readonly profiles: ApplicationProfiles,
  ) {}

  /** Throws 404 for a profile of another project, 403 for one that the caller may not attach, 409 if the name is taken. */
  async create(
    actor: Actor,
    { profileIds, ...draft }: ApplicationDraft,
    projectId?: string,
  ): Promise<ApplicationRecord> {
    const project = await this.projects.toProjectForWriting(actor, projectId);
    const attached = await this.profiles.find(project, profileIds);
    project.ability.require('create', APPLICATION);
    this.profiles.requireAttachable(project, attached);
    return this.changes.in(actor, project.id, async (tx, access) => {
      access.ability.require('create', APPLICATION);
      if ((await this.applications.count(tx, project.id)) >= MAX_APPLICATIONS)
        throw badRequest(
          'limit-reached',
          `A project has at most ${MAX_APPLICATIONS} applications.`,
        );
      const id = newId();
      await this.applications.insert(tx, { id, projectId: project.id, ...draft });
      const made = await this.access.reread(tx, actor.orgId, id);
      const certificateProfileIds = await this.profiles.attachIn(tx, access, made, profileIds);
      await this.access.record(tx, actor, 'create', made, { certificateProfileIds });
      return made;
    });
  }

  /** By name. */
  async list(
    actor: Actor,
    { projectId, search = '' }: ApplicationFilter,
  ): Promise<ApplicationRecord[]> {
    const { id, ability } = await this.projects.toProject(actor, projectId);
    ability.require('list', APPLICATION);
    return this.applications.list(id, search);
  }

  async get(actor: Actor, id: string): Promise<ApplicationRecord> {
    return (await this.access.findFor(actor, id, 'read')).application;
  }

  async getByName(actor: Actor, name: string, projectId?: string): Promise<ApplicationRecord> {
    const { id, ability } = await this.projects.toProject(actor, projectId);
    const application = await this.applications.findByName(id, name);
    if (!application) throw notFound();
    ability.require('read', APPLICATION);
    return application;
  }

  /** Throws 409 if the name is taken. */
  async update(actor: Actor, id: string, changes: ApplicationChanges): Promise<ApplicationRecord> {
    const { project } = await this.access.findFor(actor, id, 'create');
    return this.changes.in(actor, project.id, async (tx, { ability }) => {
      const before = await this.access.reread(tx, actor.orgId, id);
      ability.require('create', APPLICATION);
      const changed = Object.keys(changes);
      if (changed.length === 0) return before;
      await this.applications.update(tx, before.id, changes);
      const after = await this.access.reread(tx, actor.orgId, before.id);
      await this.access.record(tx, actor, 'update', after, { changed });
      return after;
    });
  }

  /**
   * Takes the ACME accounts of the application along; certificates that were got through it stay. Throws 403 where the caller may
   * not detach each of its profiles.
   */
  async remove(actor: Actor, id: string): Promise<ApplicationRecord> {
    const { application: found, project } = await this.access.findFor(actor, id, 'create');
    await this.profiles.requireDetachable(project, found);
    return this.changes.in(actor, project.id, async (tx, access) => {
      const application = await this.access.reread(tx, actor.orgId, id);
      access.ability.require('create', APPLICATION);
      await this.profiles.requireDetachable(access, application, tx);
      await this.applications.remove(tx, application.id);
      await this.access.record(tx, actor, 'delete', application);
      return application;
    });
  }
}
