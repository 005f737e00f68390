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
  readonly algorithms: readonly string[];
  /** The key, made ready for use; null where it turns out to be none. */
  open(): KeyObject | null;
  /** A digest of the key alone, however it was written where it comes from. */
  thumbprint(): string;
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

const isFitExponent = (exponent: bigint): boolean =>
  exponent > 2n && exponent < MAX_RSA_EXPONENT && exponent % 2n === 1n;

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
      isFitExponent(publicExponent);
    return isStrong ? RSA : [];
  }
  if (key.asymmetricKeyType === 'ed25519') return ['EdDSA'];
  const algorithm = BY_CURVE[namedCurve];
  return key.asymmetricKeyType === 'ec' && algorithm !== undefined ? [algorithm] : [];
}

const MAX_RSA_BYTES = MAX_RSA_BITS / 8;
const MAX_EXPONENT_BYTES = 5;
/** Bytes of a coordinate, and the algorithm. Leading zeros belong to it, but some leave them out (RFC 7518, 6.2.1.2). */
const CURVES: Readonly<Record<string, readonly [number, string]>> = {
  'P-256': [32, 'ES256'],
  'P-384': [48, 'ES384'],
  'P-521': [66, 'ES512'],
};
const MAX_LEFT_OUT = 4;
const ED25519_BYTES = 32;

/** The members of a JWK that are the key, each written in the one usual way, and its algorithms. */
interface KeyMembers {
  readonly jwk: JsonWebKey;
  readonly algorithms: readonly string[];
}

/**
 * Null for a key that is too weak, or of another kind, by its form alone: a set has a hundred keys, its issuer chooses
 * their curves, and to check one point of the dearest takes as long as to verify a signature.
 */
function membersOf({ kty, crv, n, e, x, y }: Readonly<Record<string, unknown>>): KeyMembers | null {
  if (kty === 'RSA') {
    const [modulus, exponent] = [integerOf(n), integerOf(e)];
    if (!modulus || !exponent) return null;
    const isFit =
      modulus.length <= MAX_RSA_BYTES &&
      bitsOf(modulus) >= MIN_RSA_BITS &&
      exponent.length <= MAX_EXPONENT_BYTES &&
      isFitExponent(BigInt(`0x${exponent.toString('hex')}`));
    const jwk = { kty, n: modulus.toString('base64url'), e: exponent.toString('base64url') };
    return isFit ? { jwk, algorithms: RSA } : null;
  }
  if (kty === 'OKP' && crv === 'Ed25519') {
    const point = bytesOf(x);
    if (point?.length !== ED25519_BYTES) return null;
    return { jwk: { kty, crv, x: point.toString('base64url') }, algorithms: ['EdDSA'] };
  }
  if (kty !== 'EC' || typeof crv !== 'string' || !Object.hasOwn(CURVES, crv)) return null;
  const [length, algorithm] = CURVES[crv]!;
  const [across, up] = [coordinateOf(x, length), coordinateOf(y, length)];
  if (across === null || up === null) return null;
  return { jwk: { kty, crv, x: across, y: up }, algorithms: [algorithm] };
}

const bytesOf = (text: unknown): Buffer | null =>
  typeof text === 'string' && text !== '' ? Buffer.from(text, 'base64url') : null;

/** Without leading zeros; null where nothing is left. */
function integerOf(text: unknown): Buffer | null {
  const bytes = bytesOf(text);
  const first = bytes?.findIndex((byte) => byte !== 0) ?? -1;
  return bytes && first >= 0 ? bytes.subarray(first) : null;
}

const bitsOf = (integer: Buffer): number => integer.length * 8 - (Math.clz32(integer[0]!) - 24);

function coordinateOf(text: unknown, length: number): string | null {
  const bytes = bytesOf(text);
  if (!bytes || bytes.length > length || bytes.length < length - MAX_LEFT_OUT) return null;
  return Buffer.concat([Buffer.alloc(length - bytes.length), bytes]).toString('base64url');
}

interface FoundKey {
  readonly key: VerificationKey;
  readonly jwk: JsonWebKey;
}

/** Null for what verifies no token: another use, another kind, too weak. */
function findKey(sent: unknown): FoundKey | null {
  if (sent === null || typeof sent !== 'object') return null;
  const members = sent as Readonly<Record<string, unknown>>;
  const { kid, use, alg, key_ops: operations, d, k } = members;
  const isForVerifying =
    (use === undefined || use === 'sig') &&
    (operations === undefined || (Array.isArray(operations) && operations.includes('verify')));
  if (!isForVerifying || d !== undefined || k !== undefined) return null;
  if (typeof kid === 'string' && kid.length > MAX_KEY_ID) return null;
  const known = membersOf(members);
  if (!known) return null;
  const algorithms =
    alg === undefined ? known.algorithms : known.algorithms.filter((each) => each === alg);
  if (algorithms.length === 0) return null;
  const keyId = typeof kid === 'string' ? kid : null;
  const { jwk } = known;
  const key = { keyId, algorithms, open: () => opened(jwk), thumbprint: () => thumbprintOf(jwk) };
  return { key, jwk };
}

