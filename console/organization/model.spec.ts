import { describe, expect, it } from '@jest/globals';
import { groupMemberOf, orgRoleText, personOf, roleOf } from './model';

const user = {
  ...{ id: 'u', username: 'ann@x.org', email: 'ann@x.org', isEmailVerified: true },
  ...{ firstName: 'Ann', lastName: 'Lee', publicKey: '' },
};
const membership = {
  ...{
    id: 'm',
    userId: 'u',
    orgId: 'o',
    role: 'member',
    roleId: null,
    status: 'accepted' as const,
  },
  ...{ isActive: true, inviteEmail: 'ann@x.org', inviter: null, user },
  ...{ lastLoginAuthMethod: null, lastLoginTime: null },
};

describe('a person of the organization', () => {
  it('has a name, or else the address, and one state', () => {
    expect(personOf(membership)).toMatchObject({ name: 'Ann Lee', state: 'active' });
    const unnamed = { ...user, firstName: '', lastName: '' };
    const invited = { ...membership, user: unnamed, status: 'invited' as const };
    expect(personOf(invited)).toMatchObject({ name: 'ann@x.org', state: 'invited' });
    expect(personOf({ ...invited, isActive: false }).state).toBe('deactivated');
  });

  it('has its own role by the name by which it is given', () => {
    expect(roleOf({ role: 'custom', customRoleSlug: 'auditor' })).toBe('auditor');
    expect(roleOf({ role: 'admin', customRoleSlug: null })).toBe('admin');
  });
});

describe('a member of a group', () => {
  it('is named as routes name it', () => {
    const joined = { id: 'i', joinedGroupAt: '2026-01-01T00:00:00Z' };
    expect(groupMemberOf({ ...joined, type: 'user', user } as never)).toEqual({
      ...{ kind: 'user', key: 'ann@x.org', name: 'ann@x.org' },
    });
    const machineIdentity = { name: 'ci' };
    expect(groupMemberOf({ ...joined, type: 'machineIdentity', machineIdentity } as never)).toEqual(
      { kind: 'identity', key: 'i', name: 'ci' },
    );
  });
});

it('tells who has no rights in the organization itself, and does not name that a role', () => {
  expect(orgRoleText('no-access')).toBe('only in projects');
  expect(orgRoleText('admin')).toBe('admin');
  expect(orgRoleText('no-access', 'Auditors')).toBe('Auditors');
});
