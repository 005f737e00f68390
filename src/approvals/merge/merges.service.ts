import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ProjectAccess } from '../../access/access.service.js';
import { type FreshAccess, LockedAccess } from '../../access/locked-access.js';
import { Audit } from '../../audit/audit.js';
import type { EntryCaller } from '../../audit/new-entry.js';
import type { Actor } from '../../auth/actor.js';
import { ServerKeys } from '../../auth/server-keys.js';
import { Database } from '../../database/database.js';
import { conflict, notFound, permissionDenied } from '../../errors/api-error.js';
import { addCost } from '../../http/limits/admission.js';
import { recordAs } from '../../secrets/secret-mutations.js';
import { SecretOpenings } from '../../secrets/secret-openings.js';
import { SecretWriter } from '../../secrets/secret-writer.js';
import { StorageQuota } from '../../storage/storage-quota.js';
import { canonicalText, governorsOf, type OpenItem } from '../held/proposed-items.js';
import { ProposalVault } from '../held/proposal-vault.js';
import { PolicyTables } from '../policies/policy-tables.js';
import {
  type Conflict,
  type RequestRecord,
  RequestsRepository,
} from '../requests/requests.repository.js';
import { ApproverMails, placed } from '../requests/approver-mails.js';
import { requireOpen, requestClosed } from '../requests/request-refusals.js';
import { Consents } from './consents.service.js';
import { type MergePlan, mutationOf, planOf, mergedAt } from './merge-plan.js';
import { notByTheseRights, type Refusal, requireRights } from './merge-rights.js';
import { type PresentState, PresentStateRepository } from './present-state.repository.js';

/** A request that may be merged as far as its votes go, locked. */
interface Agreed {
  readonly request: RequestRecord;
  /** Given where it is merged without votes. */
  readonly bypassReason: string | null;
}

/** Proposed secrets that cost as much as one more request to hold against the present. */
const ITEMS_OF_A_UNIT = 100;

const HOLD_PROJECT = 'select id from projects where id = $1 for share';

class MergeConflict extends Error {
  constructor(readonly conflicts: readonly Conflict[]) {
    super('The request does not fit any more');
  }
}

/**
 * Writes what people consented to: whole or not at all, in the committer's name and by the committer's rights of now. What
 * cannot be merged is refused before any lock, and merges of one caller, and of one request, queue: so none of them keeps
 * changes of the project waiting. Locks the project (shared: changes of policies and of folders wait), the request, then what every write locks.
 */
@Injectable()
export class Merges {
  // oxlint-disable-next-line max-params -- what is asked before a write, and who writes
  constructor(
    private readonly database: Database,
    private readonly locked: LockedAccess,
    private readonly requests: RequestsRepository,
    private readonly consents: Consents,
    private readonly tables: PolicyTables,
    private readonly present: PresentStateRepository,
    private readonly vault: ProposalVault,
    private readonly keys: ServerKeys,
    private readonly openings: SecretOpenings,
    private readonly writer: SecretWriter,
    private readonly storage: StorageQuota,
    private readonly audit: Audit,
    private readonly mails: ApproverMails,
  ) {}

  /** Throws 400, 403, and 409 with every conflict; then nothing is written, and the request stays open. */
  async merge(
    actor: Actor,
    project: ProjectAccess,
    { id }: Pick<RequestRecord, 'id'>,
    bypassReason: string | null,
  ): Promise<RequestRecord> {
    const { id: projectId } = project;
    await this.storage.prepare(actor.orgId);
    try {
      await this.database.transaction(async (tx) => {
        await this.agree(tx, actor, await this.requests.findIn(tx, actor.orgId, id), bypassReason);
        await this.locked.queueForLock(tx, actor, projectId);
        await this.locked.queueForThing(tx, id, projectId);
        const found = await this.requests.findIn(tx, actor.orgId, id);
        await this.rehearse(tx, project, await this.agree(tx, actor, found, bypassReason));
        await tx.query(HOLD_PROJECT, [projectId]);
        const request = await this.requests.findLocked(tx, actor.orgId, id);
        const agreed = await this.agree(tx, actor, request, bypassReason);
        await this.write(tx, actor, agreed);
      });
    } catch (error) {
      if (!(error instanceof MergeConflict)) throw error;
      throw await this.conflictError(id, error.conflicts);
    }
    return (await this.requests.find(actor.orgId, id)) ?? Promise.reject(notFound());
  }

