import { describe, expect, it } from '@jest/globals';
import { KeyPair } from './key-pair';

/** What comes of keys, each with its time. */
const taken = (...keys: [string, number][]) => {
  const pair = new KeyPair();
  return keys.map(([key, at]) => pair.take(key, at));
};

describe('g and the letter of a place', () => {
  it('belong together for some seconds', () => {
    expect(taken(['g', 9000], ['l', 12_000])).toEqual(['g', { letter: 'l' }]);
    expect(taken(['g', 9000], ['l', 14_000])).toEqual(['g', null]);
  });

  it('leave other keys alone, those right after the page was opened and after a pair too', () => {
    expect(taken(['Enter', 10], ['l', 20])).toEqual([null, null]);
    expect(taken(['g', 9000], ['Tab', 9010], ['l', 9020])).toEqual(['g', null, null]);
    expect(taken(['g', 10], ['g', 20], ['l', 30])).toEqual(['g', { letter: 'g' }, null]);
  });
});
