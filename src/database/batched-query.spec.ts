import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { databaseTimeout } from '../errors/api-error.js';
import { type Database, statement } from './database.js';
import { BatchedQuery } from './batched-query.js';

/** A database that answers nothing until the test ends a statement. */
function silentDatabase() {
  const ends: (() => void)[] = [];
  const rows = () => new Promise((_, reject) => ends.push(() => reject(databaseTimeout())));
  return { database: { inTransaction: false, rows } as unknown as Database, ends };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('a batched query of a database that does not answer', () => {
  // Its clock goes on: others of this process would wait for ever on one that stands.
  const now = performance.now.bind(performance);
  let ahead = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  afterAll(() => clock.mockRestore());

  it('rejects requests that have waited long enough, and asks again for the others', async () => {
    const { database, ends } = silentDatabase();
    const read = new BatchedQuery(database, statement('select $1::int n'), ['int']);
    const failed: number[] = [];
    const ask = (n: number) => read.load([n]).catch(() => void failed.push(n));
    const old = Array.from({ length: 300 }, (_, n) => ask(n));
    for (let n = 0; n < 5; n++) await turn();
    expect(ends).toHaveLength(3);
    ahead = 2_500;
    const young = [ask(300), ask(301)];

    ahead = 5_000;
    ends[0]!();
    for (let n = 0; n < 5; n++) await turn();

    // 64 of the statement, 108 that waited for one; the two that came late are asked for.
    expect(failed).toHaveLength(64 + 108);
    expect(ends).toHaveLength(4);
    for (const end of ends) end();
    await Promise.all([...old, ...young]);
    expect(failed).toHaveLength(302);
  });
});
