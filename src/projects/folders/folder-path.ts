export const MAX_PATH_LENGTH = 1_024;
export const MAX_PATH_DEPTH = 20;
export const MAX_NAME_LENGTH = 255;

/** What a folder may be called. */
export const FOLDER_NAME = /^[A-Za-z0-9_-]{1,255}$/;

export const ROOT_PATH = '/';

/**
 * The canonical form of a path: `/`, `/a`, `/a/b`. A missing leading slash is added, one trailing
 * slash dropped; anything else that is not canonical has no form: null.
 */
export function toFolderPath(text: string): string | null {
  if (text === '' || text === ROOT_PATH) return ROOT_PATH;
  if (text.length > MAX_PATH_LENGTH + 2) return null;
  const body = text.slice(text.startsWith('/') ? 1 : 0, text.endsWith('/') ? -1 : undefined);
  const names = body.split('/');
  if (names.length > MAX_PATH_DEPTH || body.length >= MAX_PATH_LENGTH) return null;
  return names.every((name) => FOLDER_NAME.test(name)) ? `/${body}` : null;
}

/** The path above a canonical path. The root is its own parent. */
export const parentPath = (path: string): string =>
  path.slice(0, path.lastIndexOf('/')) || ROOT_PATH;

export const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The path of the folder with this name; null where it would be too deep or too long. */
export const childPath = (parent: string, name: string): string | null =>
  FOLDER_NAME.test(name) ? toFolderPath(`${parent === ROOT_PATH ? '' : parent}/${name}`) : null;

/** The path and every path above it, the root first. */
export function lineage(path: string): string[] {
  if (path === ROOT_PATH) return [ROOT_PATH];
  const names = path.slice(1).split('/');
  return [ROOT_PATH, ...names.map((_, depth) => `/${names.slice(0, depth + 1).join('/')}`)];
}

/** `path` as seen from `base`, which is above it: `/b/c` for `/a/b/c` in `/a`. */
export const relativePath = (base: string, path: string): string =>
  base === ROOT_PATH ? path : path.slice(base.length);

/** All paths below a path are from the first text up to, not including, the second, by code points. */
export function subtreeRange(path: string): [from: string, to: string] {
  const prefix = path === ROOT_PATH ? '' : path;
  // '0' is the character after '/'.
  return [`${prefix}/`, `${prefix}0`];
}

export interface FolderAt {
  readonly id: string;
  readonly environmentId: string;
  readonly path: string;
}

/**
 * The path of each folder, by its id, once the folders in `names` (by id) have their new names. `folders` holds those and
 * all below them.
 */
export function renamedPaths(
  folders: readonly FolderAt[],
  names: ReadonlyMap<string, string>,
): Map<string, string> {
  const place = (environmentId: string, path: string) => `${environmentId} ${path}`;
  const renamed = new Map<string, string>();
  for (const { id, environmentId, path } of folders) {
    const name = names.get(id);
    if (name !== undefined) renamed.set(place(environmentId, path), name);
  }
  const newPath = ({ environmentId, path }: FolderAt) =>
    lineage(path)
      .slice(1)
      .map((above) => `/${renamed.get(place(environmentId, above)) ?? lastName(above)}`)
      .join('') || ROOT_PATH;
  return new Map(folders.map((folder) => [folder.id, newPath(folder)]));
}
