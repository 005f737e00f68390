import type { Actor } from '../auth/actor.js';
import { newId } from '../database/uuid.js';
import type { RequestContext } from '../http/request-context.js';
import type { AuditRecord } from './audit.js';
import type { Written } from './chain/chain-bytes.js';

interface Who {
  readonly orgId: string;
  readonly kind: 'identity' | 'system';
  readonly id: string | null;
  readonly name: string;
}

/** A new entry, in the spelling in which the database gives it back. */
export const writtenEntry = (
  { orgId, kind, id, name }: Who,
  { projectId, action, target }: AuditRecord,
  { reqId, address, client }: RequestContext,
): Written => ({
  id: newId(),
  orgId: orgId.toLowerCase(),
  projectId: projectId?.toLowerCase() ?? null,
  actorKind: kind,
  actorId: id?.toLowerCase() ?? null,
  actorName: name,
  action,
  target,
  reqId,
  address,
  client,
});

export const writtenBy = (actor: Actor, record: AuditRecord): Written => {
  const { orgId, identityId, name, request } = actor;
  return writtenEntry({ orgId, kind: 'identity', id: identityId, name }, record, request);
};
