import { badRequest } from '../../errors/api-error.js';
import { parentPath, ROOT_PATH } from './folder-path.js';

interface FolderPlaced {
  readonly environment: string;
  readonly path: string;
}

/** What a rule on `secret-folders` may look at: the folder above counts, not the folder itself. */
export const guardedAs = ({ environment, path }: FolderPlaced) => ({
  environment,
  secretPath: parentPath(path),
});

export function refuseRoot(folders: readonly FolderPlaced[]): void {
  if (!folders.some(({ path }) => path === ROOT_PATH)) return;
  throw badRequest('The root folder cannot be renamed or deleted.');
}
