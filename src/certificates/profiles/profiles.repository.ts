import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, ILike, In, Raw, type Repository } from 'typeorm';
import { Database } from '../../database/database.js';
import { CertificateProfile } from '../../database/entities/certificate-profile.entity.js';
import { Project } from '../../database/entities/project.entity.js';
import { toUuid } from '../../database/uuid.js';
import { orConflict } from '../../database/failures.js';
import type { ProfileChanges, ProfileDraft, ProfileRecord } from './profile.js';

const SLUG_TAKEN = {
  constraint: 'uq_certificate_profiles_slug',
  message: 'A certificate profile with this slug already exists in the project.',
};

const ATTACHED =
  'select profile_id from pki_application_profiles where application_id = :applicationId';

export interface ProfileFilter {
  readonly search?: string;
  readonly authorityId?: string;
  /** Narrows the list to what is attached to that application. */
  readonly applicationId?: string;
}

@Injectable()
export class ProfilesRepository {
  constructor(
    @InjectRepository(CertificateProfile) private readonly profiles: Repository<CertificateProfile>,
    private readonly database: Database,
  ) {}

  /** By slug, all of a project whose slug holds the text. */
  list(
    projectId: string,
    { search = '', authorityId, applicationId }: ProfileFilter,
  ): Promise<ProfileRecord[]> {
    const slug = ILike(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
    const ofAuthority = authorityId === undefined ? {} : { authorityId: toUuid(authorityId) };
    const attached =
      applicationId === undefined
        ? {}
        : { id: Raw((id) => `${id} in (${ATTACHED})`, { applicationId: toUuid(applicationId) }) };
    const where = { projectId, slug, ...ofAuthority, ...attached };
    return this.database.bind(this.profiles).find({ where, order: { slug: 'ASC' } });
  }

  /** Null for one of another organization. Inside a transaction, give it. */
  find(orgId: string, id: string, tx?: EntityManager): Promise<ProfileRecord | null> {
    const profiles = tx ? tx.withRepository(this.profiles) : this.database.bind(this.profiles);
    return profiles
      .createQueryBuilder('profile')
      .innerJoin(Project, 'project', 'project.id = profile.projectId')
      .where('profile.id = :id and project.orgId = :orgId', { id, orgId })
      .getOne();
  }

  /** Gives the profiles of the project among those of these ids. */
  listByIds(
    projectId: string,
    ids: readonly string[],
    tx?: EntityManager,
  ): Promise<ProfileRecord[]> {
    const profiles = tx ? tx.withRepository(this.profiles) : this.database.bind(this.profiles);
    return profiles.findBy({ projectId, id: In([...ids]) });
  }

  findBySlug(projectId: string, slug: string): Promise<ProfileRecord | null> {
    return this.database.bind(this.profiles).findOneBy({ projectId, slug });
  }

  count(tx: EntityManager, projectId: string): Promise<number> {
    return tx.withRepository(this.profiles).countBy({ projectId });
  }

  /** Throws 409 if the slug is taken. */
  async insert(
    tx: EntityManager,
    profile: ProfileDraft & Pick<ProfileRecord, 'id' | 'projectId'>,
  ): Promise<void> {
    const [defaults, acme] = [profile.defaults as object, profile.acme as object];
    const inserting = tx.withRepository(this.profiles).insert({ ...profile, defaults, acme });
    await orConflict(inserting, SLUG_TAKEN);
  }

  /** Throws 409 if the slug is taken. */
  async update(tx: EntityManager, id: string, changes: ProfileChanges): Promise<void> {
    const { defaults, acme, ...columns } = changes;
    const json = {
      ...(defaults === undefined ? {} : { defaults: defaults as object }),
      ...(acme === undefined ? {} : { acme: acme as object }),
    };
    const updating = tx.withRepository(this.profiles).update({ id }, { ...columns, ...json });
    await orConflict(updating, SLUG_TAKEN);
  }

  async remove(tx: EntityManager, id: string): Promise<void> {
    await tx.withRepository(this.profiles).delete({ id });
  }
}
