import { describe, expect, it } from '@jest/globals';
import {
  asOfOf,
  barsOfChanges,
  before,
  beforeBar,
  changeCount,
  type ChangeMoment,
  fieldText,
  hasLater,
  momentAt,
  momentOf,
  otherSide,
  placeOfChange,
  planLines,
  searchOf,
  stepOf,
  stepped,
} from './model';
import { timeSearch } from './address';

const moment = (at: string, eventId?: string): ChangeMoment => ({
  ...{ at, created: 0, updated: 1, deleted: 0, secrets: [] },
  ...(eventId ? { eventId } : {}),
});
const MOMENTS = [
  moment('2026-11-21T12:00:00.000Z', 'c'),
  moment('2026-11-20T12:00:00.000Z', 'b'),
  moment('2026-11-19T12:00:00.000Z'),
];
const now = Date.parse('2026-11-21T18:00:00Z');

describe('a moment', () => {
  it('right before a change is a millisecond earlier, or that of a change as near', () => {
    expect(before(MOMENTS, MOMENTS[0]!)).toEqual({ at: '2026-11-21T11:59:59.999Z' });
    const near = [MOMENTS[0]!, moment('2026-11-21T11:59:59.999Z', 'n')];
    expect(before(near, near[0]!)).toEqual({ at: '2026-11-21T11:59:59.999Z', event: 'n' });
  });

  it('beside a change has another side', () => {
    const right = before(MOMENTS, MOMENTS[1]!);
    expect(otherSide(MOMENTS, right.at!)).toEqual({
      ...{ side: 'after', moment: searchOf(MOMENTS[1]!) },
    });
    expect(otherSide(MOMENTS, MOMENTS[1]!.at)).toEqual({ side: 'before', moment: right });
    expect(otherSide(MOMENTS, '2026-11-20T13:00:00.000Z')).toBeNull();
  });

  it('picked by a bar is right before the first of its changes, which is what one goes back to', () => {
    const bar = {
      from: Date.parse('2026-11-20T00:00:00Z'),
      to: Date.parse('2026-11-22T00:00:00Z'),
    };
    expect(beforeBar(MOMENTS, bar)).toEqual({ at: '2026-11-20T11:59:59.999Z' });
    expect(beforeBar([], bar)).toEqual({ at: '2026-11-20T00:00:00.000Z' });
  });

  it('is the same in a field of date and time', () => {
    const text = fieldText('2026-11-21T12:00:07.500Z');
    expect(text).toMatch(/^2026-11-2\dT\d\d:\d\d:07$/);
    expect(momentOf(text, now)).toEqual({ at: '2026-11-21T12:00:07.000Z' });
  });

  it.each(['', 'soon', '2030-01-01T00:00'])('is none where the field holds "%s"', (text) => {
    expect(momentOf(text, now)).toEqual({});
  });
});

describe('the address', () => {
  it('keeps what it can mean', () => {
    const search = { environment: 'prod', path: '/a', period: 'day', at: '2026-11-21T12:00:00Z' };
    expect(timeSearch({ ...search, event: 'c', name: 'A', more: 1 })).toEqual({
      ...{ ...search, event: 'c', name: 'A' },
    });
    expect(timeSearch({ period: 'year', at: 'yesterday', event: 'c', path: 7 })).toEqual({});
  });

  it('asks by the event, where there is one', () => {
    expect(asOfOf(searchOf(MOMENTS[0]!))).toBe('c');
    expect(asOfOf(searchOf(MOMENTS[2]!))).toBe('2026-11-19T12:00:00.000Z');
    expect(asOfOf({})).toBeNull();
  });
});

