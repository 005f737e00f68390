import { describe, expect, it, jest } from '@jest/globals';
import type { Actor } from '../auth/actor.js';
import { KeyBounds } from './key-bounds.js';
import { type KeyPlace, KeyPlaces } from './key-places.js';

const caller = { orgId: 'o', identityId: 'i' } as Actor;

/** A table of keys, and one of the processes that write to it. */
class Table {
  live = 0;
  counts = 0;
  readonly bounds = Object.assign(new KeyBounds(), { perCaller: 1_000, countEvery: 10 });
  readonly places = new KeyPlaces(this.bounds);

  /** Whether there was room for a new key. */
  claim(places = this.places): boolean {
    const place = places.take(caller);
    if (!place) return false;
    if (!this.counted(place, places)) return false;
    this.live++;
    return true;
  }

  counted(place: KeyPlace, places = this.places): boolean {
    if (place.countUpTo === null) return true;
    this.counts++;
    try {
      places.counted(place, { live: Math.min(this.live, place.countUpTo), seconds: 60 });
      return true;
    } catch {
      places.giveBack(place);
      return false;
    }
  }
}

const times = (n: number, work: () => unknown) => Array.from({ length: n }, work);

describe('KeyPlaces', () => {
  it('lets exactly as many pass as there may be, by a count in ten', () => {
    const table = new Table();
    times(1_500, () => table.claim());

    expect(table.live).toBe(1_000);
    expect(table.counts).toBeLessThanOrEqual(101);
  });

  it('does not count who has no room again before the pause is over', () => {
    const table = new Table();
    table.live = 1_000;
    times(500, () => table.claim());
    expect(table.counts).toBe(1);

    table.live = 997;
    expect(table.claim()).toBe(false);
    table.bounds.countPause = 0;
    times(500, () => table.claim());
    expect(table.live).toBe(1_000);
  });

  it('counts who always finds a little room no more often than that', () => {
    const table = new Table();
    table.live = 1_000;
    times(500, () => {
      table.live = 999;
      return table.claim();
    });

    expect(table.counts).toBe(1);
  });

  it('counts once while many come at the same time', () => {
    const { places } = new Table();
    const taken = times(20, () => places.take(caller)) as (KeyPlace | null)[];

    const counts = taken.map((place) => place?.countUpTo);
    expect(counts).toEqual([1_000, ...times(19, () => null)]);
  });

  it('has more counted where a count takes so long that there is nothing left', () => {
    const table = new Table();
    table.live = 990;
    const [first, ...others] = times(30, () => table.places.take(caller)) as KeyPlace[];
    expect(others.slice(19).every((place) => place.countUpTo === 1_000)).toBe(true);
    for (const place of others) if (table.counted(place)) table.live++;

    expect(table.counted(first!)).toBe(false);
    expect(table.claim()).toBe(false);
  });

  it('refuses nobody who is far from the bound, however many are under way', () => {
    const table = new Table();
    times(50, () => {
      const taken = times(60, () => table.places.take(caller)) as KeyPlace[];
      expect(taken).not.toContain(null);
      for (const place of taken) {
        table.counted(place);
        table.places.giveBack(place);
      }
    });
  });

  it('lets nobody pass while somebody without room is counted', () => {
    const table = new Table();
    table.live = 1_000;
    table.claim();
    table.bounds.countPause = 0;

    expect(table.places.take(caller)).toMatchObject({ countUpTo: 1_000 });
    expect(table.places.take(caller)).toBeNull();
  });

  it('counts at the next one if a count came to nothing', () => {
    const { places } = new Table();
    const first = places.take(caller)!;
    expect(places.take(caller)).toMatchObject({ countUpTo: null });
    places.giveBack(first);

    expect(places.take(caller)).toMatchObject({ countUpTo: 1_000 });
  });

  it('has back what was given back, unless a count has not seen it', () => {
    const table = new Table();
    table.live = 998;
    const early = table.places.take(caller)!;
    table.counted(early);
    table.places.giveBack(early);
    expect([table.claim(), table.claim(), table.claim()]).toEqual([true, true, false]);

    table.bounds.countPause = 0;
    expect(table.claim()).toBe(false);
    table.places.giveBack(early);
    table.bounds.countPause = 10_000;
    expect(table.claim()).toBe(false);
  });

  it('lets each further process be beyond by what it lets pass between two counts', () => {
    const table = new Table();
    const others = times(3, () => new KeyPlaces(table.bounds));
    times(2_000, () => others.forEach((each) => table.claim(each as KeyPlaces)));

    expect(table.live).toBeGreaterThanOrEqual(1_000);
    expect(table.live).toBeLessThanOrEqual(1_000 + 2 * 10);
  });

  it('forgets callers, not that they are to be counted', () => {
    const table = new Table();
    table.live = 1_000;
    table.claim();
    for (let n = 0; n < 10_000; n++) table.places.take({ orgId: 'o', identityId: `${n}` } as Actor);
    jest.spyOn(table.places, 'counted');

    expect(table.claim()).toBe(false);
    expect(table.places.counted).toHaveBeenCalledTimes(1);
  });
});
