import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

interface Derivation {
  /** Empty where the key itself is used once for each purpose. */
  readonly salt?: Buffer;
  readonly bytes?: number;
}

/** Returns bytes (32 unless given) that follow from a key or secret for one purpose: HKDF-SHA-256 (RFC 5869). */
export const deriveBytes = (
  from: KeyObject | string,
  purpose: string,
  { salt = Buffer.alloc(0), bytes = 32 }: Derivation = {},
): Buffer => Buffer.from(hkdfSync('sha256', from, salt, purpose, bytes));

/** Returns `deriveBytes` as a key of 32 bytes, which no log or dump shows. */
export const deriveKey = (from: KeyObject | string, purpose: string): KeyObject =>
  createSecretKey(deriveBytes(from, purpose));
