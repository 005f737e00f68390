import { describe, expect, it } from '@jest/globals';
import { latestChanges, latestIn, openingOf } from './latest';

const NAMES = {
  ...{ environments: ['dev', 'prod'], paths: ['/', '/apps'], names: ['A', 'B', 'GONE'] },
  ...{ folders: [0, 1, 1], actors: [], tagSets: [], sources: [] },
  cells: [
    [0, 0, 1, 100, 0, 1, 0, 0],
    [1, 0, 1, 200, 0, 1, 0, 0],
    [1, 1, 1, 900, 0, 17, 0, 1],
  ],
  deletions: [[2, 1, 3, 300, 0]],
};
const isProduction = (slug: string) => slug === 'prod';

describe('where Time begins', () => {
  const all = latestChanges(NAMES as never);

  it('is where something changed last, be it a deletion of what is there no more, and no import', () => {
    expect(latestIn(all, '/')).toEqual(
      new Map([
        ['dev', 200_000],
        ['prod', 300_000],
      ]),
    );
    expect(openingOf(['dev', 'prod'], latestIn(all, '/'), isProduction)).toBe('prod');
    expect(openingOf(['dev', 'prod'], new Map([['dev', 1]]), isProduction)).toBe('dev');
  });

  it('is production where nothing is known to have changed, else the first of all', () => {
    expect(latestIn(all, '/none')).toEqual(new Map());
    expect(openingOf(['dev', 'prod'], new Map(), isProduction)).toBe('prod');
    expect(openingOf(['dev', 'qa'], new Map(), isProduction)).toBe('dev');
    expect(openingOf([], new Map(), isProduction)).toBeUndefined();
  });
});