  /** Steps 2 and 3: the request is open, its policy governs, and enough people consented. */
  private async agree(
    tx: EntityManager,
    actor: Actor,
    request: RequestRecord | null,
    bypassReason: string | null,
  ): Promise<Agreed> {
    if (!request) throw notFound();
    const relation = await this.consents.requireMerger(tx, actor, request, bypassReason);
    requireOpen(request);
    const isBypass = await this.consents.require(tx, request, { relation, bypassReason });
    return { request, bypassReason: isBypass ? bypassReason : null };
  }

  /** Refuses what could not be written, by what is known without the locks and without opening what is proposed. */
  private async rehearse(
    tx: EntityManager,
    own: ProjectAccess,
    { request, bypassReason }: Agreed,
  ): Promise<void> {
    const items = await this.requests.listWithoutContent(tx, request.id);
    addCost(items.length / ITEMS_OF_A_UNIT);
    const present = await this.present.read(tx, request.projectId, items);
    await this.requireGoverned(tx, request, items, present);
    const plan = planOf(items, present);
    requireRights(own, await this.committerOf(tx, request), { plan, request });
    if (bypassReason !== null) requireRights(own, own, { plan, request }, 'permission-denied');
    if (plan.conflicts.length > 0) throw new MergeConflict(plan.conflicts);
  }

  private async write(
    tx: EntityManager,
    actor: Actor,
    { request, bypassReason }: Agreed,
  ): Promise<void> {
    const { projectId, orgId } = request;
    const items = await this.openItems(tx, request);
    const present = await this.present.lockAndRead(tx, projectId, items);
    await this.requireGoverned(tx, request, items, present);
    const committer = await this.committerOf(tx, request);
    const plan = planOf(items, present);
    // Whoever was shut out while this waited for others merges nothing.
    const own = await this.locked.accessIn(tx, actor, projectId);
    requireRights(own, committer, { plan, request });
    await this.requireNoOpening(tx, actor, committer, plan);
    if (bypassReason !== null) {
      requireRights(own, own, { plan, request }, 'permission-denied');
      await this.requireNoOpening(tx, actor, own, plan, 'permission-denied');
    }
    if (plan.conflicts.length > 0) throw new MergeConflict(plan.conflicts);
    await this.end(tx, actor, request, bypassReason);
    const by = actor.kind === 'user' ? { userId: actor.callerId } : { identityId: actor.callerId };
    const { id: requestId, policyId } = request;
    const merge = { requestId, mergedBy: { ...by, name: actor.name } };
    const more = { ...request.target, ...mergedAt(request, plan), ...merge };
    const record = recordAs(request.action, {}, more);
    const kind = bypassReason === null ? 'approval:merge' : 'approval:bypass';
    const event = { type: kind, changes: [{ requestId, policyId, status: 'close' }] } as const;
    await this.writer.applyApproved(
      tx,
      { actor: authorOf(actor, request, orgId), project: committer },
      {
        mutations: plan.items.map(mutationOf),
        record: (names) => {
          const { events, ...entry } = record(names);
          return { ...entry, events: [...events, event] };
        },
      },
    );
  }

  /** Opened, and held against what people consented to. */
  private async openItems(tx: EntityManager, request: RequestRecord): Promise<OpenItem[]> {
    const sealed = await this.requests.listItems(tx, request.id);
    const items = await this.vault.open(request, sealed, () => true, tx);
    const digests = this.keys.digestsOf(canonicalText(request.policyId, items));
    if (!digests.some((digest) => timingSafeEqual(digest, request.digest))) throw requestClosed();
    return items;
  }

