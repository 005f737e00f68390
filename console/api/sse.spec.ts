import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SseReader } from './sse';

const TEXT =
  'retry: 2000\n\nid: a1\nevent: ping\ndata: {}\n\nevent: secret:update\nid: b2\ndata: {"a":\ndata: 1}\n\n: a comment\n\n';

describe('SseReader', () => {
  it('reads messages with their ids, and leaves out what is none', () => {
    expect(new SseReader().read(TEXT)).toEqual([
      { id: 'a1', event: 'ping', data: '{}' },
      { id: 'b2', event: 'secret:update', data: '{"a":\n1}' },
    ]);
  });

  it('reads the same in whatever pieces the text comes', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(TEXT.length)), (cuts) => {
        const reader = new SseReader();
        const places = [0, ...[...cuts].sort((one, other) => one - other), TEXT.length];
        const found = places.slice(1).flatMap((end, i) => reader.read(TEXT.slice(places[i], end)));
        expect(found).toEqual(new SseReader().read(TEXT));
      }),
    );
  });
});
