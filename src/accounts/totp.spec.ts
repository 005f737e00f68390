import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Secret, TOTP, URI } from 'otpauth';
import { base32, otpUrl, stepOfCode, totpCode } from './totp.js';

/** RFC 6238, appendix B, the rows of SHA-1. */
const VECTORS: readonly (readonly [number, string])[] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
];
const RFC_SECRET = Buffer.from('12345678901234567890');

describe('totpCode', () => {
  it.each(VECTORS)('gives what RFC 6238 gives at %d s', (seconds, code) => {
    expect(totpCode(RFC_SECRET, Math.floor(seconds / 30), 8)).toBe(code);
  });

  it('gives what otpauth gives, for random secrets and times', () => {
    for (let i = 0; i < 200; i++) {
      const secret = randomBytes(20);
      const step = Math.floor(Math.random() * 2 ** 32);
      const other = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });

      expect(totpCode(secret, step)).toBe(other.generate({ timestamp: step * 30_000 }));
    }
  });
});

describe('stepOfCode', () => {
  const secret = randomBytes(20);
  const at = 1_000_000 * 30 + 7;
  const code = (step: number) => totpCode(secret, 1_000_000 + step);

  it.each([-1, 0, 1])('takes the code of step %d', (step) => {
    expect(stepOfCode(secret, code(step), at, null)).toBe(1_000_000 + step);
  });

  it.each([-3, -2, 2, 3])('refuses the code of step %d', (step) => {
    expect(stepOfCode(secret, code(step), at, null)).toBeNull();
  });

  it('refuses a step that was accepted, or an earlier one', () => {
    expect(stepOfCode(secret, code(0), at, 1_000_000)).toBeNull();
    expect(stepOfCode(secret, code(-1), at, 1_000_000)).toBeNull();
    expect(stepOfCode(secret, code(1), at, 1_000_000)).toBe(1_000_001);
  });

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 12345'])('refuses %j', (text) => {
    expect(stepOfCode(secret, text, at, null)).toBeNull();
  });
});

describe('otpUrl', () => {
  it('is read by otpauth as the same secret', () => {
    const secret = randomBytes(20);
    const read = URI.parse(otpUrl(secret, 'ann+1@x.org', 'Strong room & Co')) as TOTP;

    expect(Buffer.from(read.secret.bytes)).toEqual(secret);
    expect([read.issuer, read.label, read.algorithm, read.digits, read.period]).toEqual([
      'Strong room & Co',
      'ann+1@x.org',
      'SHA1',
      6,
      30,
    ]);
  });

  it('writes base 32 as RFC 4648 does', () => {
    expect(
      ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text))),
    ).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
  });
});
