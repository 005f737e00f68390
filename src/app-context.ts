import type { RedisClientType } from 'redis';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Config } from './config.js';
import { refuseUnreleasedSchema, runMigrations, withStartupLock } from './database/migrate.js';
import { dataSourceOptions } from './database/options.js';
import type { Log } from './logging/log.js';
import { claimRootKey, type RootKeys } from './keys/root-keys.js';

/** Everything the application stands on, ready to use. */
export interface AppContext {
  readonly config: Config;
  readonly authSecret: string;
  readonly log: Log;
  readonly source: DataSource;
  readonly rootKeys: RootKeys;
  readonly redis?: RedisClientType;
}

/** What must be known before an application context can be made: where the rows are, and the two keys. */
export interface Infrastructure {
  readonly databaseUrl: string;
  readonly encryptionKey: Buffer;
  /** The root key to come, while the root key is rotated. */
  readonly encryptionKeyNext?: Buffer;
  /** Finds root keys that were made later. */
  readonly lookForKeys?: () => Promise<readonly Buffer[]>;
  readonly authSecret: string;
}

/** Milliseconds. The database ends a statement itself after 5 s; one that has gone without a word cannot. */
const PATIENCE = 7_000;

/**
 * Checks the root key, brings the schema up to date and connects. One replica at a time.
 * Throws WrongRootKey, MissingRootKey or UnreleasedSchema before anything is changed.
 */
export async function createAppContext(
  config: Config,
  ground: Infrastructure,
  log: Log,
  redis?: RedisClientType,
  patience = PATIENCE,
): Promise<AppContext> {
  const { databaseUrl, encryptionKey, encryptionKeyNext, lookForKeys, authSecret } = ground;
  const keys = encryptionKeyNext ? [encryptionKey, encryptionKeyNext] : [encryptionKey];
  const options = dataSourceOptions(databaseUrl, config.databasePoolSize);
  const extra = { ...(options.extra as object), query_timeout: patience };
  const source = new DataSource({ ...options, extra } as DataSourceOptions);
  const rootKeys = await withStartupLock(databaseUrl, async () => {
    await source.initialize();
    await refuseUnreleasedSchema(source);
    if (await hasKeys(source)) await claimRootKey(source, keys, lookForKeys);
    if (await source.showMigrations()) await runMigrations(databaseUrl);
    return claimRootKey(source, keys, lookForKeys);
  }).catch(async (error: unknown) => {
    if (source.isInitialized) await source.destroy();
    throw error;
  });
  return { config, authSecret, log, source, rootKeys, ...(redis ? { redis } : {}) };
}

async function hasKeys(source: DataSource): Promise<boolean> {
  const [row] = await source.query<{ found: boolean }[]>(
    `select to_regclass('root_keys') is not null as found`,
  );
  return row?.found === true;
}
