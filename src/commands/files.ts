import { type FileHandle, open } from 'node:fs/promises';
import { CommandError } from './command.js';

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'exists: name a new file',
  ENOENT: 'is not there',
  EACCES: 'may not be used by this account',
  EISDIR: 'is a directory',
  ENOTDIR: 'is not in a directory',
  ENOSPC: 'has no room: the disk is full',
  EROFS: 'is on a disk that is read-only',
};

/** The failure of work on a file, as a sentence that names the file; anything else as it is. */
export function fileProblem(path: string, error: unknown): unknown {
  const reason = REASONS[(error as NodeJS.ErrnoException | null)?.code ?? ''];
  return reason === undefined ? error : new CommandError(`${path} ${reason}.`);
}

/** Makes a file that only its owner reads. Throws a CommandError if there is one. */
export const openNewFile = (path: string): Promise<FileHandle> =>
  open(path, 'wx', 0o600).catch((error: unknown) => {
    throw fileProblem(path, error);
  });
