import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type KeyObject,
  randomBytes,
  randomFillSync,
} from 'node:crypto';
import { deriveBytes } from './derive-key.js';

/** The first byte of every sealed value: how it is sealed. */
const FORMAT = 1;
const NONCE = 12;
const TAG = 16;
const SALT = 16;

/** What a sealed value belongs to. Moved anywhere else it does not open. */
export interface AssociatedData {
  /** The table or purpose, such as `secret`. */
  readonly purpose: string;
  /** Ids and numbers from the outermost in: organization, project, row, version. */
  readonly ids: readonly (string | number)[];
  readonly field: string;
  /** What stands beside the value in its row and has to stay as it was, such as its name. */
  readonly beside?: readonly (string | number)[];
}

/** A sealed value that does not open: changed, moved, or sealed under another key. Carries no detail. */
export class SealBroken extends Error {
  constructor() {
    super('A sealed value could not be opened');
  }
}

/** A key of 32 bytes that seals and opens with AES-256-GCM (NIST SP 800-38D). */
export class SealKey {
  /** A KeyObject: with the bare bytes each value costs four times as much. */
  private readonly key: KeyObject;

  constructor(key: Buffer) {
    if (key.length !== 32) throw new RangeError('A seal key has 32 bytes');
    this.key = createSecretKey(key);
  }

  /** Format byte, nonce, ciphertext, tag. The place is authenticated, not stored. */
  seal(plain: Buffer | string, place: AssociatedData): Buffer {
    const nonce = newNonce();
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG });
    cipher.setAAD(placeBytes(place));
    const text = typeof plain === 'string' ? Buffer.from(plain, 'utf8') : plain;
    return Buffer.concat([
      FORMAT_BYTE,
      nonce,
      cipher.update(text),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
  }

  /** Throws SealBroken unless the blob was sealed under this key for this very place. */
  open(blob: Buffer, place: AssociatedData): Buffer {
    if (blob.length < 1 + NONCE + TAG || blob[0] !== FORMAT) throw new SealBroken();
    const nonce = blob.subarray(1, 1 + NONCE);
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG });
    decipher.setAAD(placeBytes(place));
    decipher.setAuthTag(blob.subarray(blob.length - TAG));
    try {
      const head = decipher.update(blob.subarray(1 + NONCE, blob.length - TAG));
      const rest = decipher.final();
      return rest.length === 0 ? head : Buffer.concat([head, rest]);
    } catch {
      throw new SealBroken();
    }
  }

  /** The key of one write: derived from this key, its salt kept beside what it seals. */
  derive(salt: Buffer, purpose: string): SealKey {
    if (salt.length !== SALT) throw new SealBroken();
    return new SealKey(deriveBytes(this.key, purpose, { salt }));
  }
}

const FORMAT_BYTE = Buffer.from([FORMAT]);

/** Random nonces, drawn 256 at a time; each is handed out once. */
const nonces = Buffer.alloc(NONCE * 256);
let used = nonces.length;

/** Throws if the random source does; what was drawn before is not used again. */
export function newNonce(): Buffer {
  if (used === nonces.length) {
    randomFillSync(nonces);
    used = 0;
  }
  used += NONCE;
  return Buffer.from(nonces.subarray(used - NONCE, used));
}

export const newSalt = (): Buffer => randomBytes(SALT);

const NOTHING: readonly string[] = [];

/** Length-prefixed, so that no two places share their bytes. */
function placeBytes({ purpose, ids, field, beside = NOTHING }: AssociatedData): Buffer {
  let text = '';
  for (const part of [purpose, ids.length, ...ids, field, ...beside]) {
    const piece = String(part);
    text += `${piece.length}:${piece}`;
  }
  return Buffer.from(text, 'utf8');
}
