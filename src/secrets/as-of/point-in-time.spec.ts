import { pointInTimeProblem, toTime } from './point-in-time.js';

describe('toTime', () => {
  it.each([
    ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00.000Z'],
    ['2026-11-21T12:00:00.5Z', '2026-11-21T12:00:00.500Z'],
    ['2026-11-21T12:00:00.123999Z', '2026-11-21T12:00:00.123Z'],
    ['2026-11-21T12:00:00+02:00', '2026-11-21T10:00:00.000Z'],
    ['2024-02-29T00:00:00.000Z', '2024-02-29T00:00:00.000Z'],
  ])('takes %s', (text, time) => {
    expect(toTime(text)?.toISOString()).toBe(time);
  });

  it.each([
    '2026-11-21',
    '2026-11-21T12:00:00',
    '2026-02-29T12:00:00Z',
    '2026-04-31T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-00-01T12:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T12:60:00Z',
    '+12026-11-21T12:00:00Z',
    '1763700000000',
    'now',
    '',
  ])('refuses %j', (text) => {
    expect(toTime(text)).toBeNull();
  });
});

describe('momentProblem', () => {
  it('takes a time, what looks like a cursor, and nothing', () => {
    for (const text of ['2026-11-21T12:00:00Z', 'a'.repeat(59), '']) {
      expect(pointInTimeProblem(text)).toBeNull();
    }
  });

  it('refuses the rest', () => {
    for (const value of ['a'.repeat(50), 'a'.repeat(52), `${'a'.repeat(50)}!`, 7, null, ['x']]) {
      expect(pointInTimeProblem(value)).toMatch(/must be a time/);
    }
  });
});
