/** Kinds of parts of a subject that a policy speaks of, and the names that requests have for them. */
export const SUBJECT_TYPES = [
  'common_name',
  'organization',
  'organizational_unit',
  'country',
  'state',
  'locality',
  'domain_component',
] as const;

export const SAN_TYPES = ['dns_name', 'ip_address', 'email', 'uri'] as const;

export const KEY_USAGES = [
  'digital_signature',
  'non_repudiation',
  'key_encipherment',
  'data_encipherment',
  'key_agreement',
  'key_cert_sign',
  'crl_sign',
  'encipher_only',
  'decipher_only',
] as const;

export const EXTENDED_KEY_USAGES = [
  'server_auth',
  'client_auth',
  'code_signing',
  'email_protection',
  'ocsp_signing',
  'time_stamping',
] as const;

export type SubjectType = (typeof SUBJECT_TYPES)[number];
export type SanType = (typeof SAN_TYPES)[number];
export type KeyUsage = (typeof KEY_USAGES)[number];
export type ExtendedKeyUsage = (typeof EXTENDED_KEY_USAGES)[number];

/** What values may be: within `allowed` or `required` where either is there, in none of `denied`, and each of `required` once at least. */
export interface ValueRule {
  readonly allowed?: readonly string[];
  readonly required?: readonly string[];
  readonly denied?: readonly string[];
}

/** What certificates of a policy may say, as it was sent: what is absent sets no bound, but for subject and names. */
export interface PolicyRules {
  readonly subject?: readonly (ValueRule & { readonly type: SubjectType })[];
  readonly sans?: readonly (ValueRule & { readonly type: SanType })[];
  readonly keyUsages?: ValueRule;
  readonly extendedKeyUsages?: ValueRule;
  readonly algorithms?: {
    readonly signature?: readonly string[];
    readonly keyAlgorithm?: readonly string[];
  };
  readonly validity?: { readonly max?: string };
  readonly basicConstraints?: {
    readonly isCA?: 'allowed' | 'required' | 'denied';
    readonly maxPathLength?: number;
  };
}

/** A certificate that is asked for, with all that it would say, wherever that came from. */
export interface WantedLeaf {
  readonly subject: readonly { readonly type: SubjectType; readonly value: string }[];
  readonly sans: readonly { readonly type: SanType; readonly value: string }[];
  readonly keyUsages: readonly KeyUsage[];
  readonly extendedKeyUsages: readonly ExtendedKeyUsage[];
  /** As requests spell them, such as `EC_prime256v1`. */
  readonly keyAlgorithm: string;
  /** As requests spell them, such as `ECDSA-SHA256`. */
  readonly signatureAlgorithm: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly isAuthority: boolean;
  readonly maxPathLength: number;
}

/** Empty where it has none. */
export const commonNameOfLeaf = ({ subject }: Pick<WantedLeaf, 'subject'>): string =>
  subject.find(({ type }) => type === 'common_name')?.value ?? '';

/** What policies call a key algorithm, by what requests call it. */
export const POLICY_KEY_ALGORITHMS: Readonly<Record<string, string>> = {
  RSA_2048: 'RSA-2048',
  RSA_3072: 'RSA-3072',
  RSA_4096: 'RSA-4096',
  EC_prime256v1: 'ECDSA-P256',
  EC_secp384r1: 'ECDSA-P384',
  EC_secp521r1: 'ECDSA-P521',
  Ed25519: 'Ed25519',
  'ML-DSA-44': 'ML-DSA-44',
  'ML-DSA-65': 'ML-DSA-65',
  'ML-DSA-87': 'ML-DSA-87',
};

/** What policies call a signature algorithm, by what requests call it. */
export const POLICY_SIGNATURE_ALGORITHMS: Readonly<Record<string, string>> = {
  'RSA-SHA256': 'SHA256-RSA',
  'RSA-SHA384': 'SHA384-RSA',
  'RSA-SHA512': 'SHA512-RSA',
  'ECDSA-SHA256': 'SHA256-ECDSA',
  'ECDSA-SHA384': 'SHA384-ECDSA',
  'ECDSA-SHA512': 'SHA512-ECDSA',
  Ed25519: 'Ed25519',
  'ML-DSA-44': 'ML-DSA-44',
  'ML-DSA-65': 'ML-DSA-65',
  'ML-DSA-87': 'ML-DSA-87',
};
