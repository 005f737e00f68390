import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccessService } from '../../access/access.service.js';
import { LockedAccess } from '../../access/locked-access.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { isUuid } from '../../database/uuid.js';
import { badRequest, forbidden, notFound, permissionDenied } from '../../errors/api-error.js';
import { AccessChangeRecorder } from '../../events/log/access-change-recorder.js';
import { refuseUnusable } from '../../privileges/privileges.service.js';
import { StorageQuota } from '../../storage/storage-quota.js';
import { ROW_BYTES } from '../../storage/storage.repository.js';
import { PoliciesRepository, type PolicyRecord } from '../policies/policies.repository.js';
import { ApproverMails } from '../requests/approver-mails.js';
import { refuseTooMany } from '../requests/request-refusals.js';
import { type CallerRelation, VotesRepository } from '../requests/votes.repository.js';
import { accessClosed, requirePending } from './access-refusals.js';
import type { AskedAccess } from './access-requests.dto.js';
import { type AccessFilter, AccessLists } from './access-lists.repository.js';
import {
  AccessRequestsRepository,
  type ListedAccessRequest,
  type NewAccessRequest,
} from './access-requests.repository.js';
import { auditOfRules } from './audited-rules.js';
import { askedPlaceOf, policyFor, requireGiven } from './asked-place.js';
import { periodLength } from './period.field.js';

/** Days after which a request can be approved no more, where its policy does not say. */
const DEFAULT_PERIOD = '30d';
/** Requests of one person in a project that have ended and gave nothing that is there. */
const MAX_KEPT = 100;

export interface ShownAccessRequest {
  readonly request: ListedAccessRequest;
  /** Null for who neither reads policies nor decides by this one. */
  readonly policy: PolicyRecord | null;
}

interface AccessWish extends Omit<NewAccessRequest, 'policyId' | 'lasts'> {
  readonly readsPolicies: boolean;
}

/** Asking for access: what waits, and what became of it. */
@Injectable()
export class AccessRequestsService {
  // oxlint-disable-next-line max-params -- asks, lists and mails of one thing
  constructor(
    private readonly access: AccessService,
    private readonly requests: AccessRequestsRepository,
    private readonly lists: AccessLists,
    private readonly policies: PoliciesRepository,
    private readonly votes: VotesRepository,
    private readonly mails: ApproverMails,
    private readonly locked: LockedAccess,
    private readonly recorder: AccessChangeRecorder,
    private readonly storage: StorageQuota,
    private readonly database: Database,
  ) {}

  /** Asks, or gives the request of before where the same one waits. Throws 400 for what no policy gives. */
  async ask(actor: Actor, slug: string, toAsked: () => AskedAccess): Promise<ListedAccessRequest> {
    const { id: projectId, orgId, ability } = await this.access.toProject(actor, { slug });
    if (actor.kind !== 'user')
      throw forbidden(
        'people-only',
        'People ask for access. A machine identity is granted a privilege.',
      );
    const { userId } = actor;
    const asked = toAsked();
    const place = askedPlaceOf(asked.permissions);
    refuseUnusable(asked.permissions);
    const readsPolicies = ability.allows('read', 'secret-approval');
    await this.storage.prepare(orgId);
    const wish = { ...asked, ...place, projectId, userId, readsPolicies };
    return this.database.transaction(async (tx) => {
      await this.locked.queueForLock(tx, actor, projectId);
      const known = await this.lookUp(tx, wish);
      if (known.same) return known.same;
      await this.requests.lockForAsking(tx, { orgId, projectId, userId });
      const { same, wanted } = await this.lookUp(tx, wish);
      if (same) return same;
      this.storage.reserveBytes(tx, orgId, bytesOf(wanted));
      const id = await this.requests.insert(tx, wanted, MAX_KEPT);
      const made = (await this.requests.findIn(tx, id))!; // it was inserted
      const mailed = {
        byId: userId,
        by: actor.name,
        requestId: id,
        policyId: wanted.policyId,
        projectId,
      };
      this.mails.tellAfter(tx, { kind: 'access', ...mailed, ...place });
      const { temporaryRange } = asked;
      const permissions = auditOfRules(asked.permissions);
      await this.record(tx, actor, made, 'open', { ...place, permissions, temporaryRange });
      return made;
    });
  }

  /**
   * Finds the same request if it waits, and tells what would be kept. Throws 400 for what is not given, and for too many: before
   * the lock of the project, so that who repeats it keeps nobody waiting, and under it.
   */
  private async lookUp(
    tx: EntityManager,
    wish: AccessWish,
  ): Promise<{ readonly same: ListedAccessRequest | null; readonly wanted: NewAccessRequest }> {
    const { projectId, userId, permissions, temporaryRange } = wish;
    const policy = await policyFor(await this.policies.listIn(tx, projectId, 'access'), wish, wish);
    requireGiven(policy, permissions, temporaryRange, periodLength);
    const lasts = periodLength(policy.access?.requestPeriod ?? DEFAULT_PERIOD);
    const wanted = { ...wish, policyId: policy.id, lasts };
    const same = await this.requests.findSame(tx, wanted);
    if (!same) refuseTooMany(await this.requests.countPending(tx, projectId, userId));
    return { same, wanted };
  }

