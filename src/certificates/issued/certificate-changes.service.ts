import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../auth/actor.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import type { RevocationReason } from '../../x509/revocation-list.js';
import { AuthoritiesRepository } from '../authorities/authorities.repository.js';
import { CertificateProjects } from '../certificate-projects.js';
import { LockedChanges } from '../locked-changes.js';
import { CertificateAccess, type FoundCertificate } from './certificate-access.js';
import type { CertificateRecord } from './certificate.js';
import { requireCertificate } from './certificate-rights.js';
import { CertificatesRepository } from './certificates.repository.js';

export interface Revoked {
  readonly certificate: CertificateRecord;
  readonly revokedAt: Date;
}

/** Ends certificates: the next list of their authority has them. */
@Injectable()
export class CertificateChanges {
  constructor(
    private readonly access: CertificateAccess,
    private readonly projects: CertificateProjects,
    private readonly changes: LockedChanges,
    private readonly certificates: CertificatesRepository,
    private readonly authorities: AuthoritiesRepository,
  ) {}

  /** Throws 400 for one that has expired, and for a second time unless that says that the key is compromised. */
  async revoke(actor: Actor, id: string, reason: RevocationReason): Promise<Revoked> {
    return this.revokeFound(actor, await this.access.findFor(actor, id, 'delete'), reason);
  }

  /** By the SHA-256 of the certificate. */
  async revokeByThumbprint(
    actor: Actor,
    { thumbprint, projectId }: { readonly thumbprint: string; readonly projectId?: string },
    reason: RevocationReason,
  ): Promise<Revoked> {
    const project = await this.projects.toProject(actor, projectId);
    const certificate = await this.certificates.findByThumbprint(project.id, thumbprint);
    if (!certificate) throw notFound();
    await requireCertificate(project.ability, 'delete', certificate);
    return this.revokeFound(actor, { certificate, project }, reason);
  }

  /** One that has not expired is revoked first; its private key is destroyed. */
  async remove(actor: Actor, id: string): Promise<CertificateRecord> {
    const { certificate: found, project } = await this.access.findFor(actor, id, 'delete');
    return this.changes.in(actor, project.id, async (tx, { ability }) => {
      const certificate = await this.access.reread(tx, found);
      await requireCertificate(ability, 'delete', certificate);
      const isGood = !certificate.revokedAt && certificate.status !== 'expired';
      const isRevoked = isGood && (await this.hasIssuer(tx, actor, certificate));
      if (isRevoked) await this.end(tx, certificate, 'CESSATION_OF_OPERATION');
      if (certificate.origin === 'import') await this.certificates.remove(tx, certificate.id);
      else await this.certificates.bury(tx, certificate.id);
      await this.access.record(tx, actor, 'delete', certificate, { isRevoked });
      return certificate;
    });
  }

  private revokeFound(
    actor: Actor,
    { certificate: found, project }: FoundCertificate,
    reason: RevocationReason,
  ): Promise<Revoked> {
    return this.changes.in(actor, project.id, async (tx, { ability }) => {
      const certificate = await this.access.reread(tx, found);
      await requireCertificate(ability, 'delete', certificate);
      requireRevocable(certificate, reason);
      if (!(await this.hasIssuer(tx, actor, certificate))) throw withoutIssuer();
      const revokedAt = await this.end(tx, certificate, reason);
      await this.access.record(tx, actor, 'revoke', certificate, { reason });
      return { certificate, revokedAt };
    });
  }

  /** Whether the authority that signed it still makes lists. */
  private async hasIssuer(
    tx: EntityManager,
    { orgId }: Pick<Actor, 'orgId'>,
    { authorityId }: CertificateRecord,
  ): Promise<boolean> {
    return authorityId !== null && (await this.authorities.find(orgId, authorityId, tx)) !== null;
  }

  private async end(
    tx: EntityManager,
    { id, authorityId }: CertificateRecord,
    reason: RevocationReason,
  ): Promise<Date> {
    const revokedAt = await this.certificates.revoke(tx, id, reason);
    if (authorityId) await this.authorities.countRevocation(tx, authorityId);
    return revokedAt;
  }
}

/** The refusal to revoke what no list would show as revoked. */
export const withoutIssuer = () =>
  badRequest(
    'authority-cannot-sign',
    'Its authority is deleted, and no list would show that it is revoked. Take the root of the authority out of the stores that trust it.',
  );

/** Throws 400 for one that was imported or has expired, and for a second time unless that says that the key is compromised. */
export function requireRevocable(certificate: CertificateRecord, reason: RevocationReason): void {
  if (certificate.origin === 'import')
    throw badRequest(
      'signed-elsewhere',
      'It was imported: whoever issued it revokes it. Delete it here once another is in its place.',
    );
  const { revocationReason, revokedAt, notAfter } = certificate;
  const isWorse = reason === 'KEY_COMPROMISE' && revocationReason !== 'KEY_COMPROMISE';
  if (revokedAt && !isWorse)
    throw badRequest(
      'already-revoked',
      `It was revoked at ${revokedAt.toISOString()}: ${revocationReason}.`,
    );
  if (certificate.status === 'expired')
    throw badRequest('already-revoked', `It ended at ${notAfter.toISOString()}.`);
}
