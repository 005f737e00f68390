import { describe, expect, it } from '@jest/globals';
import { TimeSlices } from './time-slices.js';

/** Work that would take so many milliseconds at once. */
function* busy(milliseconds: number): Generator<undefined, number> {
  let spent = 0;
  while (spent < milliseconds) {
    const start = performance.now();
    while (performance.now() - start < 1);
    spent += performance.now() - start;
    yield;
  }
  return spent;
}

describe('long work', () => {
  it('of many at a time leaves each turn of the loop to one of them', async () => {
    let turns = 0;
    let isOver = false;
    const counting = () => {
      turns++;
      if (!isOver) setImmediate(counting);
    };
    setImmediate(counting);
    const all = Array.from({ length: 20 }, () => new TimeSlices().run(busy(20)));
    const spent = await Promise.all(all);
    isOver = true;

    expect(spent.every((each) => each >= 20)).toBe(true);
    // Each has the loop for a slice at a time: twenty in one turn would be done in two or three.
    expect(turns).toBeGreaterThan(20);
  });
});
