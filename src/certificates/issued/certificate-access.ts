import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { toUuid } from '../../database/uuid.js';
import { notFound } from '../../errors/api-error.js';
import { AuthorityCertificatesRepository } from '../authorities/authority-certificates.repository.js';
import type { CertificateRecord } from './certificate.js';
import { type CertificateAction, requireCertificate } from './certificate-rights.js';
import { CertificatesRepository } from './certificates.repository.js';

export interface FoundCertificate {
  readonly certificate: CertificateRecord;
  readonly project: ProjectAccess;
}

/** Finds certificates for callers, and writes down what is done with them. */
@Injectable()
export class CertificateAccess {
  constructor(
    private readonly access: AccessService,
    private readonly certificates: CertificatesRepository,
    private readonly authorityCertificates: AuthorityCertificatesRepository,
    private readonly audit: Audit,
  ) {}

  /** Throws 404 for one of another organization, 403 where the caller is not in its project. */
  async find(actor: Actor, id: string): Promise<FoundCertificate> {
    const certificate = await this.certificates.find(actor.orgId, toUuid(id));
    if (!certificate) throw notFound();
    const project = await this.access.toProject(actor, { id: certificate.projectId });
    return { certificate, project };
  }

  /** `find`, and 403 where the caller may not do it. */
  async findFor(actor: Actor, id: string, action: CertificateAction): Promise<FoundCertificate> {
    const found = await this.find(actor, id);
    await requireCertificate(found.project.ability, action, found.certificate);
    return found;
  }

  async reread(
    tx: EntityManager,
    { orgId, id }: Pick<CertificateRecord, 'orgId' | 'id'>,
  ): Promise<CertificateRecord> {
    const certificate = await this.certificates.find(orgId, id, tx);
    if (!certificate) throw notFound();
    return certificate;
  }

  /** What certifies it, its issuer first and the root last. */
  async chainOf({
    id,
    origin,
    caCertificateId,
  }: Pick<CertificateRecord, 'id' | 'origin' | 'caCertificateId'>): Promise<Buffer[]> {
    if (origin === 'import') return this.certificates.outsideChainOf(id);
    if (!caCertificateId) return [];
    const chain = await this.authorityCertificates.chainOf(caCertificateId);
    return [...chain.map(({ der }) => der), ...(chain.at(-1)?.outsideChain ?? [])];
  }

  record(
    tx: EntityManager,
    actor: Actor,
    verb: string,
    certificate: CertificateRecord,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const { id, projectId, commonName, serialNumber } = certificate;
    const target = { certificateId: id, commonName, serialNumber, ...more };
    return this.audit.record(tx, actor, { action: `certificate.${verb}`, projectId, target });
  }
}
