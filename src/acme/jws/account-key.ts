import { createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, flattenedVerify } from 'jose';
import { badRequest } from '../../errors/api-error.js';
import { requireSoundKey } from '../../x509/sound-keys.js';
import { X509Problem } from '../../x509/x509-problem.js';
import { malformed } from '../refusals.js';
import { isObject } from '../../permissions/plain-object.js';
import { type JwsMessage } from './jws-message.js';

/** The kind of key of each algorithm: its `kty`, with the curve where it has one. */
const KEY_KINDS: Readonly<Record<string, string>> = {
  ES256: 'EC P-256',
  ES384: 'EC P-384',
  ES512: 'EC P-521',
  EdDSA: 'OKP Ed25519',
  RS256: 'RSA',
  RS384: 'RSA',
  RS512: 'RSA',
  PS256: 'RSA',
};
const ALGORITHMS = Object.keys(KEY_KINDS);

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  EC: ['crv', 'kty', 'x', 'y'],
  OKP: ['crv', 'kty', 'x'],
  RSA: ['e', 'kty', 'n'],
};
/** Members that say nothing about the key itself. */
const IGNORED = ['alg', 'kid', 'use', 'key_ops', 'ext'];

export type PublicJwk = Readonly<Record<string, string>>;

/** A public key by which messages are verified. */
export interface AccountKey {
  readonly jwk: PublicJwk;
  readonly key: KeyObject;
  /** RFC 7638, SHA-256. */
  readonly thumbprint: string;
}

/** Throws badSignatureAlgorithm (400) unless the algorithm is one that is taken. */
export function requireAlgorithm(alg: unknown): string {
  if (typeof alg === 'string' && Object.hasOwn(KEY_KINDS, alg)) return alg;
  throw wrongAlgorithm(`${ALGORITHMS.join(', ')} are taken.`);
}

/** Reads a public key that was sent. Throws badPublicKey (400): a key has one form, so that it makes one account. */
export async function readAccountKey(sent: unknown): Promise<AccountKey> {
  if (!isObject(sent)) throw malformed('jwk has to be an object.');
  const names = Object.keys(sent).filter((name) => !IGNORED.includes(name));
  const { kty } = sent;
  const members = typeof kty === 'string' && Object.hasOwn(MEMBERS, kty) ? MEMBERS[kty] : null;
  if (!members || names.sort().join() !== members.join())
    throw badKey('The key has to have the public members of an EC, OKP or RSA key alone.');
  const jwk = Object.fromEntries(members.map((name) => [name, sent[name]])) as PublicJwk;
  if (!Object.values(jwk).every((value) => typeof value === 'string'))
    throw badKey('The members of the key have to be texts.');
  return accountKeyOf(jwk);
}

/** Takes a key that was read before. */
export async function accountKeyOf(jwk: PublicJwk): Promise<AccountKey> {
  const key = keyObjectOf(jwk);
  return { jwk, key, thumbprint: await calculateJwkThumbprint(jwk as never) };
}

function keyObjectOf(jwk: PublicJwk): KeyObject {
  let key: KeyObject;
  let again: object;
  try {
    key = createPublicKey({ key: jwk, format: 'jwk' });
    again = key.export({ format: 'jwk' });
  } catch {
    throw badKey('The key cannot be read.');
  }
  const isSame = Object.entries(jwk).every(
    ([name, value]) => (again as Record<string, unknown>)[name] === value,
  );
  if (!isSame) throw badKey('The key is not written in its one form.');
  try {
    requireSoundKey(key);
  } catch (error) {
    throw error instanceof X509Problem ? badKey(error.message) : error;
  }
  return key;
}

/** Throws badSignatureAlgorithm where the algorithm is of another kind of key, malformed where the signature is not by the key. */
export async function verifyMessage(
  { parts, header }: Pick<JwsMessage, 'parts' | 'header'>,
  { jwk, key }: AccountKey,
): Promise<void> {
  const alg = requireAlgorithm(header.alg);
  const kind = [jwk.kty, jwk.crv].filter(Boolean).join(' ');
  if (KEY_KINDS[alg] !== kind) throw wrongAlgorithm(`A key of ${kind} does not sign ${alg}.`);
  try {
    await flattenedVerify(parts, key, { algorithms: [alg] });
  } catch {
    throw malformed('The signature is not by the key of the message.');
  }
}

const wrongAlgorithm = (reason: string) =>
  badRequest('acme-bad-algorithm', reason, { algorithms: ALGORITHMS });

export const badKey = (reason: string) => badRequest('acme-bad-key', reason);
