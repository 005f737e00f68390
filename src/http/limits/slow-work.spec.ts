import type { Response } from 'express';
import { Admission, currentWork, withRequestWork } from './admission.js';
import { slowWorkFirst, withoutPlace } from './slow-work.js';

const OUTSIDE = { inTransaction: false };
const aKey = <T>(make: () => T) => ({ name: 'a key', run: async () => make() });

describe('slow work without a place', () => {
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
        await withoutPlace(database, { name: 'a key', run: slow });
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
      withoutPlace(
        OUTSIDE,
        aKey(() => void (res.destroyed = true)),
      ),
    );

    await expect(ended).rejects.toMatchObject({ statusCode: 408 });
  });

  it('needs no request', async () => {
    await expect(
      withoutPlace(
        OUTSIDE,
        aKey(() => 7),
      ),
    ).resolves.toBe(7);
  });
});

describe('slow work of a transaction that may be begun again', () => {
  it('is done while no transaction is open, and its result is at hand in the next one', async () => {
    const database = { inTransaction: false };
    const [begun, made]: [string[], boolean[]] = [[], []];
    const transaction = async () => {
      database.inTransaction = true;
      try {
        begun.push('begun');
        return await withoutPlace(
          database,
          aKey(() => made.push(database.inTransaction)),
        );
      } finally {
        database.inTransaction = false;
      }
    };

    expect(await slowWorkFirst(transaction)).toBe(1);
    expect(begun).toEqual(['begun', 'begun']);
    expect(made).toEqual([false]);
  });

  it('has a result for each that asks: two of one name are made twice', async () => {
    let count = 0;
    const one = () =>
      withoutPlace(
        { inTransaction: true },
        aKey(() => ++count),
      );

    const both = await slowWorkFirst(async () => {
      const first = await one();
      return [first, await one()];
    });

    expect(new Set(both).size).toBe(2);
  });

  it('is done within the transaction once that was undone three times', async () => {
    let [begun, made] = [0, 0];
    const transaction = async () => {
      begun++;
      for (let n = 0; n < 6; n++)
        await withoutPlace(
          { inTransaction: true },
          { name: `${n}-${begun}`, run: async () => ++made },
        );
    };

    await slowWorkFirst(transaction);

    expect(begun).toBe(4);
    expect(made).toBe(3 + 6);
  });

  it('ends with what the transaction or the work throws', async () => {
    const fails = () => {
      throw new Error('no key');
    };
    await expect(slowWorkFirst(fails)).rejects.toThrow('no key');
    await expect(
      slowWorkFirst(() => withoutPlace({ inTransaction: true }, aKey(fails))),
    ).rejects.toThrow('no key');
  });
});
