import { describe, expect, it } from '@jest/globals';
import { runLoad } from '../../bench/load.js';
import { byTurns, median } from '../../bench/measure.js';
import { isMet, type Row, tableOf } from '../../bench/report.js';
import { found } from '../../bench/scene.js';
import { TINY } from '../../bench/sizes.js';
import { useApp } from '../support/harness.js';

const server = useApp();

describe('npm run bench -- --url', () => {
  it('measures every operation of a server through its API, and cleans up', async () => {
    const scene = await found(server.url);
    const rows = await runLoad(scene, TINY);

    expect(rows.map(({ what }) => what)).toEqual([
      'login',
      'folder, create',
      'batch create of 1 secrets',
      'batch create of 5 secrets',
      'list of 5 secrets',
      'list of 5 names, no values',
      'list of 5 secrets after a write',
      'get of one secret',
      'list of 5 that did not change (If-None-Match)',
      'create of one secret',
      'update of one secret',
      'delete of one secret',
      'role, create',
      'privilege, create',
      'membership, create',
      'memberships, list of 5',
    ]);
    expect(rows.filter(({ ours }) => !(ours > 0))).toEqual([]);
    const { source } = server.database;
    // The one that the scene was made with.
    expect(await source.query('select id from projects')).toEqual([{ id: scene.projectId }]);
  });

  it('says what was refused', async () => {
    const target = { url: server.url, clientId: 'nobody', clientSecret: 'nothing' };

    await expect(runLoad(target, TINY)).rejects.toThrow('401');
  });
});

describe('a comparison', () => {
  it('takes turns, does not count the first, and answers medians', async () => {
    const turns: string[] = [];
    const series = (name: string, values: number[]) => async (round: number) => {
      turns.push(name);
      return values[round]!;
    };
    const ours = series('ours', [1000, 10, 20, 60]);
    const floor = series('floor', [1, 10, 10, 20]);

    expect(await byTurns(3, ours, floor)).toEqual({ ours: 20, floor: 10, ratio: 2 });
    expect(turns.slice(0, 4)).toEqual(['ours', 'floor', 'ours', 'floor']);
    expect(median([1, 2, 3, 10])).toBe(2.5);
  });
});

describe('the table', () => {
  const row: Row = { what: 'get', unit: '/s', ours: 12_345.6, aim: { atLeast: 0.6 } };

  it('holds a ratio against its aim, and a figure without one by itself', () => {
    expect(isMet({ ...row, ratio: 0.59 })).toBe(false);
    expect(isMet({ ...row, ratio: 0.6 })).toBe(true);
    expect(isMet({ what: 'start', unit: 'ms', ours: 1501, aim: { atMost: 1500 } })).toBe(false);
    expect(isMet({ what: 'start', unit: 'ms', ours: 1 })).toBeUndefined();
    expect(isMet({ ...row, ours: NaN })).toBe(false);
  });

  it('prints figures with their units', () => {
    const table = tableOf([{ ...row, floor: 20_000, floorIs: 'bare', ratio: 0.617 }]);

    expect(table.split('\n')[2]).toBe('get   12,346/s  20,000/s (bare)  0.62   ≥ 0.6  met');
  });
});
