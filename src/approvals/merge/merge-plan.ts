import type { SecretMutation } from '../../secrets/secret-mutations.js';
import {
  type SealedSecret,
  type SecretDraft,
  type TagRef,
  tagsBySlug,
} from '../../secrets/secret.js';
import type { OpenItem, ProposedItem } from '../held/proposed-items.js';
import type { Conflict, RequestRecord } from '../requests/requests.repository.js';
import { nameIn, type PresentFolder, type PresentState } from './present-state.repository.js';

/** An item with all of the present that it is about. */
export interface PlannedItem {
  readonly item: OpenItem;
  /** The present state of what it changes or deletes. */
  readonly old: SealedSecret | null;
  /** Where the next state is. */
  readonly place: PresentFolder;
  readonly tags: readonly TagRef[];
  readonly overwritten: SealedSecret | null;
}

export interface MergePlan {
  readonly items: readonly PlannedItem[];
  /** The items with a conflict whose places are there, so that rights can be asked for. */
  readonly conflicting: readonly PlannedItem[];
  /** All of them, not only the first. */
  readonly conflicts: readonly Conflict[];
}

/** Holds each item against the present. An item with a conflict is not among `items`. */
export function planOf(items: readonly OpenItem[], present: PresentState): MergePlan {
  const vacated = new Set(items.flatMap((item) => (leavesName(item) ? [item.secretId!] : [])));
  const [planned, conflicting]: PlannedItem[][] = [[], []];
  const conflicts: Conflict[] = [];
  for (const item of items) {
    const reason = reasonAgainst(item, present, vacated);
    const hasPlace = present.folders.has(item.newFolderId ?? item.folderId);
    if (reason !== null) conflicts.push(conflictOf(item, present, reason));
    if (hasPlace) (reason === null ? planned : conflicting)!.push(plannedItem(item, present));
  }
  return { items: planned!, conflicting: conflicting!, conflicts };
}

/** A name that a change of the same request gives up is free for another one. */
const leavesName = ({ op, newKey, newFolderId }: ProposedItem): boolean =>
  op === 'delete' || (op === 'update' && (newKey !== null || newFolderId !== null));

function reasonAgainst(
  item: ProposedItem,
  { folders, secrets, tags, holders, lastVersions }: PresentState,
  vacated: ReadonlySet<string>,
): string | null {
  const { op, secretId, more } = item;
  const target = item.newFolderId ?? item.folderId;
  if (!folders.has(item.folderId) || !folders.has(target)) return 'folder-gone';
  if (op !== 'create') {
    const old = secrets.get(secretId!);
    if (!old) return 'secret-gone';
    if (old.version !== item.baseVersion || old.folderId !== item.folderId) return 'changed';
  }
  if (more.overwrites !== undefined && !secrets.has(more.overwrites)) return 'secret-gone';
  if (more.restores && lastVersions.get(more.restores.id) !== more.restores.lastVersion)
    return 'changed';
  if (more.restores && secrets.has(more.restores.id)) return 'changed';
  if (item.tagIds.some((id) => !tags.has(id))) return 'tag-gone';
  if (op === 'delete') return null;
  const holder = holders.get(nameIn(target, item.newKey ?? item.key));
  const isFree = holder === undefined || holder === secretId || vacated.has(holder);
  return isFree ? null : 'name-taken';
}

const conflictOf = (
  { op, key, folderId, secretPath }: ProposedItem,
  { folders }: PresentState,
  reason: string,
): Conflict => ({
  op,
  secretKey: key,
  environment: folders.get(folderId)?.environment ?? null,
  secretPath: folders.get(folderId)?.secretPath ?? secretPath,
  reason,
});

function plannedItem(item: OpenItem, { folders, secrets, tags }: PresentState): PlannedItem {
  const { secretId, more, newFolderId, folderId } = item;
  return {
    item,
    old: (secretId === null ? null : secrets.get(secretId)) ?? null,
    place: folders.get(newFolderId ?? folderId)!, // else there is a conflict
    tags: tagsBySlug(tags, item.tagIds),
    overwritten: more.overwrites === undefined ? null : (secrets.get(more.overwrites) ?? null),
  };
}

/** Where it is written, by the paths of today. Of a move: from where, and to where. */
export function mergedAt({ environment, secretPath, target }: RequestRecord, { items }: MergePlan) {
  const from = items[0]?.old;
  const next = items.find(({ item }) => item.op === 'update');
  if (target?.['destination'] === undefined || !from || !next) return { environment, secretPath };
  const { environment: nextEnvironment, secretPath: nextPath } = next.place;
  return {
    ...{ environment: from.environment, secretPath: from.secretPath },
    destination: { environment: nextEnvironment, secretPath: nextPath },
  };
}

/** What the writer does about the item. */
export function mutationOf({ item, old, place, tags, overwritten }: PlannedItem): SecretMutation {
  if (item.op === 'delete')
    return { kind: 'delete', old: old!, ...(overwritten ? { overwrites: overwritten } : {}) };
  const { environment, secretPath, id: folderId, environmentId } = place;
  const draft = draftOf(item, tags);
  const next = { draft, location: { environment, secretPath }, folderId, environmentId, tags };
  if (item.op === 'update') return { kind: 'update', old: old!, ...next };
  const { restores } = item.more;
  if (!restores) return { kind: 'create', ...next };
  const createdAt = new Date(restores.createdAt);
  return { kind: 'create', restores: { ...restores, createdAt }, ...next };
}

function draftOf({ key, newKey, content, more }: OpenItem, tags: readonly TagRef[]): SecretDraft {
  const { value, comment, metadata } = content!; // only a deletion is without
  return {
    secretKey: newKey ?? key,
    secretValue: value,
    secretComment: comment,
    secretMetadata: metadata,
    tagIds: tags.map(({ id }) => id),
    ...(more.options ? { options: more.options } : {}),
  };
}
