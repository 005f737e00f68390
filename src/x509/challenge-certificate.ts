import { OctetString } from 'asn1js';
import ipaddr from 'ipaddr.js';
import { AltName, Certificate, type GeneralName } from 'pkijs';
import { ofForeignBytes, readDer } from './der.js';
import { X509Problem } from './x509-problem.js';

/** One name and one digest, and what is around them. */
const BOUNDS = { maxBytes: 16_384, maxElements: 150 };
const DIGEST_BYTES = 32;
const NOT_ONE = 'It is no certificate of a challenge.';
const ACME_IDENTIFIER = '1.3.6.1.5.5.7.1.31';
const SUBJECT_ALT_NAME = '2.5.29.17';
const DNS_NAME = 2;
const IP_ADDRESS = 7;

/** What a certificate of the challenge tls-alpn-01 proves (RFC 8737, 3; RFC 8738, 6). */
export interface ChallengeCertificate {
  /** The one name that it is for. */
  readonly name: { readonly type: 'dns' | 'ip'; readonly value: string };
  /** SHA-256 of the key authorization. */
  readonly digest: Buffer;
}

/** Reads a certificate that a host showed. Throws X509Problem for any other one than the RFCs allow. */
export const readChallengeCertificate = (der: Buffer): ChallengeCertificate =>
  ofForeignBytes(NOT_ONE, () => challengeOf(parse(der)));

function challengeOf({ issuer, subject, extensions = [] }: Certificate): ChallengeCertificate {
  // Self-issued (RFC 5280, 3.2): by whoever it is for.
  if (!issuer.isEqual(subject)) throw notOne();
  const ids = extensions.map(({ extnID }) => extnID);
  if (new Set(ids).size !== ids.length) throw notOne();
  const names = extensions.find(({ extnID }) => extnID === SUBJECT_ALT_NAME)?.parsedValue;
  const identifier = extensions.find(({ extnID }) => extnID === ACME_IDENTIFIER);
  if (!(names instanceof AltName) || names.altNames.length !== 1) throw notOne();
  if (!identifier?.critical) throw notOne();
  const result = readDer(Buffer.from(identifier.extnValue.valueBlock.valueHexView), BOUNDS);
  if (!(result instanceof OctetString)) throw notOne();
  const digest = Buffer.from(result.valueBlock.valueHexView);
  if (result.idBlock.isConstructed || digest.length !== DIGEST_BYTES) throw notOne();
  return { name: nameOf(names.altNames[0]!), digest }; // there is one
}

function nameOf({ type, value }: GeneralName): ChallengeCertificate['name'] {
  if (type === DNS_NAME) return { type: 'dns', value: String(value).toLowerCase() };
  if (type !== IP_ADDRESS || !(value instanceof OctetString)) throw notOne();
  const bytes = [...value.valueBlock.valueHexView];
  if (bytes.length !== 4 && bytes.length !== 16) throw notOne();
  return { type: 'ip', value: ipaddr.fromByteArray(bytes).toString() };
}

function parse(der: Buffer): Certificate {
  const schema = readDer(der, BOUNDS);
  try {
    return new Certificate({ schema });
  } catch {
    throw notOne();
  }
}

const notOne = () => new X509Problem(NOT_ONE);
