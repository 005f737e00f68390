import { hash, type KeyObject, X509Certificate } from 'node:crypto';
import type { BitString, OctetString } from 'asn1js';
import { LRUCache } from 'lru-cache';
import { type BasicConstraints, Certificate, type RelativeDistinguishedNames } from 'pkijs';
import { type DerBounds, ofForeignBytes, readDer } from './der.js';
import { keyIdentifierOf, NO_PATH_LENGTH, OIDS } from './extensions.js';
import { requireNamedCurve } from './sound-keys.js';
import { X509Problem } from './x509-problem.js';

/** A certificate of a public authority has some 150 elements. */
const FOREIGN = { maxBytes: 16_384, maxElements: 500 };
/** Eight hundred name constraints, as many as our authorities may have, of two elements each. */
const STORED = { maxBytes: 256 * 1024, maxElements: 2_000 };
const DAMAGED = 'The certificate is damaged.';
/** Bits of the modulus, beyond which a signature takes milliseconds to verify. */
const MAX_RSA = 8_192;
const MAX_EXPONENT = 2n ** 32n;
/** Bytes of certificates whose facts are remembered. */
const REMEMBERED = 4 * 1024 * 1024;

/** Signature algorithms, by their object identifiers. */
const SIGNATURE_NAMES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.11': 'RSA-SHA256',
  '1.2.840.113549.1.1.12': 'RSA-SHA384',
  '1.2.840.113549.1.1.13': 'RSA-SHA512',
  '1.2.840.10045.4.3.2': 'ECDSA-SHA256',
  '1.2.840.10045.4.3.3': 'ECDSA-SHA384',
  '1.2.840.10045.4.3.4': 'ECDSA-SHA512',
  '1.3.101.112': 'Ed25519',
  '2.16.840.1.101.3.4.3.17': 'ML-DSA-44',
  '2.16.840.1.101.3.4.3.18': 'ML-DSA-65',
  '2.16.840.1.101.3.4.3.19': 'ML-DSA-87',
};

const remembered = new LRUCache<string, CertificateFacts>({
  maxSize: REMEMBERED,
  sizeCalculation: ({ der }) => der.length,
});

/** What is known of a certificate. */
export interface CertificateFacts {
  readonly der: Buffer;
  readonly subject: RelativeDistinguishedNames;
  readonly publicKey: KeyObject;
  /** The extension's, or what follows from the key where there is none. */
  readonly keyIdentifier: Buffer;
  /** Lower-case hex. */
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly isAuthority: boolean;
  /** -1 for no bound. */
  readonly maxPathLength: number;
  readonly signsCertificates: boolean;
  readonly signsLists: boolean;
  /** As requests spell it; null for an algorithm that is not taken, such as SHA-1. */
  readonly signedWith: string | null;
}

/** Reads a certificate that others may have made. Throws X509Problem. */
export const readCertificate = (der: Buffer): CertificateFacts => read(der, FOREIGN);

/** Reads a certificate of an authority that was stored, each once for many that are issued below it. Throws X509Problem. */
export function readStoredCertificate(der: Buffer): CertificateFacts {
  const name = hash('sha256', der, 'base64');
  const known = remembered.get(name);
  if (known) return known;
  const facts = read(der, STORED);
  remembered.set(name, facts);
  return facts;
}

/** Reads something of a certificate that others made, beside its facts. Throws X509Problem. */
export const readMore = <T>(der: Buffer, more: (certificate: Certificate) => T) =>
  ofForeignBytes(DAMAGED, () => {
    const certificate = parse(der, FOREIGN);
    return { ...factsOf(der, certificate), ...more(certificate) };
  });

const read = (der: Buffer, bounds: DerBounds): CertificateFacts =>
  ofForeignBytes(DAMAGED, () => factsOf(der, parse(der, bounds)));

function factsOf(der: Buffer, certificate: Certificate): CertificateFacts {
  requireNamedCurve(certificate.subjectPublicKeyInfo);
  const publicKey = publicKeyOf(der);
  const [notBefore, notAfter] = [certificate.notBefore.value, certificate.notAfter.value];
  // Before 1950 there is no certificate, and no time that the database takes in all cases.
  if (![notBefore, notAfter].every((time) => time.getUTCFullYear() >= 1950))
    throw new X509Problem('A date of it is damaged.');
  const constraints = extensionOf<BasicConstraints>(certificate, OIDS.basicConstraints);
  const usage = extensionOf<BitString>(certificate, OIDS.keyUsage)?.valueBlock.valueHexView;
  const identifier = extensionOf<OctetString>(certificate, OIDS.subjectKeyIdentifier);
  const bound = constraints?.pathLenConstraint;
  return {
    der,
    subject: certificate.subject,
    publicKey,
    keyIdentifier: identifier
      ? Buffer.from(identifier.valueBlock.valueHexView)
      : keyIdentifierOf(publicKey),
    serialNumber: Buffer.from(certificate.serialNumber.valueBlock.valueHexView).toString('hex'),
    ...{ notBefore, notAfter },
    signedWith: SIGNATURE_NAMES[certificate.signatureAlgorithm.algorithmId] ?? null,
    isAuthority: constraints?.cA === true,
    maxPathLength: typeof bound === 'number' ? bound : NO_PATH_LENGTH,
    signsCertificates: hasBit(usage, 0b100),
    signsLists: hasBit(usage, 0b10),
  };
}

/** Whether a bit of the first octet of the key usage is set. */
const hasBit = (usage: Uint8Array | undefined, bit: number): boolean =>
  ((usage?.[0] ?? 0) & bit) !== 0;

function parse(der: Buffer, bounds: DerBounds): Certificate {
  const schema = readDer(der, bounds);
  try {
    return new Certificate({ schema });
  } catch {
    throw new X509Problem('It is no certificate.');
  }
}

/** The value of an extension. Throws X509Problem for one that is damaged or there twice. */
export function extensionOf<T>({ extensions = [] }: Certificate, id: string): T | undefined {
  const found = extensions.filter(({ extnID }) => extnID === id);
  if (found.length > 1) throw new X509Problem('A certificate has an extension twice.');
  const [extension] = found;
  if (!extension) return undefined;
  const value = extension.parsedValue as unknown as (T & { parsingError?: string }) | undefined;
  if (!value || value.parsingError) throw new X509Problem('An extension of it is damaged.');
  return value;
}

function publicKeyOf(der: Buffer): KeyObject {
  let key: KeyObject;
  try {
    key = new X509Certificate(der).publicKey;
  } catch {
    throw new X509Problem('The key of a certificate cannot be read.');
  }
  const { modulusLength = 0, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength > MAX_RSA || publicExponent > MAX_EXPONENT)
    throw new X509Problem('The RSA key of a certificate is too large.');
  return key;
}

/** Whether `issuer` signed `certificate`, by name and by signature. */
export function isIssuedBy(certificate: CertificateFacts, issuer: CertificateFacts): boolean {
  const child = new X509Certificate(certificate.der);
  const parent = new X509Certificate(issuer.der);
  return child.checkIssued(parent) && child.verify(issuer.publicKey);
}

/** Whether its own key signed it, whatever it is for. */
export const isSelfSigned = ({ der, publicKey }: CertificateFacts): boolean =>
  new X509Certificate(der).verify(publicKey);

/** Whether both have the same public key. */
export const isSameKey = (a: KeyObject, b: KeyObject): boolean => a.equals(b);
