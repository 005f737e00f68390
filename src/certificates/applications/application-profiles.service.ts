import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import type { Actor } from '../../auth/actor.js';
import { toUuid } from '../../database/uuid.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import { LockedChanges } from '../locked-changes.js';
import type { ProfileRecord } from '../profiles/profile.js';
import { ProfilesRepository } from '../profiles/profiles.repository.js';
import { ApplicationAccess } from './application-access.js';
import type { ApplicationRecord, AttachmentRecord } from './application.js';
import { AttachmentsRepository } from './attachments.repository.js';

const MAX_PROFILES = 100;
const ATTACH = 'manage-application-attachments';

type Rights = Pick<ProjectAccess, 'id' | 'ability'>;

/** Attaches profiles to applications, lists and detaches them. */
@Injectable()
export class ApplicationProfiles {
  constructor(
    private readonly access: ApplicationAccess,
    private readonly changes: LockedChanges,
    private readonly profiles: ProfilesRepository,
    private readonly attachments: AttachmentsRepository,
  ) {}

  /** By the slug of the profile. */
  async list(actor: Actor, applicationId: string): Promise<AttachmentRecord[]> {
    const { application } = await this.access.findFor(actor, applicationId, 'read');
    return this.attachments.list(application.id);
  }

  /** Gives those that were named; what is attached already stays as it is. Throws as `find` and `requireAttachable`. */
  async attach(
    actor: Actor,
    applicationId: string,
    profileIds: readonly string[],
  ): Promise<AttachmentRecord[]> {
    const { application: found, project } = await this.access.locate(actor, applicationId);
    this.requireAttachable(project, await this.find(project, profileIds));
    return this.changes.in(actor, project.id, async (tx, access) => {
      const application = await this.access.reread(tx, actor.orgId, found.id);
      const certificateProfileIds = await this.attachIn(tx, access, application, profileIds);
      await this.access.record(tx, actor, 'attach', application, { certificateProfileIds });
      const attached = await this.attachments.list(application.id, tx);
      return attached.filter(({ profileId }) => certificateProfileIds.includes(profileId));
    });
  }

  /** Takes the ACME accounts of the two along; certificates that were got through them stay. */
  async detach(actor: Actor, applicationId: string, profileId: string): Promise<AttachmentRecord> {
    const { application: found, project } = await this.access.locate(actor, applicationId);
    const { profileSlug: slug } = await this.access.attachment(found, profileId);
    project.ability.require(ATTACH, 'certificate-profiles', { slug });
    return this.changes.in(actor, project.id, async (tx, { ability }) => {
      const application = await this.access.reread(tx, actor.orgId, found.id);
      const attachment = await this.access.attachment(application, profileId, tx);
      const { profileSlug, profileId: certificateProfileId } = attachment;
      ability.require(ATTACH, 'certificate-profiles', { slug: profileSlug });
      await this.attachments.remove(tx, attachment.id);
      const more = { certificateProfileId, slug: profileSlug };
      await this.access.record(tx, actor, 'detach', application, more);
      return attachment;
    });
  }

  /** The profiles of those ids. Throws 404 for one that is not of the project. */
  async find(
    { id: projectId }: Pick<Rights, 'id'>,
    profileIds: readonly string[],
    tx?: EntityManager,
  ): Promise<ProfileRecord[]> {
    const ids = [...new Set(profileIds.map(toUuid))];
    const found = ids.length === 0 ? [] : await this.profiles.listByIds(projectId, ids, tx);
    if (found.length < ids.length) throw notFound();
    return found;
  }

  /** Throws 403 where the caller may not attach each of them. */
  requireAttachable({ ability }: Pick<Rights, 'ability'>, profiles: readonly ProfileRecord[]) {
    for (const { slug } of profiles) ability.require(ATTACH, 'certificate-profiles', { slug });
  }

  /** Throws 403 where the caller may not detach each profile of the application. */
  async requireDetachable(
    { ability }: Pick<Rights, 'ability'>,
    { id }: ApplicationRecord,
    tx?: EntityManager,
  ): Promise<void> {
    const attached = await this.attachments.list(id, tx);
    for (const { profileSlug: slug } of attached)
      ability.require(ATTACH, 'certificate-profiles', { slug });
  }

  /** Attaches them under the lock of the project, with the rights of then, and gives their ids. Throws 400 for one too many. */
  // oxlint-disable-next-line max-params -- who may attach what to which application
  async attachIn(
    tx: EntityManager,
    access: Rights,
    application: ApplicationRecord,
    profileIds: readonly string[],
  ): Promise<readonly string[]> {
    const profiles = await this.find(access, profileIds, tx);
    this.requireAttachable(access, profiles);
    const ids = profiles.map(({ id }) => id);
    await this.attachments.insert(tx, application.id, ids);
    if ((await this.attachments.count(tx, application.id)) > MAX_PROFILES)
      throw badRequest('limit-reached', `An application has at most ${MAX_PROFILES} profiles.`);
    return ids;
  }
}
