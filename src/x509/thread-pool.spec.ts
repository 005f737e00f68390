import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../errors/api-error.js';
import { WorkPlaces } from './thread-pool.js';

describe('places of slow work', () => {
  it('are so many, so many more wait, and the rest is told to come again (429 with Retry-After, C86)', async () => {
    const places = new WorkPlaces({ atATime: 3, maxWaiting: 60 });
    let running = 0;
    let most = 0;
    const ends: (() => void)[] = [];
    const work = async () => {
      most = Math.max(most, (running += 1));
      await new Promise<void>((resolve) => ends.push(resolve));
      running -= 1;
    };
    const results = Array.from({ length: 100 }, () =>
      places.run(work).then(
        () => 'done',
        (error: unknown) => error,
      ),
    );
    const settled = Promise.all(results);
    for (let n = 0; n < 63; n++) {
      while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
      ends.shift()!();
    }
    const outcomes = await settled;
    const refused = outcomes.filter((each): each is ApiError => each instanceof ApiError);

    expect(most).toBe(3);
    expect(outcomes.filter((each) => each === 'done')).toHaveLength(63);
    expect(refused).toHaveLength(37);
    expect(refused[0]).toMatchObject({ statusCode: 429, headers: { 'Retry-After': '1' } });
  });

  it('come free where the work fails', async () => {
    const places = new WorkPlaces({ atATime: 1, maxWaiting: 1 });
    const failing = places.run(() => Promise.reject(new Error('no key')));

    await expect(failing).rejects.toThrow('no key');
    await expect(places.run(async () => 7)).resolves.toBe(7);
  });

  it('are waited for so long only, and then others have their turn (429)', async () => {
    const places = new WorkPlaces({ atATime: 1, maxWaiting: 3, patience: 40 });
    let end = () => undefined as void;
    const first = places.run(() => new Promise<void>((resolve) => (end = resolve)), { group: 'a' });
    const done: string[] = [];
    const refusal = places
      .run(async () => void done.push('late'), { group: 'b' })
      .catch((error) => error);

    expect(await refusal).toMatchObject({ statusCode: 429, headers: { 'Retry-After': '5' } });
    const next = places.run(async () => void done.push('next'), { group: 'c' });
    end();
    await Promise.all([first, next]);
    expect(done).toEqual(['next']);
    await expect(places.run(async () => 7, { group: 'b' })).resolves.toBe(7);
  });

  it('are given to organizations in turn, each of which may wait with a part (429)', async () => {
    const places = new WorkPlaces({ atATime: 1, maxWaiting: 10, maxWaitingPerGroup: 4 });
    const done: string[] = [];
    const work = (name: string) =>
      places.run(async () => void done.push(name), { group: name[0]! });
    const flood = Array.from({ length: 6 }, (_, n) => work(`a${n}`));
    const refusal = flood.at(-1)!.catch((error: unknown) => error);
    await Promise.all([...flood.slice(0, -1), work('b0'), work('b1'), work('c0')]);

    expect(done).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3', 'a4']);
    expect(await refusal).toMatchObject({ statusCode: 429 });
  });

  it('are given to the callers of an organization in turn', async () => {
    const places = new WorkPlaces({ atATime: 1, maxWaiting: 10 });
    const done: string[] = [];
    const work = (name: string) =>
      places.run(async () => void done.push(name), { group: 'a', caller: name[0]! });
    await Promise.all(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0'].map(work));

    expect(done).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
  });

  it('are left by those who want them no more', async () => {
    const places = new WorkPlaces({ atATime: 1, maxWaiting: 2 });
    let end = () => undefined as void;
    const first = places.run(() => new Promise<void>((resolve) => (end = resolve)));
    const gone = new AbortController();
    const abandoned = places.run(async () => 1, { signal: gone.signal });
    const waiting = places.run(async () => 2);
    gone.abort(new Error('gone'));
    await expect(abandoned).rejects.toThrow('gone');
    const last = places.run(async () => 3);
    end();

    await first;
    expect(await Promise.all([waiting, last])).toEqual([2, 3]);
  });
});
