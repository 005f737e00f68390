import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { algorithmOfKey, type KeyAlgorithm, rowOfAlgorithm } from './key-algorithms.js';
import { signingSlowly } from './thread-pool.js';
import { X509Problem } from './x509-problem.js';

/** A key that signs certificates and lists, wherever it is kept. */
export interface Signer {
  readonly algorithm: KeyAlgorithm;
  readonly publicKey: KeyObject;
  /** A signature as X.509 carries it: of ECDSA in DER. */
  sign(bytes: Buffer): Promise<Buffer>;
}

const signInPool = promisify<string | null, Buffer, KeyObject, Buffer>(
  sign as (
    digest: string | null,
    data: Buffer,
    key: KeyObject,
    done: (error: Error | null, signature: Buffer) => void,
  ) => void,
);

/** Bytes that are hashed on the event loop: those of a long list take milliseconds. */
const MAX_QUICK = 65_536;

/** Signs with a private key of this process. */
export class KeySigner implements Signer {
  readonly algorithm: KeyAlgorithm;
  readonly publicKey: KeyObject;

  constructor(private readonly privateKey: KeyObject) {
    const algorithm = algorithmOfKey(privateKey);
    if (!algorithm) throw new X509Problem('Keys of this kind do not sign here.');
    this.algorithm = algorithm;
    this.publicKey = createPublicKey(privateKey);
  }

  async sign(bytes: Buffer): Promise<Buffer> {
    const { digest, isQuick } = rowOfAlgorithm(this.algorithm);
    if (isQuick && bytes.length <= MAX_QUICK) return sign(digest, bytes, this.privateKey);
    return signingSlowly(() => signInPool(digest, bytes, this.privateKey));
  }
}
