import { lastName, lineage, ROOT_PATH } from './folder-path.js';

export interface FolderAt {
  readonly id: string;
  readonly environmentId: string;
  readonly path: string;
}

/**
 * Where each folder lies once the folders named by id have their new names. `folders` holds those
 * and all below them.
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
