import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ServerKeys } from '../../auth/server-keys.js';
import { NameCursors } from './name-cursors.js';
import { comparePositions } from './name-position.js';

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

  it('come back from their cursors, which do not show them and open nothing else', () => {
    const cursors = new NameCursors(new ServerKeys('k'.repeat(64)));

    fc.assert(
      fc.property(aText, (key) => {
        const position = { secretPath: '/a', key };
        const cursor = cursors.seal('p', position);
        expect(cursors.open('p', cursor)).toEqual(position);
        expect(cursor).toHaveLength(cursors.seal('p', { secretPath: '/', key: 'A' }).length);
      }),
    );
    const cursor = cursors.seal('p', { secretPath: '/a', key: 'B' });
    expect(cursors.open('other', cursor)).toBeNull();
    for (const text of ['', 'no', Buffer.from('["/a","B"]').toString('base64url')])
      expect(cursors.open('p', text)).toBeNull();
  });
});
