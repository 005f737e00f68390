import { describe, expect, it } from '@jest/globals';
import { relativeTime } from './relative-time';

const NOW = Date.UTC(2026, 10, 28, 12);
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const english = (unit: string, count: number) =>
  new Intl.RelativeTimeFormat(undefined, { style: 'short', numeric: 'auto' }).format(
    count,
    unit as Intl.RelativeTimeFormatUnit,
  );

describe('a relative time', () => {
  it.each([
    ['ten days, a minute after they began', 10 * DAY - MINUTE, 'day', 10],
    ['ten days, half a minute before', 10 * DAY + MINUTE / 2, 'day', 10],
    ['nine days and eleven hours', 9 * DAY + 11 * HOUR, 'day', 9],
    ['what is three days and twenty hours ago', -(3 * DAY + 20 * HOUR), 'day', -4],
    ['two hours, a second after they began', 2 * HOUR - 1000, 'hour', 2],
    ['five minutes ago, nearly', -(5 * MINUTE - 1000), 'minute', -5],
    ['nearly an hour, which is not sixty minutes', HOUR - 1000, 'hour', 1],
    ['nearly a day, which is not 24 hours', DAY - MINUTE, 'day', 1],
    ['half an hour', 31 * MINUTE, 'minute', 31],
    ['now', 4_000, 'second', 0],
  ])('is the nearest one: %s', (_, from, unit, count) => {
    expect(relativeTime(NOW + from, NOW)).toBe(english(unit, count));
  });
});
