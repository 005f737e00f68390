import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, type Repository } from 'typeorm';
import { Database } from '../../database/database.js';
import { PkiApplicationProfile } from '../../database/entities/pki-application.entity.js';
import { newId } from '../../database/uuid.js';
import type { AcmeSetting } from '../profiles/profile.js';
import type { ApiSetting, AttachmentRecord } from './application.js';

/** Enrollments of an attachment: each has an id and a setting, or both are null. */
export interface EnrollmentColumns {
  readonly apiId?: string | null;
  readonly api?: ApiSetting | null;
  readonly acmeId?: string | null;
  readonly acme?: AcmeSetting | null;
  readonly bindingNumber?: number;
}

/** Profiles of applications. */
@Injectable()
export class AttachmentsRepository {
  constructor(
    @InjectRepository(PkiApplicationProfile)
    private readonly attachments: Repository<PkiApplicationProfile>,
    private readonly database: Database,
  ) {}

  /** By the slug of the profile. */
  async list(applicationId: string, tx?: EntityManager): Promise<AttachmentRecord[]> {
    const found = await this.in(tx).find({
      where: { applicationId },
      relations: { profile: true },
      order: { profile: { slug: 'ASC' } },
    });
    return found.map(recordOf);
  }

  /** Inside a transaction, give it. */
  async find(
    applicationId: string,
    profileId: string,
    tx?: EntityManager,
  ): Promise<AttachmentRecord | null> {
    const where = { applicationId, profileId };
    const found = await this.in(tx).findOne({ where, relations: { profile: true } });
    return found && recordOf(found);
  }

  /** Attaches them; what is attached already stays as it is. */
  async insert(
    tx: EntityManager,
    applicationId: string,
    profileIds: readonly string[],
  ): Promise<void> {
    const attachments = tx.withRepository(this.attachments);
    const present = await attachments.findBy({ applicationId, profileId: In([...profileIds]) });
    const known = new Set(present.map(({ profileId }) => profileId));
    const missing = [...new Set(profileIds)].filter((each) => !known.has(each));
    const rows = missing.map((profileId) => ({ id: newId(), applicationId, profileId }));
    if (rows.length > 0) await attachments.insert(rows);
  }

  async update(
    tx: EntityManager,
    id: string,
    { api, acme, ...columns }: EnrollmentColumns,
  ): Promise<void> {
    const json = {
      ...(api === undefined ? {} : { api: api as object }),
      ...(acme === undefined ? {} : { acme: acme as object }),
    };
    await tx.withRepository(this.attachments).update({ id }, { ...columns, ...json });
  }

  count(tx: EntityManager, applicationId: string): Promise<number> {
    return tx.withRepository(this.attachments).countBy({ applicationId });
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.attachments).delete({ id });
  }

  private in(tx?: EntityManager): Repository<PkiApplicationProfile> {
    return tx ? tx.withRepository(this.attachments) : this.database.bind(this.attachments);
  }
}

const recordOf = ({ profile, ...row }: PkiApplicationProfile): AttachmentRecord => ({
  ...row,
  api: row.api as ApiSetting | null,
  profileSlug: profile.slug,
  profileDescription: profile.description,
});
