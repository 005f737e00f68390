import { describe, expect, it } from '@jest/globals';
import { statement } from '../../src/database/database.js';
import { BatchedQuery } from '../../src/database/batched-query.js';
import { useApp } from '../support/harness.js';

const server = useApp();

/** Which connection looked, and when; null for an empty text. */
const LOOK = statement(`
  select $1::text as word, 100 / $2::int as part, pg_backend_pid() as pid,
    statement_timestamp()::text as "time"
  where $1::text <> ''`);

interface Look {
  readonly word: string;
  readonly part: number;
  readonly pid: number;
  readonly time: string;
}

const aRead = () => new BatchedQuery<Look>(server.database, LOOK, ['text', 'int']);

describe('a shared read', () => {
  it('gives each who asks at the same time its own row, or none, out of few statements', async () => {
    const read = aRead();
    const words = Array.from({ length: 200 }, (_, index) => (index % 7 === 0 ? '' : `w${index}`));
    const found = await Promise.all(words.map((word, index) => read.load([word, index + 1])));
    expect(found.map((row) => row?.word ?? '')).toEqual(words);
    expect(found[99]).toEqual({ ...found[99], word: 'w99', part: 1 });
    const statements = new Set(found.flatMap((row) => (row ? [row.time] : [])));
    expect(statements.size).toBeLessThanOrEqual(Math.ceil(words.length / 64));
  });

  it('looks anew for whoever asks later', async () => {
    const read = aRead();
    const first = await read.load(['a', 1]);
    const second = await read.load(['a', 1]);
    expect(second!.time > first!.time).toBe(true);
  });

  it('fails for the one whose values fail, and for nobody beside it', async () => {
    const read = aRead();
    const found = await Promise.allSettled(
      [['a', 1] as const, ['b', 0] as const, ['nul\0', 1] as const, ['c', 3] as const].map(
        (values) => read.load(values),
      ),
    );
    expect(found.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(found[1]).toMatchObject({ reason: { code: '22012' } });
    expect(found[2]).toMatchObject({ reason: { error: 'ValidationFailure' } });
    await expect(read.load(['d', 1])).resolves.toMatchObject({ word: 'd' });
  });

  it('sees, inside of a whole, what its transaction sees', async () => {
    const read = aRead();
    const pids = await server.database.requestTransaction(async (tx) => {
      const [{ pid }] = await tx.query('select pg_backend_pid() as pid');
      const found = await Promise.all([read.load(['a', 1]), read.load(['b', 1])]);
      return { own: pid as number, seen: found.map((row) => row!.pid) };
    });
    expect(pids.seen).toEqual([pids.own, pids.own]);
  });
});
