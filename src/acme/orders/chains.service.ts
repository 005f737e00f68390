import { X509Certificate } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CertificateAccess } from '../../certificates/issued/certificate-access.js';
import type { CertificateRecord } from '../../certificates/issued/certificate.js';
import { CertificatesRepository } from '../../certificates/issued/certificates.repository.js';
import { certificatePem } from '../../x509/pem.js';
import type { AccountRequest } from '../jws/signed-requests.js';
import { unknownResource } from '../refusals.js';
import type { OrderRecord } from './order.js';

export interface IssuedChains {
  readonly leaf: Buffer;
  /** The preferred one first. */
  readonly chains: readonly string[];
}

/** What the certificate of an order is given out with. */
@Injectable()
export class IssuedCertificateChains {
  constructor(
    private readonly certificates: CertificatesRepository,
    private readonly access: CertificateAccess,
  ) {}

  /**
   * A chain without its root, which who trusts it has already, unless nothing would be left above the leaf; and one with it.
   * Throws 404 for an order without a certificate.
   */
  async of({ enrollment }: AccountRequest, { certificateId }: OrderRecord): Promise<IssuedChains> {
    const found = certificateId && (await this.certificates.find(enrollment.orgId, certificateId));
    if (!found) throw unknownResource();
    return { leaf: found.der, chains: await this.chainsOf(found) };
  }

  private async chainsOf(certificate: CertificateRecord): Promise<string[]> {
    const above = await this.access.chainOf(certificate);
    const whole = [certificate.der, ...above];
    const isShortened = above.length > 1 && isRoot(above.at(-1)!); // there is a last one
    return isShortened ? [pemOf(whole.slice(0, -1)), pemOf(whole)] : [pemOf(whole)];
  }
}

const pemOf = (chain: readonly Buffer[]): string => chain.map(certificatePem).join('');

function isRoot(der: Buffer): boolean {
  const certificate = new X509Certificate(der);
  return certificate.checkIssued(certificate);
}
