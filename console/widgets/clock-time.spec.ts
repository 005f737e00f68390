import { describe, expect, it } from '@jest/globals';
import { clockTime } from './clock-time';

/** Milliseconds since 1970; the hours are of the zone of the test. */
const at = (text: string) => new Date(text).getTime();
const NOW = at('2026-11-21T20:00:00');

/** Node writes a narrow space before AM and PM. */
const shown = (moment: string, isToTheSecond?: boolean) =>
  clockTime(at(moment), NOW, isToTheSecond).replaceAll(/\s/gu, ' ');

describe('the clock time of a moment', () => {
  it('has the zone, and seconds where they are asked for', () => {
    expect(shown('2026-11-21T14:02:07')).toBe('2:02 PM GMT+5:45');
    expect(shown('2026-11-21T14:02:07', true)).toBe('2:02:07 PM GMT+5:45');
  });

  it('has the day where it is another one, and the year where that is', () => {
    expect(shown('2026-11-20T23:59:00')).toBe('Nov 20, 11:59 PM GMT+5:45');
    expect(shown('2025-01-02T00:00:00')).toBe('Jan 2, 2025, 12:00 AM GMT+5:45');
  });

  it('is the day alone of what is more than a week ahead, unless it is asked for to the second', () => {
    expect(shown('2026-11-28T19:59:00')).toBe('Nov 28, 7:59 PM GMT+5:45');
    expect(shown('2026-11-28T20:01:00')).toBe('Nov 28');
    expect(shown('2031-11-28T20:01:00')).toBe('Nov 28, 2031');
    expect(shown('2031-11-28T20:01:00', true)).toBe('Nov 28, 2031, 8:01:00 PM GMT+5:45');
  });
});
