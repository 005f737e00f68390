import 'reflect-metadata';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from './options.js';

/** Any constant will do, so long as every version of Strongroom uses this one. */
const STARTUP_LOCK = 7_350_174_226;

/** Lets one replica at a time through the work: replicas that start together wait for one another. */
export async function withStartupLock<T>(url: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [STARTUP_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

/** Runs what is pending, each migration in its own transaction, without the time limits of requests. */
export async function runMigrations(url: string): Promise<void> {
  const source = new DataSource(dataSourceOptions(url, 1, {}));
  await source.initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}

/** Brings the schema up to date. Safe from several replicas at once. */
export const migrate = (url: string): Promise<void> =>
  withStartupLock(url, () => runMigrations(url));
