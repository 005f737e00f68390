import { Injectable } from '@nestjs/common';
import { CertificateAccess } from '../../certificates/issued/certificate-access.js';
import type { CertificateRecord } from '../../certificates/issued/certificate.js';
import { CertificatesRepository } from '../../certificates/issued/certificates.repository.js';
import { Database, statement } from '../../database/database.js';
import { readStoredCertificate } from '../../x509/read-certificate.js';
import type { Enrollment } from '../../certificates/enrollments/enrollment.js';
import { isBase64url } from '../jws/jws-message.js';
import { malformed, unknownResource } from '../refusals.js';

const HOUR = 3_600_000;
const SHORT = 10 * 24 * HOUR;
const MAX_ID = 200;

const FIND = statement(`
  select id from certificates
  where profile_id = $1 and application_id is not distinct from $2 and serial_number = $3 and deleted_at is null`);

/** When a certificate should be renewed. */
export interface RenewalWindow {
  readonly start: Date;
  readonly end: Date;
}

/** Tells when certificates should be renewed (RFC 9773). */
@Injectable()
export class RenewalInfo {
  constructor(
    private readonly certificates: CertificatesRepository,
    private readonly access: CertificateAccess,
    private readonly database: Database,
  ) {}

  /**
   * A certificate of the enrollment by the identifiers of its issuer's key and of itself (RFC 9773, 4.1). Throws malformed, and 404
   * for any that was not issued here.
   */
  async find(
    { orgId, profileId, applicationId }: Enrollment,
    certId: string,
  ): Promise<CertificateRecord> {
    const [keyIdentifier = '', serial = '', ...more] = certId.split('.');
    const isSound = [keyIdentifier, serial].every((part) => part !== '' && isBase64url(part));
    if (!isSound || more.length > 0 || certId.length > MAX_ID)
      throw malformed('A certificate is named by its AKI and serial number (RFC 9773, 4.1).');
    const number = Buffer.from(serial, 'base64url').toString('hex');
    const row = await this.database.row<{ id: string }>(FIND, [profileId, applicationId, number]);
    const found = row && (await this.certificates.find(orgId, row.id));
    if (!found) throw unknownResource();
    const [issuer] = await this.access.chainOf(found);
    const isIssuer =
      issuer && readStoredCertificate(issuer).keyIdentifier.toString('base64url') === keyIdentifier;
    if (!isIssuer) throw unknownResource();
    return found;
  }

  /** The last third of the life begins with the window, the second half of a short one; that of a revoked one is over. */
  windowOf({ notBefore, notAfter, status }: CertificateRecord): RenewalWindow {
    if (status === 'revoked') {
      const now = Date.now();
      return { start: new Date(now - 2 * HOUR), end: new Date(now - HOUR) };
    }
    const life = notAfter.getTime() - notBefore.getTime();
    const start = notBefore.getTime() + life * (life < SHORT ? 1 / 2 : 2 / 3);
    return { start: new Date(start), end: new Date(start + life / 12) };
  }
}
