import { describe, expect, it } from '@jest/globals';
import { lettersOf } from './letters';
import { countsOf, markOf, sameAs, shownRows, toGrid, type View } from './model';

const NAMES: Parameters<typeof toGrid>[0] = {
  environments: ['dev', 'prod'],
  paths: ['/', '/apps', '/apps-old', '/apps/web'],
  names: ['ROOT', 'API_KEY', 'OLD', 'API_KEY', 'DB_URL', 'PAY'],
  folders: [0, 1, 2, 3, 3, 3],
  cells: [
    [0, 0, 1, 1000, 0, 3, 0, 0],
    [1, 0, 1, 1000, 0, 3, 0, 0],
    [2, 1, 1, 1000, 0, 3, 0, 0],
    [3, 0, 3, 1000, 0, 3, 0, 0],
    [3, 1, 7, 9000, 1, 3, 0, 0],
    [4, 0, 1, 1000, 0, 11, 0, 0],
    [4, 1, 2, 1000, 0, 0, 0, 0],
    [5, 1, 4, 1000, 0, 17, 1, 1],
  ],
  actors: [
    { actorType: 'identity', actorId: 'one', name: 'ci' },
    { actorType: 'user', actorId: 'two', name: 'anna' },
  ],
  tagSets: [['payments']],
  sources: [{ environment: 'prod', secretPath: '/shared' }],
};

const { rows, environments } = toGrid(NAMES);
const view = (path: string): View => ({
  path,
  environments,
  sightOf: () => 'seen',
  letters: lettersOf(
    {
      environments: ['dev', 'prod'],
      names: ['API_KEY', 'DB_URL'],
      letters: [
        ['a', 'b'],
        ['a', ''],
      ],
    },
    ['dev', 'prod'],
  ),
  now: 9_000_000 + 60_000,
});
const namesOf = (list: readonly { path: string; name: string }[]) =>
  list.map(({ path, name }) => `${path} ${name}`);

describe('a name that was deleted in an environment', () => {
  const deleted = toGrid({
    ...NAMES,
    names: ['API_KEY', 'DB_URL'],
    paths: ['/', '/empty/inside'],
    folders: [0, 0],
    cells: [
      [0, 0, 3, 1000, 0, 3, 0, 0],
      [1, 0, 1, 1000, 0, 3, 0, 0],
    ],
    deletions: [
      [0, 1, 7, 9000, 2],
      [1, 1, 2, 900, 0],
    ],
  });
  const [api, url] = deleted.rows;

  it('is known with who deleted it and when', () => {
    expect(api!.deletions.get('prod')).toEqual({
      ...{ version: 7, deletedAt: 9_000_000, deletedBy: 'anna' },
    });
    expect(url!.deletions.get('prod')).toMatchObject({ deletedBy: null });
    expect(rows[0]!.deletions.size).toBe(0);
  });

  it('is drawn otherwise than one that was never set, and is a gap all the same', () => {
    expect(markOf(undefined, '', api!.deletions.get('prod'), 'seen')).toBe('deleted');
    expect(markOf(api!.cells.get('dev'), 'a', undefined, 'seen')).toBe('first');
    expect(countsOf(deleted.rows, view('/'))).toMatchObject({ gaps: 2, recent: 1 });
  });

  it('was changed last by who deleted it, where nothing was written later', () => {
    expect(api!.last).toMatchObject({ changedBy: 'anna', changedAt: 9_000_000, isDeletion: true });
    expect(url!.last).toMatchObject({ changedBy: 'ci', isDeletion: false });
  });
});

describe('a grid of names and environments', () => {
  it('has a row for each name of each folder, and knows who changed it last', () => {
    expect(namesOf(rows)).toEqual([
      '/ ROOT',
      '/apps API_KEY',
      '/apps-old OLD',
      '/apps/web API_KEY',
      '/apps/web DB_URL',
      '/apps/web PAY',
    ]);
    expect(rows[3]).toMatchObject({
      last: { changedBy: 'anna', changedAt: 9_000_000 },
    });
    expect(rows[5]!.cells.get('prod')).toMatchObject({
      source: { environment: 'prod', secretPath: '/shared' },
      tags: ['payments'],
      isReadable: true,
      isEditable: false,
    });
  });

  it('draws what matters most of a cell', () => {
    const [api, url, pay] = [rows[3]!.cells, rows[4]!.cells, rows[5]!.cells];
    expect(markOf(api.get('dev'), 'a', undefined, 'seen')).toBe('first');
    expect(markOf(api.get('prod'), 'b', undefined, 'seen')).toBe('second');
    expect(markOf(api.get('prod'), '', undefined, 'seen')).toBe('set');
    expect(markOf(url.get('dev'), 'a', undefined, 'seen')).toBe('refers');
    expect(markOf(url.get('prod'), '', undefined, 'seen')).toBe('hidden');
    expect(markOf(pay.get('prod'), '', undefined, 'seen')).toBe('imported');
    expect(markOf(pay.get('dev'), '', undefined, 'seen')).toBe('missing');
  });

  it('knows in which other environments the value is the same', () => {
    const of = view('/apps/web');
    const [api] = [rows[3]!];
    expect(sameAs(api, 'dev', of)).toEqual([]);
    const same = new Map([
      [
        'API_KEY',
        new Map([
          ['dev', 'a'],
          ['prod', 'a'],
        ]),
      ],
    ]);
    expect(sameAs(api, 'dev', { ...of, letters: same })).toEqual(['prod']);
    expect(sameAs(api, 'dev', { ...of, letters: new Map() })).toBeNull();
  });

  it('counts gaps, differences and recent changes of the folder itself', () => {
    expect(countsOf(rows, view('/apps/web'))).toEqual({ all: 3, gaps: 1, differ: 1, recent: 1 });
    // The letters are those of the folder that is shown: a name of a folder below takes none of them.
    expect(namesOf(shownRows(rows, view('/'), 'differ', 'api'))).toEqual([]);
  });

  it('finds names below the folder, in any case, and not those of a folder whose name begins alike', () => {
    expect(namesOf(shownRows(rows, view('/apps'), 'all', ''))).toEqual(['/apps API_KEY']);
    expect(namesOf(shownRows(rows, view('/apps'), 'all', 'api'))).toEqual([
      '/apps API_KEY',
      '/apps/web API_KEY',
    ]);
    expect(namesOf(shownRows(rows, view('/apps'), 'all', 'o'))).toEqual([]);
  });
});

it('counts and shows recent changes of the folders below too, which would be missed from above', () => {
  expect(countsOf(rows, view('/'))).toMatchObject({ all: 1, gaps: 1, recent: 1 });
  expect(namesOf(shownRows(rows, view('/'), 'recent', ''))).toEqual(['/apps/web API_KEY']);
});

it('draws each of the first three letters in a shape of its own', () => {
  const cell = rows[3]!.cells.get('prod');
  const marks = ['a', 'b', 'c', 'd', 'ac'].map((letter) => markOf(cell, letter, undefined, 'seen'));
  expect(marks).toEqual(['first', 'second', 'third', 'further', 'further']);
});
