import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, statement } from '../../src/database/database.js';
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

describe('a statement outside of transactions', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new DataSource(dataSourceOptions(database.url, 1)).initialize();
    // A sequence remembers what a failed statement did to it.
    await source.query(`
      create sequence tries;
      create function fails(times int, code text) returns int language plpgsql as $$
        declare tried int := nextval('tries');
        begin
          if tried <= times then raise 'others were first' using errcode = code; end if;
          return tried;
        end $$`);
  });
  beforeEach(async () => {
    await source.query('alter sequence tries restart');
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  const ask = (times: number, code: string) =>
    new Database(source).row(statement('select fails($1, $2) tried'), [times, code]);

  it.each(['40P01', '40001'])(
    'is sent again where others were first (%s), three times in all',
    async (code) => {
      expect(await ask(2, code)).toEqual({ tried: 3 });
      await source.query('alter sequence tries restart');
      await expect(ask(3, code)).rejects.toMatchObject({ code: 'concurrent-change' });
    },
  );

  const endOnce = (text: string) => new Database(source).row(statement(text), ['ended']);

  // The session ends in the midst of the statement at the first try: the sequence keeps that there was one.
  const END = `case when nextval('tries') = 1 then pg_terminate_backend(pg_backend_pid())::text else $1 end`;

  it('is sent once more where it only reads and its connection was lost', async () => {
    expect(await endOnce(`select ${END} word`)).toEqual({ word: 'ended' });
  });

  it('is not sent again where it may have changed something: 504', async () => {
    const writing = `with made as (insert into written select ${END} returning word) select word from made`;
    await source.query('create table written (word text)');
    await expect(endOnce(writing)).rejects.toMatchObject({ code: 'database-timeout' });
    expect(await source.query('select last_value::int tried from tries')).toEqual([{ tried: 1 }]);
  });

  it('answers 504 to a transaction whose connection was lost', async () => {
    const killed = new Database(source).transaction((tx) =>
      tx.query('select pg_terminate_backend(pg_backend_pid())'),
    );
    await expect(killed).rejects.toMatchObject({ code: 'database-timeout' });
  });

  it('answers 504 where PostgreSQL has no place for another connection', async () => {
    await expect(ask(1, '53300')).rejects.toMatchObject({ code: 'database-timeout' });
  });
});
