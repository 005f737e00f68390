import { describe, expect, it } from '@jest/globals';
import { LoginRefused } from '../logins/checks.js';
import { leastOf, quietStopwatch } from '../../../test/support/quiet-stopwatch.js';
import { parseToken } from './token-form.js';

const part = (json: string): string => Buffer.from(json).toString('base64url');
const token = (claims: string): string => `${part('{"alg":"RS256"}')}.${part(claims)}.AAAA`;

describe('a token', () => {
  it.each([
    ['a number with a fraction that is none', '{"exp":5.0}'],
    ['a number with an exponent', '{"exp":5e0}'],
    ['minus zero', '{"exp":-0}'],
    ['the character NUL', '{"sub":"a\\u0000"}'],
    ['a list', '[]'],
    ['a text that does not end', '{"sub":"a'],
  ])('is refused for %s', (_what, claims) => {
    expect(() => parseToken(token(claims))).toThrow(LoginRefused);
  });

  it('is read with numbers and escapes in its texts', () => {
    const { claims } = parseToken(token('{"sub":"5.0 \\"-0\\" \\\\u0000","exp":1.5}'));

    expect(claims).toEqual({ sub: '5.0 "-0" \\u0000', exp: 1.5 });
  });

  it.each([
    ['escaped quotes without an end', `"${'\\"'.repeat(5_900)}`],
    ['quotes without an end', `{"a":${'"'.repeat(11_999)}`],
    ['escapes', `{"a":"${'\\\\'.repeat(5_900)}"}`],
    ['digits', `{"a":${'1'.repeat(11_900)}}`],
    ['minus signs', `{"a":${'-'.repeat(11_900)}}`],
  ])('takes a few milliseconds at its longest: %s', async (_what, claims) => {
    const measure = () => {
      const took = quietStopwatch();
      for (let i = 0; i < 20; i++) {
        try {
          parseToken(token(claims));
        } catch (error) {
          expect(error).toBeInstanceOf(LoginRefused);
        }
      }
      return took();
    };

    // It was a hundred for each.
    expect(await leastOf(600, measure)).toBeLessThan(600);
  });
});
