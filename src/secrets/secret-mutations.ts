import type { EventDraft } from '../events/log/event-kinds.js';
import type { SecretChange } from '../events/log/event-log.js';
import {
  allTagSlugs,
  type SealedSecret,
  type SecretChanges,
  type SecretDraft,
  type SecretLocation,
  type TagRef,
} from './secret.js';
import type { SecretAddress } from './secrets.repository.js';

/** Names that an audit entry lists before it only counts. */
const MAX_NAMED = 1_000;

/** What a secret becomes, and where. */
interface NextState {
  readonly draft: SecretDraft;
  readonly location: SecretLocation;
  readonly folderId: string;
  readonly environmentId: string;
  readonly tags: readonly TagRef[];
}

/** The folder in which a state is, and stays. */
export const folderOf = ({
  folderId,
  environmentId,
}: Pick<SealedSecret, 'folderId' | 'environmentId'>) => ({ folderId, environmentId });

/** A deleted secret that comes back under its id, as the version after its last. */
export interface RestoredSecret {
  readonly id: string;
  readonly lastVersion: number;
  readonly createdAt: Date;
}

export interface CreateMutation extends NextState {
  readonly kind: 'create';
  readonly restores?: RestoredSecret;
}

/** What an update goes on with, since nobody sent another one: who may not read it there is not shown it here. */
export interface KeptContent {
  /** The secret whose content it was. */
  readonly secretId: string;
  readonly value: boolean;
  readonly comment: boolean;
  readonly metadata: boolean;
  readonly tags: boolean;
}

export const keptOf = (
  { id: secretId }: Pick<SealedSecret, 'id'>,
  { secretValue, secretComment, secretMetadata, tagIds }: SecretChanges = {},
): KeptContent => ({
  secretId,
  value: secretValue === undefined,
  comment: secretComment === undefined,
  metadata: secretMetadata === undefined,
  tags: tagIds === undefined,
});

/** The next version of a secret, with any new name, folder or tags. */
export interface UpdateMutation extends NextState {
  readonly kind: 'update';
  /** The present state, locked. */
  readonly old: SealedSecret;
  /** The present value, if it was opened: the index of references is left alone where both refer to the same. */
  readonly valueBefore?: string;
  /** Absent where all of the content was sent, or is of a past state. */
  readonly keeps?: KeptContent;
}

export interface DeleteMutation {
  readonly kind: 'delete';
  /** The present state, locked. */
  readonly old: SealedSecret;
  /** The secret at the destination of a move that goes on with the content of this one. */
  readonly overwrites?: SealedSecret;
}

export type SecretMutation = CreateMutation | UpdateMutation | DeleteMutation;

/** The names that a write deletes, updates and creates, as its events tell them. */
export interface ChangedNames {
  readonly deleted: readonly SecretChange[];
  readonly updated: readonly SecretChange[];
  readonly created: readonly SecretChange[];
}

/** The audit entry and the events of a write. */
export interface WriteRecord {
  readonly action: string;
  readonly target: Readonly<Record<string, unknown>>;
  readonly events: readonly EventDraft[];
}

const changeAt = (
  { environment, secretPath }: SecretLocation,
  secretKey: string,
  ...states: readonly Pick<SealedSecret, 'tags'>[]
): SecretChange => ({ environment, secretPath, secretKey, secretTags: allTagSlugs(...states) });

/**
 * A rename updates both names; a change of folder deletes in one and creates in the other. The tags are those of all
 * states involved, since they decide who receives the event.
 */
export function changedNames(mutations: readonly SecretMutation[]): ChangedNames {
  const [deleted, updated, created]: SecretChange[][] = [[], [], []];
  for (const each of mutations) {
    if (each.kind === 'delete') {
      const { old, overwrites = old } = each;
      deleted!.push(changeAt(old, old.key, old, overwrites));
      continue;
    }
    const { location, draft } = each;
    if (each.kind === 'create') {
      created!.push(changeAt(location, draft.secretKey, each));
    } else if (each.folderId !== each.old.folderId) {
      deleted!.push(changeAt(each.old, each.old.key, each.old, each));
      created!.push(changeAt(location, draft.secretKey, each.old, each));
    } else {
      const names = new Set([each.old.key, draft.secretKey]);
      for (const name of names) updated!.push(changeAt(location, name, each.old, each));
    }
  }
  return { deleted: deleted!, updated: updated!, created: created! };
}

/** Names for an audit entry; with their folders where they are in several. */
export function namesOf(changes: readonly SecretChange[]): Record<string, unknown> {
  const named = changes.slice(0, MAX_NAMED);
  const paths = named.map((change) => change.secretPath);
  return {
    secretKeys: named.map((change) => change.secretKey),
    count: changes.length,
    ...(new Set(paths).size > 1 ? { secretPaths: paths } : {}),
  };
}

/** The record of a write whose audit entry names all that it deletes, updates and creates. */
export const recordAs =
  (action: string, scope: object, more: object = {}) =>
  ({ deleted, updated, created }: ChangedNames): WriteRecord => ({
    action,
    target: { ...scope, ...namesOf([...deleted, ...updated, ...created]), ...more },
    events: [
      { type: 'secret:delete', changes: deleted },
      { type: 'secret:update', changes: updated },
      { type: 'secret:create', changes: created },
    ],
  });

/** Addresses that secrets had and that none of the write has: what refers to them is broken. */
export function removedAddresses(mutations: readonly SecretMutation[]): SecretAddress[] {
  const nameOf = ({ environment, secretPath }: SecretLocation, key: string) =>
    `${environment} ${secretPath}\0${key}`;
  const held = new Set(
    mutations.flatMap((each) =>
      each.kind === 'delete' ? [] : [nameOf(each.location, each.draft.secretKey)],
    ),
  );
  return mutations.flatMap((each) => {
    if (each.kind === 'create' || held.has(nameOf(each.old, each.old.key))) return [];
    const { environment, secretPath, key } = each.old;
    return [{ environment, secretPath, key }];
  });
}
