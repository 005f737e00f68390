import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { Connection } from '../../src/database/connection.js';
import { Database, statement } from '../../src/database/database.js';
import { RequestScoped } from '../../src/request-scope/request-scope.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

const ROWS = statement('select n, repeat($1, 1000) from generate_series(1, 1000) n');

describe('a connection that was opened in the middle of a request', () => {
  let database: TestDatabase;
  let pool: pg.Pool;

  beforeEach(async () => {
    database = await createTestDatabase();
    // No connection is opened before the request.
    pool = new pg.Pool({ connectionString: database.url, max: 1, Client: Connection } as object);
  });
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  const open = () => new Database({ driver: { master: pool } } as unknown as DataSource);

  it('keeps nothing of the request once that has ended', async () => {
    const scope = new RequestScoped<object>();
    const opened = open();
    const ask = async () => {
      const context = { name: 'what the request keeps' };
      const rows = await scope.run(context, () => opened.texts(ROWS, ['x']));
      expect(rows).toHaveLength(1_000);
      return [context, rows].map((each) => new WeakRef<object>(each));
    };
    const kept = await ask();

    expect(await remaining(kept)).toBe(0);
    // The same connection goes on.
    expect(await opened.texts(ROWS, ['x'])).toHaveLength(1_000);
  });

  it('leaves the request its context', async () => {
    const scope = new RequestScoped<string>();
    const seen = await scope.run('mine', async () => {
      await open().texts(ROWS, ['x']);
      return scope.current;
    });

    expect(seen).toBe('mine');
  });
});

/** How many are still there after a collection. */
async function remaining(kept: readonly WeakRef<object>[]): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let attempt = 0; attempt < 5; attempt++) {
    // A weak reference holds what it gave until the turn is over.
    await delay(10);
    collect();
  }
  return kept.map((each) => each.deref()).filter((each) => each !== undefined).length;
}
