import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lifetimeOf } from '../../access/dto/lifetime.js';
import { requireGrantable } from '../../access/escalation/grants.js';
import { type FreshAccess, LockedAccess } from '../../access/locked-access.js';
import { Audit } from '../../audit/audit.js';
import type { Actor } from '../../auth/actor.js';
import { Database } from '../../database/database.js';
import { ApiError, badRequest, notFound, permissionDenied } from '../../errors/api-error.js';
import {
  type AccessChange,
  AccessChangeRecorder,
} from '../../events/log/access-change-recorder.js';
import { ConsentedPrivileges } from '../../user-privileges/consented-privileges.service.js';
import { PoliciesRepository, type KeptPolicy } from '../policies/policies.repository.js';
import { notAnApprover } from '../requests/request-refusals.js';
import { type RequestRelation, VotesRepository } from '../requests/votes.repository.js';
import { accessClosed, requirePending, requireSeen } from './access-refusals.js';
import {
  AccessRequestsRepository,
  type AccessVoteRecord,
  type ListedAccessRequest,
} from './access-requests.repository.js';
import { AccessRequestsService } from './access-requests.service.js';
import { policyFor, requireGiven } from './asked-place.js';
import { periodLength } from './period.field.js';

export interface AccessReview {
  readonly status: 'approved' | 'rejected';
  readonly bypassReason: string | null;
  /** When the request was changed last, as the voter saw it. */
  readonly seenAt: Date | null;
}

/** A request that is voted on or revoked: the project and the request are locked. */
interface Reviewed {
  readonly tx: EntityManager;
  readonly actor: Actor;
  readonly access: FreshAccess;
  readonly request: ListedAccessRequest;
  readonly relation: RequestRelation;
}

/** Votes on requests for access, what the last of them gives, and taking it back. */
@Injectable()
export class AccessReviewsService {
  // oxlint-disable-next-line max-params -- who votes, what is given, and what is recorded
  constructor(
    private readonly asked: AccessRequestsService,
    private readonly requests: AccessRequestsRepository,
    private readonly policies: PoliciesRepository,
    private readonly votes: VotesRepository,
    private readonly privileges: ConsentedPrivileges,
    private readonly locked: LockedAccess,
    private readonly audit: Audit,
    private readonly recorder: AccessChangeRecorder,
    private readonly database: Database,
  ) {}

  /** The approval that was missing gives the privilege in the same transaction; its time begins there. */
  review(actor: Actor, id: string, review: AccessReview): Promise<AccessVoteRecord> {
    return this.change(actor, id, async (reviewed) => {
      const { tx, request, relation } = reviewed;
      if (actor.kind !== 'user') throw notAnApprover('Votes are given by people.');
      const isBypass = review.bypassReason !== null && review.status === 'approved';
      const mayBypass = isBypass && relation.isBypasser;
      if (!relation.isApprover && !mayBypass) throw this.refusalOf(isBypass);
      const policy = await this.policyOf(reviewed);
      requirePending(request);
      requireSeen(request, review.seenAt);
      const isOwn = request.userId === actor.userId;
      if (isOwn && !countsOwnVote(policy, request) && !mayBypass) throw ownRequest(policy);
      const ways = await this.votes.findWays(tx, policy.id, actor.userId, !relation.isApprover);
      if (!ways) throw notAnApprover('The policy does not name you as an approver today.');
      await this.requests.putVote(
        tx,
        { requestId: id, userId: actor.userId, status: review.status },
        ways,
      );
      const votes = await this.requests.listVotes(tx, id);
      const changes = await this.settle(reviewed, policy, votes, review);
      await this.record(reviewed, 'review', { vote: review.status }, changes);
      return votes.find(({ userId }) => userId === actor.userId)!; // it was written
    });
  }

  /** For who asked, approvers and administrators of the project. What was given is taken back. */
  revoke(actor: Actor, id: string): Promise<ListedAccessRequest> {
    return this.change(actor, id, async (reviewed) => {
      const { tx, request, relation } = reviewed;
      const { status, privilegeId } = request;
      const isOwn = request.userId === actor.callerId;
      if (!isOwn && !relation.isApprover && !relation.isAdmin)
        throw notAnApprover(
          'Access is revoked by who asked, an approver or an administrator of the project.',
        );
      if (status !== 'approved') requirePending(request);
      const taken = privilegeId ? await this.privileges.take(tx, request, privilegeId) : [];
      await this.requests.end(tx, id, 'revoked', { by: actor.callerId });
      const closed = { requestId: id, policyId: request.policyId, status: 'revoked' };
      await this.record(reviewed, 'revoke', { privilegeId }, [
        ...taken,
        { type: 'approval:close', changes: [closed] },
      ]);
      return (await this.requests.findIn(tx, id))!; // it is locked
    });
  }

  /** Under the locks of every change of who holds what: nobody leaves, and no right changes meanwhile. */
  private async change<T>(
    actor: Actor,
    id: string,
    work: (reviewed: Reviewed) => Promise<T>,
  ): Promise<T> {
    const { projectId } = await this.asked.find(actor, id);
    return this.database.transaction(async (tx) => {
      await this.locked.queueForLock(tx, actor, projectId);
      await this.locked.shareOrganization(tx, actor.orgId);
      return this.locked.changeProject(tx, actor, { id: projectId }, async (access) => {
        const request = await this.requests.findLocked(tx, id);
        if (!request) throw notFound();
        const relation = await this.votes.findIn(tx, request.policyId, actor.callerId);
        return work({ tx, actor, access, request, relation });
      });
    });
  }

