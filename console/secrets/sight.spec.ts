import { describe, expect, it } from '@jest/globals';
import { countsOf, isGap, markOf, toGrid, type View } from './model';
import { keyOf, namesToAsk, type Place, placesToAsk, sightFrom, toAsk } from './sight';

/** In `/` dev has both names and prod shows none; of `/payments` prod shows one. */
const grid = toGrid({
  environments: ['dev', 'prod'],
  paths: ['/', '/payments'],
  names: ['A', 'B', 'PAY', 'OTHER'],
  folders: [0, 0, 1, 1],
  cells: [
    [0, 0, 1, 1000, 0, 3, 0, 0],
    [1, 0, 1, 1000, 0, 3, 0, 0],
    [2, 1, 1, 1000, 0, 3, 0, 0],
    [3, 0, 1, 1000, 0, 3, 0, 0],
  ],
  actors: [{ actorType: 'user', actorId: 'one', name: 'anna' }],
  tagSets: [],
  sources: [],
});
const [a, , pay, other] = grid.rows;

/** The sight of somebody who may see the names of secrets where `may` says so. */
function sightOf(may: (place: Place) => boolean) {
  const answer = (places: readonly Place[]) =>
    new Map(places.map((place) => [keyOf(place), may(place)]));
  const environments = answer(toAsk(grid.environments));
  const places = answer(placesToAsk(grid, environments));
  return sightFrom(grid, [environments, places, answer(namesToAsk(grid, environments, places))]);
}
const view = (sightOf: View['sightOf']): View => ({
  ...{ path: '/', environments: grid.environments, letters: new Map(), now: 0, sightOf },
});

describe('what a person may know of a cell that shows nothing', () => {
  it('is a gap where they may see the names of secrets', () => {
    const sight = sightOf(() => true);
    expect(sight(a!, 'prod')).toBe('seen');
    expect(isGap(a!, 'prod', view(sight))).toBe(true);
    expect(countsOf(grid.rows, view(sight)).gaps).toBe(2);
    expect(markOf(undefined, '', undefined, 'seen')).toBe('missing');
    // One question stands for all.
    expect(placesToAsk(grid, new Map([[keyOf({}), true]]))).toEqual([]);
  });

  it('is no gap in a folder that they may not see, whatever they may see elsewhere', () => {
    const sight = sightOf(
      ({ environment, secretPath }) =>
        environment === 'dev' || (environment === 'prod' && secretPath === '/payments'),
    );
    expect(sight(a!, 'prod')).toBe('folder');
    expect(isGap(a!, 'prod', view(sight))).toBe(false);
    expect(countsOf(grid.rows, view(sight)).gaps).toBe(0);
    expect(markOf(undefined, '', undefined, 'folder')).toBe('hidden');
    expect(sight(other!, 'prod')).toBe('seen');
    expect(sight(pay!, 'dev')).toBe('seen');
  });

  it('goes by the name, where a right is to some names of a folder', () => {
    const sight = sightOf(
      ({ environment, secretName }) => environment === 'dev' || secretName === 'A',
    );
    expect(sight(a!, 'prod')).toBe('seen');
    expect(sight(grid.rows[1]!, 'prod')).toBe('name');
    // What is shown of a folder says that not all of it is hidden.
    expect(sight(other!, 'prod')).toBe('name');
    expect(markOf(undefined, '', undefined, 'name')).toBe('hidden');
  });

  it('is not known while it is asked, or where nothing was answered', () => {
    const sight = sightFrom(grid, [new Map(), new Map(), new Map()]);
    expect(sight(a!, 'prod')).toBe('unknown');
    expect(isGap(a!, 'prod', view(sight))).toBe(false);
    expect(markOf(undefined, '', undefined, 'unknown')).toBe('unknown');
  });

  it('is a gap where they see that it was deleted', () => {
    const deletion = { version: 1, deletedAt: 0, deletedBy: null };
    const gone = { ...a!, deletions: new Map([['prod', deletion]]) };
    const sight = sightOf(({ environment }) => environment === 'dev');
    expect(isGap(gone, 'prod', view(sight))).toBe(true);
    expect(markOf(undefined, '', deletion, 'folder')).toBe('deleted');
  });
});
