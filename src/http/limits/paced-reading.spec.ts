import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { paceReading } from './paced-reading.js';

describe('a connection that brings much at once', () => {
  it('pauses where taking it over has used up its share of the turn, and goes on in the next', async () => {
    const chunks = Array.from({ length: 30 }, (_, n) => Buffer.from([n]));
    const stream = Readable.from(chunks, { objectMode: false });
    const taken: number[] = [];
    stream.on('data', ([n]: Buffer) => {
      taken.push(n!);
      const start = performance.now();
      while (performance.now() - start < 4);
    });
    paceReading(stream);

    const perTurn: number[] = [];
    while (taken.length < chunks.length) {
      const before = taken.length;
      await turn();
      perTurn.push(taken.length - before);
    }
    expect(Math.max(...perTurn)).toBeLessThanOrEqual(4);
    expect(taken).toEqual(chunks.map(([n]) => n));
  });
});
