import { toFolderPath } from '../projects/folders/folder-path.js';
import { CommandError } from './command.js';

/**
 * The one spelling of a folder's path (`/a/b`): two spellings would be two folders, and what one of them lacks is removed.
 * Throws a CommandError that begins with `what`.
 */
export function canonicalPath(text: string, what: string): string {
  const path = toFolderPath(text);
  if (path === null)
    throw new CommandError(
      `${what}: ${text.slice(0, 100)} is no path of a folder, such as /api/eu.`,
    );
  return path;
}
