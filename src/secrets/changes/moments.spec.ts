import { describe, expect, it } from '@jest/globals';
import { bucketsOf, type ChangeKind, type FolderChange, momentsOf } from './moments.js';

const ANN = { actorType: 'user', actorId: 'a', name: 'ann' };
const change = (second: number, xid: string, kind: ChangeKind = 'update'): FolderChange => ({
  ...{ at: new Date(second * 1_000), xid, kind, secretPath: '/', key: 'A', version: 1 },
  secretId: 's',
  actor: kind === 'delete' ? null : ANN,
});

describe('moments', () => {
  it('hold what one transaction did, with who did it', () => {
    const moments = momentsOf(
      [change(2, 'b', 'delete'), change(2, 'b', 'create'), change(1, 'a'), change(1, 'a')],
      10,
    );

    expect(moments.map(({ xid, counts, actor }) => [xid, counts, actor])).toEqual([
      ['b', { create: 1, update: 0, delete: 1 }, ANN],
      ['a', { create: 0, update: 2, delete: 0 }, ANN],
    ]);
  });

  it('end at the limit, but not among those of one time', () => {
    const changes = [change(3, 'c'), change(2, 'b'), change(2, 'a'), change(1, '9')];
    expect(momentsOf(changes, 1).map(({ xid }) => xid)).toEqual(['c']);
    expect(momentsOf(changes, 2).map(({ xid }) => xid)).toEqual(['c', 'b', 'a']);
  });
});

describe('buckets', () => {
  it('cut the time into equal parts, and leave out empty ones', () => {
    const time = { from: new Date(0), until: new Date(10_000), buckets: 5 };
    const found = bucketsOf([change(9, 'c'), change(1, 'b'), change(0, 'a')], time);

    expect(found).toEqual([
      { startAt: new Date(0), count: 2 },
      { startAt: new Date(8_000), count: 1 },
    ]);
  });
});
