import { describe, expect, it } from '@jest/globals';
import { factsOf, lastVersions, piecesOf } from './model';

describe('a value as it is drawn', () => {
  const drawn = (value: string) =>
    piecesOf(value).map(({ text, isMark }) => (isMark ? [text] : text));

  it('marks what nobody sees', () => {
    expect(drawn('s3 cret\n')).toEqual(['s3 cret', ['↵\n']]);
    expect(drawn(' a\tb  ')).toEqual([['␣'], 'a', ['⇥\t'], 'b', ['␣␣']]);
    expect(drawn('a\u200bb\u202ec\u00a0')).toEqual([
      'a',
      ['U+200B'],
      'b',
      ['U+202E'],
      'c',
      ['U+00A0'],
    ]);
    expect(drawn('')).toEqual([]);
  });

  it('tells its length in bytes and how it ends', () => {
    expect(factsOf('é\n')).toEqual({ bytes: 3, endsIn: 'newline' });
    expect(factsOf('a ')).toEqual({ bytes: 2, endsIn: 'space' });
    expect(factsOf('a')).toEqual({ bytes: 1, endsIn: null });
  });

  it('lists the last versions, the newest first', () => {
    expect(lastVersions(7, 5)).toEqual([7, 6, 5, 4, 3]);
    expect(lastVersions(2, 5)).toEqual([2, 1]);
  });
});