  private refusalOf(isBypass: boolean): ApiError {
    return isBypass
      ? permissionDenied(
          'bypass-refused',
          'Only the bypassers of a soft policy approve without votes.',
        )
      : notAnApprover('The policy does not name you as an approver today.');
  }

  /** The policy of the request, if it is still the one that gives what is asked for. */
  private async policyOf({ tx, request }: Reviewed): Promise<KeptPolicy> {
    const { projectId, policyId, permissions, temporaryRange } = request;
    const inForce = await this.policies.listIn(tx, projectId, 'access');
    const policy = inForce.find(({ id }) => id === policyId);
    try {
      const governing = await policyFor(inForce, request, { readsPolicies: false });
      if (!policy || governing.id !== policyId) throw accessClosed('policy');
      requireGiven(policy, permissions, temporaryRange, periodLength);
    } catch (error) {
      if (error instanceof ApiError) throw accessClosed('policy');
      throw error;
    }
    return policy;
  }

  /** Ends the request if this vote does; gives the events that tell of it. */
  private async settle(
    reviewed: Reviewed,
    policy: KeptPolicy,
    votes: readonly AccessVoteRecord[],
    { status, bypassReason }: AccessReview,
  ): Promise<AccessChange[]> {
    const { tx, actor, request, relation } = reviewed;
    const event = { requestId: request.id, policyId: policy.id };
    if (status === 'rejected') {
      await this.requests.end(tx, request.id, 'rejected', { by: actor.callerId });
      return [{ type: 'approval:close', changes: [{ ...event, status: 'rejected' }] }];
    }
    const approvals = votes.filter(
      (vote) =>
        vote.counts &&
        vote.status === 'approved' &&
        (vote.userId !== request.userId || countsOwnVote(policy, request)),
    ).length;
    const isAgreed = approvals >= policy.approvals;
    const reason = !isAgreed && relation.isBypasser ? bypassReason : null;
    if (!isAgreed && reason === null) return [];
    const given = await this.give(reviewed, reason);
    const kind = reason === null ? 'approval:merge' : 'approval:bypass';
    return [...given, { type: kind, changes: [{ ...event, status: 'approved' }] }];
  }

  private async give(
    { tx, actor, access, request }: Reviewed,
    bypassReason: string | null,
  ): Promise<readonly AccessChange[]> {
    const { id, orgId, projectId, userId, permissions, temporaryRange } = request;
    if (!(await this.locked.accessOfMember(tx, { orgId, holderId: userId }, projectId)))
      throw accessClosed('asker');
    const lifetime = lifetimeOf({
      isTemporary: temporaryRange !== null,
      temporaryMode: 'relative',
      ...(temporaryRange === null ? {} : { temporaryRange }),
      temporaryAccessStartTime: access.now.toISOString(),
    });
    // Alone somebody gives no more than they hold, for as long as they hold it.
    if (bypassReason !== null)
      await requireGrantable(access, [
        { granted: permissions, until: lifetime.isTemporary ? lifetime.end : null },
      ]);
    const person = { orgId, projectId, userId, email: request.email };
    const { privilegeId, changes } = await this.privileges.give(tx, person, {
      permissions,
      lifetime,
    });
    const reason = bypassReason === null ? {} : { bypassReason };
    await this.requests.end(tx, id, 'approved', { by: actor.callerId, privilegeId, ...reason });
    const target = {
      privilegeId,
      userId,
      isTemporary: lifetime.isTemporary,
      requestId: id,
      ...reason,
    };
    await this.audit.record(tx, actor, { action: 'privilege.grant', projectId, target });
    return changes;
  }

  /** Last in its transaction. */
  private record(
    { tx, actor, request }: Reviewed,
    verb: 'review' | 'revoke',
    more: object,
    changes: readonly AccessChange[],
  ): Promise<void> {
    const { id: requestId, policyId, projectId } = request;
    const record = {
      action: `access-request.${verb}`,
      projectId,
      target: { requestId, policyId, ...more },
    };
    const reviewed = {
      type: 'approval:review',
      changes: [{ requestId, policyId, status: 'pending' }],
    } as const;
    return this.recorder.record(
      tx,
      actor,
      record,
      verb === 'review' ? [reviewed, ...changes] : changes,
    );
  }
}

/**
 * Whether the vote of who asks counts. Never under a policy of their own making: whoever lost what they could give by it would
 * give it to themselves.
 */
const countsOwnVote = (
  { allowsOwnVote, access }: Pick<KeptPolicy, 'allowsOwnVote' | 'access'>,
  { userId }: Pick<ListedAccessRequest, 'userId'>,
): boolean => allowsOwnVote && access?.madeBy !== userId;

const ownRequest = ({ allowsOwnVote }: Pick<KeptPolicy, 'allowsOwnVote'>): ApiError =>
  badRequest(
    'own-request',
    allowsOwnVote
      ? 'You made the policy by which you ask. Let another approver vote, or another person save the policy.'
      : 'The policy does not count the vote of who asked.',
  );
