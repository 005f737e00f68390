import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/database/options.js';
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
});
