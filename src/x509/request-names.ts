import { type OctetString, Utf8String } from 'asn1js';
import ipaddr from 'ipaddr.js';
import {
  AltName,
  type CertificationRequest,
  Extensions,
  type GeneralName,
  type RelativeDistinguishedNames,
} from 'pkijs';
import { type AltNameKind, SUBJECT_ALT_NAME } from './leaf-certificate.js';
import { X509Problem } from './x509-problem.js';

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';
const COMMON_NAME = '2.5.4.3';
const MAX_NAMES = 100;

/** Kinds of GeneralName that are taken (RFC 5280, 4.2.1.6); others are refused, never left out. */
const KINDS: Readonly<Record<number, AltNameKind>> = {
  1: 'email',
  2: 'dns_name',
  6: 'uri',
  7: 'ip_address',
};

export interface RequestedName {
  readonly type: AltNameKind;
  readonly value: string;
}

/** The common name of a subject; null where it has none. Throws X509Problem for two, and for one that is no plain text. */
export function commonNameOf({ typesAndValues }: RelativeDistinguishedNames): string | null {
  const found = typesAndValues.filter(({ type }) => type === COMMON_NAME);
  if (found.length > 1) throw new X509Problem('The subject has two common names.');
  if (found.length === 0) return null;
  const value = textOfValue(found[0]!.value);
  // No control characters, and no more than RFC 5280 lets it have.
  if (value === null || !/^[^\p{Cc}\p{Cs}]{1,64}$/u.test(value))
    throw new X509Problem('The common name is malformed.');
  return value;
}

/** The text of a value; null for what is none, and for UTF-8 that is damaged, which the library reads as Latin-1. */
export function textOfValue(value: unknown): string | null {
  const { valueBlock } = value as { valueBlock?: { value?: unknown; valueHexView?: Uint8Array } };
  const text = valueBlock?.value;
  if (typeof text !== 'string') return null;
  const isDamaged =
    value instanceof Utf8String && !Buffer.from(text).equals(valueBlock!.valueHexView!);
  return isDamaged ? null : text;
}

/** The names of a signing request's subjectAltName. Throws X509Problem for kinds that are not taken, and for one that is there twice. */
export function altNamesOf({ attributes = [] }: CertificationRequest): RequestedName[] {
  const requests = attributes.filter(({ type }) => type === EXTENSION_REQUEST);
  const extensions = requests.flatMap(({ values }) => values.flatMap(extensionsOf));
  const found = extensions.filter(({ extnID }) => extnID === SUBJECT_ALT_NAME);
  if (found.length > 1) throw new X509Problem('The request has subjectAltName twice.');
  const [extension] = found;
  if (!extension) return [];
  return namesIn(extension.parsedValue);
}

/** The names of a subjectAltName. Throws X509Problem. */
export function namesIn(parsedValue: unknown): RequestedName[] {
  if (!(parsedValue instanceof AltName)) throw new X509Problem('subjectAltName is damaged.');
  const names = parsedValue.altNames;
  if (names.length === 0 || names.length > MAX_NAMES)
    throw new X509Problem(`subjectAltName has from 1 to ${MAX_NAMES} names.`);
  return names.map(nameOf);
}

function extensionsOf(schema: unknown) {
  try {
    return new Extensions({ schema }).extensions;
  } catch {
    throw new X509Problem('The extensions of the request are damaged.');
  }
}

function nameOf({ type, value }: GeneralName): RequestedName {
  const kind = KINDS[type];
  if (!kind)
    throw new X509Problem(
      'subjectAltName takes DNS names, IP addresses, e-mail addresses and URIs.',
    );
  if (kind === 'ip_address') return { type: kind, value: addressOf(value as OctetString) };
  const text = String(value);
  // IA5String: what is more, or a control character, has no place in a name.
  if (!/^[\x21-\x7e]{1,255}$/.test(text))
    throw new X509Problem('A name of subjectAltName is malformed.');
  return { type: kind, value: text };
}

function addressOf(octets: OctetString): string {
  const bytes = [...octets.valueBlock.valueHexView];
  if (bytes.length !== 4 && bytes.length !== 16)
    throw new X509Problem('An IP address of subjectAltName has neither 4 nor 16 octets.');
  return ipaddr.fromByteArray(bytes).toString();
}
