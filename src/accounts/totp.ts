import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds of one step (RFC 6238, 4.1). */
export const TOTP_STEP = 30;
const DIGITS = 6;
/** Steps that a clock may be behind or ahead (RFC 6238, 5.2). */
const WINDOW = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns the code of one step: HOTP with SHA-1 (RFC 4226, 5.3), which all authenticator apps know. */
export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.at(-1)! & 0xf; // the MAC has 20 bytes
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** Returns the step whose code this is, at `seconds` since 1970; null if it is none, or not after `last`. */
export function stepOfCode(
  secret: Buffer,
  code: string,
  seconds: number,
  last: number | null,
): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = Math.floor(seconds / TOTP_STEP);
  let found: number | null = null;
  for (let step = now - WINDOW; step <= now + WINDOW; step++) {
    const isCode = timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code));
    if (isCode && step > (last ?? -1)) found ??= step;
  }
  return found;
}

/** RFC 4648, 6, without padding. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** What an authenticator app takes, mostly as a QR code. */
export function otpUrl(secret: Buffer, email: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const query = `secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${label}?${query}&algorithm=SHA1&digits=${DIGITS}&period=${TOTP_STEP}`;
}
