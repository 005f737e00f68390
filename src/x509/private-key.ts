import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  randomBytes,
  verify,
} from 'node:crypto';
import { ECPrivateKey, PrivateKeyInfo, RSAPrivateKey } from 'pkijs';
import { ApiError } from '../errors/api-error.js';
import { ofForeignBytes, readDer } from './der.js';
import { rowOfAlgorithm } from './key-algorithms.js';
import { readOnePem } from './pem.js';
import { isSameKey } from './read-certificate.js';
import { KeySigner } from './signer.js';
import { numberOf, requireSoundKey } from './sound-keys.js';
import { X509Problem } from './x509-problem.js';

/** A key of RSA with 4096 bits has 2,400 bytes, one of ML-DSA-87 less than 5,000. */
const BOUNDS = { maxBytes: 8_192, maxElements: 60 };
const RSA = '1.2.840.113549.1.1.1';
const EC = '1.2.840.10045.2.1';

const FORMS = {
  'PRIVATE KEY': 'pkcs8',
  'RSA PRIVATE KEY': 'pkcs1',
  'EC PRIVATE KEY': 'sec1',
} as const;

type Form = (typeof FORMS)[keyof typeof FORMS];

/** Reads a private key that others made, in PEM. Throws X509Problem, whose message holds nothing of it. */
export function readPrivateKey(pem: string): KeyObject {
  if (/^(?:-----BEGIN ENCRYPTED |Proc-Type: ?4, ?ENCRYPTED)/m.test(pem))
    throw new X509Problem('It is encrypted. Decrypt it first: it is sealed here.');
  const found = Object.entries(FORMS).find(([label]) => pem.startsWith(`-----BEGIN ${label}-----`));
  if (!found)
    throw new X509Problem(
      `It has to be one block of PEM: ${Object.keys(FORMS).join(', ')}, without EC PARAMETERS before it.`,
    );
  const [label, form] = found;
  const der = readOnePem(pem, label);
  return ofForeignBytes('It is damaged, or no private key.', () => keyOf(der, form));
}

function keyOf(der: Buffer, type: Form): KeyObject {
  requireForm(der, type);
  const key = createPrivateKey({ key: der, format: 'der', type });
  requireSoundKey(createPublicKey(key));
  if (key.asymmetricKeyType === 'rsa') requireWhole(key);
  return key;
}

/** The library takes curves by their names alone: others never come to OpenSSL. */
function requireForm(der: Buffer, type: Form): void {
  const schema = readDer(der, BOUNDS);
  if (type === 'sec1') new ECPrivateKey({ schema });
  else if (type === 'pkcs1') new RSAPrivateKey({ schema });
  else {
    const { privateKeyAlgorithm, parsedKey } = new PrivateKeyInfo({ schema });
    const { algorithmId } = privateKeyAlgorithm;
    if ((algorithmId === RSA || algorithmId === EC) && !parsedKey)
      throw new X509Problem('It is damaged, or its curve has no name.');
  }
}

/** OpenSSL calculates with the parts as they are: longer ones than the key would hold up a thread for minutes. */
function requireWhole(key: KeyObject): void {
  const { n, d, p, q, dp, dq, qi } = key.export({ format: 'jwk' });
  const modulus = numberOf(n!); // RSA has all of them
  const parts = [d, dp, dq, qi].map((part) => numberOf(part!));
  if (numberOf(p!) * numberOf(q!) !== modulus || parts.some((part) => part >= modulus))
    throw new X509Problem('Its parts do not belong together.');
}

/** Whether a private key is that of the public one: what it signs is verified, since its parts may say more than it can do. */
export async function isKeyOf(privateKey: KeyObject, publicKey: KeyObject): Promise<boolean> {
  const signer = new KeySigner(privateKey);
  if (!isSameKey(signer.publicKey, publicKey)) return false;
  const bytes = randomBytes(32);
  try {
    const signature = await signer.sign(bytes);
    return verify(rowOfAlgorithm(signer.algorithm).digest, bytes, publicKey, signature);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    return false;
  }
}
