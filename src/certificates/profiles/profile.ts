import type { KeyAlgorithm } from '../../x509/key-algorithms.js';
import type { ExtendedKeyUsage, KeyUsage } from '../policies/policy-rules.js';

/** What a certificate says where its request does not. */
export interface ProfileDefaults {
  readonly ttlDays?: number;
  readonly commonName?: string;
  readonly organization?: string;
  readonly organizationalUnit?: string;
  readonly country?: string;
  readonly state?: string;
  readonly locality?: string;
  readonly domainComponents?: readonly string[];
  readonly keyAlgorithm?: KeyAlgorithm;
  readonly signatureAlgorithm?: string;
  readonly keyUsages?: readonly KeyUsage[];
  readonly extendedKeyUsages?: readonly ExtendedKeyUsage[];
  readonly basicConstraints?: { readonly isCA?: boolean; readonly pathLength?: number };
}

/** How the ACME directory of a profile works, as it was sent. */
export interface AcmeSetting {
  /** Whether names are taken for granted: whoever has the binding secret is trusted with what the policy allows. */
  readonly skipDnsOwnershipVerification?: boolean;
  /** Whether accounts need no external account binding. */
  readonly skipEabBinding?: boolean;
  /** Names by which CAA records mean the authority; absent: they are not asked for. */
  readonly caaIdentities?: readonly string[];
}

/** Who issues certificates, by which policy. */
export interface ProfileRecord {
  readonly id: string;
  readonly projectId: string;
  /** Null once the authority is deleted. */
  readonly authorityId: string | null;
  readonly policyId: string;
  readonly slug: string;
  readonly description: string | null;
  readonly defaults: ProfileDefaults | null;
  readonly storesPrivateKeys: boolean;
  /** Null where it has no ACME directory. */
  readonly acme: AcmeSetting | null;
  /** The number of the binding secret that holds. */
  readonly bindingNumber: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export type ProfileDraft = Pick<
  ProfileRecord,
  'policyId' | 'slug' | 'description' | 'defaults' | 'storesPrivateKeys' | 'acme'
> & { readonly authorityId: string };

export type ProfileChanges = Partial<ProfileDraft & Pick<ProfileRecord, 'bindingNumber'>>;
