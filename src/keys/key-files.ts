import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The root keys of an instance that keeps its own: the one in use, and while it is rotated the next. */
const KEY = 'encryption.key';
const NEXT = 'encryption.key.next';
/** What an instance without settings signs its tokens with. */
const AUTH_SECRET = 'auth.secret';

/** All files of keys that may be in a data directory. */
export const OWN_KEY_FILES: readonly string[] = [KEY, NEXT, AUTH_SECRET];

/** The root key, made at the first start, and the next one if there is one. */
export async function ownRootKeys(directory: string): Promise<readonly Buffer[]> {
  const key = await ownSecret(join(directory, KEY));
  const next = await findNextRootKey(directory);
  return next ? [key, next] : [key];
}

/** The next root key, made if there is none yet; for whoever owns the present one to read. */
export async function nextRootKey(directory: string): Promise<Buffer> {
  return (
    (await findNextRootKey(directory)) ?? makeSecret(join(directory, NEXT), join(directory, KEY))
  );
}

/** The next root key, if one has been made. */
export const findNextRootKey = (directory: string): Promise<Buffer | null> =>
  readSecret(join(directory, NEXT));

/** The next root key takes the place of the present one, which is gone then. */
export async function promoteRootKey(directory: string): Promise<void> {
  await rename(join(directory, NEXT), join(directory, KEY));
  await syncDirectory(directory);
}

/** 32 random bytes in a file that only we can read; made at the first start, complete or not at all. */
export async function ownSecret(path: string): Promise<Buffer> {
  return (await readSecret(path)) ?? makeSecret(path);
}

async function makeSecret(path: string, like?: string): Promise<Buffer> {
  const secret = randomBytes(32);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(`${secret.toString('base64')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  if (like !== undefined && process.getuid?.() === 0) {
    const { uid, gid } = await stat(like);
    await chown(`${path}.new`, uid, gid);
  }
  await rename(`${path}.new`, path);
  await syncDirectory(dirname(path));
  return secret;
}

async function readSecret(path: string): Promise<Buffer | null> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const secret = Buffer.from(text.trim(), 'base64');
  if (secret.length !== 32) throw new Error(`${path} should hold 32 bytes in base64`);
  return secret;
}

/** Writes a directory to disk, so that a name that was given or taken outlives a power cut. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  await directory.sync().finally(() => directory.close());
}
