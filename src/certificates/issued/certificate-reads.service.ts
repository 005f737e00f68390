import { Injectable } from '@nestjs/common';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { CertificateProjects } from '../certificate-projects.js';
import { ProfilesService } from '../profiles/profiles.service.js';
import { CertificateAccess } from './certificate-access.js';
import type { CertificateFilter, CertificateOrder } from './certificate-filter.js';
import { CertificateKeys } from './certificate-keys.js';
import type { CertificateRecord } from './certificate.js';
import { isAllowedFor, mayReadAll, requireCertificate } from './certificate-rights.js';
import { type CertificatePage, readableOf } from './certificate-sifting.js';
import { CertificatesRepository } from './certificates.repository.js';

/** A certificate with what certifies it, and its private key where that was asked for and may be read. */
export interface CertificateBundle {
  readonly certificate: CertificateRecord;
  readonly above: readonly Buffer[];
  readonly privateKey: string | null;
}

/** What certificates show. */
@Injectable()
export class CertificateReads {
  // oxlint-disable-next-line max-params -- lists come by project and by profile, keys are written down when they are read
  constructor(
    private readonly access: CertificateAccess,
    private readonly projects: CertificateProjects,
    private readonly profiles: ProfilesService,
    private readonly certificates: CertificatesRepository,
    private readonly keys: CertificateKeys,
    private readonly database: Database,
  ) {}

  async get(actor: Actor, id: string): Promise<CertificateRecord> {
    return (await this.access.findFor(actor, id, 'read')).certificate;
  }

  /** With its chain, and never with a key. */
  async body(actor: Actor, id: string): Promise<CertificateBundle> {
    const { certificate } = await this.access.findFor(actor, id, 'read');
    return { certificate, above: await this.access.chainOf(certificate), privateKey: null };
  }

  /** Without the right to the key, or where none is kept, that is null. */
  async bundle(actor: Actor, id: string): Promise<CertificateBundle> {
    const { certificate, project } = await this.access.findFor(actor, id, 'read');
    const mayHaveKey = await isAllowedFor(project.ability, 'read-private-key', certificate);
    const privateKey = mayHaveKey ? await this.revealed(actor, certificate) : null;
    return { certificate, above: await this.access.chainOf(certificate), privateKey };
  }

  /** In PEM. Throws 404 where none is kept. */
  async privateKey(actor: Actor, id: string): Promise<string> {
    const { certificate, project } = await this.access.findFor(actor, id, 'read');
    await requireCertificate(project.ability, 'read-private-key', certificate);
    const key = await this.revealed(actor, certificate);
    if (key === null) throw notFound();
    return key;
  }

  /**
   * What a request led to, by the id of the certificate. Its key is shown to the requester for a day, and later to whoever may
   * read it.
   */
  async requested(actor: Actor, id: string): Promise<CertificateBundle> {
    const { certificate, project } = await this.access.find(actor, id);
    if (certificate.origin !== 'profile') throw notFound();
    const isOwn = certificate.requesterId === actor.callerId;
    if (!isOwn) await requireCertificate(project.ability, 'read', certificate);
    const mayHaveKey =
      (isOwn && certificate.isNew) ||
      (await isAllowedFor(project.ability, 'read-private-key', certificate));
    const privateKey = mayHaveKey ? await this.revealed(actor, certificate) : null;
    return { certificate, above: await this.access.chainOf(certificate), privateKey };
  }

  /** The newest first, those that the caller may read. Throws 403 where that can be none. */
  async list(
    actor: Actor,
    projectId: string | undefined,
    sent: CertificateFilter,
    page: CertificateOrder,
  ): Promise<CertificatePage> {
    const { id, ability } = await this.projects.toProject(actor, projectId);
    if (!ability.mayEverAllow('read', 'certificates'))
      ability.requireAll('read', 'certificates', []);
    if (sent.applicationId !== undefined && !isUuid(sent.applicationId))
      return { certificates: [], totalCount: 0 };
    // No profile has another id.
    const { profileIds } = sent;
    const filter = profileIds ? { ...sent, profileIds: profileIds.filter(isUuid) } : sent;
    if (mayReadAll(ability)) {
      const totalCount = await this.certificates.count(id, filter);
      return { certificates: await this.certificates.list(id, filter, page), totalCount };
    }
    return readableOf(ability, page, (part) => this.certificates.list(id, filter, part));
  }

  /** Lists the certificates of a profile. */
  async listOfProfile(
    actor: Actor,
    profileId: string,
    page: CertificateOrder,
  ): Promise<CertificatePage> {
    const { profile } = await this.profiles.findFor(actor, profileId, 'read');
    return this.list(actor, profile.projectId, { profileIds: [profile.id] }, page);
  }

  /** The newest of a profile that is good now, as a bundle. Throws 404 where there is none that the caller may read. */
  async latestOfProfile(actor: Actor, profileId: string): Promise<CertificateBundle> {
    const { profile } = await this.profiles.findFor(actor, profileId, 'read');
    const filter = { profileIds: [profile.id], statuses: ['active'] } as const;
    const newest = { offset: 0, limit: 1 };
    const { certificates } = await this.list(actor, profile.projectId, filter, newest);
    const [latest] = certificates;
    if (!latest) throw notFound();
    return this.bundle(actor, latest.id);
  }

  /** The key, and an entry of who read it: both or none. */
  private revealed(actor: Actor, certificate: CertificateRecord): Promise<string | null> {
    return this.database.transaction(async (tx) => {
      const key = await this.keys.find(certificate.id, tx);
      if (key !== null) await this.access.record(tx, actor, 'read-private-key', certificate);
      return key;
    });
  }
}
