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
    expect(didYouMean('x', ['y', 'xyz'])).toBe('');
    expect(didYouMean('---', ['a', '__'])).toBe('');
  });

  it.each([
    ['a letter too many, too few or wrong', 'creat', ['read', 'create'], "'create'"],
    ['neighbours that changed places', 'raed', ['edit', 'create', 'read'], "'read'"],
    ['neighbours at the end', 'eidt-relays', ['list-relays', 'edit-relays'], "'edit-relays'"],
    ['another case and other signs', 'READ_value', ['read', 'readValue'], "'readValue'"],
    ['a beginning', 'descr', ['read', 'describeSecret'], "'describeSecret'"],
    ['a beginning longer than another name', 'readVal', ['read', 'readValue'], "'readValue'"],
    ['one word of a name', 'folders', ['secrets', 'secret-folders'], "'secret-folders'"],
    ['the singular', 'environment', ['settings', 'environments'], "'environments'"],
    ['the plural', 'identities', ['identity', 'integrations'], "'identity'"],
    ['several that are as near', '$e', ['$in', '$eq', '$ne'], "'$eq' or '$ne'"],
    ['three of those', 'aab', ['aac', 'aad', 'aae', 'aaf'], "'aac', 'aad' or 'aae'"],
  ])('are proposed for %s', (_, word, candidates, expected) => {
    expect(didYouMean(word, candidates)).toBe(` Did you mean ${expected}?`);
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
      didYouMean('-a'.repeat(500_000), [
        long,
        ...Array.from({ length: 500 }, () => 'a-'.repeat(32)),
      ]);
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
