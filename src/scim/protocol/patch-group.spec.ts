import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../../errors/api-error.js';
import { PATCH_SCHEMA, readPatch } from './patch-body.js';
import { groupChange } from './patch-group.js';

const READ_ONLY = { id: 'g1', schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], meta: {} };

function changeOf(...operations: object[]) {
  const change = groupChange(
    readPatch({ schemas: [PATCH_SCHEMA], Operations: operations }),
    READ_ONLY,
  );
  const { clears, added, removed } = change.members;
  const { displayName, externalId } = change;
  return { displayName, externalId, clears, added: [...added], removed: [...removed] };
}

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
  return 'none';
};

const NOTHING = {
  displayName: undefined,
  externalId: undefined,
  clears: false,
  added: [],
  removed: [],
};

describe('groupChange', () => {
  it.each<[string, object[], object]>([
    [
      'Entra without its flag',
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: 'a' }] }],
      { added: ['a'] },
    ],
    [
      'Entra, which names in a value whom to remove',
      [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: 'a' }] }],
      { removed: ['a'] },
    ],
    ['a filter', [{ op: 'remove', path: 'members[value eq "A"]' }], { removed: ['a'] }],
    [
      'a filter for two',
      [{ op: 'remove', path: 'members[value eq "a" or value eq "b"]' }],
      { removed: ['a', 'b'] },
    ],
    [
      'all members',
      [{ op: 'replace', path: 'members', value: [{ value: 'a' }] }],
      { clears: true, added: ['a'] },
    ],
    ['no members', [{ op: 'replace', path: 'members', value: [] }], { clears: true }],
    ['members removed altogether', [{ op: 'remove', path: 'members' }], { clears: true }],
    ['an empty list of those to remove', [{ op: 'remove', path: 'members', value: [] }], {}],
    [
      'members without a path',
      [{ op: 'add', value: { members: [{ value: 'a' }] } }],
      { added: ['a'] },
    ],
    [
      'a rename as Okta sends it',
      [{ op: 'replace', value: { id: 'g1', displayName: ' Ops ' } }],
      { displayName: 'Ops' },
    ],
    [
      'another externalId',
      [{ op: 'Replace', path: 'externalId', value: 'e' }],
      { externalId: 'e' },
    ],
    ['no externalId', [{ op: 'remove', path: 'externalId' }], { externalId: null }],
    [
      'one after the other',
      [
        { op: 'add', path: 'members', value: [{ value: 'a' }, { value: 'b' }] },
        { op: 'remove', path: 'members[value eq "a"]' },
        { op: 'add', path: 'members', value: [{ value: 'c' }] },
      ],
      { added: ['b', 'c'], removed: ['a'] },
    ],
    [
      'the same member a thousand times',
      Array.from({ length: 1000 }, () => ({ op: 'add', path: 'members', value: [{ value: 'a' }] })),
      { added: ['a'] },
    ],
  ])('makes of %s', (_, operations, change) => {
    expect(changeOf(...operations)).toEqual({ ...NOTHING, ...change });
  });

  it.each<[string, object, string]>([
    [
      'a group as member',
      { op: 'add', path: 'members', value: [{ value: 'g', type: 'Group' }] },
      'scim-invalid-value',
    ],
    [
      'a member without value',
      { op: 'add', path: 'members', value: [{ display: 'x' }] },
      'scim-invalid-value',
    ],
    [
      'a member that is a number',
      { op: 'add', path: 'members', value: [{ value: 1 }] },
      'scim-invalid-value',
    ],
    [
      'null for those to remove',
      { op: 'remove', path: 'members', value: null },
      'scim-invalid-value',
    ],
    [
      'a change of a member',
      { op: 'replace', path: 'members[value eq "a"].value', value: 'x' },
      'scim-mutability',
    ],
    [
      'members by their name',
      { op: 'remove', path: 'members[display eq "x"]' },
      'scim-invalid-filter',
    ],
    ['displayName removed', { op: 'remove', path: 'displayName' }, 'scim-mutability'],
    ['displayName empty', { op: 'replace', path: 'displayName', value: '' }, 'scim-invalid-value'],
    ['another id', { op: 'replace', value: { id: 'g2', displayName: 'x' } }, 'scim-mutability'],
    ['an unknown attribute', { op: 'add', path: 'owner', value: 'x' }, 'scim-invalid-path'],
  ])('refuses %s', (_, operation, code) => {
    expect(codeOf(() => changeOf(operation))).toBe(code);
  });

  it('does to a set what its operations do one by one', () => {
    const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 });
    const operation = fc.record({ op: fc.constantFrom('add', 'remove', 'replace'), ids });

    fc.assert(
      fc.property(
        ids,
        fc.array(operation, { minLength: 1, maxLength: 6 }),
        (before, operations) => {
          const members = new Set(before);
          for (const { op, ids: named } of operations) {
            if (op === 'replace') members.clear();
            for (const id of named) {
              if (op === 'remove') members.delete(id);
              else members.add(id);
            }
          }
          const { clears, added, removed } = changeOf(
            ...operations.map(({ op, ids: named }) => ({
              op,
              path: 'members',
              value: named.map((value) => ({ value })),
            })),
          );
          const kept = clears ? [] : before.filter((id) => !removed.includes(id));
          expect(new Set([...kept, ...added])).toEqual(members);
        },
      ),
    );
  });
});
