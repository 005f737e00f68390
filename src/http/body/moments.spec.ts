import { describe, expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { IsMoment } from './moments.js';

class Dto {
  @IsMoment()
  at: unknown;
}

const isMoment = (at: unknown) => validateSync(plainToInstance(Dto, { at })).length === 0;

describe('a moment', () => {
  it.each([
    '2026-11-27',
    '2026-11',
    '2026',
    '2026-11-27T12:00',
    '2026-11-27T12:00:00.123456Z',
    '2026-11-27T23:59:59+14:00',
    '2024-02-29T00:00:00Z',
    '0001-01-01',
    '0093-12-01T14:21:39Z',
    '9999-12-30T23:59:59Z',
  ])('is %s', (text) => expect(isMoment(text)).toBe(true));

  it.each([
    '2026-02-29',
    '2023-02-30T00:00:00Z',
    '0093-02-29T00:00:00Z',
    '2026-13-01',
    '2026-00-01',
    '2026-04-31',
    '2026-11-27T25:00:00Z',
    '2026-11-27T12:60:00Z',
    '2026-11-27 12:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T00:00:00Z',
    '2026-W48-5',
    'tomorrow',
    '',
    1_764_244_800_000,
    null,
  ])('is not %j', (text) => expect(isMoment(text)).toBe(false));
});
