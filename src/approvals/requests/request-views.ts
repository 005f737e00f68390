import { ApiProperty } from '@nestjs/swagger';
import {
  AskerView,
  presentAsker,
  presentCallerRelation,
  RELATION,
  CallerRelationView,
  VoterView,
} from '../people-views.js';
import { PolicyPersonView, PolicyView, presentPolicy } from '../policies/policies.presenter.js';
import type { PolicyRecord } from '../policies/policies.repository.js';
import { CommitView, presentCommit } from './commit-views.js';
import type { ListedRequest } from './request-lists.repository.js';
import { ApprovalView } from '../../secrets/held-write.presenter.js';
import { presentRequest } from './requests.presenter.js';
import type { WholeRequest } from './requests.service.js';
import type { Vote } from './votes.repository.js';

class ListedCommitView {
  @ApiProperty({ enum: ['create', 'update', 'delete'] })
  op: string;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'Null: a new secret; or one of another folder than the request, for who neither proposed nor decides',
  })
  secretId: string | null;
}

const COMMITTER_NAME = {
  example: 'ann@example.org',
  description: 'What the person or machine identity was called when it proposed the change',
};

const POLICY = {
  type: PolicyView,
  description:
    'The policy of today. Who neither reads policies nor decides by it, such as the proposer, sees no other place, no addresses and no bypassers',
};

export class ListedRequestView extends ApprovalView {
  @ApiProperty(POLICY)
  policy: PolicyView;
  @ApiProperty({
    type: AskerView,
    nullable: true,
    description: 'Null: a machine identity',
    example: {
      ...{ userId: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', email: 'ann@example.org' },
      ...{ username: 'ann@example.org', firstName: 'Ann', lastName: 'Example' },
    },
  })
  committerUser: AskerView | null;
  @ApiProperty(COMMITTER_NAME)
  committerName: string;
  @ApiProperty({
    type: [ListedCommitView],
    description: 'The first 100; the request itself has all',
  })
  commits: readonly ListedCommitView[];
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many `commits` the request has' })
  commitCount: number;
  @ApiProperty({ type: String, nullable: true, example: 'prod', description: 'Null: it is gone' })
  environment: string | null;
  @ApiProperty({ type: [VoterView] })
  reviewers: readonly VoterView[];
  @ApiProperty({ type: [PolicyPersonView] })
  approvers: readonly PolicyPersonView[];
}

class ReviewerView extends VoterView {
  @ApiProperty({ type: String, nullable: true, example: 'ann@example.org' })
  email: string | null;
  @ApiProperty({ example: 'Fine.' })
  comment: string;
  @ApiProperty({ description: 'Whether its giver may still vote as when it was given' })
  counts: boolean;
}

export class RequestView extends ApprovalView {
  @ApiProperty(POLICY)
  policy: PolicyView;
  @ApiProperty(COMMITTER_NAME)
  committerName: string;
  @ApiProperty({ type: CallerRelationView, description: RELATION })
  callerRelation: CallerRelationView;
  @ApiProperty({ type: String, nullable: true, example: 'prod' })
  environment: string | null;
  @ApiProperty({ type: String, nullable: true, example: '/apps' })
  secretPath: string | null;
  @ApiProperty({ type: [CommitView] })
  commits: readonly CommitView[];
  @ApiProperty({ type: [ReviewerView] })
  reviewers: readonly ReviewerView[];
  @ApiProperty({ type: [PolicyPersonView] })
  approvers: readonly PolicyPersonView[];
}

export class ReviewView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  requestId: string;
  @ApiProperty({ format: 'uuid' })
  reviewerUserId: string;
  @ApiProperty({ enum: ['approved', 'rejected'] })
  status: string;
  @ApiProperty({ example: 'Fine.' })
  comment: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class RequestCountsView {
  @ApiProperty({ type: 'integer', minimum: 0 })
  open: number;
  @ApiProperty({ type: 'integer', minimum: 0 })
  closed: number;
}

export function presentListed(row: ListedRequest, record: PolicyRecord): ListedRequestView {
  const policy = presentPolicy(record);
  const { committerUser: user, commits, commitCount, environment, reviewers } = row;
  return {
    ...presentRequest(row),
    ...{ policy, commits, commitCount, environment, reviewers, approvers: policy.approvers },
    committerUser: user && presentAsker(user),
    committerName: row.committerName,
  };
}

export function presentWhole(whole: WholeRequest): RequestView {
  const { request, policy: record, items, votes, callerRelation } = whole;
  const policy = presentPolicy(record);
  const { environment, secretPath, committerName } = request;
  return {
    ...presentRequest(request),
    ...{ policy, committerName, environment, secretPath, approvers: policy.approvers },
    callerRelation: presentCallerRelation(callerRelation),
    commits: items.map(presentCommit),
    reviewers: votes.map(({ userId, email, status, comment, counts }) => ({
      ...{ userId, email, status, comment, counts },
    })),
  };
}

export const presentVote = (vote: Vote): ReviewView => ({
  id: vote.id,
  requestId: vote.requestId,
  reviewerUserId: vote.userId,
  status: vote.status,
  comment: vote.comment,
  createdAt: vote.createdAt.toISOString(),
  updatedAt: vote.updatedAt.toISOString(),
});
