import type { KeyObject } from 'node:crypto';
import { BitString, IA5String, Integer, OctetString, PrintableString, Utf8String } from 'asn1js';
import ipaddr from 'ipaddr.js';
import {
  AccessDescription,
  AltName,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  InfoAccess,
  type RelativeDistinguishedNames,
} from 'pkijs';
import { type MadeCertificate, newSerial, publicKeyInfo, timeOf } from './authority-certificate.js';
import {
  keyIdentifierOf,
  OIDS,
  ofAuthorityKey,
  ofBasicConstraints,
  ofRevocationLists,
  ofSubjectKey,
} from './extensions.js';
import { nameOfParts } from './names.js';
import type { CertificateFacts } from './read-certificate.js';
import type { Signer } from './signer.js';
import { signed } from './signed.js';

const VERSION_3 = 2;
const OCSP = '1.3.6.1.5.5.7.48.1';
export const SUBJECT_ALT_NAME = '2.5.29.17';
export const EXT_KEY_USAGE = '2.5.29.37';

/** Kinds of GeneralName (RFC 5280, 4.2.1.6). */
const NAME_KINDS = { email: 1, dns_name: 2, uri: 6, ip_address: 7 } as const;

/** Parts of a subject that certificates may have. */
export const SUBJECT_OIDS = {
  domain_component: '0.9.2342.19200300.100.1.25',
  country: '2.5.4.6',
  state: '2.5.4.8',
  locality: '2.5.4.7',
  organization: '2.5.4.10',
  organizational_unit: '2.5.4.11',
  common_name: '2.5.4.3',
} as const;

/** Bits of the key usage, from the left (RFC 5280, 4.2.1.3). */
export const USAGE_BITS = {
  digital_signature: 0,
  non_repudiation: 1,
  key_encipherment: 2,
  data_encipherment: 3,
  key_agreement: 4,
  key_cert_sign: 5,
  crl_sign: 6,
  encipher_only: 7,
  decipher_only: 8,
} as const;

/** Purposes of certificates. */
export const EXTENDED_USAGE_OIDS = {
  server_auth: '1.3.6.1.5.5.7.3.1',
  client_auth: '1.3.6.1.5.5.7.3.2',
  code_signing: '1.3.6.1.5.5.7.3.3',
  email_protection: '1.3.6.1.5.5.7.3.4',
  time_stamping: '1.3.6.1.5.5.7.3.8',
  ocsp_signing: '1.3.6.1.5.5.7.3.9',
} as const;

export type AltNameKind = keyof typeof NAME_KINDS;
export type LeafSubjectPart = keyof typeof SUBJECT_OIDS;
export type LeafUsage = keyof typeof USAGE_BITS;
export type LeafExtendedUsage = keyof typeof EXTENDED_USAGE_OIDS;

/** What a certificate says that is issued below an authority. */
export interface LeafContent {
  /** In the order in which they are written. */
  readonly subject: readonly { readonly type: LeafSubjectPart; readonly value: string }[];
  /** In the order asked for; DNS names in A-labels. */
  readonly altNames: readonly { readonly type: AltNameKind; readonly value: string }[];
  readonly publicKey: KeyObject;
  /** Absent: drawn, as `newSerial` does. */
  readonly serial?: Buffer;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly usages: readonly LeafUsage[];
  readonly extendedUsages: readonly LeafExtendedUsage[];
  readonly isAuthority: boolean;
  /** -1 for no bound. */
  readonly maxPathLength: number;
}

/** Who signs a leaf, and where its certificate, lists and responder are found. */
export interface LeafIssuer {
  readonly certificate: CertificateFacts;
  readonly signer: Signer;
  readonly certificateUrl: string;
  readonly revocationListUrls: readonly string[];
  /** Null where the authority answers no OCSP. */
  readonly responderUrl: string | null;
}

