import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService, type ProjectAccess } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import { Audit } from '../../audit/audit.js';
import type { ContentActor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { newId, toUuid } from '../../database/uuid.js';
import { invalid, notFound } from '../../errors/api-error.js';
import { environmentNotFound, folderNotFound } from '../../errors/missing.js';
import { anySecretIn } from '../secret-attributes/secret-attributes.js';
import {
  childPath,
  lastName,
  lineage,
  parentPath,
  ROOT_PATH,
  toFolderPath,
} from './folder-path.js';
import type { FolderRecord, ReadFolder } from './folders.presenter.js';
import { FoldersRepository, type NewFolder } from './folders.repository.js';

export interface FolderScope {
  readonly projectId?: string;
  readonly environment: string;
  readonly path: string;
}

type FolderPlace = Pick<FolderRecord, 'environment' | 'path'>;

export interface FolderFilter {
  readonly isRecursive: boolean;
  /** Only folders in which a secret was created, changed, moved or deleted at that moment or later. */
  readonly since?: Date;
}

@Injectable()
export class FoldersService {
  constructor(
    private readonly access: AccessService,
    private readonly lockedAccess: LockedAccess,
    private readonly folders: FoldersRepository,
    private readonly database: Database,
    private readonly audit: Audit,
  ) {}

  /** Creates the missing folders above as well. Returns a folder that exists already as it is. */
  async create(
    actor: ContentActor,
    place: FolderScope,
    name: string,
    description: string | null,
  ): Promise<FolderRecord> {
    const path = childPath(place.path, name);
    if (path === null) throw invalid([TOO_DEEP]);
    const project = await this.access.toNamedProject(actor, place.projectId);
    const { environment } = place;
    const root = await this.folders.findAt(project.id, environment, ROOT_PATH);
    if (!root) throw environmentNotFound(project.id, environment);
    project.ability.require('create', 'secret-folders', { environment, secretPath: place.path });
    const existing = await this.folders.findAt(project.id, environment, path);
    if (existing) return existing;
    return this.database.transaction((tx) =>
      this.createMissing(tx, actor, { ...root, path, description }),
    );
  }

  /** Lists the folders right below a path, or all below it. */
  async list(
    actor: ContentActor,
    place: FolderScope,
    { isRecursive, since }: FolderFilter,
  ): Promise<ReadFolder[]> {
    const project = await this.access.toNamedProject(actor, place.projectId);
    const { environment, path: secretPath } = place;
    const folder = await this.folders.findAt(project.id, environment, secretPath);
    if (!folder) throw folderNotFound(project.id, { environment, secretPath });
    requireReading(project, folder);
    const found = await (isRecursive
      ? this.folders.listBelow(folder)
      : this.folders.listChildren(folder));
    const reachable = found.filter((each) => mayKnowOf(project, each));
    const shown = reachable.map((each) => shownTo(project, each));
    return since
      ? shown.filter(({ lastSecretModified: last }) => last !== null && last >= since)
      : shown;
  }

  async get(actor: ContentActor, folderId: string): Promise<ReadFolder> {
    const folder = await this.folders.readAnywhere(actor.orgId, toUuid(folderId));
    if (!folder) throw notFound();
    const project = await this.access.toProject(actor, { id: folder.projectId });
    requireReading(project, folder);
    return shownTo(project, folder);
  }

  /** Reads a folder by the path in an address. Throws 404 for a path without canonical form. */
  async getAt(actor: ContentActor, place: Required<FolderScope>): Promise<ReadFolder> {
    const project = await this.access.toProject(actor, { id: place.projectId });
    const path = toFolderPath(place.path);
    const { environment } = place;
    const folder = path === null ? null : await this.folders.readAt(project.id, environment, path);
    if (!folder) throw folderNotFound(project.id, { environment, secretPath: path ?? place.path });
    requireReading(project, folder);
    return shownTo(project, folder);
  }

  /** Asks the right to create again, after the wait for the lock, for each folder that is missing. */
  private async createMissing(
    tx: EntityManager,
    actor: ContentActor,
    wanted: FolderRecord,
  ): Promise<FolderRecord> {
    const { environmentId, environment, projectId, path, description } = wanted;
    if ((await this.folders.lockTrees(tx, [environmentId])) === 0)
      throw environmentNotFound(projectId, environment);
    const ids = await this.folders.idsAt(tx, environmentId, lineage(path));
    const missing = lineage(path).filter((each) => !ids.has(each));
    if (missing.length > 0) {
      const { ability } = await this.lockedAccess.accessIn(tx, actor, projectId);
      const places = missing.map((each) => ({ environment, secretPath: parentPath(each) }));
      ability.requireAll('create', 'secret-folders', places);
      const made = foldersFor(missing, ids, description);
      await this.folders.insert(tx, environmentId, made);
      const target = { folderId: ids.get(path), environment, path, made: missing };
      await this.audit.record(tx, actor, { action: 'folder.create', projectId, target });
    }
    const [folder] = await this.folders.listByIdsIn(tx, projectId, [ids.get(path)!]);
    if (!folder) throw notFound();
    return folder;
  }
}

/** Members read all folders of their project; a service token those in its scopes. Throws 403. */
function requireReading(
  { isScoped, ability }: ProjectAccess,
  { environment, path: secretPath }: FolderPlace,
): void {
  if (isScoped) ability.require('read', 'secret-folders', { environment, secretPath });
}

/** Whoever reads a folder knows what the folders in it are called. */
function mayKnowOf(
  { isScoped, ability }: ProjectAccess,
  { environment, path }: FolderPlace,
): boolean {
  if (!isScoped) return true;
  return [path, parentPath(path)].some((secretPath) =>
    ability.allows('read', 'secret-folders', { environment, secretPath }),
  );
}

/** The time of the last change is null for a caller who may not know of every secret that could be there. */
function shownTo({ ability }: ProjectAccess, folder: ReadFolder): ReadFolder {
  const { environment, path: secretPath } = folder;
  const anySecret = anySecretIn({ environment, secretPath });
  const isKnown = ability.allows('describeSecret', 'secrets', anySecret);
  return { ...folder, lastSecretModified: isKnown ? folder.lastSecretModified : null };
}

const TOO_DEEP = {
  code: 'invalid_value',
  path: ['name'],
  message: 'The path of the folder would be too long or too deep',
};

/** Rows for the missing paths, parents first; their new ids are added to `ids`. */
function foldersFor(
  missing: readonly string[],
  ids: Map<string, string>,
  description: string | null,
): NewFolder[] {
  return missing.map((path, i) => {
    const id = newId();
    ids.set(path, id);
    return {
      id,
      parentId: ids.get(parentPath(path)) ?? null,
      name: lastName(path),
      path,
      description: i === missing.length - 1 ? description : null,
    };
  });
}
