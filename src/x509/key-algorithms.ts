import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { badRequest } from '../errors/api-error.js';
import { makingKey, type Waiter } from './thread-pool.js';

/** How keys of one kind are made, and what they sign with. */
interface AlgorithmRow {
  readonly type: string;
  /** What `generateKeyPair` takes. */
  readonly options?: { readonly modulusLength: number } | { readonly namedCurve: string };
  /** The digest of signatures; null where the algorithm has its own. */
  readonly digest: string | null;
  /** The object identifier of signatures. */
  readonly signatureOid: string;
  /** Whether one signature takes less than half a millisecond, so that it may be made on the event loop. */
  readonly isQuick: boolean;
}

const rsa = (modulusLength: number): AlgorithmRow => ({
  type: 'rsa',
  options: { modulusLength },
  digest: 'sha256',
  signatureOid: '1.2.840.113549.1.1.11',
  isQuick: false,
});

const onCurve = (namedCurve: string, digest: string, last: number): AlgorithmRow => ({
  type: 'ec',
  options: { namedCurve },
  digest,
  signatureOid: `1.2.840.10045.4.3.${last}`,
  isQuick: namedCurve === 'prime256v1',
});

const mlDsa = (type: string, last: number): AlgorithmRow => ({
  type,
  digest: null,
  signatureOid: `2.16.840.1.101.3.4.3.${last}`,
  isQuick: false,
});

const ROWS = {
  RSA_2048: rsa(2048),
  RSA_3072: rsa(3072),
  RSA_4096: rsa(4096),
  EC_prime256v1: onCurve('prime256v1', 'sha256', 2),
  EC_secp384r1: onCurve('secp384r1', 'sha384', 3),
  EC_secp521r1: onCurve('secp521r1', 'sha512', 4),
  Ed25519: { type: 'ed25519', digest: null, signatureOid: '1.3.101.112', isQuick: true },
  'ML-DSA-44': mlDsa('ml-dsa-44', 17),
  'ML-DSA-65': mlDsa('ml-dsa-65', 18),
  'ML-DSA-87': mlDsa('ml-dsa-87', 19),
} as const satisfies Readonly<Record<string, AlgorithmRow>>;

export type KeyAlgorithm = keyof typeof ROWS;

export const KEY_ALGORITHMS = Object.keys(ROWS) as readonly KeyAlgorithm[];

export const rowOfAlgorithm = (algorithm: KeyAlgorithm): AlgorithmRow => ROWS[algorithm];

/** The algorithm of a public or private key; null for one that is not offered. */
export function algorithmOfKey(key: KeyObject): KeyAlgorithm | null {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const found = Object.entries<AlgorithmRow>(ROWS).find(([, row]) => {
    if (row.type !== type) return false;
    if (!row.options) return true;
    return 'namedCurve' in row.options
      ? row.options.namedCurve === details?.namedCurve
      : row.options.modulusLength === details?.modulusLength;
  });
  return (found?.[0] as KeyAlgorithm | undefined) ?? null;
}

/** Whether a key of the algorithm takes less than a millisecond to make, so that nobody has to wait in turn for it. */
export const isQuicklyMade = (algorithm: KeyAlgorithm): boolean =>
  rowOfAlgorithm(algorithm).isQuick;

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const generate = promisify(generateKeyPair) as unknown as (
  type: string,
  options: object,
) => Promise<KeyPair>;

/**
 * Makes a pair of keys in the thread pool; organizations take turns, and their callers. Throws 400 where this version of Node.js
 * lacks the algorithm, 429 where too many wait or the wait is too long, and the signal's reason.
 */
export async function newKeyPair(algorithm: KeyAlgorithm, waiter: Waiter = {}): Promise<KeyPair> {
  const { type, options = {}, isQuick } = rowOfAlgorithm(algorithm);
  const work = () => generate(type, options);
  try {
    return await (isQuick ? work() : makingKey(waiter, work));
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    if (code !== 'ERR_INVALID_ARG_VALUE') throw error;
    throw badRequest(
      'certificate-unusable',
      `keyAlgorithm: keys of ${algorithm} need a server that runs on Node.js 24.`,
    );
  }
}
