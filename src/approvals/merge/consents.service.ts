import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../auth/actor.js';
import { badRequest, permissionDenied } from '../../errors/api-error.js';
import { PoliciesRepository } from '../policies/policies.repository.js';
import { notAnApprover, requestClosed } from '../requests/request-refusals.js';
import type { RequestRecord } from '../requests/requests.repository.js';
import { type RequestRelation, VotesRepository } from '../requests/votes.repository.js';

/** Whether people consented, by the policy and the people of now. */
@Injectable()
export class Consents {
  constructor(
    private readonly policies: PoliciesRepository,
    private readonly votes: VotesRepository,
  ) {}

  /** Throws 403 unless the caller is the committer, an approver or an administrator; or a bypasser who gives a reason. */
  async requireMerger(
    tx: EntityManager,
    { callerId }: Actor,
    request: RequestRecord,
    bypassReason: string | null,
  ): Promise<RequestRelation> {
    const relation = await this.votes.findIn(tx, request.policyId, callerId);
    const isCommitter = [request.committerUserId, request.committerIdentityId].includes(callerId);
    const mayBypass = relation.isBypasser && bypassReason !== null;
    if (!isCommitter && !relation.isApprover && !relation.isAdmin && !mayBypass)
      throw notAnApprover(
        'A request is merged by whoever proposed it, an approver or an administrator of the project.',
      );
    return relation;
  }

  /** Whether it is merged without enough votes. Throws 400 where the policy has ended, 403 for too few votes. */
  async require(
    tx: EntityManager,
    request: RequestRecord,
    { relation, bypassReason }: { relation: RequestRelation; bypassReason: string | null },
  ): Promise<boolean> {
    const policy = await this.policies.findIn(tx, request.policyId);
    if (!policy || policy.deletedAt !== null) throw requestClosed();
    const votes = await this.votes.listVotesIn(tx, request.id);
    const isOwn = (userId: string) => userId === request.committerUserId;
    const approvals = votes.filter(
      ({ status, counts, userId }) =>
        counts && status === 'approved' && (policy.allowsOwnVote || !isOwn(userId)),
    ).length;
    if (approvals >= policy.approvals) return false;
    const needed = policy.approvals;
    if (bypassReason === null)
      throw permissionDenied(
        'approvals-missing',
        `The request has ${approvals} of ${needed} approvals.`,
        { approvals, needed },
      );
    if (!relation.isBypasser)
      throw permissionDenied(
        'bypass-refused',
        policy.isSoft
          ? 'Only the bypassers of the policy merge without votes.'
          : 'The policy is hard: nobody merges without votes.',
        { approvals, needed },
      );
    return true;
  }

  /** Throws 400 where the policy does not count the vote of whoever proposed the change, 403 for who may not vote. */
  async requireVoter(tx: EntityManager, actor: Actor, request: RequestRecord) {
    if (actor.kind !== 'user') throw notAnApprover('Votes are given by people.');
    const ways = await this.votes.findWays(tx, request.policyId, actor.userId);
    if (!ways) throw notAnApprover('The policy does not name you as an approver today.');
    const policy = await this.policies.findIn(tx, request.policyId);
    if (actor.userId === request.committerUserId && policy?.allowsOwnVote !== true)
      throw badRequest('own-request', 'The policy does not count the vote of who proposed it.');
    return { ways, userId: actor.userId };
  }
}
