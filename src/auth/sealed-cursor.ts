import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import { deriveKey } from '../crypto/derive-key.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/**
 * Cursors of lists and logs as opaque texts that only this server makes and opens: AES-256-GCM, bound to a scope such
 * as the id of a project. Sealed, because numbers would show how much happens where the caller may not look.
 */
export class SealedCursor {
  private readonly key: KeyObject;
  private readonly nonceKey: KeyObject;
  private readonly pattern: RegExp;

  /** `key`: of this kind of cursors alone. `bytes`: the size of what is sealed; null where it differs. */
  constructor(key: KeyObject, bytes: number | null) {
    this.key = deriveKey(key, 'encryption');
    this.nonceKey = deriveKey(key, 'nonce');
    const length = Math.ceil(((NONCE_BYTES + (bytes ?? 0) + TAG_BYTES) * 4) / 3);
    this.pattern = new RegExp(`^[\\w-]{${length}${bytes === null ? ',' : ''}}$`);
  }

  /** Returns another text each time. */
  seal(scope: string, plain: Buffer): string {
    return this.encrypt(scope, plain, randomBytes(NONCE_BYTES));
  }

  /** Returns the same text for the same plain bytes: the nonce follows from scope and plain bytes by HMAC-SHA-256. */
  sealStable(scope: string, plain: Buffer): string {
    const mac = createHmac('sha256', this.nonceKey).update(scope).update('\0').update(plain);
    return this.encrypt(scope, plain, mac.digest().subarray(0, NONCE_BYTES));
  }

  /** Returns the plain bytes; null unless the cursor was made here for this scope. */
  open(scope: string, cursor: string): Buffer | null {
    if (!this.pattern.test(cursor)) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    // Padding bits of the last character must not make other texts of one cursor.
    if (bytes.toString('base64url') !== cursor) return null;
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(scope)).setAuthTag(bytes.subarray(-TAG_BYTES));
    const plain = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      decipher.final();
      return plain;
    } catch {
      return null;
    }
  }

  private encrypt(scope: string, plain: Buffer, nonce: Buffer): string {
    const cipher = createCipheriv(CIPHER, this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(scope));
    const sealed = [nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()];
    return Buffer.concat(sealed).toString('base64url');
  }
}
