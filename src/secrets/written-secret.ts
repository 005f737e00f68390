import type { ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import {
  MASK,
  type MetadataItem,
  type OpenSecret,
  type SecretLocation,
  type SealedSecret,
  type SecretChanges,
  type SecretDraft,
  type TagRef,
} from './secret.js';
import { newId } from '../database/uuid.js';
import type { WriteKey } from '../keys/key-ring.js';
import { indexedReferences, hasSameReferences } from './references/reference-index.js';
import { columnsOf, plainOf } from './secret-drafts.js';
import { mayDescribe, mayReadValue } from './secret-guards.js';
import type { Owner, SecretVault } from './secret-vault.js';
import type { SecretRow } from './secret-writes.repository.js';

export interface Fresh {
  readonly row: SecretRow;
  readonly draft: SecretDraft;
  readonly place: SecretLocation;
  readonly tags: readonly TagRef[];
}

interface Draft {
  readonly draft: SecretDraft;
  readonly folderId: string;
  /** What the secret held before, where that is known: alike, it refers to the same. */
  readonly valueBefore?: string;
}

/** The first state of a new secret. */
export const newRow = (vault: SecretVault, key: WriteKey, owner: Owner, next: Draft): SecretRow =>
  rowOf(vault, key, owner, { ...next, id: newId(), version: 1 });

/** Sealed anew even where the value stays: what is sealed is bound to its version. */
export const nextRow = (
  vault: SecretVault,
  key: WriteKey,
  owner: Owner,
  next: Draft & { readonly old: Pick<SealedSecret, 'id' | 'version'> },
): SecretRow =>
  rowOf(vault, key, owner, { ...next, id: next.old.id, version: next.old.version + 1 });

function rowOf(
  vault: SecretVault,
  key: WriteKey,
  owner: Owner,
  next: Draft & { readonly id: string; readonly version: number },
): SecretRow {
  const { draft, folderId, id, version, valueBefore } = next;
  const sealed = vault.seal(
    key,
    owner,
    { id, version, folderId, key: draft.secretKey },
    plainOf(draft),
  );
  const isSame = valueBefore !== undefined && hasSameReferences(valueBefore, draft.secretValue);
  const references = isSame ? null : indexedReferences(draft.secretValue);
  return { ...sealed, ...columnsOf(draft), id, version, folderId, references };
}

/** What was just written, as a read would give it. */
export function written(
  { row, draft, place, tags }: Fresh,
  actor: Actor,
  project: ProjectAccess,
  at: Date,
): OpenSecret {
  return {
    ...row,
    ...place,
    ...plainOf(draft),
    isHidden: false,
    tags,
    actorId: actor.identityId,
    actorName: actor.name,
    actorMembershipId: project.membershipId,
    createdAt: at,
    updatedAt: at,
  };
}

/**
 * Of a secret that was changed or deleted: what the caller has just sent, and of the rest what he may see.
 */
export function shownTo(
  project: ProjectAccess,
  old: SealedSecret,
  secret: OpenSecret,
  sent: SecretChanges = {},
): OpenSecret {
  const isKnown = mayDescribe(project, old);
  const isReadable = mayReadValue(project, old);
  const isShown = isReadable || sent.secretValue !== undefined;
  const maskedItem = (item: MetadataItem) => (item.isEncrypted ? { ...item, value: MASK } : item);
  const knownMetadata = isKnown ? secret.metadata.map(maskedItem) : [];
  return {
    ...secret,
    value: isShown ? secret.value : MASK,
    isHidden: !isShown,
    comment: isKnown || sent.secretComment !== undefined ? secret.comment : '',
    metadata: isReadable || sent.secretMetadata !== undefined ? secret.metadata : knownMetadata,
    tags: isKnown || sent.tagIds !== undefined ? secret.tags : [],
    reminderNote: isKnown || sent.secretReminderNote !== undefined ? secret.reminderNote : null,
    reminderRepeatDays:
      isKnown || sent.secretReminderRepeatDays !== undefined ? secret.reminderRepeatDays : null,
  };
}
