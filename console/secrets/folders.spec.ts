import { describe, expect, it } from '@jest/globals';
import { foldersOf, openedTo } from './folders';

const rows = ['/', '/apps', '/apps-old', '/apps/web', '/apps/web', '/apps/web'].map((path) => ({
  path,
}));

describe('a tree of folders', () => {
  it('makes a tree of the folders, opened down to the one that is shown', () => {
    const folders = foldersOf(rows, ['/', '/apps']);
    expect(folders.map(({ path, depth, count }) => [path, depth, count])).toEqual([
      ['/', 0, 6],
      ['/apps', 1, 4],
      ['/apps/web', 2, 3],
      ['/apps-old', 1, 1],
    ]);
    expect(openedTo('/', folders).map(({ path }) => path)).toEqual(['/', '/apps', '/apps-old']);
    expect(openedTo('/apps', folders)).toEqual(folders);
  });

  it('has folders without secrets in the tree, and those above them', () => {
    const folders = foldersOf(rows, ['/', '/apps', '/jobs/night']);
    expect(folders.slice(-2).map(({ path, depth, count }) => [path, depth, count])).toEqual([
      ['/jobs', 1, 0],
      ['/jobs/night', 2, 0],
    ]);
    expect(foldersOf([], ['/', '/jobs']).map(({ path }) => path)).toEqual(['/', '/jobs']);
  });
});
