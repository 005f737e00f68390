import { decode, sign } from 'jsonwebtoken';
import { AccessTokens, type AccessClaims } from '../../src/auth/access-token.js';
import type { TestApp } from '../support/harness.js';

/** Tokens that no route may take, made of a valid one. */
export function badTokens(
  server: TestApp,
  token: string,
): Readonly<Record<string, string | undefined>> {
  const { iss: _iss, aud: _aud, sub: _sub, ...claims } = decode(token) as Record<string, unknown>;
  const now = Math.floor(Date.now() / 1000);
  const expired = { ...claims, iat: now - 7200, exp: now - 3600 } as unknown as AccessClaims;
  const [head, payload, signature = ''] = token.split('.');
  const last = signature.endsWith('AAAA') ? 'BBBB' : 'AAAA';
  const unsigned = { header: { alg: 'none', typ: 'at+jwt' }, algorithm: 'none' } as const;
  return {
    'no token': undefined,
    'a garbage token': 'garbage',
    'an expired token': server.app.get(AccessTokens).sign(expired),
    'a wrong signature': [head, payload, signature.slice(0, -4) + last].join('.'),
    'an unsigned token': sign(decode(token) as object, '', unsigned),
    'a token signed by another key': sign(decode(token) as object, 'another key', {
      header: { alg: 'HS256', typ: 'at+jwt' },
    }),
  };
}
