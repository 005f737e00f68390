import { describe, expect, it } from '@jest/globals';
import { shownLogin } from './shown-login.js';

const nested = (depth: number): unknown => (depth === 0 ? 'x' : { inner: nested(depth - 1) });
const depthOf = (value: unknown): number =>
  value !== null && typeof value === 'object'
    ? 1 + Math.max(0, ...Object.values(value).map(depthOf))
    : 0;
const bytesOf = (value: object): number => Buffer.byteLength(JSON.stringify(value));
const many = (value: unknown, count: number): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`name-${i}`, value]));

const USUAL = {
  ...{ address: '203.0.113.7', client: 'curl/8', method: 'oidc-auth', tokenId: 'id' },
  ...{ iss: 'https://issuer.example', sub: 'job:a', aud: ['a', 'b'], iat: 1, exp: 2 },
  claims: { env: 'prod', flag: true, none: null, inner: { a: { b: ['c'] } } },
};

describe('a login as it is shown', () => {
  it('is whole where it is usual, and the same when it is shown again', () => {
    expect(shownLogin(USUAL)).toEqual(USUAL);
    expect(shownLogin({ sub: 'job:a' })).toEqual({ sub: 'job:a' });
  });

  it.each<[string, object]>([
    ['long texts', many('x'.repeat(10_000), 50)],
    ['texts that take six bytes a character', many('\u0000'.repeat(10_000), 50)],
    ['deep objects', many(nested(500), 50)],
    ['deep lists', { list: JSON.parse('['.repeat(1_000) + ']'.repeat(1_000)) as unknown }],
    ['wide objects', { wide: many(many(many('x'.repeat(256), 100), 100), 10) }],
    ['wide lists', { wide: Array.from({ length: 1_000 }, () => 'x'.repeat(256)) }],
    ['long names', { ['n'.repeat(10_000)]: 1, inner: { ['n'.repeat(10_000)]: 1 } }],
    ['many names', many(1, 10_000)],
  ])('is small and flat with %s', (_, claims) => {
    for (const login of [
      { ...USUAL, claims },
      { sub: claims, ...claims },
    ]) {
      const shown = shownLogin(login);

      expect(bytesOf(shown)).toBeLessThanOrEqual(8_192);
      expect(depthOf(shown)).toBeLessThanOrEqual(5);
      expect(shownLogin(shown)).toEqual(shown);
    }
    expect(shownLogin({ ...USUAL, claims })).toMatchObject({ sub: 'job:a', exp: 2 });
  });

  it('says that something is left out', () => {
    const wide = Array.from({ length: 10 }, () => 'x'.repeat(256));
    expect(shownLogin({ claims: { deep: nested(9), wide } })).toEqual({
      claims: { deep: { inner: { inner: { inner: '…' } } }, wide: '…' },
    });
  });
});
