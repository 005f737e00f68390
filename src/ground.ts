import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from './config.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './database/embedded-postgres.js';
import type { Ground } from './foundation.js';
import type { Log } from './http/log.js';

export interface PreparedGround extends Ground {
  /** Present when this process runs its own database. */
  readonly embedded?: EmbeddedPostgres;
}

/** The given database and keys; without DATABASE_URL, a database and keys of our own in DATA_DIR. */
export async function prepareGround(config: Config, log: Log): Promise<PreparedGround> {
  const { databaseUrl, encryptionKey, authSecret, dataDir } = config;
  if (databaseUrl && encryptionKey && authSecret) return { databaseUrl, encryptionKey, authSecret };
  const directory = resolve(dataDir);
  const embedded = await startEmbeddedPostgres({
    directory: join(directory, 'postgres'),
    log: (line) => log.warn({ source: 'postgres' }, line),
  });
  try {
    const rootKey = encryptionKey ?? (await ownSecret(join(directory, 'encryption.key')));
    const secret =
      authSecret ?? (await ownSecret(join(directory, 'auth.secret'))).toString('base64');
    return { databaseUrl: embedded.url, encryptionKey: rootKey, authSecret: secret, embedded };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** 32 random bytes in a file that only we can read; made at the first start, complete or not at all. */
async function ownSecret(path: string): Promise<Buffer> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) return parseSecret(text, path);
  const secret = randomBytes(32);
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 });
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(`${secret.toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
  return secret;
}

function parseSecret(text: string, path: string): Buffer {
  const secret = Buffer.from(text.trim(), 'base64');
  if (secret.length !== 32) throw new Error(`${path} should hold 32 bytes in base64`);
  return secret;
}
