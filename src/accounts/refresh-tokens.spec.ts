import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ServerKeys } from '../auth/server-keys.js';
import { RefreshTokens } from './refresh-tokens.js';

const SECRET = 's'.repeat(40);
const tokens = new RefreshTokens(new ServerKeys(SECRET));

describe('RefreshTokens', () => {
  it('gives the same text for the same session and counter, and opens it', () => {
    const claim = { sessionId: randomUUID(), counter: 4_000_000_000 };

    expect(tokens.make(claim)).toBe(tokens.make(claim));
    expect(tokens.open(tokens.make(claim))).toEqual(claim);
    expect(tokens.make({ ...claim, counter: 1 })).not.toBe(tokens.make(claim));
  });

  it('opens what was made under the former AUTH_SECRET, and makes nothing under it', () => {
    const claim = { sessionId: randomUUID(), counter: 7 };
    const later = new RefreshTokens(new ServerKeys('n'.repeat(40), SECRET));

    expect(later.open(tokens.make(claim))).toEqual(claim);
    expect(tokens.open(later.make(claim))).toBeNull();
  });

  it('opens nothing that was changed in any character', () => {
    const token = tokens.make({ sessionId: randomUUID(), counter: 0 });
    for (let at = 0; at < token.length; at++) {
      const other = token[at] === 'A' ? 'B' : 'A';
      expect(tokens.open(token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
    }
    for (const text of ['', token.slice(1), `${token}A`, `${token}=`, 'a.b.c']) {
      expect(tokens.open(text)).toBeNull();
    }
  });
});
