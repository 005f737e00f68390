import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createAppContext } from '../../src/app-context.js';
import { dataSourceOptions } from '../../src/database/options.js';
import { createLog } from '../../src/logging/log.js';
import { testConfig, TEST_KEYS } from '../support/harness.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';

describe('the schema that the migrations make', () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await new DataSource(dataSourceOptions(database.url, 1)).initialize();
  });
  afterAll(async () => {
    await source?.destroy();
    await database?.drop();
  });

  it('is the one that the entities describe', async () => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();

    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('is complete: nothing is pending', async () => {
    expect(await source.showMigrations()).toBe(false);
  });

  it('has no check on columns that could hold a secret: its refusal would tell the row', async () => {
    const checks = await source.query<{ definition: string }[]>(
      `select pg_get_constraintdef(oid) definition from pg_constraint
       where contype = 'c' and connamespace = 'public'::regnamespace`,
    );

    expect(
      checks
        .map(({ definition }) => definition)
        .filter((text) => /value|comment|secret/i.test(text)),
    ).toEqual([]);
  });

  it('goes back to nothing, and comes again', async () => {
    const plain = await new DataSource(dataSourceOptions(database.url, 1, {})).initialize();
    try {
      const count = plain.migrations.length;
      for (let i = 0; i < count; i++) await plain.undoLastMigration();
      const left = await plain.query<object[]>(
        `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
         and relname <> 'migrations'`,
      );
      expect(left).toEqual([]);

      await plain.runMigrations({ transaction: 'each' });
      const { upQueries } = await plain.driver.createSchemaBuilder().log();
      expect(upQueries).toEqual([]);
    } finally {
      await plain.destroy();
    }
  });

  it('of a build from before the first release is refused in one sentence, and stays as it was', async () => {
    const old = await createTestDatabase();
    const plain = await new DataSource(dataSourceOptions(old.url, 1, {})).initialize();
    try {
      await plain.query(`update migrations set name = 'FirstSchema1763700000000'`);
      const infrastructure = { ...TEST_KEYS, databaseUrl: old.url };

      const start = createAppContext(testConfig(), infrastructure, createLog('silent'));

      await expect(start).rejects.toMatchObject({
        isExpected: true,
        message: expect.stringMatching(
          /before its first release.* empty one .*Nothing was changed\.$/,
        ),
      });
      expect(await plain.query('select distinct name from migrations')).toEqual([
        { name: 'FirstSchema1763700000000' },
      ]);
      expect(await plain.query('select count(*)::int n from root_keys')).toEqual([{ n: 0 }]);
    } finally {
      await plain.destroy();
      await old.drop();
    }
  });
});
