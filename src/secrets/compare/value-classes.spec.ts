import { describe, expect, it } from '@jest/globals';
import { lettersOf, ValueClasses } from './value-classes.js';

describe('letters of values', () => {
  it('are the same for equal values alone, in the order in which they come', () => {
    expect(lettersOf(['x', 'y', 'x', '', 'y', ''])).toEqual(['a', 'b', 'a', 'c', 'b', 'c']);
    expect(lettersOf([])).toEqual([]);
  });

  it('are as many as there are environments', () => {
    const letters = lettersOf(Array.from({ length: 100 }, (_, i) => `${i}`));

    expect(new Set(letters).size).toBe(100);
    expect([letters[25], letters[26], letters[51], letters[52]]).toEqual(['z', 'aa', 'az', 'ba']);
  });
});

describe('digests of values', () => {
  it('are of one request alone', () => {
    const [one, other] = [new ValueClasses(), new ValueClasses()];

    expect(one.digestOf('x')).toBe(one.digestOf('x'));
    expect(one.digestOf('x')).not.toBe(one.digestOf('y'));
    expect(one.digestOf('x')).not.toBe(other.digestOf('x'));
  });
});
