import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { newId } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { BindingKeysRepository } from '../enrollments/binding-keys.repository.js';
import type { EnrollmentPlace } from '../enrollments/enrollment.js';
import { opensToStrangers, requireOpening } from '../enrollments/openings.js';
import { LockedChanges } from '../locked-changes.js';
import type { AcmeSetting } from '../profiles/profile.js';
import { APPLICATION, ApplicationAccess } from './application-access.js';
import type { ApiSetting, AttachmentRecord } from './application.js';
import { AttachmentsRepository, type EnrollmentColumns } from './attachments.repository.js';

const PROFILES = 'certificate-profiles';

/** A profile of an application: both ids. */
export type AttachedPlace = EnrollmentPlace & { readonly applicationId: string };

/** A change of an attachment: its columns, and what the audit log tells of it. */
interface Change {
  readonly verb: string;
  readonly columns: EnrollmentColumns;
  readonly more?: object;
}

/** How certificates are got through the profiles of applications. */
@Injectable()
export class ApplicationEnrollments {
  constructor(
    private readonly access: ApplicationAccess,
    private readonly changes: LockedChanges,
    private readonly attachments: AttachmentsRepository,
    private readonly keys: BindingKeysRepository,
  ) {}

  async get(actor: Actor, { applicationId, profileId }: AttachedPlace): Promise<AttachmentRecord> {
    const { application, project } = await this.access.locate(actor, applicationId);
    const attachment = await this.access.attachment(application, profileId);
    project.ability.require('read', APPLICATION);
    return attachment;
  }

  /** Enrolls by API. An enrollment that is there already keeps its id. Throws 404, 403. */
  setApi(actor: Actor, place: AttachedPlace, api: ApiSetting): Promise<AttachmentRecord> {
    return this.change(actor, place, ({ apiId }) => ({
      verb: 'set-api-enrollment',
      columns: { apiId: apiId ?? newId(), api },
      more: api,
    }));
  }

  /** Throws 404 where there is none. Gives what was. */
  removeApi(actor: Actor, place: AttachedPlace): Promise<AttachmentRecord> {
    return this.change(actor, place, ({ apiId }) => {
      if (!apiId) throw notFound();
      return { verb: 'delete-api-enrollment', columns: { apiId: null, api: null } };
    });
  }

  /** As `setApi`. A new one has a new binding secret. */
  setAcme(actor: Actor, place: AttachedPlace, acme: AcmeSetting): Promise<AttachmentRecord> {
    return this.change(
      actor,
      place,
      ({ acmeId }) => ({
        verb: 'set-acme-enrollment',
        columns: acmeId ? { acme } : { acmeId: newId(), acme, bindingNumber: 1 },
        more: acme,
      }),
      acme,
    );
  }

  /** As `removeApi`. Nobody is bound by a secret of it any more; its accounts wait until there is another one. */
  removeAcme(actor: Actor, place: AttachedPlace): Promise<AttachmentRecord> {
    return this.change(actor, place, async ({ id, acmeId }, tx) => {
      if (!acmeId) throw notFound();
      await this.keys.removeAll(tx, id);
      return { verb: 'delete-acme-enrollment', columns: { acmeId: null, acme: null } };
    });
  }

  /** Gives the attachment as it is after the change, and as it was where its enrollment ends. */
  private async change(
    actor: Actor,
    { applicationId, profileId }: AttachedPlace,
    work: (before: AttachmentRecord, tx: EntityManager) => Change | Promise<Change>,
    acme: AcmeSetting | null = null,
  ): Promise<AttachmentRecord> {
    const { application: found, project } = await this.access.locate(actor, applicationId);
    requireRights(project, await this.access.attachment(found, profileId), acme);
    return this.changes.in(actor, project.id, async (tx, access) => {
      const application = await this.access.reread(tx, actor.orgId, found.id);
      const before = await this.access.attachment(application, profileId, tx);
      requireRights(access, before, acme);
      const { verb, columns, more } = await work(before, tx);
      await this.attachments.update(tx, before.id, columns);
      const target = { certificateProfileId: before.profileId, slug: before.profileSlug };
      await this.access.record(tx, actor, verb, application, { ...target, ...more });
      const isEnd = verb.startsWith('delete');
      return isEnd ? before : this.access.attachment(application, profileId, tx);
    });
  }
}

/** Throws 403. To let strangers in takes what it takes at a profile alone. */
function requireRights(
  { ability }: Pick<ProjectAccess, 'ability'>,
  { profileSlug: slug, acme: before }: AttachmentRecord,
  acme: AcmeSetting | null,
): void {
  ability.require('manage-application-attachments', PROFILES, { slug });
  if (!opensToStrangers(before, acme)) return;
  ability.require('edit', PROFILES, { slug });
  requireOpening({ ability }, { slug });
}
