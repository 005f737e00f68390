import type { RedisClientType } from 'redis';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { Config } from './config.js';
import { refuseUnreleasedSchema, runMigrations, withStartupLock } from './database/migrate.js';
import { dataSourceOptions } from './database/options.js';
import type { Log } from './logging/log.js';
import type { OutgoingNetwork } from './outgoing/network.js';
import { claimRootKey, type RootKeys } from './keys/root-keys.js';

/** What the application is built from, ready to use. */
export interface AppContext {
  readonly config: Config;
  readonly authSecret: string;
  readonly log: Log;
  readonly source: DataSource;
  readonly rootKeys: RootKeys;
  readonly redis?: RedisClientType;
  /** Names and connections for calls that settings of callers lead to; the system's where it is absent. */
  readonly network?: OutgoingNetwork;
}

/** Where the rows are, and the two keys. */
export interface Infrastructure {
  readonly databaseUrl: string;
  readonly encryptionKey: Buffer;
  /** The next root key, while the root key is rotated. */
  readonly encryptionKeyNext?: Buffer;
  /** Reads the root keys again: one may have been made since the start. */
  readonly reloadRootKeys?: () => Promise<readonly Buffer[]>;
  readonly authSecret: string;
}

/** Milliseconds. The database ends a statement itself after 5 s; one whose connection hangs cannot. */
const QUERY_TIMEOUT = 7_000;

/**
 * Checks the root key, brings the schema up to date and connects. One replica at a time.
 * Throws WrongRootKey, MissingRootKey or UnreleasedSchema before anything is changed.
 */
export async function createAppContext(
  config: Config,
  infrastructure: Infrastructure,
  log: Log,
  redis?: RedisClientType,
  queryTimeout = QUERY_TIMEOUT,
): Promise<AppContext> {
  const { databaseUrl, encryptionKey, encryptionKeyNext, reloadRootKeys, authSecret } =
    infrastructure;
  const keys = encryptionKeyNext ? [encryptionKey, encryptionKeyNext] : [encryptionKey];
  const options = dataSourceOptions(databaseUrl, config.databasePoolSize);
  const extra = { ...(options.extra as object), query_timeout: queryTimeout };
  const source = new DataSource({ ...options, extra } as DataSourceOptions);
  const rootKeys = await withStartupLock(databaseUrl, async () => {
    await source.initialize();
    await refuseUnreleasedSchema(source);
    if (await hasKeys(source)) await claimRootKey(source, keys, reloadRootKeys);
    if (await source.showMigrations()) await runMigrations(databaseUrl);
    return claimRootKey(source, keys, reloadRootKeys);
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