describe('the timeline', () => {
  it('has a bar for each part, also for those without a change', () => {
    const bars = barsOfChanges({
      ...{ startDate: '1970-01-01T00:00:00.000Z', endDate: '1970-01-01T00:00:10.000Z' },
      bucketSeconds: 4,
      buckets: [{ startDate: '1970-01-01T00:00:04.000Z', count: 3 }],
    });
    expect(bars).toEqual([
      { from: 0, to: 4_000, count: 0 },
      { from: 4_000, to: 8_000, count: 3 },
      { from: 8_000, to: 10_000, count: 0 },
    ]);
  });

  it('steps from change to change, and by days, and never beyond now', () => {
    const at = Date.parse('2026-11-20T12:00:00Z');
    const step = (direction: 1 | -1, isDay = false, from = at) =>
      stepped(MOMENTS, from, { direction, isDay, now });
    const day = 86_400_000;
    expect(step(-1)).toEqual({ at: '2026-11-20T11:59:59.999Z' });
    expect(step(1, false, at - day)).toEqual({ at: '2026-11-21T11:59:59.999Z' });
    // After the newest change nothing is different now.
    expect(step(1)).toBeNull();
    expect(step(-1, false, now)).toEqual({ at: '2026-11-21T11:59:59.999Z' });
    expect(step(1, false, now)).toBeNull();
    expect(step(-1, true)).toEqual({ at: '2026-11-19T12:00:00.000Z' });
    expect(step(1, true, now)).toBeNull();
    // Where nothing changed, an arrow leaves the screen at now.
    expect(stepped([], now, { direction: -1, isDay: false, now })).toBeNull();
  });

  it('steps over each of the changes of one millisecond, and back', () => {
    const at = '2026-11-21T12:00:00.000Z';
    const near = [moment(at, 'c'), moment(at, 'b'), moment(at, 'a')];
    const step = (direction: 1 | -1, event?: string) =>
      stepped(near, event ? Date.parse(at) : now, { direction, isDay: false, now, event });
    expect(step(-1)).toEqual({ at, event: 'b' });
    expect(step(-1, 'b')).toEqual({ at, event: 'a' });
    expect(step(-1, 'a')).toEqual({ at: '2026-11-21T11:59:59.999Z' });
    expect(step(1, 'a')).toEqual({ at, event: 'b' });
    expect(step(1, 'b')).toBeNull();
  });

  it('shows the last change that is not later', () => {
    expect(momentAt(MOMENTS, Date.parse('2026-11-20T13:00:00Z'))).toBe(MOMENTS[1]);
    expect(momentAt(MOMENTS, 0)).toBeNull();
  });
});

it('takes arrows as steps, by a day with Shift, and leaves those of the browser alone', () => {
  const pressed = (key: string, held: object = {}) =>
    stepOf({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });
  expect(pressed('ArrowLeft')).toEqual({ direction: -1, isDay: false });
  expect(pressed('ArrowRight', { shiftKey: true })).toEqual({ direction: 1, isDay: true });
  expect(pressed('ArrowUp')).toBeNull();
  for (const held of ['ctrlKey', 'metaKey', 'altKey'])
    expect(pressed('ArrowLeft', { [held]: true })).toBeNull();
});

it('counts what a plan would change, without what it refuses', () => {
  expect(changeCount([{ outcome: 'update' }, { outcome: 'refused' }])).toBe(1);
});

it('says by kind what a plan does, with the names', () => {
  const item = (outcome: string, secretKey: string) => ({ outcome, secretKey });
  const many = Array.from({ length: 7 }, (_, index) => item('delete', `N${index}`));

  expect(
    planLines([
      ...[item('create', 'A'), item('update', 'B'), item('delete', 'C'), item('update', 'D')],
      item('refused', 'E'),
    ]),
  ).toEqual([
    '1 secret is deleted: C',
    '2 secrets get their former values, as new versions: B, D',
    '1 secret comes back: A',
  ]);
  const below = { ...item('delete', 'C'), secretPath: '/payments' };
  expect(planLines([below], '/')).toEqual(['1 secret is deleted: /payments/C']);
  expect(planLines([below], '/payments')).toEqual(['1 secret is deleted: C']);
  expect(planLines(many)).toEqual(['7 secrets are deleted: N0, N1, N2, N3, N4 and 2 more']);
});

it('knows the folder of a change, and its secret, where all of it is there', () => {
  const changed = (secretPath: string, secretKey: string) =>
    ({ secretPath, secretKey }) as ChangeMoment['secrets'][number];
  const of = (...secrets: ChangeMoment['secrets']) =>
    placeOfChange({ ...MOMENTS[0]!, updated: secrets.length, secrets });

  expect(of(changed('/a', 'A'))).toEqual({ path: '/a', name: 'A' });
  expect(of(changed('/a', 'A'), changed('/a', 'B'))).toEqual({ path: '/a' });
  expect(of(changed('/a', 'A'), changed('/b', 'A'))).toEqual({});
  expect(placeOfChange({ ...MOMENTS[0]!, updated: 30 })).toEqual({});
});

it('knows whether something changed after a moment', () => {
  expect(hasLater(MOMENTS, MOMENTS[1]!.at)).toBe(true);
  expect(hasLater(MOMENTS, MOMENTS[0]!.at)).toBe(false);
});
