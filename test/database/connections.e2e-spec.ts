import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { dataSourceOptions } from '../../src/database/options.js';
import { inFrontOf, type TcpProxy } from '../support/tcp-proxy.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { quietStopwatch } from '../support/quiet-stopwatch.js';

/** Milliseconds. */
const PATIENCE = 2_000;

describe('a connection that failed, not only its statement,', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  /** With one connection, so that whoever asks next would get the same. */
  let source: DataSource;

  beforeEach(async () => {
    database = await createTestDatabase();
    proxy = await inFrontOf(database.url);
    const options = dataSourceOptions(proxy.url, 1);
    const extra = { ...(options.extra as object), query_timeout: PATIENCE };
    source = await new DataSource({ ...options, extra } as DataSourceOptions).initialize();
  });
  afterEach(async () => {
    await source.destroy();
    await proxy.close();
    await database.drop();
  });

  const selectOne = () => source.query<{ one: number }[]>('select 1 as one');
  const change = () => source.transaction((tx) => tx.query('update folders set name = name'));

  it('is not handed on in the moment between the last word of its backend and its end', async () => {
    proxy.hideEnds();
    await expect(source.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(
      'terminating connection',
    );
    expect(await selectOne()).toEqual([{ one: 1 }]);
  });

  it('is not handed on after a transaction, either', async () => {
    proxy.hideEnds();
    const killed = source.transaction(async (tx) => {
      await tx.query('select pg_terminate_backend(pg_backend_pid())');
    });
    await expect(killed).rejects.toThrow('terminating connection');
    await change();
  });

  it('is not handed on when nothing was heard of it', async () => {
    for (const ask of [selectOne, change]) {
      await ask();
      proxy.stall();
      const took = quietStopwatch();
      await expect(ask()).rejects.toThrow('Query read timeout');
      // A rollback on the same connection would be waited for as long again.
      expect(took()).toBeLessThan(2 * PATIENCE);
      proxy.resume();
      await ask();
    }
  });

  it('leaves the pool when its server has become one that only reads', async () => {
    await source.query('set session characteristics as transaction read only');
    await expect(change()).rejects.toThrow('read-only');
    await change();
  });
});
