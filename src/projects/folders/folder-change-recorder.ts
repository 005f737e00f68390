import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import type { SecretItem } from '../../events/log/event-kinds.js';
import { EventLog, type SecretChange } from '../../events/log/event-log.js';
import type { FolderAt } from './folder-renames.js';
import type { FolderRecord } from './folders.presenter.js';
import { tagSlugsOfRow } from '../tag-slugs.js';

/** Folders as they lay before a change and as they lie now, in the same order. */
export interface Relocation {
  readonly before: readonly FolderAt[];
  readonly after: readonly FolderAt[];
  /** Folders that take over something else, or from elsewhere, than before. */
  readonly importing: readonly SecretItem[];
}

const KEYS = `
  select folder_id "folderId", key, ${tagSlugsOfRow('secrets.id')} from secrets
  where folder_id = any($1) order by folder_id, key`;

/** Secrets whose path changes, by their names before and after. */
export interface MovedSecrets {
  readonly before: readonly SecretChange[];
  readonly after: readonly SecretChange[];
}

/** Tells what became of folders: one audit entry, and events for the secrets that moved with them. */
@Injectable()
export class FolderChangeRecorder {
  constructor(
    private readonly audit: Audit,
    private readonly events: EventLog,
  ) {}

  /** Comes last in its transaction, after the folders have been written. */
  async tell(
    tx: EntityManager,
    actor: Actor,
    touched: readonly FolderRecord[],
    relocation: Relocation,
    moved: MovedSecrets,
  ): Promise<void> {
    const { projectId } = touched[0]!;
    const paths = new Map(relocation.after.map(({ id, path }) => [id, path]));
    const folders = touched.map(({ id, environment, path }) => ({
      folderId: id,
      environment,
      from: path,
      path: paths.get(id),
    }));
    const isRename = folders.some(({ from, path }) => from !== path);
    const action = isRename ? 'folder.rename' : 'folder.update';
    await this.audit.record(tx, actor, { action, projectId, target: { folders } });
    if (!isRename) return;
    // A secret whose path changes is gone from one address and new at another.
    await this.events.append(tx, projectId, [
      { type: 'secret:delete', changes: moved.before },
      { type: 'secret:create', changes: moved.after },
      { type: 'secret:import-mutation', changes: relocation.importing },
    ]);
  }

  async secretsMoved(
    tx: EntityManager,
    touched: readonly FolderRecord[],
    { before, after }: Relocation,
  ): Promise<MovedSecrets> {
    const slugs = new Map(touched.map((folder) => [folder.environmentId, folder.environment]));
    const moved = new Map(
      before.flatMap((folder, index) => {
        const { path } = after[index]!;
        return path === folder.path ? [] : [[folder.id, { folder, path }] as const];
      }),
    );
    if (moved.size === 0) return { before: [], after: [] };
    type Row = Pick<SecretChange, 'secretTags'> & { folderId: string; key: string };
    const rows = await tx.query<Row[]>(KEYS, [[...moved.keys()]]);
    const at = (pathOf: (place: { folder: FolderAt; path: string }) => string): SecretChange[] =>
      rows.map(({ folderId, key, secretTags }) => {
        const place = moved.get(folderId)!;
        const environment = slugs.get(place.folder.environmentId)!;
        return { environment, secretPath: pathOf(place), secretKey: key, secretTags };
      });
    return { before: at(({ folder }) => folder.path), after: at(({ path }) => path) };
  }
}
