import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { comparePositions, toCursor, toPosition } from './name-position.js';

const aText = fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => !text.includes('\0'));

describe('positions of names', () => {
  it('are in the order of the bytes of UTF-8', () => {
    const sign = (key: string, other: string) =>
      Math.sign(comparePositions({ secretPath: '/', key }, { secretPath: '/', key: other }));

    fc.assert(
      fc.property(aText, aText, (one, other) => {
        expect(sign(one, other)).toBe(Buffer.compare(Buffer.from(one), Buffer.from(other)));
      }),
      {
        examples: [
          ['\u{1f600}', '\uffff'],
          ['a\ud7ff', 'a\u{10000}'],
        ],
      },
    );
  });

  it('come back from their cursors, and from nothing else', () => {
    fc.assert(
      fc.property(aText, (key) => {
        const position = { secretPath: '/a', key };
        expect(toPosition(toCursor(position))).toEqual(position);
      }),
    );
    const others = ['{}', '["/a"]', '["/a",7]', '["/a","b","c"]', '["/a","\\u0000"]', 'no json'];
    for (const text of others)
      expect(toPosition(Buffer.from(text).toString('base64url'))).toBeNull();
  });
});
