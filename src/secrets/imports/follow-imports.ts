import type { SecretLocation } from '../secret.js';

/** An import that is reached from the folders of a list. */
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

/** One direct import, and the folders whose secrets it stands for: the nearest first. */
export interface FollowedImport {
  /** The path of the folder that imports. */
  readonly importingPath: string;
  readonly source: SecretLocation;
  readonly sourceId: string | null;
  readonly folderIds: readonly string[];
}

/**
 * One element for each direct import, in the order of `edges`. What a source imports itself is part of its
 * element, level by level. A folder counts once in all: at the direct import that is nearest to it, and
 * among equals at the first.
 */
export function followImports(edges: readonly ImportLink[]): FollowedImport[] {
  const visited = new Set<string>();
  const direct = edges.filter((edge) => edge.listedPath !== null);
  const taken = direct.map(({ source, sourceId, listedPath }) => ({
    importingPath: listedPath!,
    source,
    sourceId,
    folderIds: [] as string[],
  }));
  const importsOf = grouped(edges);
  const visit = ({ sourceId, isListed }: ImportLink, folderIds: string[]) => {
    if (sourceId === null || isListed || visited.has(sourceId)) return [];
    visited.add(sourceId);
    folderIds.push(sourceId);
    return [{ sourceId, folderIds }];
  };
  let level = direct.flatMap((edge, index) => visit(edge, taken[index]!.folderIds));
  while (level.length > 0) {
    level = level.flatMap(({ sourceId, folderIds }) =>
      (importsOf.get(sourceId) ?? []).flatMap((edge) => visit(edge, folderIds)),
    );
  }
  return taken;
}

function grouped(edges: readonly ImportLink[]): Map<string, ImportLink[]> {
  const groups = new Map<string, ImportLink[]>();
  for (const edge of edges) {
    const group = groups.get(edge.folderId);
    if (group) group.push(edge);
    else groups.set(edge.folderId, [edge]);
  }
  return groups;
}
