import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Database, sendLater, statement } from '../../src/database/database.js';
import { orElse, required } from '../../src/database/required.js';
import { conflict } from '../../src/errors/api-error.js';
import { dataSourceOptions } from '../../src/database/options.js';
import { createTestDatabase, execute, type TestDatabase } from '../support/test-database.js';
import { type WireLog, wireLogOf } from '../support/wire-log.js';

const ADD = statement('insert into numbers (n) values ($1) returning n');
const FIND = statement('select n from numbers where n >= $1 order by n');

describe('statements that are sent together', () => {
  let own: TestDatabase;
  let wire: WireLog;
  let source: DataSource;
  let database: Database;

  beforeEach(async () => {
    own = await createTestDatabase();
    await execute(own.url, 'create table numbers (n integer primary key)');
    wire = await wireLogOf(own.url);
    // With one connection, so that whoever asks next gets the same.
    source = await new DataSource(dataSourceOptions(wire.url, 1)).initialize();
    database = new Database(source);
    wire.reset();
  });
  afterEach(async () => {
    await source.destroy();
    await wire.close();
    await own.drop();
  });

  const add = (n: number) => ({ ...ADD, values: [n] });
  const numbers = () => database.rows<{ n: number }>(FIND, [0]);

  it('are one round trip, and give the rows of each', async () => {
    const rows = await database.transaction((tx) =>
      database.together(tx, [add(1), add(2), { ...FIND, values: [0] }]),
    );

    expect(rows).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 1 }, { n: 2 }]]);
    // The beginning goes along, the commit by itself.
    expect(wire.roundTrips).toBe(2);
    expect(await numbers()).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('are a whole transaction in one round trip where they are its last', async () => {
    await database.transaction((tx) => database.finish(tx, [add(1), add(2)]));

    expect(wire.roundTrips).toBe(1);
    expect(wire.unprepared).toEqual([]);
    expect(await numbers()).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('leave nothing behind where one of them fails, and the connection goes on', async () => {
    const listeners: string[] = [];
    const failing = database.transaction(async (tx) => {
      database.afterCommit(tx, () => listeners.push('committed'));
      await database.finish(tx, [add(1), add(1), add(2)]);
    });

    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(listeners).toEqual([]);
    expect(await numbers()).toEqual([]);
    await database.transaction((tx) => database.finish(tx, [add(1), add(2)]));
    expect(await numbers()).toHaveLength(2);
  });

  it('leave nothing behind where a value cannot be sent', async () => {
    const unsendable = {
      toPostgres() {
        throw new Error('no such value');
      },
    };
    const failing = database.transaction((tx) =>
      database.finish(tx, [add(1), { ...ADD, values: [unsendable] }, add(2)]),
    );

    await expect(failing).rejects.toThrow('no such value');
    expect(await numbers()).toEqual([]);
    await database.transaction((tx) => database.finish(tx, [add(3)]));
    expect(await numbers()).toEqual([{ n: 3 }]);
  });

  it('are the last: the transaction takes no statement after its commit', async () => {
    const late = database.transaction(async (tx) => {
      await database.finish(tx, [add(1)]);
      await tx.query('select $1::text', ['too late']);
    });

    await expect(late).rejects.toThrow('committed already');
    expect(await numbers()).toEqual([{ n: 1 }]);
  });

  it("do not end a request's transaction", async () => {
    const failing = database.requestTransaction(async () => {
      await database.transaction((tx) => database.finish(tx, [add(1)]));
      expect(await numbers()).toHaveLength(1);
      throw new Error('afterwards');
    });

    await expect(failing).rejects.toThrow('afterwards');
    expect(await numbers()).toEqual([]);
  });

  it('go with the next statement, or with the commit, where nobody waits for them', async () => {
    const found: unknown[] = [];
    const onRows = (rows: readonly object[]) => void found.push(...rows);
    await database.transaction(async (tx) => {
      await sendLater(tx, [{ ...add(1), onRows }]);
      expect(wire.roundTrips).toBe(0);
      expect(await tx.query(FIND.text, [0])).toEqual([{ n: 1 }]);
      await sendLater(tx, [{ ...add(2), onRows }]);
      await sendLater(tx, [{ ...add(3), onRows }]);
    });

    expect(wire.roundTrips).toBe(2);
    expect(found).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
    expect(await numbers()).toHaveLength(3);
  });

  it('are not kept in any number, and are gone with their transaction', async () => {
    const failing = database.transaction(async (tx) => {
      for (let n = 0; n < 40; n++) await sendLater(tx, [add(n)]);
      expect(wire.roundTrips).toBe(1);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');

    await database.transaction((tx) => sendLater(tx, [add(100)]));
    expect(await numbers()).toEqual([{ n: 100 }]);
  });

  it.each(['the next statement', 'the commit', 'statements sent together'])(
    'fail %s with an error of their own, and nothing is written',
    async (end) => {
      const none = statement(`select ${required('count(*) = 0')} from numbers where n >= $1`);
      const onFailure = orElse(() => conflict('concurrent-change', 'There are some already.'));
      const failing = database.transaction(async (tx) => {
        await sendLater(tx, [add(1), { ...none, values: [0], onFailure }]);
        if (end === 'the next statement') await tx.query(FIND.text, [0]);
        if (end === 'statements sent together') await database.finish(tx, [add(2)]);
      });

      await expect(failing).rejects.toMatchObject({ statusCode: 409, code: 'concurrent-change' });
      expect(await numbers()).toEqual([]);
    },
  );

  it('leave the rows of the next one in the form that it asked for', async () => {
    const texts = await database.requestTransaction(async (tx) => {
      await sendLater(tx, [add(7)]);
      return database.texts(FIND, [0]);
    });
    const first = await database.requestTransaction(() => database.texts(FIND, [0]));

    expect([texts, first]).toEqual([[['7']], [['7']]]);
  });

  it('begin nothing where the transaction has none', async () => {
    await database.transaction(() => Promise.resolve());
    await expect(database.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');

    expect(wire.roundTrips).toBe(0);
    await database.row(ADD, [1]);
    expect(await numbers()).toHaveLength(1);
  });
});

describe('statements that are asked again', () => {
  let own: TestDatabase;
  let wire: WireLog;
  let source: DataSource;

  beforeEach(async () => {
    own = await createTestDatabase();
    wire = await wireLogOf(own.url);
    source = await new DataSource(dataSourceOptions(wire.url, 1)).initialize();
    wire.reset();
  });
  afterEach(async () => {
    await source.destroy();
    await wire.close();
    await own.drop();
  });

  it('are prepared once, inside of transactions too', async () => {
    const ask = () => source.transaction((tx) => tx.query('select $1::int n', [1]));
    for (let n = 0; n < 4; n++) expect(await ask()).toEqual([{ n: 1 }]);

    const sent = wire.unprepared.filter((text) => text.startsWith('select'));
    expect(sent).toHaveLength(1);
    expect(wire.executed.filter((name) => name !== 'begin')).toHaveLength(3);
  });

  it('are so many at the most, however many there are', async () => {
    for (let n = 0; n < 520; n++)
      for (let times = 0; times < 2; times++) await source.query(`select $1::int n${n}`, [1]);

    const [kept] = await source.query<{ count: number }[]>(
      'select count(*)::int from pg_prepared_statements',
    );
    expect(kept!.count).toBe(500);
  });
});
