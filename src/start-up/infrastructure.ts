import { join, resolve } from 'node:path';
import type { Config } from '../config.js';
import { DirectoryInUse } from '../database/embedded/directory-lock.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../database/embedded/embedded-postgres.js';
import { joinEmbeddedPostgres } from '../database/embedded/running-postgres.js';
import type { Infrastructure } from '../app-context.js';
import type { Log } from '../logging/log.js';
import { ownRootKeys, ownSecret } from '../keys/key-files.js';

export interface ResolvedInfrastructure extends Infrastructure {
  /** Present when this process runs its own database. */
  readonly embedded?: EmbeddedPostgres;
}

/** Returns the given database and keys; without DATABASE_URL, starts a database and keeps keys in DATA_DIR. */
export async function resolveInfrastructure(
  config: Config,
  log: Log,
): Promise<ResolvedInfrastructure> {
  const given = givenInfrastructure(config);
  if (given) return given;
  const embedded = await startEmbeddedPostgres({
    directory: join(resolve(config.dataDir), 'postgres'),
    log: (line) => log.warn({ source: 'postgres' }, line),
  });
  try {
    return { ...(await ownInfrastructure(config, embedded.url)), embedded };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Does the same next to a server that may be running, whose embedded database is then used. */
export async function resolveSharedInfrastructure(
  config: Config,
  log: Log,
): Promise<ResolvedInfrastructure> {
  try {
    return await resolveInfrastructure(config, log);
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error;
    const url = await joinEmbeddedPostgres(join(resolve(config.dataDir), 'postgres'));
    return ownInfrastructure(config, url);
  }
}

/** Does the same in a worker, which uses the embedded database of the primary if there is one. */
export async function resolveWorkerInfrastructure(
  config: Config,
  embeddedUrl?: string,
): Promise<ResolvedInfrastructure> {
  const given = embeddedUrl === undefined ? givenInfrastructure(config) : null;
  return given ?? ownInfrastructure(config, embeddedUrl!); // without settings, the primary has one
}

function givenInfrastructure({
  databaseUrl,
  encryptionKey,
  encryptionKeyNext,
  authSecret,
}: Config) {
  if (!databaseUrl || !encryptionKey || !authSecret) return null;
  return { databaseUrl, encryptionKey, encryptionKeyNext, authSecret };
}

async function ownInfrastructure(config: Config, databaseUrl: string): Promise<Infrastructure> {
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
    reloadRootKeys: () => ownRootKeys(directory),
    authSecret,
  };
}
