import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { barsOf, heightOf, nextMoment } from './timeline-bars';

describe('a timeline', () => {
  it('counts each moment between its ends once, and no other', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -50, max: 250 })),
        fc.integer({ min: 1, max: 60 }),
        (moments, bars) => {
          const within = moments.filter((moment) => moment >= 0 && moment <= 200);
          const counted = barsOf(moments, 0, 200, bars);
          expect(counted).toHaveLength(bars);
          expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(within.length);
        },
      ),
    );
  });

  it('shows one change among thousands, and none where there was none', () => {
    expect(heightOf(0, 1000)).toBe(0);
    expect(heightOf(1, 1000)).toBeGreaterThan(0.1);
    expect(heightOf(1000, 1000)).toBe(1);
  });

  it('goes from change to change', () => {
    expect(nextMoment([10, 20, 30], 20, 1)).toBe(30);
    expect(nextMoment([10, 20, 30], 20, -1)).toBe(10);
    expect(nextMoment([10, 20, 30], 30, 1)).toBeNull();
  });
});
