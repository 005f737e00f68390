import { describe, expect, it } from '@jest/globals';
import type { Row } from '../secrets/model';
import type { Act } from './model';
import { againOn, staleActs, staleOf } from './stale';

const cell = (version: number) => ({
  ...{ version, changedAt: 5_000, changedBy: 'ben', source: null, tags: [] },
  ...{ isReadable: true, isEditable: true, isEmpty: false, refers: false },
});
const row: Row = {
  ...{ path: '/', name: 'KEY', last: { changedAt: 0, changedBy: '', isDeletion: false } },
  cells: new Map([['dev', cell(3)]]),
  deletions: new Map([['prod', { version: 4, deletedAt: 6_000, deletedBy: 'cleo' }]]),
};
const anAct = (environment: string, expectedVersion: number | null, kind?: Act['kind']): Act => ({
  ...{ environment, expectedVersion, value: kind === 'delete' ? null : 'mine' },
  kind: kind ?? (expectedVersion === null ? 'create' : 'update'),
});

describe('an act that was wished for before somebody else changed the secret', () => {
  it('knows who wrote it since, and when', () => {
    expect(staleOf(anAct('dev', 2), row)).toEqual({
      ...{ kind: 'changed', version: 3, by: 'ben', at: 5_000 },
    });
    expect(staleOf(anAct('dev', null), row)).toMatchObject({ kind: 'created', by: 'ben' });
    expect(staleOf(anAct('dev', 3), row)).toBeNull();
    expect(staleOf(anAct('staging', null), row)).toBeNull();
  });

  it('knows who deleted it, and where nobody knows', () => {
    expect(staleOf(anAct('prod', 4), row)).toEqual({
      ...{ kind: 'deleted', version: null, by: 'cleo', at: 6_000 },
    });
    const gone = { kind: 'gone', version: null, by: null, at: null };
    expect(staleOf(anAct('staging', 1), row)).toEqual(gone);
    expect(staleOf(anAct('dev', 2), undefined)).toEqual(gone);
  });

  it('is made again on what is there now, where that makes sense', () => {
    const again = (act: Act) => againOn(act, staleOf(act, row)!);
    expect(again(anAct('dev', 2))).toMatchObject({ kind: 'update', expectedVersion: 3 });
    expect(again(anAct('dev', null))).toMatchObject({ kind: 'update', expectedVersion: 3 });
    expect(again(anAct('dev', 2, 'delete'))).toMatchObject({ kind: 'delete', expectedVersion: 3 });
    expect(again(anAct('prod', 4))).toMatchObject({ kind: 'create', expectedVersion: null });
    expect(again(anAct('prod', 4, 'delete'))).toBeNull();
    expect(again(anAct('prod', 4, 'rename'))).toBeNull();
  });

  it('is counted among those of a draft', () => {
    const target = { projectId: 'p', secretPath: '/', secretKey: 'KEY' };
    const acts = [anAct('dev', 2), anAct('dev', 3), anAct('prod', 4)];
    const found = staleActs(
      acts.map((act) => ({ target, act })),
      [row],
    );
    expect(found.map(({ act }) => act)).toEqual([acts[0], acts[2]]);
  });
});
