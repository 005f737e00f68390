import { describe, expect, it } from '@jest/globals';
import { rightsToChange } from './own-roles-rights';

describe('what a change of somebody’s roles needs', () => {
  it('is to edit the member, and to assign each role that is given', () => {
    const ann = { kind: 'user', id: 'u', name: 'ann@example.org' } as const;
    const attributes = { userEmail: 'ann@example.org' };
    expect(rightsToChange(ann, ['admin'])).toEqual({
      edit: { subject: 'member', action: 'edit', attributes },
      'give admin': {
        ...{ subject: 'member', action: 'assign-role' },
        attributes: { ...attributes, assignableRole: 'admin' },
      },
    });
    expect(rightsToChange({ kind: 'identity', id: 'i', name: 'ci' }, [])).toEqual({
      edit: { subject: 'identity', action: 'edit', attributes: { identityId: 'i' } },
    });
  });
});
