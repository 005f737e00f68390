import { describe, expect, it } from '@jest/globals';
import { entriesNaming, namedAsRemoved } from './member-entries.js';

const record = { action: 'scim-group.update', target: { groupId: 'g', name: 'Crew' } };
const ids = (count: number) => Array.from({ length: count }, (_, n) => `u${n}`);

describe('the entries of a change of members', () => {
  it('are one where it concerned nobody, or few', () => {
    expect(entriesNaming(record, { addedUserIds: [], removedUserIds: [] })).toEqual([record]);
    expect(entriesNaming(record, { addedUserIds: ['a'], removedUserIds: ['b', 'c'] })).toEqual([
      {
        action: 'scim-group.update',
        target: { groupId: 'g', name: 'Crew', addedUserIds: ['a'], removedUserIds: ['b', 'c'] },
      },
    ]);
  });

  it('tell identities from people where the group is gone', () => {
    const members = { holderIds: ['ann', 'job', 'ben'], identityIds: ['job'] };

    expect(namedAsRemoved(members)).toEqual({
      removedUserIds: ['ann', 'ben'],
      removedIdentityIds: ['job'],
    });
  });

  it('name everybody once, a thousand in each', () => {
    const entries = entriesNaming(record, { addedUserIds: ids(2_001), removedUserIds: ids(3) });
    const added = entries.flatMap(
      ({ target }) => (target as { addedUserIds: string[] }).addedUserIds,
    );

    expect(entries).toHaveLength(3);
    expect(added).toEqual(ids(2_001));
    expect(entries[1]!.target).toEqual({ groupId: 'g', addedUserIds: ids(2_000).slice(1_000) });
  });
});
