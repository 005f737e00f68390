import type { KeyObject } from 'node:crypto';
import { ObjectIdentifier } from 'asn1js';
import type { PublicKeyInfo } from 'pkijs';
import { algorithmOfKey } from './key-algorithms.js';
import { X509Problem } from './x509-problem.js';

const EXPONENT = 65_537n;
/** Primes below this are no factors of an RSA key. */
const SMALL = 752;
const FERMAT_ROUNDS = 100;
/** The primes of the fingerprint of CVE-2017-15361, by which keys of weak smart cards are known. */
const ROCA_PRIMES = 167;

const PRIMES = Array.from({ length: SMALL }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, m) => m).some((m) => m > 1 && n % m === 0),
);

/** For each prime, the residues of the powers of 65537: a weak modulus has one of them for all. */
const ROCA_RESIDUES = PRIMES.filter((prime) => prime > 2 && prime <= ROCA_PRIMES).map((prime) => {
  const residues = new Set<number>();
  for (let power = 1; !residues.has(power); power = (power * 65_537) % prime) residues.add(power);
  return { prime: BigInt(prime), residues };
});

const EC_PUBLIC_KEY = '1.2.840.10045.2.1';
const UNCOMPRESSED = 0x04;

/** Curves by their parameters, and points that are compressed, never come to OpenSSL. Throws X509Problem. */
export function requireNamedCurve({ algorithm, subjectPublicKey }: PublicKeyInfo): void {
  const { algorithmId, algorithmParams } = algorithm;
  const [first] = subjectPublicKey.valueBlock.valueHexView;
  const isNamed = algorithmParams instanceof ObjectIdentifier;
  if (algorithmId === EC_PUBLIC_KEY && !(isNamed && first === UNCOMPRESSED))
    throw new X509Problem('A key on a curve needs the name of the curve, and its point in full.');
}

/** Throws X509Problem for a key that is of no kind offered, or weak. */
export function requireSoundKey(key: KeyObject): void {
  if (!algorithmOfKey(key))
    throw new X509Problem(
      'Keys are RSA of 2048, 3072 or 4096 bits, P-256, P-384, P-521, Ed25519 or ML-DSA.',
    );
  if (key.asymmetricKeyType !== 'rsa') return;
  const { n, e } = key.export({ format: 'jwk' });
  const modulus = numberOf(n!); // RSA has both
  if (numberOf(e!) !== EXPONENT)
    throw new X509Problem('The exponent of an RSA key has to be 65537.');
  if (isWeak(modulus)) throw new X509Problem('The RSA key is weak: its factors can be found.');
}

/** Reads a number of a JWK. */
export const numberOf = (base64url: string): bigint =>
  BigInt(`0x${Buffer.from(base64url, 'base64url').toString('hex')}`);

/** Whether the modulus has a small factor, two factors that are close, or the fingerprint of ROCA. */
export const isWeak = (modulus: bigint): boolean =>
  PRIMES.some((prime) => modulus % BigInt(prime) === 0n) ||
  ROCA_RESIDUES.every(({ prime, residues }) => residues.has(Number(modulus % prime))) ||
  hasCloseFactors(modulus);

/** Fermat's method: (a - b)(a + b) with a small b. */
function hasCloseFactors(modulus: bigint): boolean {
  let a = rootOf(modulus);
  if (a * a < modulus) a += 1n;
  for (let round = 0; round < FERMAT_ROUNDS; round++, a += 1n) {
    const square = a * a - modulus;
    if (mayBeSquare(square) && rootOf(square) ** 2n === square) return true;
  }
  return false;
}

/** Squares end with four of the sixteen values of four bits. */
const mayBeSquare = (n: bigint): boolean => [0n, 1n, 4n, 9n].includes(n & 15n);

/** The whole part of the square root (Newton). */
function rootOf(n: bigint): bigint {
  if (n < 2n) return n;
  let root = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
