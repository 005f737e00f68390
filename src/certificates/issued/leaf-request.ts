import type { KeyObject } from 'node:crypto';
import type { KeyAlgorithm } from '../../x509/key-algorithms.js';
import type { ExtendedKeyUsage, KeyUsage, WantedLeaf } from '../policies/policy-rules.js';

export interface KeyAndValue {
  readonly key: string;
  readonly value: string;
}

/** What a request says of the certificate. Absent: as the profile says; null: nothing of it. */
export interface LeafAttributes {
  readonly commonName?: string | null;
  readonly organization?: string | null;
  readonly organizationalUnit?: string | null;
  readonly country?: string | null;
  readonly state?: string | null;
  readonly locality?: string | null;
  readonly domainComponents?: readonly string[] | null;
  readonly keyUsages?: readonly KeyUsage[] | null;
  readonly extendedKeyUsages?: readonly ExtendedKeyUsage[] | null;
  readonly altNames?: WantedLeaf['sans'] | null;
  readonly keyAlgorithm?: KeyAlgorithm | null;
  readonly signatureAlgorithm?: string | null;
  readonly basicConstraints?: { readonly isCA?: boolean; readonly pathLength?: number } | null;
  /** Milliseconds that it lives. */
  readonly ttl?: number;
  readonly notBefore?: string;
  readonly notAfter?: string;
}

/** The parts of a signing request that count: its key and its names. */
export interface SigningRequestFacts {
  readonly publicKey: KeyObject;
  readonly keyAlgorithm: KeyAlgorithm;
  readonly commonName: string | null;
  readonly altNames: WantedLeaf['sans'];
}

export interface LeafRequest {
  readonly attributes: LeafAttributes;
  readonly signed: SigningRequestFacts | null;
  readonly metadata: readonly KeyAndValue[];
}
