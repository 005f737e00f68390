import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { toUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import type { ApplicationRecord, AttachmentRecord } from './application.js';
import { ApplicationsRepository } from './applications.repository.js';
import { AttachmentsRepository } from './attachments.repository.js';

export const APPLICATION = 'certificate-application';

export interface FoundApplication {
  readonly application: ApplicationRecord;
  readonly project: ProjectAccess;
}

/** Finds applications for callers, and writes down what is done with them. */
@Injectable()
export class ApplicationAccess {
  constructor(
    private readonly access: AccessService,
    private readonly applications: ApplicationsRepository,
    private readonly attachments: AttachmentsRepository,
    private readonly audit: Audit,
  ) {}

  /** Throws 404 for one of another organization, 403 where the caller may not do it. */
  async findFor(actor: Actor, id: string, action: 'read' | 'create'): Promise<FoundApplication> {
    const found = await this.locate(actor, id);
    found.project.ability.require(action, APPLICATION);
    return found;
  }

  /** Finds one for any member of its project, for whoever looks up what belongs to it before a right is asked. */
  async locate(actor: Actor, id: string): Promise<FoundApplication> {
    const application = await this.applications.find(actor.orgId, toUuid(id));
    if (!application) throw notFound();
    return {
      application,
      project: await this.access.toProject(actor, { id: application.projectId }),
    };
  }

  async reread(tx: EntityManager, orgId: string, id: string): Promise<ApplicationRecord> {
    const application = await this.applications.find(orgId, id, tx);
    if (!application) throw notFound();
    return application;
  }

  /** Throws 404 for a profile that is not attached. */
  async attachment(
    { id }: ApplicationRecord,
    profileId: string,
    tx?: EntityManager,
  ): Promise<AttachmentRecord> {
    const found = await this.attachments.find(id, toUuid(profileId), tx);
    if (!found) throw notFound();
    return found;
  }

  record(
    tx: EntityManager,
    actor: Actor,
    verb: string,
    { id: applicationId, projectId, name }: ApplicationRecord,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const target = { applicationId, name, ...more };
    return this.audit.record(tx, actor, { action: `${APPLICATION}.${verb}`, projectId, target });
  }
}
