import 'reflect-metadata';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { ApiError } from '../../errors/api-error.js';
import {
  LifetimeChangesDto,
  type LifetimeColumns,
  LifetimeDto,
  changedLifetime,
  lifetimeColumns,
  lifetimeOf,
  rangeProblem,
  startProblem,
} from './lifetime.js';

const START = '2026-11-21T12:00:00Z';
const TEMPORARY = {
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime: START,
};
const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
const DAY = 24 * HOUR;

const offendersIn = (type: typeof LifetimeDto | typeof LifetimeChangesDto, body: object) =>
  validateSync(plainToInstance(type, body, { exposeUnsetFields: false }) as object, {
    whitelist: true,
    forbidUnknownValues: false,
  }).map(({ property }) => property);

describe('rangeProblem', () => {
  it.each([
    ['30s', 30 * SECOND],
    ['15m', 15 * 60 * SECOND],
    ['2h', 2 * HOUR],
    ['3d', 3 * DAY],
    ['1w', 7 * DAY],
    ['1y', 365.25 * DAY],
    ['500ms', 500],
    ['90 minutes', 90 * 60 * SECOND],
    ['1 day', DAY],
    ['1day', DAY],
    ['2 hrs', 2 * HOUR],
    ['007h', 7 * HOUR],
  ])('takes %s', (range, length) => {
    expect(rangeProblem(range)).toBeNull();
    const lifetime = lifetimeOf({ ...TEMPORARY, temporaryRange: range });
    const start = new Date(START);
    const end = new Date(start.getTime() + length);
    expect(lifetime).toEqual({ isTemporary: true, mode: 'relative', range, start, end });
  });

  it.each([
    '',
    ' ',
    '0',
    '0s',
    '0 days',
    '-1h',
    '+1h',
    '90',
    '1.5h',
    '1e3h',
    '1M',
    '1H',
    '1 m',
    '1  day',
    '1 month',
    '٣d',
    '１h',
    '1h ',
    '1h\n',
    '1h30m',
    'NaNh',
    'Infinityd',
    '1h\0',
    '1'.repeat(16) + 's',
    `${'1'.repeat(10_000)}h`,
    '999999999999999y',
    1,
    null,
    undefined,
    [],
    ['1h'],
    {},
  ])('refuses %j', (range) => {
    expect(rangeProblem(range)).not.toBeNull();
  });

  it('refuses an end that a date-time cannot write, and takes the last that it can', () => {
    expect(rangeProblem('2s', '9999-12-31T23:59:58Z')).not.toBeNull();
    expect(rangeProblem('1s', '9999-12-31T23:59:58Z')).toBeNull();
    const end = { temporaryRange: '1s', temporaryAccessStartTime: '9999-12-31T23:59:58Z' };
    expect(lifetimeOf({ ...TEMPORARY, ...end })).toMatchObject({
      end: new Date('9999-12-31T23:59:59Z'),
    });
    expect(() => lifetimeOf({ ...TEMPORARY, ...end, temporaryRange: '2s' })).toThrow(ApiError);
  });

  it('never takes what does not end later, within the times that can be written', () => {
    const digits = fc.nat({ max: 10 ** 12 }).map(String);
    const text = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.tuple(digits, fc.constantFrom('ms', 's', 'm', 'h', 'd', 'w', 'y', ' days', ' yrs')),
    );
    fc.assert(
      fc.property(text, fc.date({ noInvalidDate: true }), (range, date) => {
        const temporaryRange = Array.isArray(range) ? range.join('') : range;
        const temporaryAccessStartTime = date.toISOString();
        if (startProblem(temporaryAccessStartTime) !== null) return;
        if (rangeProblem(temporaryRange, temporaryAccessStartTime) !== null) return;
        const dto = { ...TEMPORARY, temporaryRange, temporaryAccessStartTime };
        const lifetime = lifetimeOf(dto);
        if (!lifetime.isTemporary) throw new Error('It is temporary');
        expect(lifetime.start).toEqual(date);
        expect(lifetime.end.getTime()).toBeGreaterThan(date.getTime());
        expect(lifetime.end.toISOString()).toMatch(/^\d{4}-/);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('startProblem', () => {
  it.each([
    START,
    '2026-11-21T12:00:00.123456789Z',
    '2026-11-21T12:00+05:30',
    '2024-02-29T00:00:00-12:00',
    '0001-01-01T00:00:00Z',
  ])('takes %s', (start) => {
    expect(startProblem(start)).toBeNull();
  });

  it.each([
    '',
    '2026-11-21',
    '2026-11-21T12:00:00',
    '2026-11-21 12:00:00Z',
    '2026-02-30T12:00:00Z',
    '2025-02-29T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T12:00:60Z',
    '2026-W47',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '+012026-11-21T12:00:00Z',
    '-2026-11-21T12:00:00Z',
    '1763700000000',
    1_763_700_000_000,
    null,
    {},
  ])('refuses %j', (start) => {
    expect(startProblem(start)).not.toBeNull();
  });
});

describe('LifetimeDto', () => {
  it('ignores the rest of what is permanent, whatever it is', () => {
    const zero = { temporaryMode: '', temporaryRange: '', temporaryAccessStartTime: [] };
    expect(offendersIn(LifetimeDto, { isTemporary: false, ...zero })).toEqual([]);
    expect(offendersIn(LifetimeChangesDto, { isTemporary: false, ...zero })).toEqual([]);
    expect(lifetimeOf({ isTemporary: false, temporaryRange: 'x' })).toEqual({ isTemporary: false });
  });

  it('demands all of what is temporary', () => {
    const fields = ['temporaryMode', 'temporaryRange', 'temporaryAccessStartTime'];
    expect(offendersIn(LifetimeDto, { isTemporary: true })).toEqual(fields);
    const nulls = Object.fromEntries(fields.map((field) => [field, null]));
    expect(offendersIn(LifetimeDto, { isTemporary: true, ...nulls })).toEqual(fields);
    expect(offendersIn(LifetimeDto, TEMPORARY)).toEqual([]);
    expect(offendersIn(LifetimeDto, {})).toEqual(['isTemporary']);
    expect(offendersIn(LifetimeDto, { isTemporary: 'true' })).toEqual(['isTemporary']);
  });

  it('looks in changes at what is given', () => {
    expect(offendersIn(LifetimeChangesDto, {})).toEqual([]);
    expect(offendersIn(LifetimeChangesDto, { isTemporary: true })).toEqual([]);
    expect(offendersIn(LifetimeChangesDto, { temporaryRange: '' })).toEqual(['temporaryRange']);
    const nulls = { temporaryRange: null, temporaryMode: null };
    expect(offendersIn(LifetimeChangesDto, nulls)).toEqual([]);
  });
});

describe('changedLifetime', () => {
  const permanent = lifetimeColumns({ isTemporary: false });
  const temporary: LifetimeColumns = lifetimeColumns(lifetimeOf(TEMPORARY));

  it('keeps what is left out', () => {
    expect(changedLifetime(permanent, {})).toEqual({ isTemporary: false });
    expect(changedLifetime(temporary, {})).toEqual(lifetimeOf(TEMPORARY));
    const longer = lifetimeOf({ ...TEMPORARY, temporaryRange: '2h' });
    expect(changedLifetime(temporary, { temporaryRange: '2h' })).toEqual(longer);
    expect(changedLifetime(permanent, { temporaryRange: '2h' })).toEqual({ isTemporary: false });
  });

  it('makes permanent by null columns', () => {
    const made = changedLifetime(temporary, { isTemporary: false });
    expect(lifetimeColumns(made)).toEqual({
      isTemporary: false,
      temporaryMode: null,
      temporaryRange: null,
      temporaryAccessStartTime: null,
      temporaryAccessEndTime: null,
    });
  });

  it('refuses to make temporary without start or range', () => {
    const { temporaryRange, temporaryAccessStartTime } = TEMPORARY;
    const isTemporary = true;
    for (const given of [{}, { temporaryRange }, { temporaryAccessStartTime }]) {
      const change = () => changedLifetime(permanent, { isTemporary, ...given });
      expect(change).toThrow(expect.objectContaining({ statusCode: 400 }));
    }
    const both = { isTemporary, temporaryRange, temporaryAccessStartTime };
    expect(changedLifetime(permanent, both)).toEqual(lifetimeOf(TEMPORARY));
  });
});
