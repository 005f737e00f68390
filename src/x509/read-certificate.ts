import { hash, type KeyObject, X509Certificate } from 'node:crypto';
import type { BitString, OctetString } from 'asn1js';
import { LRUCache } from 'lru-cache';
import { type BasicConstraints, Certificate, type RelativeDistinguishedNames } from 'pkijs';
import { type DerBounds, ofForeignBytes, readDer } from './der.js';
import { keyIdentifierOf, NO_PATH_LENGTH, OIDS } from './extensions.js';
import { X509Problem } from './x509-problem.js';

/** A certificate of a public authority has some 150 elements. */
const FOREIGN = { maxBytes: 16_384, maxElements: 500 };
/** Eight hundred name constraints, as many as our authorities may have, of two elements each. */
const STORED = { maxBytes: 256 * 1024, maxElements: 2_000 };
/** Bytes of certificates whose facts are remembered. */
const REMEMBERED = 4 * 1024 * 1024;

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

const read = (der: Buffer, bounds: DerBounds): CertificateFacts =>
  ofForeignBytes('The certificate is damaged.', () => factsOf(der, parse(der, bounds)));

function factsOf(der: Buffer, certificate: Certificate): CertificateFacts {
  const publicKey = publicKeyOf(der);
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
    notBefore: certificate.notBefore.value,
    notAfter: certificate.notAfter.value,
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

function extensionOf<T>({ extensions = [] }: Certificate, id: string): T | undefined {
  const found = extensions.filter(({ extnID }) => extnID === id);
  if (found.length > 1) throw new X509Problem('A certificate has an extension twice.');
  const [extension] = found;
  if (!extension) return undefined;
  const value = extension.parsedValue as unknown as (T & { parsingError?: string }) | undefined;
  if (!value || value.parsingError) throw new X509Problem('An extension of it is damaged.');
  return value;
}

function publicKeyOf(der: Buffer): KeyObject {
  try {
    return new X509Certificate(der).publicKey;
  } catch {
    throw new X509Problem('The key of a certificate cannot be read.');
  }
}

/** Whether `issuer` signed `certificate`, by name and by signature. */
export function isIssuedBy(certificate: CertificateFacts, issuer: CertificateFacts): boolean {
  const child = new X509Certificate(certificate.der);
  const parent = new X509Certificate(issuer.der);
  return child.checkIssued(parent) && child.verify(issuer.publicKey);
}

/** Whether both have the same public key. */
export const isSameKey = (a: KeyObject, b: KeyObject): boolean => a.equals(b);
