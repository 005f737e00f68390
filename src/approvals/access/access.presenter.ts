import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  AskerView,
  presentAsker,
  CallerRelationView,
  RELATION,
  VoterView,
} from '../people-views.js';
import { PolicyPersonView, PolicyView, presentPolicy } from '../policies/policies.presenter.js';
import type { PolicyRecord } from '../policies/policies.repository.js';
import type { AccessVoteRecord, ListedAccessRequest } from './access-requests.repository.js';
import { packed, type PackedRule } from './packed-rules.js';

class AccessApproverView extends PolicyPersonView {
  @ApiProperty({ type: 'integer', example: 1, description: 'Always 1' })
  sequence: number;
}

class ConsentStepView {
  @ApiProperty({ type: 'integer', example: 1 })
  stepNumber: number;
  @ApiProperty({ type: 'integer', example: 1 })
  numberOfApprovals: number;
}

export class AccessPolicyView extends PolicyView {
  @ApiProperty({ type: [AccessApproverView], description: 'In the order in which they were given' })
  declare approvers: readonly AccessApproverView[];
  @ApiProperty({ type: [ConsentStepView] })
  approvalsRequired: readonly ConsentStepView[];
  @ApiProperty({ type: String, nullable: true, example: '8h' })
  maxTimePeriod: string | null;
  @ApiProperty({ type: String, nullable: true, example: '7d' })
  requestExpirationTime: string | null;
  @ApiProperty({
    type: [String],
    description: 'What the policy gives: those of the actions on secrets that its maker held',
    example: ['describeSecret', 'readValue'],
  })
  givenActions: readonly string[];
}

export function presentAccessPolicy(row: PolicyRecord): AccessPolicyView {
  const view = presentPolicy(row);
  return {
    ...view,
    approvers: view.approvers.map((each) => ({ ...each, sequence: 1 })),
    approvalsRequired: [{ stepNumber: 1, numberOfApprovals: row.approvals }],
    maxTimePeriod: row.access?.maxPeriod ?? null,
    requestExpirationTime: row.access?.requestPeriod ?? null,
    givenActions: row.access?.actions ?? [],
  };
}

class AccessPrivilegeView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ type: String, nullable: true, format: 'date-time', description: 'Null: it stays' })
  expiresAt: string | null;
}

class AccessVoterView extends VoterView {
  @ApiProperty({ type: String, nullable: true, example: 'ann@example.org' })
  email: string | null;
}

export class AccessRequestView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  policyId: string;
  @ApiProperty({ format: 'uuid' })
  projectId: string;
  @ApiProperty({ format: 'uuid', description: 'Id of the person who asks' })
  requestedByUserId: string;
  @ApiProperty({ type: AskerView })
  requestedByUser: AskerView;
  @ApiProperty({ example: 'prod' })
  environment: string;
  @ApiProperty({ example: '/apps/**' })
  secretPath: string;
  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: {} },
    description: 'The rules in packed form: actions, subject, conditions',
    example: [
      ['describeSecret,readValue', 'secrets', { environment: 'prod', secretPath: '/apps' }],
    ],
  })
  permissions: readonly PackedRule[];
  @ApiProperty()
  isTemporary: boolean;
  @ApiProperty({ type: String, nullable: true, example: '2h' })
  temporaryRange: string | null;
  @ApiProperty({ example: 'The build is broken.' })
  note: string;
  @ApiProperty({ type: String, nullable: true, example: 'An hour is enough.' })
  editNote: string | null;
  @ApiProperty({ enum: ['pending', 'approved', 'rejected', 'revoked'] })
  status: string;
  @ApiProperty({ description: 'Whether the access was given' })
  isApproved: boolean;
  @ApiProperty({ type: String, nullable: true, example: 'The certificate expires tonight.' })
  bypassReason: string | null;
  @ApiProperty({ type: String, nullable: true, format: 'uuid' })
  privilegeId: string | null;
  @ApiProperty({
    type: AccessPrivilegeView,
    nullable: true,
    description: 'What was given, while it is there',
    example: { id: '0198f2a4-7c1e-7bd2-9a57-2f6c1e0d9b3a', expiresAt: '2026-11-21T14:00:00.000Z' },
  })
  privilege: AccessPrivilegeView | null;
  @ApiProperty({ type: [AccessVoterView] })
  reviewers: readonly AccessVoterView[];
  @ApiProperty({ format: 'date-time', description: 'Until when it can be approved' })
  expiresAt: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export class ListedAccessRequestView extends AccessRequestView {
  @ApiPropertyOptional({ type: AccessPolicyView })
  policy?: AccessPolicyView;
}

export class ShownAccessRequestView extends ListedAccessRequestView {
  @ApiProperty({ type: CallerRelationView, description: RELATION })
  callerRelation: CallerRelationView;
}

export const presentAccessRequest = (row: ListedAccessRequest): AccessRequestView => ({
  id: row.id,
  policyId: row.policyId,
  projectId: row.projectId,
  requestedByUserId: row.userId,
  requestedByUser: presentAsker(row),
  environment: row.environment,
  secretPath: row.secretPath,
  permissions: packed(row.permissions),
  isTemporary: row.temporaryRange !== null,
  temporaryRange: row.temporaryRange,
  note: row.note,
  editNote: row.editNote,
  status: row.status,
  isApproved: row.status === 'approved',
  bypassReason: row.bypassReason,
  privilegeId: row.privilegeId,
  privilege:
    (row.privilegeId && {
      id: row.privilegeId,
      expiresAt: row.privilegeEnd?.toISOString() ?? null,
    }) ||
    null,
  reviewers: row.reviewers,
  expiresAt: row.expiresAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const presentListedAccess = (listed: {
  readonly request: ListedAccessRequest;
  readonly policy: PolicyRecord | null;
}): ListedAccessRequestView => ({
  ...presentAccessRequest(listed.request),
  ...(listed.policy ? { policy: presentAccessPolicy(listed.policy) } : {}),
});

export class AccessReviewView {
  @ApiProperty({ format: 'uuid' })
  id: string;
  @ApiProperty({ format: 'uuid' })
  requestId: string;
  @ApiProperty({ format: 'uuid' })
  reviewerUserId: string;
  @ApiProperty({ enum: ['approved', 'rejected'] })
  status: string;
  @ApiProperty({ format: 'date-time' })
  createdAt: string;
  @ApiProperty({ format: 'date-time' })
  updatedAt: string;
}

export const presentAccessVote = (vote: AccessVoteRecord): AccessReviewView => ({
  id: vote.id,
  requestId: vote.requestId,
  reviewerUserId: vote.userId,
  status: vote.status,
  createdAt: vote.createdAt.toISOString(),
  updatedAt: vote.updatedAt.toISOString(),
});
