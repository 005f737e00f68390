import type { RevocationReason } from '../../x509/revocation-list.js';
import type { WantedLeaf } from '../policies/policy-rules.js';
import type { KeyAndValue } from './leaf-request.js';

/** All that a certificate says but for its dates, as it was judged. */
export type LeafText = Omit<WantedLeaf, 'notBefore' | 'notAfter'>;

export type CertificateStatus = 'active' | 'expired' | 'revoked';

/** What certificates come by. */
export const ORIGINS = ['profile', 'sign-intermediate', 'import'] as const;

export type CertificateOrigin = (typeof ORIGINS)[number];

/** A certificate that was issued here, or imported. */
export interface CertificateRecord {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly origin: CertificateOrigin;
  /** Empty where it has none. */
  readonly friendlyName: string;
  readonly profileId: string | null;
  readonly profileSlug: string | null;
  /** Null where it was got through none, and once that is deleted. */
  readonly applicationId: string | null;
  readonly authorityId: string | null;
  readonly authorityName: string | null;
  readonly issuerKeyNumber: number;
  readonly caCertificateId: string | null;
  readonly serialNumber: string;
  readonly der: Buffer;
  readonly sha256: string;
  readonly commonName: string;
  readonly content: LeafText;
  readonly metadata: readonly KeyAndValue[];
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly requesterId: string;
  readonly renewedFromId: string | null;
  readonly renewedById: string | null;
  readonly revokedAt: Date | null;
  readonly revocationReason: RevocationReason | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** By the database's clock. */
  readonly status: CertificateStatus;
  readonly hasPrivateKey: boolean;
  /** Whether it was made within the last day. */
  readonly isNew: boolean;
}

export type NewCertificate = Pick<
  CertificateRecord,
  | 'id'
  | 'projectId'
  | 'profileId'
  | 'applicationId'
  | 'authorityId'
  | 'issuerKeyNumber'
  | 'caCertificateId'
  | 'serialNumber'
  | 'der'
  | 'sha256'
  | 'commonName'
  | 'content'
  | 'metadata'
  | 'notBefore'
  | 'notAfter'
  | 'requesterId'
  | 'renewedFromId'
> & {
  readonly keyHash: string;
  /** Absent: `profile`. */
  readonly origin?: CertificateOrigin;
  readonly friendlyName?: string;
  /** What certifies one that was imported, its issuer first. */
  readonly outsideChain?: readonly Buffer[];
  /** Null for one that does not count among identical ones. */
  readonly nameSet: string | null;
};
