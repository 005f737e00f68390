import type { Response } from 'express';
import {
  addCost,
  addSlice,
  Admission,
  currentWork,
  RequestWork,
  withoutPlace,
  withRequestWork,
} from './admission.js';

/** What a request pays that counted so many units and used up so many slices. */
function costOf(units: number, slices: number): number {
  let cost = NaN;
  withRequestWork({} as never, {} as Response, () => {
    addCost(units);
    for (let n = 0; n < slices; n++) addSlice();
    cost = currentWork()!.cost;
  });
  return cost;
}

describe('the cost of a request', () => {
  it.each([
    [0, 0, 0],
    [0, 7, 7],
    [3, 0, 3],
    [3, 12, 3],
    [3, 13, 4],
    [0.5, 10, 8.5],
  ])('for %p counted units and %p slices is %p: one measure or the other, never both', (...row) => {
    const [units, slices, cost] = row;
    expect(costOf(units, slices)).toBe(cost);
  });

  it('is that of the request alone, and nothing outside of one', () => {
    addCost(5);
    addSlice();

    expect(currentWork()).toBeUndefined();
    expect(new RequestWork({} as Response).cost).toBe(0);
  });
});

describe('slow work without a place', () => {
  const OUTSIDE = { inTransaction: false };
  const POOL = 10;
  const claimant = { caller: 'a', group: 'org', contended: null, bytes: 0 } as never;

  /** Runs as a request that has its place. */
  async function atWork<T>(admission: Admission, res: Partial<Response>, run: () => Promise<T>) {
    return new Promise<T>((resolve, reject) => {
      withRequestWork({} as never, res as Response, () => {
        void Promise.resolve(admission.take(admission.full, claimant, currentWork()!))
          .then(run)
          .then(resolve, reject);
      });
    });
  }

  /** How many of `count` requests are at their slow work together. */
  async function mostTogether(count: number, database: { readonly inTransaction: boolean }) {
    const admission = new Admission(POOL);
    const res = { once: () => res, off: () => res, destroyed: false } as never;
    let [running, most] = [0, 0];
    const slow = async () => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
    };
    const one = () =>
      atWork(admission, res, async () => {
        await withoutPlace(database, slow);
        currentWork()!.leave();
      });
    await Promise.all(Array.from({ length: count }, one));
    return most;
  }

  it('is done while others have the place, but not where the request holds a connection', async () => {
    expect(await mostTogether(30, OUTSIDE)).toBe(30);
    expect(await mostTogether(30, { inTransaction: true })).toBeLessThan(POOL);
  });

  it('ends the request where the client has gone meanwhile (408)', async () => {
    const res = { once: () => res, off: () => res, destroyed: false } as { destroyed: boolean };
    const admission = new Admission(POOL);
    const ended = atWork(admission, res as never, () =>
      withoutPlace(OUTSIDE, async () => void (res.destroyed = true)),
    );

    await expect(ended).rejects.toMatchObject({ statusCode: 408 });
  });

  it('needs no request', async () => {
    await expect(withoutPlace(OUTSIDE, async () => 7)).resolves.toBe(7);
  });
});
