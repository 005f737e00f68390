import { describe, expect, it } from '@jest/globals';
import {
  addressesOf,
  endingsOf,
  type Grant,
  type HeldRole,
  liveGrants,
  liveRoles,
  memberOfPerson,
  heldSlugs,
  withoutRole,
  withRole,
  withRoles,
} from './model';

const NOW = Date.parse('2026-11-27T12:00:00Z');

const held = (role: string, end?: string): HeldRole => ({
  ...{ id: `id-${role}`, role, customRoleId: null, customRoleName: null, customRoleSlug: null },
  isTemporary: end !== undefined,
  temporaryMode: end === undefined ? null : 'relative',
  temporaryRange: end === undefined ? null : '2h',
  temporaryAccessStartTime: end === undefined ? null : '2026-11-27T11:00:00.000Z',
  temporaryAccessEndTime: end ?? null,
});

const custom = { ...held('custom'), id: 'id-own', customRoleSlug: 'deployer' };
const SOON = '2026-11-27T13:00:00Z';
const LATER = '2026-11-27T14:00:00Z';
const OVER = '2026-11-27T11:30:00Z';
const FOR_TWO_HOURS = {
  ...{ isTemporary: true, temporaryMode: 'relative', temporaryRange: '2h' },
  temporaryAccessStartTime: '2026-11-27T11:00:00.000Z',
};

describe('roles after a change', () => {
  it('are those before and the new one, for good or for a time', () => {
    expect(withRole([custom], 'viewer', null, NOW)).toEqual([
      { role: 'deployer' },
      { role: 'viewer' },
    ]);
    expect(withRole([held('member')], 'admin', '8h', NOW)).toEqual([
      { role: 'member' },
      {
        ...{ role: 'admin', isTemporary: true, temporaryMode: 'relative', temporaryRange: '8h' },
        temporaryAccessStartTime: '2026-11-27T12:00:00.000Z',
      },
    ]);
  });

  it('keep the time of others, leave out what is over, and have each role once', () => {
    const roles = [held('member'), held('admin', LATER), held('viewer', OVER)];

    expect(withRole(roles, 'member', null, NOW)).toEqual([
      { role: 'member' },
      { role: 'admin', ...FOR_TWO_HOURS },
    ]);
  });

  it('are those that are chosen: what is held already keeps its time, and what is new has the one that is asked', () => {
    const roles = [held('no-access'), held('admin', LATER), held('viewer', OVER)];
    expect(heldSlugs(roles, NOW)).toEqual(['admin']);
    expect(withRoles(roles, ['admin', 'viewer'], null, NOW)).toEqual([
      { role: 'viewer' },
      { role: 'admin', ...FOR_TWO_HOURS },
    ]);
    expect(withRoles(roles, [], null, NOW)).toEqual([{ role: 'no-access' }]);
    expect(withRoles([custom], ['deployer', 'admin'], '8h', NOW)).toMatchObject([
      { role: 'deployer' },
      { role: 'admin', isTemporary: true, temporaryRange: '8h' },
    ]);
  });

  it('have one for good always: the one that allows nothing, where there is no other', () => {
    expect(withoutRole([held('member'), held('admin', LATER)], held('member'), NOW)).toEqual([
      { role: 'no-access' },
      { role: 'admin', ...FOR_TWO_HOURS },
    ]);
    expect(withoutRole([held('member')], held('member'), NOW)).toEqual([{ role: 'no-access' }]);
    expect(withRole([held('no-access')], 'member', null, NOW)).toEqual([{ role: 'member' }]);
    expect(withRole([held('member')], 'member', '1h', NOW)).toMatchObject([
      { role: 'no-access' },
      { role: 'member', temporaryRange: '1h' },
    ]);
  });
});

describe('what ends soon', () => {
  it('is told in the order of ends, without what is over', () => {
    const user = { id: 'u', email: 'ann@x.org', username: '', firstName: 'Ann', lastName: 'Lee' };
    const roles = [held('viewer', OVER), held('admin', LATER), held('member', SOON)];
    const member = memberOfPerson({
      ...{ id: 'm', userId: 'u', projectId: 'p', createdAt: SOON, updatedAt: SOON },
      ...{ user: { ...user, publicKey: '' }, project: { id: 'p', name: 'P' } as never, roles },
    });

    expect(member.name).toBe('Ann Lee');
    expect(endingsOf([member], NOW).map(({ role, at }) => [role.role, at])).toEqual([
      ['member', SOON],
      ['admin', LATER],
    ]);
    expect(liveRoles(roles, NOW)).toHaveLength(2);
  });
});

describe('addresses', () => {
  it('may be apart by lines, commas or blanks, and count once', () => {
    expect(addressesOf(' Ann@x.org,\nbob@x.org; ann@x.org ')).toEqual(['ann@x.org', 'bob@x.org']);
    expect(addressesOf(' ')).toEqual([]);
  });
});

it('shows grants that hold now or later, those that end first on top', () => {
  const grant = (id: string, temporaryAccessEndTime?: string) =>
    ({ id, ...(temporaryAccessEndTime && { temporaryAccessEndTime }) }) as Grant;
  const now = Date.parse('2026-11-28T12:00:00Z');
  const grants = [
    grant('for good'),
    grant('later', '2026-11-30T12:00:00Z'),
    grant('over', '2026-11-28T11:00:00Z'),
    grant('soon', '2026-11-28T13:00:00Z'),
  ];
  expect(liveGrants(grants, now).map(({ id }) => id)).toEqual(['soon', 'later', 'for good']);
});
