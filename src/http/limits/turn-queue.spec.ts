import { describe, expect, it } from '@jest/globals';
import { TurnQueue } from './turn-queue.js';

const turn = () => new Promise((resolve) => setImmediate(resolve));

function busy(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('a queue of short pieces of work', () => {
  it('does a piece at once where the turn has time for it', () => {
    const queue = new TurnQueue(5);
    const done: number[] = [];
    queue.run(() => done.push(1));
    queue.run(() => done.push(2));
    expect(done).toEqual([1, 2]);
  });

  it('does all pieces, in the order in which they came', async () => {
    const queue = new TurnQueue(1);
    const done: number[] = [];
    const all = Array.from({ length: 300 }, (_, n) => n);
    for (const n of all) queue.run(() => (done.push(n), busy(0.02)));
    while (done.length < all.length) await turn();
    expect(done).toEqual(all);
  });

  it('counts what a piece does in promises, which run after it: a turn has few pieces of such work', async () => {
    const queue = new TurnQueue(2);
    let done = 0;
    const piece = () =>
      void Promise.resolve().then(() => {
        busy(3);
        done++;
      });
    queue.run(() => busy(3));
    for (let n = 0; n < 12; n++) queue.run(piece);
    let most = 0;
    while (done < 12) {
      const before = done;
      await turn();
      most = Math.max(most, done - before);
    }
    expect(most).toBe(1);
  });
});
