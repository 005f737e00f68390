import type { Actor } from '../auth/actor.js';
import { newId } from '../database/uuid.js';
import type { RequestContext } from '../http/request-context.js';
import type { AuditRecord } from './audit.js';
import type { UnlinkedEntry } from './chain/chain-bytes.js';

interface EntryActor {
  readonly orgId: string;
  readonly kind: 'identity' | 'system';
  readonly id: string | null;
  readonly name: string;
}

/** Makes an entry in the spelling in which the database gives it back. */
export const newEntry = (
  { orgId, kind, id, name }: EntryActor,
  { projectId, action, target }: AuditRecord,
  { reqId, address, client }: RequestContext,
): UnlinkedEntry => ({
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

/** Makes the entry of an action by the caller of a request. */
export const newEntryBy = (actor: Actor, record: AuditRecord): UnlinkedEntry => {
  const { orgId, identityId, name, request } = actor;
  return newEntry({ orgId, kind: 'identity', id: identityId, name }, record, request);
};
