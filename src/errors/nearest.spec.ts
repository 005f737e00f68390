import { describe, expect, it } from '@jest/globals';
import { leastOf, quietStopwatch } from '../../test/support/quiet-stopwatch.js';
import { byLikeness, didYouMean, quoted, thereAre } from './nearest.js';

describe('nearest names', () => {
  it('come in the order of their likeness, whatever the case', () => {
    expect(byLikeness('Devv', ['prod', 'staging', 'dev'])).toEqual(['dev', 'prod', 'staging']);
  });

  it('are proposed only where they are like the word', () => {
    expect(didYouMean('secret', ['tags', 'secrets'])).toBe(" Did you mean 'secrets'?");
    expect(didYouMean('xyz', ['tags', 'secrets'])).toBe('');
    expect(didYouMean('a', [])).toBe('');
  });

  it('are ten at most, and the others are counted', () => {
    const many = Array.from({ length: 40 }, (_, i) => `environment-${i}`);

    expect(thereAre('environment-7', many)).toMatch(
      /^ There are environment-7, (environment-\d+, ){9}and 30 more\.$/,
    );
    expect(thereAre('x', [])).toBe('');
    expect(thereAre('x', ['dev'])).toBe(' There is dev.');
  });

  it('take no longer for long words', async () => {
    const long = 'x'.repeat(1_000_000);
    const measure = () => {
      const took = quietStopwatch();
      byLikeness(
        long,
        Array.from({ length: 10_000 }, () => long),
      );
      return took();
    };

    expect(await leastOf(1_000, measure)).toBeLessThan(1_000);
    expect(thereAre(long, [long]).length).toBeLessThan(100);
  });

  it('hold nothing that a terminal acts upon', () => {
    expect(quoted('\u001b[31mred\u202e\n\0\ud800')).toBe("'\ufffd[31mred\ufffd\ufffd\ufffd\ufffd'");
    expect(quoted('😀'.repeat(80), 40)).toBe(`'${'😀'.repeat(40)}…'`);
  });
});
