import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { notFound } from '../../errors/api-error.js';
import type { RevocationReason } from '../../x509/revocation-list.js';
import { AuthoritiesRepository } from '../authorities/authorities.repository.js';
import type { CertificateRecord } from './certificate.js';
import { requireRevocable, withoutIssuer } from './certificate-changes.service.js';
import { CertificatesRepository } from './certificates.repository.js';

/** Revokes certificates for whoever holds no rights and proved to hold the key or the names instead. */
@Injectable()
export class OpenRevoking {
  constructor(
    private readonly certificates: CertificatesRepository,
    private readonly authorities: AuthoritiesRepository,
  ) {}

  /** Under the lock of the project. Throws 400 for one that is revoked or has expired. */
  async revoke(
    tx: EntityManager,
    { orgId, id }: Pick<CertificateRecord, 'orgId' | 'id'>,
    reason: RevocationReason,
  ): Promise<void> {
    const present = await this.certificates.find(orgId, id, tx);
    if (!present) throw notFound();
    requireRevocable(present, reason);
    const { authorityId } = present;
    const hasIssuer = authorityId && (await this.authorities.find(orgId, authorityId, tx));
    if (!hasIssuer) throw withoutIssuer();
    await this.certificates.revoke(tx, id, reason);
    await this.authorities.countRevocation(tx, authorityId);
  }
}
