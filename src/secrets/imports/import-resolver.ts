import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../access/access.service.js';
import { filterInSlices } from '../../access/slices.js';
import type { OpenSecret, SecretLocation, SealedSecret } from '../secret.js';
import { mayDescribe, mayReadValue } from '../secret-guards.js';
import { sealedSize } from '../secrets.repository.js';
import { mayReadImports } from './import-guards.js';
import { ImportLinksRepository } from './import-links.repository.js';
import { type FollowedImport, followImports } from './follow-imports.js';

/** What one folder takes over from another, in the order of precedence that the client applies. */
export interface ImportedSecrets {
  readonly environment: string;
  readonly secretPath: string;
  readonly folderId?: string;
  readonly secrets: readonly OpenSecret[];
}

/** Which folders' imports, and what of them. */
export interface ImportsRequest {
  readonly place: SecretLocation;
  readonly recursive: boolean;
  readonly viewSecretValue: boolean;
  /** The bytes of the secrets of the folders themselves count against the same bound. */
  readonly own: readonly SealedSecret[];
  /** A filter of the list. */
  readonly isWanted: (secret: SealedSecret) => boolean;
}

const NOTHING: readonly SealedSecret[] = [];

/** Follows imports: one statement for where they lead, one for all the secrets there. */
@Injectable()
export class ImportResolver {
  constructor(private readonly sources: ImportLinksRepository) {}

  /** Sealed, for the caller to open together with the rest of the answer. */
  async resolve(project: ProjectAccess, asked: ImportsRequest): Promise<ResolvedImports> {
    const taken = await this.walk(project, asked.place, asked.recursive);
    const folderIds = taken.flatMap((each) => each.folderIds);
    const size = asked.own.reduce((sum, secret) => sum + sealedSize(secret), 0);
    const secrets =
      folderIds.length === 0 ? [] : await this.sources.listSecrets(project.id, folderIds, size);
    const byFolder = groupedByFolder(secrets);
    const { environment } = asked.place;
    const isShown = (secret: SealedSecret) =>
      (!asked.viewSecretValue || mayReadValue(project, secret)) && asked.isWanted(secret);
    const resolved: SealedImports[] = [];
    for (const each of taken) {
      const found = { ...each, secrets: await firstOfEachKey(project, each, byFolder) };
      const mayRead = mayReadImports(project, { environment, secretPath: each.importingPath });
      for (const source of mayRead ? [found] : sourcesOf(found)) {
        resolved.push({ ...source, secrets: await filterInSlices(source.secrets, isShown) });
      }
    }
    return new ResolvedImports(resolved);
  }

  /** The secret that a folder takes over under this name: from its last import that has one to be known of. */
  async find(
    project: ProjectAccess,
    place: SecretLocation,
    key: string,
  ): Promise<SealedSecret | null> {
    const taken = await this.walk(project, place, false);
    const folderIds = taken.flatMap((each) => each.folderIds);
    if (folderIds.length === 0) return null;
    const byFolder = groupedByFolder(await this.sources.findSecrets(project.id, folderIds, key));
    for (const each of [...taken].reverse()) {
      const [first] = await firstOfEachKey(project, each, byFolder);
      if (first) return first;
    }
    return null;
  }

  private async walk(
    project: ProjectAccess,
    place: SecretLocation,
    recursive: boolean,
  ): Promise<readonly FollowedImport[]> {
    return followImports(await this.sources.listLinks(project.id, place, recursive));
  }
}

interface SealedImports extends FollowedImport {
  readonly secrets: readonly SealedSecret[];
}

export class ResolvedImports {
  constructor(private readonly imports: readonly SealedImports[]) {}

  /** Of all imports, in their order. */
  get secrets(): SealedSecret[] {
    return this.imports.flatMap(({ secrets }) => secrets);
  }

  /** The same with the secrets as they were opened, in the same order. */
  opened(secrets: readonly OpenSecret[]): ImportedSecrets[] {
    let start = 0;
    return this.imports.map(({ source, sourceId, secrets: sealed }) => {
      const end = start + sealed.length;
      const own = secrets.slice(start, end);
      start = end;
      return { ...source, ...(sourceId === null ? {} : { folderId: sourceId }), secrets: own };
    });
  }
}

/**
 * What an import is to a caller who may not read imports: itself, where it may know of a secret of the
 * source; else the folders behind the source in which it may, so that the source is not named.
 */
function sourcesOf(taken: SealedImports): SealedImports[] {
  const found = groupedByFolder(taken.secrets);
  if (taken.sourceId !== null && found.has(taken.sourceId)) return [taken];
  return [...found].map(([sourceId, secrets]) => {
    const { environment, secretPath } = secrets[0]!;
    return { ...taken, source: { environment, secretPath }, sourceId, secrets };
  });
}

function groupedByFolder(secrets: readonly SealedSecret[]): Map<string, SealedSecret[]> {
  const groups = new Map<string, SealedSecret[]>();
  for (const secret of secrets) {
    const group = groups.get(secret.folderId);
    if (group) group.push(secret);
    else groups.set(secret.folderId, [secret]);
  }
  return groups;
}

/** What may not be known of is not there, so it hides nothing either (decision 16). */
async function firstOfEachKey(
  project: ProjectAccess,
  { folderIds }: FollowedImport,
  byFolder: ReadonlyMap<string, readonly SealedSecret[]>,
): Promise<SealedSecret[]> {
  const known = new Set<string>();
  const secrets = folderIds.flatMap((id) => byFolder.get(id) ?? NOTHING);
  return filterInSlices(secrets, (secret) => {
    if (known.has(secret.key) || !mayDescribe(project, secret)) return false;
    known.add(secret.key);
    return true;
  });
}
