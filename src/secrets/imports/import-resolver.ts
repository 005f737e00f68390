import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../access/access.service.js';
import { filterInSlices } from '../../access/slices.js';
import type { OpenSecret, SecretLocation, SealedSecret } from '../secret.js';
import { mayDescribe, mayReadValue } from '../secret-guards.js';
import { KnownSecrets } from '../known-secrets.js';
import { sealedSize } from '../secret-columns.sql.js';
import { mayReadImports } from './import-guards.js';
import { ImportLinksRepository } from './import-links.repository.js';
import { type FollowedImport, followImports, groupByFolder } from './follow-imports.js';

/** What one folder imports from another, in the order of precedence that the client applies. */
export interface ImportedSecrets {
  readonly environment: string;
  readonly secretPath: string;
  readonly folderId?: string;
  readonly secrets: readonly OpenSecret[];
}

/** Which folders' imports are asked for, and what of them. */
export interface ImportsRequest {
  readonly folder: SecretLocation;
  readonly recursive: boolean;
  readonly viewSecretValue: boolean;
  /** The secrets of the folders themselves that were read. */
  readonly read: readonly SealedSecret[];
  /** The part of `read` that the caller is given: its bytes count against the same bound. */
  readonly own: readonly SealedSecret[];
  /** A filter of the list. */
  readonly isWanted: (secret: SealedSecret) => boolean;
}

const NO_SECRETS: readonly SealedSecret[] = [];
const KNOWN_ALONE = { viewSecretValue: true, usedBytes: 0 };

const bytesOf = (secrets: readonly SealedSecret[]): number =>
  secrets.reduce((sum, secret) => sum + sealedSize(secret), 0);

/** Follows imports: one statement for where they lead, one for all the secrets there. */
@Injectable()
export class ImportResolver {
  constructor(
    private readonly links: ImportLinksRepository,
    private readonly known: KnownSecrets,
  ) {}

  /** Returns the imported secrets sealed, for the caller to open together with the rest of the answer. */
  async resolve(project: ProjectAccess, request: ImportsRequest): Promise<ResolvedImports> {
    const imports = await this.listImports(project, request.folder, request.recursive);
    const byFolder = groupByFolder(await this.listSecrets(project, imports, request));
    const { environment } = request.folder;
    const isShown = (secret: SealedSecret) =>
      (!request.viewSecretValue || mayReadValue(project, secret)) && request.isWanted(secret);
    const resolved: SealedImports[] = [];
    for (const each of imports) {
      const found = { ...each, secrets: await firstOfEachKey(project, each, byFolder) };
      const mayRead = mayReadImports(project, { environment, secretPath: each.importingPath });
      for (const source of mayRead ? [found] : sourcesOf(found)) {
        resolved.push({ ...source, secrets: await filterInSlices(source.secrets, isShown) });
      }
    }
    return new ResolvedImports(resolved);
  }

  /** All that the imported folders hold, or, where that is too large together, what the caller is given of it. */
  private async listSecrets(
    project: ProjectAccess,
    imports: readonly FollowedImport[],
    { read, own, viewSecretValue }: ImportsRequest,
  ): Promise<readonly SealedSecret[]> {
    const folderIds = imports.flatMap((each) => each.folderIds);
    if (folderIds.length === 0) return NO_SECRETS;
    const wanted = { usedBytes: bytesOf(read), hasValues: viewSecretValue };
    const { secrets, isTooLarge } = await this.links.listSecrets(project.id, folderIds, wanted);
    if (!isTooLarge) return secrets;
    const byFolder = groupByFolder(secrets);
    const given = new Set<SealedSecret>();
    for (const each of imports)
      for (const secret of await firstOfEachKey(project, each, byFolder)) given.add(secret);
    return this.known.read(project, [...given], { viewSecretValue, usedBytes: bytesOf(own) });
  }

  /** Finds the secret that a folder imports under this name: from its last import that has one the caller may know of. */
  async find(
    project: ProjectAccess,
    folder: SecretLocation,
    key: string,
  ): Promise<SealedSecret | null> {
    const imports = await this.listImports(project, folder, false);
    const folderIds = imports.flatMap((each) => each.folderIds);
    if (folderIds.length === 0) return null;
    const { secrets, isTooLarge } = await this.links.findSecrets(project.id, folderIds, key);
    const byFolder = groupByFolder(secrets);
    for (const each of [...imports].reverse()) {
      const [first] = await firstOfEachKey(project, each, byFolder);
      if (first && isTooLarge) return this.read(project, first);
      if (first) return first;
    }
    return null;
  }

  private async read(project: ProjectAccess, found: SealedSecret): Promise<SealedSecret | null> {
    const [secret] = await this.known.read(project, [found], KNOWN_ALONE);
    return secret ?? null;
  }

  private async listImports(
    project: ProjectAccess,
    folder: SecretLocation,
    recursive: boolean,
  ): Promise<readonly FollowedImport[]> {
    return followImports(await this.links.listLinks(project.id, folder, recursive));
  }
}

export interface SealedImports extends FollowedImport {
  readonly secrets: readonly SealedSecret[];
}

export class ResolvedImports {
  constructor(readonly imports: readonly SealedImports[]) {}

  /** The secrets of all imports, in the order of `opened`. */
  get secrets(): SealedSecret[] {
    return this.imports.flatMap(({ secrets }) => secrets);
  }

  /** Puts the opened secrets back with their imports. They come in the order of `secrets`. */
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
function sourcesOf(imports: SealedImports): SealedImports[] {
  const found = groupByFolder(imports.secrets);
  if (imports.sourceId !== null && found.has(imports.sourceId)) return [imports];
  return [...found].map(([sourceId, secrets]) => {
    const { environment, secretPath } = secrets[0]!;
    return { ...imports, source: { environment, secretPath }, sourceId, secrets };
  });
}

/** What may not be known of is not there, so it hides nothing either. */
async function firstOfEachKey(
  project: ProjectAccess,
  { folderIds }: FollowedImport,
  byFolder: ReadonlyMap<string, readonly SealedSecret[]>,
): Promise<SealedSecret[]> {
  const known = new Set<string>();
  const secrets = folderIds.flatMap((id) => byFolder.get(id) ?? NO_SECRETS);
  return filterInSlices(secrets, (secret) => {
    if (known.has(secret.key) || !mayDescribe(project, secret)) return false;
    known.add(secret.key);
    return true;
  });
}
