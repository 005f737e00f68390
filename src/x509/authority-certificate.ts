import { type KeyObject, randomBytes } from 'node:crypto';
import { Integer } from 'asn1js';
import {
  Certificate,
  type Extension,
  PublicKeyInfo,
  type RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs';
import {
  type Constraints,
  keyIdentifierOf,
  ofAuthorityKey,
  ofAuthorityKeyUsage,
  ofBasicConstraints,
  ofIssuerAddress,
  ofNameConstraints,
  ofRevocationLists,
  ofSubjectKey,
} from './extensions.js';
import type { CertificateFacts } from './read-certificate.js';
import type { Signer } from './signer.js';
import { signed } from './signed.js';

const VERSION_3 = 2;

/** What a certificate of an authority says, but for who signs it. */
export interface AuthorityContent {
  readonly subject: RelativeDistinguishedNames;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** How many authorities may follow below; -1 for any number. */
  readonly maxPathLength: number;
  readonly constraints?: Constraints;
}

/** Who signs, and where its certificate and its lists are found. */
export interface AuthorityIssuer {
  readonly certificate: CertificateFacts;
  readonly signer: Signer;
  readonly certificateUrl: string;
  readonly revocationListUrls: readonly string[];
}

export interface MadeCertificate {
  readonly der: Buffer;
  /** Lower-case hex. */
  readonly serialNumber: string;
}

/** 16 random octets whose first bits are 01, so that all are positive and equally long. */
export function newSerial(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40; // of 16
  return bytes;
}

/** UTCTime to 2049, GeneralizedTime after (RFC 5280, 4.1.2.5). */
export const timeOf = (value: Date): Time =>
  new Time({
    type: value.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime,
    value,
  });

/** A root: signed with its own key, without addresses of lists. */
export function makeRootCertificate(
  content: AuthorityContent,
  signer: Signer,
): Promise<MadeCertificate> {
  return make(content, content.subject, signer, []);
}

export function makeIntermediateCertificate(
  content: AuthorityContent,
  { certificate, signer, certificateUrl, revocationListUrls }: AuthorityIssuer,
): Promise<MadeCertificate> {
  const { constraints } = content;
  return make(content, certificate.subject, signer, [
    ofAuthorityKey(certificate.keyIdentifier),
    ofIssuerAddress(certificateUrl),
    ofRevocationLists(revocationListUrls),
    ...(constraints ? [ofNameConstraints(constraints)] : []),
  ]);
}

async function make(
  content: AuthorityContent,
  issuer: RelativeDistinguishedNames,
  signer: Signer,
  more: readonly Extension[],
): Promise<MadeCertificate> {
  const { subject, publicKey, notBefore, notAfter, maxPathLength } = content;
  const serial = newSerial();
  const certificate = new Certificate({
    version: VERSION_3,
    serialNumber: new Integer({ valueHex: serial }),
    issuer,
    subject,
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    subjectPublicKeyInfo: publicKeyInfo(publicKey),
    extensions: [
      ofBasicConstraints(maxPathLength),
      ofAuthorityKeyUsage(),
      ofSubjectKey(keyIdentifierOf(publicKey)),
      ...more,
    ],
  });
  return { der: await signed(certificate, signer), serialNumber: serial.toString('hex') };
}

export const publicKeyInfo = (publicKey: KeyObject): PublicKeyInfo =>
  PublicKeyInfo.fromBER(publicKey.export({ type: 'spki', format: 'der' }));
