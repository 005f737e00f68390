import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { VERSION_COLUMNS, versionOf } from '../database/entities/secret-columns.js';
import type { SecretItem } from '../events/log/event-kinds.js';
import { EventLog, type SecretChange } from '../events/log/event-log.js';
import { FolderImports } from './folders/folder-imports.js';
import { subtreeRange } from './folders/folder-path.js';
import { PlaceChanges } from './labels/place-changes.service.js';
import { tagSlugsOfRow } from './tag-slugs.js';

export interface LockedFolder {
  readonly id: string;
  readonly path: string;
}

/** What goes, to be told once all of it is gone. */
export interface DeletedSecrets {
  readonly secrets: readonly SecretChange[];
  /** Folders whose imports change or go. */
  readonly importing: readonly SecretItem[];
}

interface GoneRow {
  readonly folderId: string;
  readonly key: string;
  readonly secretTags: readonly string[];
}

const LOCK = `
  select id, path from folders
  where environment_id = $1 and (path = $2 or (path >= $3 and path < $4))
  order by path
  for update`;

/** The last state of each is kept among the versions, as at any deletion. */
const REMOVE = `
  with gone as (
    delete from secrets where folder_id = any($1) returning *
  ), kept as (
    insert into secret_versions (${VERSION_COLUMNS})
    select ${versionOf('gone')}
    from gone
  )
  select folder_id "folderId", key, ${tagSlugsOfRow('gone.id')} from gone order by folder_id, key`;

/** Takes the secrets out of folders that are about to go, so that their going is told. */
@Injectable()
export class FolderContentDeletion {
  constructor(
    private readonly events: EventLog,
    private readonly imports: FolderImports,
    /** What it demands to take them out, or along. */
    readonly places: PlaceChanges,
  ) {}

  /** The folder and all below it, by path. Nothing is written into them until the transaction ends. */
  lock(tx: EntityManager, environmentId: string, path: string): Promise<LockedFolder[]> {
    return tx.query(LOCK, [environmentId, path, ...subtreeRange(path)]);
  }

  /** The folders themselves are yet to go, and their imports with them. */
  async removeSecrets(
    tx: EntityManager,
    environment: string,
    folders: readonly LockedFolder[],
  ): Promise<DeletedSecrets> {
    const paths = new Map(folders.map(({ id, path }) => [id, path]));
    const ids = [...paths.keys()];
    const gone = await tx.query<GoneRow[]>(REMOVE, [ids]);
    const secrets = gone.map(({ folderId, key, secretTags }) => ({
      environment,
      secretPath: paths.get(folderId)!,
      secretKey: key,
      secretTags,
    }));
    return { secrets, importing: await this.imports.importingAmong(tx, ids) };
  }

  /** Likewise all that is imported from an environment, and what is in it. */
  async removeEnvironment(
    tx: EntityManager,
    { id, slug }: { readonly id: string; readonly slug: string },
    folders: readonly LockedFolder[],
  ): Promise<DeletedSecrets> {
    const { secrets } = await this.removeSecrets(tx, slug, folders);
    return { secrets, importing: await this.imports.removeFrom(tx, id) };
  }

  /** Secrets that are gone from one address and new at another. Comes last likewise. */
  async tellMove(
    tx: EntityManager,
    projectId: string,
    before: readonly SecretChange[],
    after: readonly SecretChange[],
  ): Promise<void> {
    await this.events.append(tx, projectId, [
      { type: 'secret:delete', changes: before },
      { type: 'secret:create', changes: after },
    ]);
  }

  /** What went, and whose imports with it. Comes last in its transaction, as every append does. */
  async tell(
    tx: EntityManager,
    projectId: string,
    { secrets, importing }: DeletedSecrets,
  ): Promise<void> {
    await this.events.append(tx, projectId, [
      { type: 'secret:delete', changes: secrets },
      { type: 'secret:import-mutation', changes: importing },
    ]);
  }
}
