import type { ProjectAccess } from '../access/access.service.js';
import type { Actor } from '../auth/actor.js';
import { MASK, type OpenSecret, type Place, type SecretDraft, type TagRef } from './secret.js';
import { plainOf } from './secret-drafts.js';
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

export const masked = (secret: OpenSecret): OpenSecret => ({
  ...secret,
  value: MASK,
  isHidden: true,
  metadata: secret.metadata.map((item) => (item.isEncrypted ? { ...item, value: MASK } : item)),
});
