import type { ProjectAccess } from '../../access/access.service.js';
import { badRequest } from '../../errors/api-error.js';
import { parentPath, ROOT_PATH } from './folder-path.js';
import type { ReadFolder } from './folders.presenter.js';

interface FolderPlaced {
  readonly environment: string;
  readonly path: string;
}

/** What a rule on `secret-folders` may look at: the folder above counts, not the folder itself. */
export const guardedAs = ({ environment, path }: FolderPlaced) => ({
  environment,
  secretPath: parentPath(path),
});

/** Null for a caller who may not know of every secret that could be there. */
export function lastChangeShownTo(
  { ability }: ProjectAccess,
  { environment, path, lastSecretModified }: ReadFolder,
): Date | null {
  const anything = { secretName: null, secretTags: null, eventType: null };
  const place = { environment, secretPath: path };
  const isKnown = ability.allows('describeSecret', 'secrets', { ...place, ...anything });
  return isKnown ? lastSecretModified : null;
}

export function refuseRoot(folders: readonly FolderPlaced[]): void {
  if (!folders.some(({ path }) => path === ROOT_PATH)) return;
  throw badRequest('The root folder cannot be renamed or deleted.');
}
