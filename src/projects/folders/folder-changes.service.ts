import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { LockedAccess, type FreshAccess } from '../../access/locked-access.js';
import { slices } from '../../access/slices.js';
import type { ContentActor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { badRequest, notFound } from '../../errors/api-error.js';
import type { BrokenReferences } from '../broken-references.js';
import {
  type ContentChange,
  FolderChangeRecorder,
  UNCHANGED_CONTENT,
} from '../folder-change-recorder.js';
import { FolderContents, type LockedFolder } from '../folder-contents.js';
import {
  folderAttributes,
  type FolderLocationChange,
} from '../secret-attributes/secret-attributes.js';
import { type FolderAddressed, FolderFinder, type FoundFolder } from './folder-finder.js';
import { MAX_PATH_LENGTH, renamedPaths, ROOT_PATH } from './folder-path.js';
import { GovernedFolders } from '../governed-folders.js';
import type { FolderRecord } from './folders.presenter.js';
import { FoldersRepository, type FolderState } from './folders.repository.js';

export interface FolderEdit {
  readonly name?: string;
  readonly description?: string | null;
}

export interface FolderEditById extends FolderEdit {
  readonly id: string;
  readonly environment?: string;
}

export interface ChangedFolders {
  /** As they are now; a deleted one as it was. In the order asked for. */
  readonly folders: readonly FolderRecord[];
  readonly broken: BrokenReferences | null;
}

type FolderEdits = ReadonlyMap<string, FolderEdit>;

/** Renames, describes and deletes folders. What lies below a renamed folder moves with it. */
@Injectable()
export class FolderChangesService {
  // oxlint-disable-next-line max-params -- what is asked before the lock and under it, and what is written
  constructor(
    private readonly finder: FolderFinder,
    private readonly lockedAccess: LockedAccess,
    private readonly folders: FoldersRepository,
    private readonly contents: FolderContents,
    private readonly recorder: FolderChangeRecorder,
    private readonly governed: GovernedFolders,
    private readonly database: Database,
  ) {}

  async update(
    actor: ContentActor,
    address: FolderAddressed,
    edit: FolderEdit,
  ): Promise<ChangedFolders> {
    const { project, folder } = await this.finder.find(actor, address);
    requireEdit(project, [folder]);
    return this.edit(actor, project.id, [folder], new Map([[folder.id, edit]]));
  }

  /** All or none. Throws 400 if a folder is named twice. */
  async updateMany(
    actor: ContentActor,
    key: { readonly projectId?: string; readonly projectSlug?: string },
    batch: readonly FolderEditById[],
  ): Promise<ChangedFolders> {
    const { project, folders } = await this.finder.findAll(actor, key, batch);
    requireEdit(project, folders);
    const edits = new Map(batch.map((each) => [each.id, each]));
    if (edits.size < batch.length)
      throw badRequest('repeated-item', 'A folder is named more than once.');
    const changed = await this.edit(actor, project.id, folders, edits);
    const byId = new Map(changed.folders.map((folder) => [folder.id, folder]));
    return { ...changed, folders: batch.map(({ id }) => byId.get(id)!) };
  }

  /** Throws 400 for the root, and for a folder that is not empty unless `withContent`. */
  async delete(
    actor: ContentActor,
    address: FolderAddressed,
    withContent: boolean,
  ): Promise<ChangedFolders> {
    const found = await this.finder.find(actor, address);
    const { folder } = found;
    found.project.ability.require('delete', 'secret-folders', folderAttributes(folder));
    refuseRoot([folder]);
    return this.database.transaction(async (tx) => {
      const { project, folders } = await this.lockForDeletion(tx, actor, found);
      const change = await this.deleteContent(tx, actor, folder, folders, withContent);
      await this.folders.delete(tx, folder.id);
      const gone = folders.map((each) => each.id);
      await this.governed.closeUngoverned(tx, actor, project.id, gone);
      const { id, environment, path } = folder;
      const counts = { folders: folders.length, secrets: change.before.length };
      const target = { folderId: id, environment, path, ...counts };
      const entry = { action: 'folder.delete', target };
      const broken = await this.recorder.record(tx, actor, project, entry, change);
      return { folders: [folder], broken };
    });
  }

  private edit(
    actor: ContentActor,
    projectId: string,
    folders: readonly FolderRecord[],
    edits: FolderEdits,
  ): Promise<ChangedFolders> {
    refuseRoot(folders.filter(({ id }) => edits.get(id)?.name !== undefined));
    const environments = [...new Set(folders.map(({ environmentId }) => environmentId))];
    return this.database.transaction(async (tx) => {
      await this.lockedAccess.queueForLock(tx, actor, projectId);
      await this.lockedAccess.lockProject(tx, projectId);
      const trees = await this.folders.lockTrees(tx, environments);
      if (trees < environments.length) throw notFound();
      // The rights may be taken away while this waits for the lock.
      const project = await this.lockedAccess.accessIn(tx, actor, projectId);
      const before = await this.finder.reread(tx, project, [...edits.keys()]);
      requireEdit(project, before);
      const edited = before.filter((folder) => differs(folder, edits));
      if (edited.length === 0) return { folders: before, broken: null };
      const change = await this.write(tx, actor, project, edited, edits);
      const after = await this.finder.reread(tx, project, [...edits.keys()]);
      const entry = auditEntry(edited, after);
      const broken = await this.recorder.record(tx, actor, project, entry, change);
      return { folders: after, broken };
    });
  }

  /** Throws 403 where what lies below would come under other rules than the caller could bring about. */
  private async write(
    tx: EntityManager,
    actor: ContentActor,
    project: FreshAccess,
    edited: readonly FolderRecord[],
    edits: FolderEdits,
  ): Promise<ContentChange> {
    const { id: projectId } = project;
    const ids = edited.map(({ id }) => id);
    const before = await this.folders.listSubtrees(tx, ids);
    const after = statesAfter(before, edits);
    const slugs = new Map(edited.map((folder) => [folder.environmentId, folder.environment]));
    const moves = before.flatMap(
      ({ id, environmentId, path: secretPath }, index): FolderLocationChange[] => {
        const old = { environment: slugs.get(environmentId)!, secretPath };
        const { path } = after[index]!;
        if (path === secretPath) return [];
        return [{ folderId: id, before: old, after: { ...old, secretPath: path } }];
      },
    );
    await this.contents.requireMove(tx, actor, projectId, moves);
    const paths = before.map((state, index) => ({ ...state, newPath: after[index]!.path }));
    const moved = paths.filter(({ path, newPath }) => path !== newPath);
    await this.governed.requireFree(tx, actor, project, moved);
    await this.folders.amend(tx, after, new Set(ids));
    const importing = await this.contents.followImports(tx, before, after);
    const movedIds = moved.map(({ id }) => id);
    if (moved.length > 0) await this.governed.closeUngoverned(tx, actor, projectId, movedIds);
    return { ...(await this.contents.listMoved(tx, moves)), importing };
  }

  /**
   * The folder and all below it; each is one that the caller may delete, by the rights that the caller still has
   * after the wait for the lock.
   */
  private async lockForDeletion(
    tx: EntityManager,
    actor: ContentActor,
    { project: { id: projectId }, folder: { id, environmentId, environment } }: FoundFolder,
  ): Promise<{ readonly project: FreshAccess; readonly folders: LockedFolder[] }> {
    await this.folders.lockTrees(tx, [environmentId]);
    const project = await this.lockedAccess.accessIn(tx, actor, projectId);
    const now = (await this.folders.listSubtrees(tx, [id])).find((each) => each.id === id);
    if (!now) throw notFound();
    const folders = await this.contents.lock(tx, environmentId, now.path);
    const attributes = folders.map(({ path }) => folderAttributes({ environment, path }));
    await project.ability.requireAllInSlices('delete', 'secret-folders', attributes, slices());
    const going = folders.map((folder) => ({ ...folder, environmentId }));
    await this.governed.requireFree(tx, actor, project, going);
    return { project, folders };
  }

  private async deleteContent(
    tx: EntityManager,
    actor: ContentActor,
    { projectId, environment: slug }: FolderRecord,
    folders: readonly LockedFolder[],
    withContent: boolean,
  ): Promise<ContentChange> {
    if (withContent) return this.contents.delete(tx, actor, { projectId, slug }, folders);
    if (folders.length > 1 || !(await this.contents.isEmpty(tx, folders))) throw notEmpty();
    return UNCHANGED_CONTENT;
  }
}

const requireEdit = ({ ability }: ProjectAccess, folders: readonly FolderRecord[]) =>
  ability.requireAll('edit', 'secret-folders', folders.map(folderAttributes));

function refuseRoot(folders: readonly FolderRecord[]): void {
  if (!folders.some(({ path }) => path === ROOT_PATH)) return;
  throw badRequest('root-folder', 'The root folder cannot be renamed or deleted.');
}

const notEmpty = () =>
  badRequest(
    'folder-not-empty',
    'The folder is not empty. Send forceDelete to delete it with what is in it.',
  );

function differs({ id, name, description }: FolderRecord, edits: FolderEdits): boolean {
  const edit = edits.get(id);
  return (
    (edit?.name !== undefined && edit.name !== name) ||
    (edit?.description !== undefined && edit.description !== description)
  );
}

/** Throws 400 if a path became too long. */
function statesAfter(states: readonly FolderState[], edits: FolderEdits): FolderState[] {
  const names = [...edits].flatMap(([id, { name }]) =>
    name === undefined ? [] : ([[id, name]] as const),
  );
  const paths = renamedPaths(states, new Map(names));
  return states.map((state) => {
    const path = paths.get(state.id)!;
    if (path.length > MAX_PATH_LENGTH)
      throw badRequest('path-too-long', 'The path of a folder would be too long.');
    const { name = state.name, description = state.description } = edits.get(state.id) ?? {};
    return { ...state, path, name, description };
  });
}

function auditEntry(edited: readonly FolderRecord[], after: readonly FolderRecord[]) {
  const paths = new Map(after.map(({ id, path }) => [id, path]));
  const folders = edited.map(({ id, environment, path: from }) => ({
    ...{ folderId: id, environment, from },
    path: paths.get(id),
  }));
  const isRename = folders.some(({ from, path }) => from !== path);
  return { action: isRename ? 'folder.rename' : 'folder.update', target: { folders } };
}