  /** Throws 400 where the policy of the request is not, or not alone, the one that governs today. */
  private async requireGoverned(
    tx: EntityManager,
    { projectId, policyId, environmentId, committerIdentityId }: RequestRecord,
    items: readonly OpenItem[],
    { folders }: PresentState,
  ): Promise<void> {
    const { table } = await this.tables.readIn(tx, projectId);
    const ids = items.flatMap(({ folderId, newFolderId }) => [folderId, newFolderId ?? folderId]);
    const places = ids.flatMap((id) => folders.get(id) ?? []);
    const governors = governorsOf(
      await table.governors(places),
      committerIdentityId !== null,
      places,
    );
    const isAlone = governors.every(({ id }) => id === policyId);
    const isThere = governors.length > 0 || ids.some((id) => !folders.has(id));
    if (environmentId === null || !isAlone || !isThere) throw requestClosed();
  }

  /** The committer's rights as of now. Throws 403 for one who is gone or deactivated. */
  private async committerOf(
    tx: EntityManager,
    { orgId, projectId, committerUserId, committerIdentityId }: RequestRecord,
  ): Promise<FreshAccess> {
    const holderId = committerUserId ?? committerIdentityId!; // one of them is set
    const access = await this.locked.accessOfMember(tx, { orgId, holderId }, projectId);
    if (!access)
      throw permissionDenied(
        'committer-cannot-write',
        'Whoever proposed the change is not in the project any more, or deactivated.',
      );
    return access;
  }

  /** Throws 403 where a name or tag would open a secret to somebody, which these rights may not. */
  private async requireNoOpening(
    tx: EntityManager,
    actor: Actor,
    access: FreshAccess,
    { items }: MergePlan,
    code: Refusal = 'committer-cannot-write',
  ): Promise<void> {
    const relabelled = items.flatMap(({ item, old, tags }) =>
      item.op === 'update' && old ? [{ old, next: { key: item.newKey ?? item.key, tags } }] : [],
    );
    const opened = await this.openings.find(
      tx,
      { actor, project: access, fresh: access },
      relabelled,
    );
    if ([...opened].length > 0) throw notByTheseRights(code, []);
  }

  /** The request is over, and what was proposed is nobody's to see any more. */
  private async end(
    tx: EntityManager,
    actor: Actor,
    request: RequestRecord,
    bypassReason: string | null,
  ): Promise<void> {
    const { id, slug, policyId, projectId } = request;
    const by = actor.kind === 'user' ? actor.callerId : null;
    await this.requests.close(tx, [id], 'merged', { by, bypassReason });
    await this.requests.destroyContent(tx, [id]);
    const action = `approval-request.${bypassReason === null ? 'merge' : 'bypass'}`;
    const reason = bypassReason === null ? {} : { reason: bypassReason };
    const target = { requestId: id, slug, policyId, ...reason };
    await this.audit.record(tx, actor, { action, projectId, target });
    const mailed = { byId: actor.callerId, by: actor.name, ...placed(request) };
    if (bypassReason !== null) this.mails.tellAfter(tx, { kind: 'bypass', ...mailed });
  }

  /** What it leaves behind is written once nothing of the merge is left, which in a request with a key is after its transaction. */
  private async conflictError(id: string, conflicts: readonly Conflict[]) {
    await this.database.afterUndoing(() => this.requests.saveConflicts(id, conflicts));
    const keys = [...new Set(conflicts.map(({ secretKey }) => secretKey))].slice(0, 3).join(', ');
    return conflict(
      'merge-conflict',
      `The request does not fit any more (${keys}). Nothing was written.`,
      { conflicts },
    );
  }
}

/** In whose name it is written. The request that merges is the one that the entry tells of. */
const authorOf = (
  { request: context }: Actor,
  { committerUserId, committerIdentityId, committerName }: RequestRecord,
  orgId: string,
): EntryCaller => ({
  kind: committerUserId === null ? 'identity' : 'user',
  callerId: committerUserId ?? committerIdentityId!, // one of them is set
  name: committerName,
  orgId,
  request: context,
});
