import type { BitString } from 'asn1js';
import type { AltName, Certificate, ExtKeyUsage } from 'pkijs';
import { OIDS } from './extensions.js';
import {
  EXT_KEY_USAGE,
  EXTENDED_USAGE_OIDS,
  type LeafExtendedUsage,
  type LeafUsage,
  SUBJECT_ALT_NAME,
  USAGE_BITS,
} from './leaf-certificate.js';
import { extensionOf, readMore } from './read-certificate.js';
import { commonNameOf, namesIn } from './request-names.js';
import { requireSoundKey } from './sound-keys.js';
import { knownPartsOf } from './subject-parts.js';
import { X509Problem } from './x509-problem.js';

/** RFC 5280, 4.1.2.2. */
const MAX_SERIAL = 20;

/** All that is known of a certificate of a service that others issued. */
export type ForeignLeaf = ReturnType<typeof readLeaf>;

/** Reads a certificate of a service. Throws X509Problem for names of kinds that are not taken, and for a weak key. */
export function readLeaf(der: Buffer) {
  const leaf = readMore(der, (certificate) => ({
    commonName: commonNameOf(certificate.subject) ?? '',
    subjectParts: knownPartsOf(certificate.subject),
    altNames: [...altNamesIn(certificate), ...mailboxesIn(certificate)],
    usages: usagesOf(certificate),
    extendedUsages: extendedUsagesOf(certificate),
    serialNumber: serialOf(certificate),
  }));
  requireSoundKey(leaf.publicKey);
  return leaf;
}

function altNamesIn(certificate: Certificate) {
  const value = extensionOf<AltName>(certificate, SUBJECT_ALT_NAME);
  return value ? namesIn(value) : [];
}

const EMAIL_ADDRESS = '1.2.840.113549.1.9.1';

/** The mailboxes in the subject, which verifiers read as those beside it (RFC 5280, 4.1.2.6). */
const mailboxesIn = ({ subject }: Certificate) =>
  subject.typesAndValues
    .filter(({ type }) => type === EMAIL_ADDRESS)
    .map(({ value }) => ({ type: 'email' as const, value: String(value.valueBlock.value) }));

function usagesOf(certificate: Certificate): LeafUsage[] {
  const bytes = extensionOf<BitString>(certificate, OIDS.keyUsage)?.valueBlock.valueHexView;
  const isSet = (bit: number) => ((bytes?.[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0;
  const known = Object.entries(USAGE_BITS) as [LeafUsage, number][];
  return known.flatMap(([usage, bit]) => (isSet(bit) ? [usage] : []));
}

/** Returns the purposes that have a name here. */
function extendedUsagesOf(certificate: Certificate): LeafExtendedUsage[] {
  const { keyPurposes = [] } = extensionOf<ExtKeyUsage>(certificate, EXT_KEY_USAGE) ?? {};
  const known = Object.entries(EXTENDED_USAGE_OIDS) as [LeafExtendedUsage, string][];
  return known.flatMap(([usage, oid]) => (keyPurposes.includes(oid) ? [usage] : []));
}

/** In lower-case hex, without the octet that keeps it positive. */
function serialOf({ serialNumber }: Certificate): string {
  const [first = 0, ...rest] = serialNumber.valueBlock.valueHexView;
  const octets = first === 0 && rest.length > 0 ? rest : [first, ...rest];
  if (first >= 0x80 || octets.length > MAX_SERIAL)
    throw new X509Problem(`A serial number is positive, with up to ${MAX_SERIAL} octets.`);
  return Buffer.from(octets).toString('hex');
}
