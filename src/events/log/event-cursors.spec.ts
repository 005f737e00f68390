import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ServerKeys } from '../../auth/server-keys.js';
import { EventCursors } from './event-cursors.js';

const cursors = new EventCursors(new ServerKeys('a secret of at least thirty-two characters'));
const P = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a';
const Q = '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3b';

const position = fc.record({
  seq: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
  stamp: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
});

describe('EventCursors', () => {
  it('opens what it made, for that project alone', () => {
    fc.assert(
      fc.property(position, (at) => {
        for (const cursor of [cursors.forEvent(P, at), cursors.forHead(P, at)]) {
          expect(cursor).toMatch(/^[\w-]{59}$/);
          expect(cursors.open(P, cursor)).toEqual(at);
          expect(cursors.open(Q, cursor)).toBeNull();
          expect(new EventCursors(new ServerKeys('another secret')).open(P, cursor)).toBeNull();
        }
      }),
    );
  });

  it('gives an event one text for ever, and the end of the log a new one each time', () => {
    const at = { seq: 7, stamp: 1_700_000_000_000 };

    expect(cursors.forEvent(P, at)).toBe(cursors.forEvent(P, at));
    expect(cursors.forHead(P, at)).not.toBe(cursors.forHead(P, at));
  });

  it('opens nothing else', () => {
    const cursor = cursors.forEvent(P, { seq: 7, stamp: 1 });
    // The last character holds padding bits; every other one counts.
    for (let i = 0; i < 50; i++) {
      const changed = cursor.slice(0, i) + (cursor[i] === 'A' ? 'B' : 'A') + cursor.slice(i + 1);
      expect(cursors.open(P, changed)).toBeNull();
    }
    fc.assert(fc.property(fc.string(), (text) => cursors.open(P, text) === null));
  });
});
