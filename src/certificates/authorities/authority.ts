import type { KeyAlgorithm } from '../../x509/key-algorithms.js';
import type { Constraints } from '../../x509/extensions.js';
import type { Subject } from '../../x509/names.js';
import type { RevocationReason } from '../../x509/revocation-list.js';

export type AuthorityType = 'root' | 'intermediate';

/** One certificate of an authority. */
export interface AuthorityCertificateRecord {
  readonly id: string;
  readonly authorityId: string;
  readonly version: number;
  readonly keyNumber: number;
  /** The authority that signed it; null for one from outside. */
  readonly issuerId: string | null;
  readonly issuerKeyNumber: number | null;
  readonly parentId: string | null;
  readonly der: Buffer;
  readonly outsideChain: readonly Buffer[];
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly sentNotBefore: string | null;
  readonly sentNotAfter: string | null;
  readonly maxPathLength: number;
  readonly revokedAt: Date | null;
  readonly revocationReason: RevocationReason | null;
}

/** An authority with its present certificate, null while it waits for one. */
export interface AuthorityRecord {
  readonly id: string;
  readonly orgId: string;
  readonly projectId: string;
  readonly name: string;
  readonly type: AuthorityType;
  readonly friendlyName: string;
  readonly subject: Subject;
  readonly keyAlgorithm: KeyAlgorithm;
  readonly nameConstraints: Constraints | null;
  readonly mirrorUrls: readonly string[];
  readonly isDisabled: boolean;
  /** Whether it answers who asks if a certificate is revoked (OCSP). */
  readonly isOcspEnabled: boolean;
  /** The number of its newest key. */
  readonly keyNumber: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly certificate: AuthorityCertificateRecord | null;
}

/** A link of a chain of certificates: its own first, that of a root last. */
export interface ChainLink {
  readonly der: Buffer;
  readonly outsideChain: readonly Buffer[];
  readonly notAfter: Date;
  readonly revokedAt: Date | null;
}
