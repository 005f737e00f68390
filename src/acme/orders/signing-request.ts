import type { KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { badRequest } from '../../errors/api-error.js';
import { readRequest } from '../../x509/certificate-request.js';
import { algorithmOfKey, type KeyAlgorithm } from '../../x509/key-algorithms.js';
import { isAscii } from '../../permissions/certificate-names.js';
import { X509Problem } from '../../x509/x509-problem.js';
import { isBase64url, textIn } from '../jws/jws-message.js';
import { type Identifier, sanOf } from './identifiers.js';

const MAX_BYTES = 16 * 1024;
const COMMON_NAME = '2.5.4.3';

/** The key for which a certificate is asked. */
export interface RequestedKey {
  readonly publicKey: KeyObject;
  readonly keyAlgorithm: KeyAlgorithm;
  /** RFC 7638; null for kinds of keys that no account has. */
  readonly thumbprint: string | null;
}

export const badRequestForm = (reason: string) => badRequest('acme-bad-csr', reason);

/** Reads the signing request of an order: its key, and exactly the names of the order. Throws badCSR. */
export async function readSigningRequest(
  sent: unknown,
  identifiers: readonly Identifier[],
): Promise<RequestedKey> {
  const text = textIn(sent);
  if (text === null || !isBase64url(text) || text.length > (MAX_BYTES * 4) / 3)
    throw badRequestForm('csr has to be a signing request in DER, in base64url without padding.');
  const { publicKey, subject, commonName, altNames } = readFacts(Buffer.from(text, 'base64url'));
  if (subject.typesAndValues.some(({ type }) => type !== COMMON_NAME))
    throw badRequestForm('The subject of the signing request may have a common name alone.');
  const wanted = new Set(identifiers.map(sanOf).map(textOfName));
  const asked = altNames.map(({ type, value }) => textOfName({ type, value: value.toLowerCase() }));
  // Letters of other scripts may have one of ASCII as their lower case.
  const common = commonName !== null && isAscii(commonName) ? commonName.toLowerCase() : commonName;
  const isCommonKnown =
    common === null ||
    ['dns_name', 'ip_address'].some((type) => wanted.has(textOfName({ type, value: common })));
  const all = new Set(asked.length > 0 || common === null ? asked : [`dns_name ${common}`]);
  const isSame = all.size === wanted.size && [...all].every((each) => wanted.has(each));
  if (!isSame || !isCommonKnown || new Set(asked).size !== asked.length)
    throw badRequestForm('The names of the signing request are not exactly those of the order.');
  const keyAlgorithm = algorithmOfKey(publicKey);
  if (!keyAlgorithm) throw badRequestForm('Keys of this kind are not taken.');
  return { publicKey, keyAlgorithm, thumbprint: await thumbprintOf(publicKey) };
}

function readFacts(der: Buffer) {
  try {
    return readRequest(der);
  } catch (error) {
    throw error instanceof X509Problem ? badRequestForm(error.message) : error;
  }
}

const textOfName = ({ type, value }: { readonly type: string; readonly value: string }) =>
  `${type} ${value}`;

async function thumbprintOf(key: KeyObject): Promise<string | null> {
  if (!['rsa', 'ec', 'ed25519'].includes(key.asymmetricKeyType ?? '')) return null;
  return calculateJwkThumbprint(key.export({ format: 'jwk' }) as never);
}
