import {
  createPublicKey,
  hash,
  type JsonWebKey,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import { compactVerify } from 'jose';
import { LRUCache } from 'lru-cache';

/** A public key of an issuer, and the algorithms that go with it. */
export interface VerificationKey {
  readonly keyId: string | null;
  readonly key: KeyObject;
  readonly algorithms: readonly string[];
}

const RSA = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const BY_CURVE: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};
const MIN_RSA_BITS = 2_048;
const MAX_RSA_BITS = 8_192;
/** An exponent as long as the modulus makes a check cost a hundred times as much. */
const MAX_RSA_EXPONENT = 2n ** 32n;
/** Characters. No token names a longer one. */
const MAX_KEY_ID = 256;

/** The algorithms that a key may verify; none for a key that is too weak, or of another kind (RFC 8725, 2.2). */
function algorithmsOf(key: KeyObject): readonly string[] {
  const {
    modulusLength = 0,
    publicExponent = 0n,
    namedCurve = '',
  } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa') {
    const isStrong =
      modulusLength >= MIN_RSA_BITS &&
      modulusLength <= MAX_RSA_BITS &&
      publicExponent > 2n &&
      publicExponent < MAX_RSA_EXPONENT &&
      publicExponent % 2n === 1n;
    return isStrong ? RSA : [];
  }
  if (key.asymmetricKeyType === 'ed25519') return ['EdDSA'];
  const algorithm = BY_CURVE[namedCurve];
  return key.asymmetricKeyType === 'ec' && algorithm !== undefined ? [algorithm] : [];
}

/** Null for what verifies no token: another use, another kind, too weak. */
export function keyFromJwk(jwk: unknown): VerificationKey | null {
  if (jwk === null || typeof jwk !== 'object') return null;
  const { kid, use, alg, key_ops: operations, d, k } = jwk as Readonly<Record<string, unknown>>;
  const isForVerifying =
    (use === undefined || use === 'sig') &&
    (operations === undefined || (Array.isArray(operations) && operations.includes('verify')));
  if (!isForVerifying || d !== undefined || k !== undefined) return null;
  if (typeof kid === 'string' && kid.length > MAX_KEY_ID) return null;
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const known = algorithmsOf(key);
    const algorithms = alg === undefined ? known : known.filter((each) => each === alg);
    const keyId = typeof kid === 'string' ? kid : null;
    return algorithms.length === 0 ? null : { keyId, key, algorithms };
  } catch {
    return null;
  }
}

/** What is kept of a key of a set: itself, its id and algorithm, and nothing else that its issuer put beside them. */
export function keptJwk(jwk: unknown): object | null {
  const known = keyFromJwk(jwk);
  if (!known) return null;
  const { kid, alg } = jwk as Readonly<Record<string, unknown>>;
  const names = { ...(known.keyId === null ? {} : { kid }), ...(alg === undefined ? {} : { alg }) };
  return { ...known.key.export({ format: 'jwk' }), ...names };
}

/** Characters: a key of 8192 bits has 1,500. */
const MAX_PEM = 16_384;
const PUBLIC_PEM =
  /^\s*-----BEGIN (RSA )?PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END (RSA )?PUBLIC KEY-----\s*$/;

/** Keys in memory, of up to 3 KiB each: reading one takes as long as checking a signature with it. */
const MAX_READ = 2_000;
const read = new LRUCache<string, { readonly found: VerificationKey | null }>({ max: MAX_READ });

/** A public key in PEM, as SPKI or PKCS #1. Null for anything else: a private key and a certificate are no such thing. */
export function keyFromPem(pem: string): VerificationKey | null {
  if (pem.length > MAX_PEM || !PUBLIC_PEM.test(pem)) return null;
  const name = hash('sha256', pem, 'base64');
  const known = read.get(name) ?? { found: readPem(pem) };
  read.set(name, known);
  return known.found;
}

function readPem(pem: string): VerificationKey | null {
  try {
    const key = createPublicKey(pem);
    const algorithms = algorithmsOf(key);
    return algorithms.length === 0 ? null : { keyId: null, key, algorithms };
  } catch {
    return null;
  }
}

/** What trying all static keys of a row may cost: as much as twenty keys of usual kinds, or six of the dearest. */
const MAX_EFFORT = 24;

/** Why keys in PEM are not all tried for each token, in words that follow their field's name; null where they are. */
export function effortProblem(pems: readonly string[]): string | null {
  const effort = pems.reduce((sum, pem) => sum + effortOf(keyFromPem(pem)), 0);
  return effort > MAX_EFFORT
    ? 'would take too long to try: at most six RSA keys of more than 4096 bits, or twelve of P-384 and P-521'
    : null;
}

function effortOf(found: VerificationKey | null): number {
  const { modulusLength = 0, namedCurve = '' } = found?.key.asymmetricKeyDetails ?? {};
  if (modulusLength > 4_096) return 4;
  return namedCurve === 'secp384r1' || namedCurve === 'secp521r1' ? 2 : 1;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const MAX_CA = 64 * 1_024;
const MAX_CERTIFICATES = 20;

/** What is wrong with certificates of an own authority, in words that follow the field's name; null if nothing is. */
export function caProblem(pem: string): string | null {
  if (pem.length > MAX_CA) return 'has more than 64 KiB';
  const found = pem.match(CERTIFICATE) ?? [];
  if (found.length === 0 || pem.replace(CERTIFICATE, '').trim() !== '')
    return 'should be certificates in PEM and nothing else';
  if (found.length > MAX_CERTIFICATES) return `has more than ${MAX_CERTIFICATES} certificates`;
  try {
    for (const each of found) new X509Certificate(each);
    return null;
  } catch {
    return 'holds a certificate that cannot be read';
  }
}

/** Whether one of the keys made the signature, by the algorithm of the header. */
export async function isSignedBy(
  token: string,
  algorithm: string,
  keys: readonly VerificationKey[],
): Promise<boolean> {
  for (const { key, algorithms } of keys) {
    if (!algorithms.includes(algorithm)) continue;
    try {
      await compactVerify(token, key, { algorithms: [algorithm] });
      return true;
    } catch {
      // Another key may have made it.
    }
  }
  return false;
}
