import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Entry, type Extract, extract, type Pack, pack } from 'tar-stream';
import type { BackupContent, BackupEntry } from '../database/embedded/online-backup.js';
import { CommandError } from './command.js';
import { fileProblem } from './files.js';

/** The first entry of a backup: by it a backup is known. */
const MANIFEST = 'strongroom-backup.json';
const FORMAT = 1;
/** Pages compress well at once; more effort takes far longer and gains little. */
const LEVEL = 1;
const MAX_MANIFEST = 64 * 1024;

export interface BackupManifest {
  readonly version: string;
  readonly startedAt: string;
}

/** Writes a compressed tar (gzip) of the manifest and the entries. The file is complete once this settles. */
export async function writeArchive(
  file: FileHandle,
  manifest: BackupManifest,
  entries: AsyncIterable<BackupEntry>,
): Promise<void> {
  const archive = pack();
  const bytes: AsyncIterable<Buffer> = archive;
  const written = pipeline(bytes, createGzip({ level: LEVEL }), async (parts) => {
    for await (const part of parts) await file.appendFile(part as Buffer);
  });
  const filled = fill(archive, manifest, entries).catch((error: unknown) => {
    archive.destroy(error as Error);
    throw error;
  });
  // A full disk ends the writing first, a database that is gone the filling: the first failure tells why.
  await Promise.all([written, filled]);
  await file.sync();
}

async function fill(
  archive: Pack,
  manifest: BackupManifest,
  entries: AsyncIterable<BackupEntry>,
): Promise<void> {
  archive.entry({ name: MANIFEST, mode: 0o600 }, JSON.stringify({ format: FORMAT, ...manifest }));
  for await (const { name, content } of entries) {
    if (content === null) archive.entry({ name, type: 'directory', mode: 0o700 });
    else if (content.size === 0) archive.entry({ name, mode: 0o600 }, '');
    else await addFile(archive, name, content);
  }
  archive.finalize();
}

function addFile(archive: Pack, name: string, { size, bytes }: BackupContent): Promise<void> {
  return new Promise((resolve, reject) => {
    const entry = archive.entry({ name, size, mode: 0o600 }, (error) =>
      error ? reject(error) : resolve(),
    );
    feed(bytes(), entry).then(() => entry.end(), reject);
  });
}

/** Hands the bytes on at the pace of the taker. Ends early, without a word, where that one is gone. */
async function feed(bytes: AsyncIterable<Buffer>, taker: Writable): Promise<void> {
  let isGone = false;
  let wake = () => undefined as void;
  taker.on('drain', () => wake());
  taker.on('close', () => {
    isGone = true;
    wake();
  });
  for await (const part of bytes) {
    if (isGone) return;
    if (!taker.write(part))
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }
}

/**
 * Unpacks a backup into an empty directory. Throws a CommandError if the file is none, is cut off or was changed: gzip
 * has a checksum.
 */
export async function readArchive(path: string, into: string): Promise<BackupManifest> {
  const archive = extract();
  const reading = readInto(path, archive);
  // Whoever iterates over an archive that was destroyed may wait for ever.
  const broken = new Promise<never>((_, reject) => {
    // The same where it breaks within an entry.
    archive.on('error', reject);
    reading.catch((error: unknown) => {
      reject(error as Error);
      archive.destroy();
    });
  });
  try {
    const manifest = await Promise.race([unpack(path, archive, into), broken]);
    // The checksum is the last of it.
    await reading;
    return manifest;
  } catch (error) {
    throw archiveProblem(path, error);
  } finally {
    archive.destroy();
    await reading.catch(() => undefined);
  }
}

async function readInto(path: string, archive: Extract): Promise<void> {
  const input = createReadStream(path);
  const bytes = createGunzip();
  input.once('error', (error) => bytes.destroy(error));
  try {
    await feed(input.pipe(bytes), archive);
    archive.end();
  } finally {
    input.destroy();
  }
}

async function unpack(path: string, archive: Extract, into: string): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined;
  for await (const entry of archive) {
    if (manifest) await unpackEntry(path, entry, into);
    else manifest = await readManifest(path, entry);
  }
  if (!manifest) throw notABackup(path);
  return manifest;
}

const notABackup = (path: string) => new CommandError(`${path} is not a backup of Strongroom.`);

function archiveProblem(path: string, error: unknown): unknown {
  if (error instanceof CommandError) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (/^Z_(DATA|BUF)_ERROR$/.test(code) || /[Tt]ar|Unexpected end/.test(message))
    return new CommandError(`${path} is not a backup of Strongroom, or is damaged.`);
  return fileProblem(path, error);
}

function manifestIn(path: string, text: string): BackupManifest & { readonly format: number } {
  try {
    return JSON.parse(text) as BackupManifest & { readonly format: number };
  } catch {
    throw notABackup(path);
  }
}

async function readManifest(path: string, entry: Entry): Promise<BackupManifest> {
  const { name, size = 0 } = entry.header;
  if (name !== MANIFEST || size > MAX_MANIFEST) throw notABackup(path);
  const { format, version, startedAt } = manifestIn(path, await textOf(entry));
  if (format !== FORMAT)
    throw new CommandError(
      `${path} was made by Strongroom ${version}: restore it with that or a later version.`,
    );
  return { version, startedAt };
}

async function textOf(entry: Entry): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of entry) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Unpacks plain files and directories alone, and only below `into`: the archive may come from anywhere. */
async function unpackEntry(path: string, entry: Entry, into: string): Promise<void> {
  const { type } = entry.header;
  const name = entry.header.name.replace(/\/$/, '');
  const isBelow =
    name !== '' && name.split('/').every((part) => part !== '' && !/^\.\.?$/.test(part));
  if (!isBelow || name.includes('\\') || (type !== 'file' && type !== 'directory'))
    throw notABackup(path);
  const target = join(into, name);
  if (type === 'directory') {
    await mkdir(target, { recursive: true, mode: 0o700 });
    entry.resume();
    return;
  }
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const file = await open(target, 'wx', 0o600);
  try {
    for await (const part of entry) await file.appendFile(part as Buffer);
    await file.sync();
  } finally {
    await file.close();
  }
}
