import type { ActorKind, AnyActor } from '../auth/actor.js';
import { newId } from '../database/uuid.js';
import type { RequestContext } from '../http/request-context.js';
import type { AuditRecord } from './audit.js';
import type { EntryWithoutTarget, UnlinkedEntry } from './chain/chain-bytes.js';

interface EntryActor {
  readonly orgId: string;
  readonly kind: ActorKind | 'system';
  readonly id: string | null;
  readonly name: string;
}

/** Who called, as far as an entry tells of it. */
export type EntryCaller = Pick<AnyActor, 'kind' | 'callerId' | 'orgId' | 'name' | 'request'>;

/** Makes an entry in the spelling in which the database gives it back. */
export const newEntry = (
  actor: EntryActor,
  record: AuditRecord,
  request: RequestContext,
): UnlinkedEntry => ({ ...withoutTarget(actor, record, request), target: record.target });

const withoutTarget = (
  { orgId, kind, id, name }: EntryActor,
  { projectId, action }: Omit<AuditRecord, 'target'>,
  { reqId, address, client }: RequestContext,
): EntryWithoutTarget => ({
  id: newId(),
  orgId: orgId.toLowerCase(),
  projectId: projectId?.toLowerCase() ?? null,
  actorKind: kind,
  actorId: id?.toLowerCase() ?? null,
  actorName: name,
  action,
  reqId,
  address,
  client,
});

/** Makes the entry of an action by the caller of a request. */
export const newEntryBy = (actor: EntryCaller, record: AuditRecord): UnlinkedEntry => ({
  ...entryWithoutTargetBy(actor, record),
  target: record.target,
});

/** Does what `newEntryBy` does, but for the target. */
export const entryWithoutTargetBy = (
  { orgId, kind, callerId: id, name, request }: EntryCaller,
  record: Omit<AuditRecord, 'target'>,
): EntryWithoutTarget => withoutTarget({ orgId, kind, id, name }, record, request);
