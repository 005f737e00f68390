import { groupBy } from '../../database/group-by.js';
import type { SecretLocation } from '../secret.js';

/** An import that is reached from the folders of a list, as the database knows it. */
export interface ImportLink {
  /** The folder that imports. */
  readonly folderId: string;
  /** The path of that folder where it is one of the list itself, else null. */
  readonly listedPath: string | null;
  readonly source: SecretLocation;
  /** Null where there is no such folder (yet). */
  readonly sourceId: string | null;
  /** Whether the source is a folder of the list too: its secrets are there already. */
  readonly isListed: boolean;
}

/** One direct import, and the folders whose secrets it brings in: the nearest first. */
export interface FollowedImport {
  /** The path of the folder that imports. */
  readonly importingPath: string;
  readonly source: SecretLocation;
  readonly sourceId: string | null;
  readonly folderIds: readonly string[];
}

/**
 * Returns one element for each direct import, in the order of `links`. What a source imports itself is part of its
 * element, level by level. A folder counts once in all: at the direct import that is nearest to it, and
 * among equals at the first.
 */
export function followImports(links: readonly ImportLink[]): FollowedImport[] {
  const visited = new Set<string>();
  const direct = links.filter((link) => link.listedPath !== null);
  const imports = direct.map(({ source, sourceId, listedPath }) => ({
    importingPath: listedPath!,
    source,
    sourceId,
    folderIds: [] as string[],
  }));
  const importsOf = groupByFolder(links);
  const visit = ({ sourceId, isListed }: ImportLink, folderIds: string[]) => {
    if (sourceId === null || isListed || visited.has(sourceId)) return [];
    visited.add(sourceId);
    folderIds.push(sourceId);
    return [{ sourceId, folderIds }];
  };
  let level = direct.flatMap((link, index) => visit(link, imports[index]!.folderIds));
  while (level.length > 0) {
    level = level.flatMap(({ sourceId, folderIds }) =>
      (importsOf.get(sourceId) ?? []).flatMap((link) => visit(link, folderIds)),
    );
  }
  return imports;
}

export const groupByFolder = <T extends { readonly folderId: string }>(items: readonly T[]) =>
  groupBy(items, ({ folderId }) => folderId);