export async function makeLeafCertificate(
  content: LeafContent,
  { certificate: issuer, signer, ...places }: LeafIssuer,
): Promise<MadeCertificate> {
  const { publicKey, notBefore, notAfter, subject, serial = newSerial() } = content;
  const certificate = new Certificate({
    version: VERSION_3,
    serialNumber: new Integer({ valueHex: serial }),
    issuer: issuer.subject,
    subject: subjectOfParts(subject),
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    subjectPublicKeyInfo: publicKeyInfo(publicKey),
    extensions: [
      ofConstraints(content),
      ...ofUsages(content),
      ofSubjectKey(keyIdentifierOf(publicKey)),
      ofAuthorityKey(issuer.keyIdentifier),
      ofPlaces(places),
      ofRevocationLists(places.revocationListUrls),
      ...ofAltNames(content),
    ],
  });
  return { der: await signed(certificate, signer), serialNumber: serial.toString('hex') };
}

/** A name whose parts are typed values, in the order given. */
export const subjectOfParts = (parts: LeafContent['subject']): RelativeDistinguishedNames =>
  nameOfParts(
    parts.map(
      ({ type, value }) =>
        new AttributeTypeAndValue({ type: SUBJECT_OIDS[type], value: textOf(type, value) }),
    ),
  );

function textOf(type: LeafSubjectPart, value: string) {
  if (type === 'country') return new PrintableString({ value });
  return type === 'domain_component' ? new IA5String({ value }) : new Utf8String({ value });
}

/** An empty sequence for what is no authority: FALSE is the default, which DER leaves out. */
function ofConstraints({ isAuthority, maxPathLength }: LeafContent): Extension {
  if (isAuthority) return ofBasicConstraints(maxPathLength);
  const extnValue = new BasicConstraints({ cA: false }).toSchema().toBER();
  return new Extension({ extnID: OIDS.basicConstraints, critical: true, extnValue });
}

function ofUsages({ usages, extendedUsages }: LeafContent): Extension[] {
  const purposes = extendedUsages.map((usage) => EXTENDED_USAGE_OIDS[usage]);
  return [
    ...(usages.length > 0 ? [ofKeyUsages(usages)] : []),
    ...(purposes.length > 0
      ? [
          new Extension({
            extnID: EXT_KEY_USAGE,
            extnValue: new ExtKeyUsage({ keyPurposes: purposes }).toSchema().toBER(),
          }),
        ]
      : []),
  ];
}

/** A list of named bits ends with the last that is set (X.690, 11.2.2). */
function ofKeyUsages(usages: readonly LeafUsage[]): Extension {
  const bits = usages.map((usage) => USAGE_BITS[usage]);
  const last = Math.max(...bits);
  const valueHex = new Uint8Array((last >> 3) + 1);
  for (const bit of bits) valueHex[bit >> 3]! |= 0x80 >> (bit & 7);
  const value = new BitString({ valueHex, unusedBits: 7 - (last & 7) });
  return new Extension({ extnID: OIDS.keyUsage, critical: true, extnValue: value.toBER() });
}

function ofPlaces({
  certificateUrl,
  responderUrl,
}: Pick<LeafIssuer, 'certificateUrl' | 'responderUrl'>): Extension {
  const at = (accessMethod: string, value: string) =>
    new AccessDescription({ accessMethod, accessLocation: new GeneralName({ type: 6, value }) });
  const accessDescriptions = [
    ...(responderUrl === null ? [] : [at(OCSP, responderUrl)]),
    at(OIDS.caIssuers, certificateUrl),
  ];
  return new Extension({
    extnID: OIDS.authorityInformationAccess,
    extnValue: new InfoAccess({ accessDescriptions }).toSchema().toBER(),
  });
}

/** Critical where there is no subject (RFC 5280, 4.2.1.6). */
function ofAltNames({ altNames, subject }: LeafContent): Extension[] {
  if (altNames.length === 0) return [];
  const names = altNames.map(({ type, value }) =>
    type === 'ip_address'
      ? new GeneralName({ type: NAME_KINDS[type], value: octetsOf(value) })
      : new GeneralName({ type: NAME_KINDS[type], value }),
  );
  const extnValue = new AltName({ altNames: names }).toSchema().toBER();
  return [new Extension({ extnID: SUBJECT_ALT_NAME, critical: subject.length === 0, extnValue })];
}

const octetsOf = (address: string): OctetString =>
  new OctetString({ valueHex: Uint8Array.from(ipaddr.parse(address).toByteArray()) });
