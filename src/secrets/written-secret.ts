import type { ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import {
  MASK,
  type MetadataItem,
  type OpenSecret,
  type Place,
  type SealedSecret,
  type SecretChanges,
  type SecretDraft,
  type TagRef,
} from './secret.js';
import { plainOf } from './secret-drafts.js';
import { mayDescribe, mayReadValue } from './secret-guards.js';
import type { SecretRow } from './secret-writes.repository.js';

export interface Fresh {
  readonly row: SecretRow;
  readonly draft: SecretDraft;
  readonly place: Place;
  readonly tags: readonly TagRef[];
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
