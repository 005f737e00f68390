import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { claimsOf } from './claims';

function tokenOf(claims: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const payload = btoa(String.fromCharCode(...bytes));
  return `e30.${payload.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}.c2lnbmF0dXJl`;
}

describe('the claims of a token', () => {
  it('are read whatever the name of an identity is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (identityName) => {
        const claims = { authTokenType: 'identityAccessToken', identityId: 'id', identityName };
        expect(claimsOf(tokenOf(claims))).toEqual(claims);
      }),
    );
  });
});
