import { join, resolve } from 'node:path';
import type { Config } from './config.js';
import { DirectoryInUse } from './database/directory-lock.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded-postgres.js';
import { joinEmbeddedPostgres } from './database/running-postgres.js';
import type { Ground } from './foundation.js';
import type { Log } from './http/log.js';
import { ownRootKeys, ownSecret } from './keys/key-files.js';

export interface PreparedGround extends Ground {
  /** Present when this process runs its own database. */
  readonly embedded?: EmbeddedPostgres;
}

/** The given database and keys; without DATABASE_URL, a database and keys of our own in DATA_DIR. */
export async function prepareGround(config: Config, log: Log): Promise<PreparedGround> {
  const given = givenGround(config);
  if (given) return given;
  const embedded = await startEmbeddedPostgres({
    directory: join(resolve(config.dataDir), 'postgres'),
    log: (line) => log.warn({ source: 'postgres' }, line),
  });
  try {
    return { ...(await ownGround(config, embedded.url)), embedded };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Like `prepareGround`, beside a server that may be running: then its embedded database is ours too. */
export async function shareGround(config: Config, log: Log): Promise<PreparedGround> {
  try {
    return await prepareGround(config, log);
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    const url = await joinEmbeddedPostgres(join(resolve(config.dataDir), 'postgres'));
    return ownGround(config, url);
  }
}

/** The same, in a worker: the embedded database, if there is one, is that of the primary. */
export async function joinGround(config: Config, embeddedUrl?: string): Promise<PreparedGround> {
  const given = embeddedUrl === undefined ? givenGround(config) : null;
  return given ?? ownGround(config, embeddedUrl!); // without settings, the primary has one
}

function givenGround({ databaseUrl, encryptionKey, encryptionKeyNext, authSecret }: Config) {
  if (!databaseUrl || !encryptionKey || !authSecret) return null;
  return { databaseUrl, encryptionKey, encryptionKeyNext, authSecret };
}

async function ownGround(config: Config, databaseUrl: string): Promise<Ground> {
  const directory = resolve(config.dataDir);
  const authSecret =
    config.authSecret ?? (await ownSecret(join(directory, 'auth.secret'))).toString('base64');
  const { encryptionKey, encryptionKeyNext } = config;
  if (encryptionKey) return { databaseUrl, encryptionKey, encryptionKeyNext, authSecret };
  const [own, next] = await ownRootKeys(directory);
  return {
    databaseUrl,
    encryptionKey: own!,
    encryptionKeyNext: next,
    lookForKeys: () => ownRootKeys(directory),
    authSecret,
  };
}