/** As RFC 7638 has it: the members that are the key, in one order. */
const thumbprintOf = ({ kty, crv, n, e, x, y }: JsonWebKey): string =>
  hash('sha256', JSON.stringify({ crv, e, kty, n, x, y }), 'base64url');

/**
 * Keys that are ready for use in a process. One takes up to 70 KiB once it was used with each of its algorithms, twenty
 * times as much as its text, and to make one ready takes a tenth of a millisecond, of the dearest curve one.
 */
const MAX_READY = 256;
const ready = new LRUCache<JsonWebKey, { readonly key: KeyObject | null }>({ max: MAX_READY });

function opened(jwk: JsonWebKey): KeyObject | null {
  const known = ready.get(jwk) ?? { key: openJwk(jwk) };
  ready.set(jwk, known);
  return known.key;
}

function openJwk(jwk: JsonWebKey): KeyObject | null {
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return algorithmsOf(key).length === 0 ? null : key;
  } catch {
    return null;
  }
}

/** A key of a set, which is made ready once a token names it. Null for what verifies no token. */
export const keyFromJwk = (jwk: unknown): VerificationKey | null => findKey(jwk)?.key ?? null;

/** What is kept of a key of a set: itself, its id and algorithm, and nothing else that its issuer put beside them. */
export function keptJwk(sent: unknown): object | null {
  const found = findKey(sent);
  if (!found) return null;
  const { alg } = sent as Readonly<Record<string, unknown>>;
  const { keyId } = found.key;
  return {
    ...found.jwk,
    ...(keyId === null ? {} : { kid: keyId }),
    ...(alg === undefined ? {} : { alg }),
  };
}

/** Characters: a key of 8192 bits has 1,500. */
const MAX_PEM = 16_384;
const PUBLIC_PEM =
  /^\s*-----BEGIN (RSA )?PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END (RSA )?PUBLIC KEY-----\s*$/;

/** Keys whose text was read, of up to 3 KiB each: reading one takes as long as checking a signature with it. */
const MAX_READ = 2_000;
const read = new LRUCache<string, { readonly found: FoundKey | null }>({ max: MAX_READ });

/** A public key in PEM, as SPKI or PKCS #1. Null for anything else: a private key and a certificate are no such thing. */
export const keyFromPem = (pem: string): VerificationKey | null => findPem(pem)?.key ?? null;

function findPem(pem: string): FoundKey | null {
  if (pem.length > MAX_PEM || !PUBLIC_PEM.test(pem)) return null;
  const name = hash('sha256', pem, 'base64');
  const known = read.get(name) ?? { found: readPem(pem) };
  read.set(name, known);
  return known.found;
}

function readPem(pem: string): FoundKey | null {
  try {
    const key = createPublicKey(pem);
    return algorithmsOf(key).length === 0 ? null : findKey(key.export({ format: 'jwk' }));
  } catch {
    return null;
  }
}

/** What trying all static keys of a row may cost: as much as twenty keys of usual kinds, or two of the dearest. */
const MAX_EFFORT = 24;
/** How often one key of P-256 is tried while one of these is, as measured. RSA up to 4096 bits and Ed25519 take as long as P-256. */
const EFFORTS: Readonly<Record<string, number>> = { 'P-384': 5, 'P-521': 10 };
/** What a key of RSA with more than 4096 bits and the longest exponent takes, counted alike. */
const LONG_RSA_EFFORT = 4;

/** Why keys in PEM are not all tried for each token, in words that follow their field's name; null where they are. */
export function effortProblem(pems: readonly string[]): string | null {
  const effort = pems.reduce((sum, pem) => sum + effortOf(findPem(pem)), 0);
  return effort > MAX_EFFORT
    ? 'would take too long to try: at most six RSA keys of more than 4096 bits, four of P-384 or two of P-521'
    : null;
}

function effortOf(found: FoundKey | null): number {
  const { crv = '', n = '' } = found?.jwk ?? {};
  if (Buffer.byteLength(n, 'base64url') > 4_096 / 8) return LONG_RSA_EFFORT;
  return EFFORTS[crv] ?? 1;
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

/** Returns the one of the keys that made the signature, by the algorithm of the header; null where none did. */
export async function signerOf(
  token: string,
  algorithm: string,
  keys: readonly VerificationKey[],
): Promise<VerificationKey | null> {
  for (const each of keys) {
    const key = each.algorithms.includes(algorithm) ? each.open() : null;
    if (!key) continue;
    try {
      await compactVerify(token, key, { algorithms: [algorithm] });
      return each;
    } catch {
      // Another key may have made it.
    }
  }
  return null;
}