  async list(actor: Actor, slug: string, filter: AccessFilter): Promise<ShownAccessRequest[]> {
    const viewer = await this.viewerOf(actor, { slug });
    if (filter.userId !== null && !isUuid(filter.userId)) return [];
    const requests = await this.lists.list(viewer, filter);
    const known = requests.filter(({ decides }) => viewer.readsPolicies || decides);
    const ids = [...new Set(known.map(({ policyId }) => policyId))];
    const policies = new Map((await this.policies.listByIds(ids)).map((each) => [each.id, each]));
    return requests.map((request) => ({ request, policy: policies.get(request.policyId) ?? null }));
  }

  async get(
    actor: Actor,
    id: string,
  ): Promise<ShownAccessRequest & { readonly callerRelation: CallerRelation }> {
    const request = await this.find(actor, id);
    const relation = await this.votes.find(request.policyId, actor.callerId);
    const { readsPolicies } = await this.viewerOf(actor, { id: request.projectId });
    const isKnown = readsPolicies || relation.isApprover || relation.isBypasser;
    const [policy = null] = isKnown ? await this.policies.listByIds([request.policyId]) : [];
    return {
      request,
      policy,
      callerRelation: { ...relation, isOwn: request.userId === actor.callerId },
    };
  }

  async count(actor: Actor, slug: string) {
    return this.lists.count(await this.viewerOf(actor, { slug }));
  }

  /** Shortens it, for who asked, while nobody has voted: who votes meanwhile never gives more than they saw. */
  async amend(
    actor: Actor,
    id: string,
    { temporaryRange, editNote }: { readonly temporaryRange: string; readonly editNote: string },
  ): Promise<ListedAccessRequest> {
    const { projectId, orgId, userId } = await this.find(actor, id);
    if (actor.callerId !== userId)
      throw permissionDenied('not-an-approver', 'A request is changed by whoever made it.');
    return this.database.transaction(async (tx) => {
      await this.locked.queueForLock(tx, actor, projectId);
      await this.requireAmendable(tx, await this.requests.findIn(tx, id), temporaryRange);
      await this.requests.lockForAsking(tx, { orgId, projectId, userId });
      await this.requireAmendable(tx, await this.requests.findLocked(tx, id), temporaryRange);
      await this.requests.amend(tx, id, temporaryRange, editNote);
      const after = (await this.requests.findIn(tx, id))!; // it is locked
      await this.record(tx, actor, after, 'edit', { temporaryRange, editNote });
      return after;
    });
  }

  private async requireAmendable(
    tx: EntityManager,
    request: ListedAccessRequest | null,
    temporaryRange: string,
  ): Promise<void> {
    if (!request) throw notFound();
    requirePending(request);
    if (request.reviewers.length > 0)
      throw badRequest(
        'request-closed',
        'Somebody has voted on the request. Revoke it and ask anew.',
      );
    if (request.temporaryRange === null) throw accessClosed('lasting');
    const inForce = await this.policies.listIn(tx, request.projectId, 'access');
    const policy = await policyFor(inForce, request, { readsPolicies: false });
    if (policy.id !== request.policyId) throw accessClosed('policy');
    requireGiven(policy, request.permissions, temporaryRange, periodLength);
    if (periodLength(temporaryRange) > periodLength(request.temporaryRange))
      throw badRequest(
        'beyond-policy',
        `A request is only shortened: it is for ${request.temporaryRange}. Revoke it and ask anew for longer.`,
      );
  }

  /** Throws 404 where the caller may not see it: who reads all, asked for it, may vote, or may bypass a soft policy. */
  async find(actor: Actor, id: string): Promise<ListedAccessRequest> {
    const request = isUuid(id) ? await this.requests.find(actor.orgId, id) : null;
    if (!request) throw notFound();
    const { ability } = await this.access.toProject(actor, { id: request.projectId });
    const party = await this.votes.find(request.policyId, actor.callerId);
    const { isAdmin, isApprover, isBypasser } = party;
    const isOwn = request.userId === actor.callerId;
    const seesAll = isAdmin || ability.allows('read', 'secret-approval-request');
    if (!seesAll && !isOwn && !isApprover && !isBypasser) throw notFound();
    return request;
  }

  private async viewerOf(actor: Actor, named: Parameters<AccessService['toProject']>[1]) {
    const { id, ability } = await this.access.toProject(actor, named);
    const seesAll = ability.allows('read', 'secret-approval-request');
    const readsPolicies = ability.allows('read', 'secret-approval');
    return { projectId: id, callerId: actor.callerId, seesAll, readsPolicies };
  }

  /** Last in its transaction. Throws 401 for who lost their session while this waited for others. */
  private async record(
    tx: EntityManager,
    actor: Actor,
    { id: requestId, policyId, projectId }: ListedAccessRequest,
    verb: 'open' | 'edit',
    more: object,
  ): Promise<void> {
    await this.locked.lockCallerSession(tx, actor);
    const record = {
      action: `access-request.${verb}`,
      projectId,
      target: { requestId, policyId, ...more },
    };
    const changes = [{ requestId, policyId, status: 'pending' }];
    await this.recorder.record(
      tx,
      actor,
      record,
      verb === 'open' ? [{ type: 'approval:open', changes }] : [],
    );
  }
}

const bytesOf = ({ permissions, note }: NewAccessRequest): number =>
  ROW_BYTES + Buffer.byteLength(JSON.stringify(permissions)) + Buffer.byteLength(note);
