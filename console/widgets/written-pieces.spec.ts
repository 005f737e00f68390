import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { writtenPieces } from './written-pieces';

describe('where a line may end', () => {
  it('is between words, and in a long one behind what parts an address, a path or a name', () => {
    expect(writtenPieces('anna.berg@example.org')).toEqual(['anna.', 'berg@', 'example.', 'org']);
    expect(writtenPieces('bob@example.org')).toEqual(['bob@example.org']);
    expect(writtenPieces('127.0.0.1')).toEqual(['127.0.0.1']);
    expect(writtenPieces('prod /applications/web')).toEqual(['prod ', '/', 'applications/', 'web']);
    expect(writtenPieces('')).toEqual([]);
  });

  it('is in a long part too, and no character is lost', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (text) => {
        const pieces = writtenPieces(text);
        expect(pieces.join('')).toBe(text);
        expect(pieces.every((piece) => piece.trimEnd().length <= 16)).toBe(true);
      }),
    );
  });
});
