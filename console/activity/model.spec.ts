import { describe, expect, it } from '@jest/globals';
import { activityWords } from '../words/activity';
import {
  ACCESS_ACTIONS,
  beforeDayMoment,
  changedHolder,
  happeningOf,
  togetherOf,
  withHappening,
} from './model';

const event = (id: string, kind: string, ...payload: Record<string, unknown>[]) => ({
  ...{ id, kind, payload },
});

describe('what has just happened', () => {
  it('says where and what, each name once', () => {
    const place = { environment: 'prod', secretPath: '/web' };
    const secret = event(
      '1',
      'secret:update',
      { ...place, secretKey: 'A' },
      { ...place, secretKey: 'A' },
    );
    expect(happeningOf(secret, 7)).toEqual({
      ...{ id: '1', kind: 'secret:update', at: 7, where: 'prod /web', names: ['A'] },
    });
    expect(happeningOf(event('2', 'role:update', { roleSlug: 'ci' }), 7)).toMatchObject({
      where: '',
      names: ['ci'],
    });
    const joined = event('4', 'membership:create', { identityId: 'i', membershipId: 'm' });
    expect(happeningOf(joined, 7).names).toEqual(['i']);
    expect(happeningOf(event('3', 'secret:create'), 7).names).toEqual([]);
  });

  it('stands once, the newest first, and a hundred lines at most', () => {
    let list = withHappening([], happeningOf(event('0', 'x'), 0));
    for (let n = 0; n <= 120; n++) list = withHappening(list, happeningOf(event(`${n}`, 'x'), n));
    expect(list).toHaveLength(100);
    expect(list[0]!.id).toBe('120');
  });
});

it('puts the changes of all environments in one list, the newest first', () => {
  const moment = (at: string) => ({ at, created: 1, updated: 0, deleted: 0, secrets: [] });
  const list = togetherOf([
    {
      environment: 'dev',
      moments: [moment('2026-01-03T00:00:00Z'), moment('2026-01-01T00:00:00Z')],
    },
    { environment: 'prod', moments: [moment('2026-01-02T00:00:00Z')] },
  ]);
  expect(list.map(({ environment, at }) => `${environment} ${at.slice(8, 10)}`)).toEqual([
    'dev 03',
    'prod 02',
    'dev 01',
  ]);
});

it('leads to right before a change, by the changes of its environment', () => {
  const moment = (at: string, eventId: string) => ({
    ...{ at, eventId, created: 0, updated: 0, deleted: 1, secrets: [] },
  });
  const [now, near] = ['2026-01-03T00:00:00.000Z', '2026-01-02T23:59:59.999Z'];
  const list = togetherOf([
    { environment: 'dev', moments: [moment(now, 'deletion'), moment(near, 'former')] },
    { environment: 'prod', moments: [moment(now, 'other')] },
  ]);
  const of = (id: string) =>
    beforeDayMoment(
      list,
      list.find(({ eventId }) => eventId === id)!,
    );
  expect(of('deletion')).toEqual({ at: near, event: 'former' });
  expect(of('other')).toEqual({ at: near });
});

it('names whose access was changed, or which role', () => {
  const names = new Map([['i', 'ci']]);
  expect(changedHolder({ target: { membershipId: 'm', identityId: 'i' } }, names)).toBe('ci');
  expect(changedHolder({ target: { membershipId: 'm', userId: 'u' } }, names)).toBe('u');
  expect(changedHolder({ target: { roleId: 'r', slug: 'deployer' } }, names)).toBe('deployer');
  expect(changedHolder({ target: { members: [{ userId: 'i' }, { userId: 'u' }] } }, names)).toBe(
    'ci, u',
  );
});

it('has a word for every change of access, and asks for no more of them than the log takes', () => {
  expect(ACCESS_ACTIONS.filter((each) => !(each in activityWords.accessActions))).toEqual([]);
  expect(ACCESS_ACTIONS.length).toBeLessThanOrEqual(20);
});
