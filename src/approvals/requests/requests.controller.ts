import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { projectIdOf } from '../policies/policies.dto.js';
import {
  CountRequestsQuery,
  GetRequestQuery,
  ListRequestsQuery,
  MergeDto,
  RequestStatusDto,
  ReviewDto,
} from './requests.dto.js';
import { ApprovalView } from '../../secrets/held-write.presenter.js';
import { presentRequest } from './requests.presenter.js';
import { RequestsService } from './requests.service.js';
import {
  ListedRequestView,
  presentListed,
  presentVote,
  presentWhole,
  RequestCountsView,
  RequestView,
  ReviewView,
} from './request-views.js';

@ApiTags('Approval requests')
@Controller('v1/secret-approval-requests')
export class RequestsController {
  constructor(private readonly requests: RequestsService) {}

  @Get()
  @Answers('Lists changes that wait for consent, and those of before, the newest first', {
    approvals: [ListedRequestView],
    totalCount: Number,
  })
  async list(@CurrentActor() actor: Actor, @Query() query: ListRequestsQuery) {
    const { environment = null, committer = null, status, search = null, limit, offset } = query;
    const { toReview } = query;
    const isOpen = status === undefined ? null : status === 'open';
    const text = search === '' ? null : search;
    const bounds = { toReview, limit, offset };
    const filter = { environment, committerId: committer, isOpen, search: text, ...bounds };
    const { requests, totalCount } = await this.requests.list(actor, projectIdOf(query), filter);
    return {
      approvals: requests.map(({ request, policy }) => presentListed(request, policy)),
      totalCount,
    };
  }

  @Get('count')
  @Answers('Counts the requests that the caller may see', { approvals: RequestCountsView })
  async count(@CurrentActor() actor: Actor, @Query() query: CountRequestsQuery) {
    return { approvals: await this.requests.count(actor, projectIdOf(query)) };
  }

  @Get(':approvalRequestId')
  @Answers('Returns a request with what it would change', { approval: RequestView })
  async get(
    @CurrentActor() actor: Actor,
    @Param('approvalRequestId') id: string,
    @Query() { limit, offset, viewSecretValue: values, commitId: itemId }: GetRequestQuery,
  ) {
    const wanted = { limit, offset, values, itemId };
    return { approval: presentWhole(await this.requests.get(actor, id, wanted)) };
  }

  @Post(':approvalRequestId/review')
  @Answers('Votes on a request; the vote of before is overwritten', { review: ReviewView })
  async review(
    @CurrentActor() actor: Actor,
    @Param('approvalRequestId') id: string,
    @Body() { status, comment = '' }: ReviewDto,
  ) {
    return { review: presentVote(await this.requests.review(actor, id, { status, comment })) };
  }

  @Post(':approvalRequestId/status')
  @Answers('Closes a request, or opens it again', { approval: ApprovalView })
  async setStatus(
    @CurrentActor() actor: Actor,
    @Param('approvalRequestId') id: string,
    @Body() { status }: RequestStatusDto,
  ) {
    return { approval: presentRequest(await this.requests.setStatus(actor, id, status)) };
  }

  @Post(':approvalRequestId/merge')
  @Answers('Writes what a request proposes, whole or not at all', { approval: ApprovalView })
  async merge(
    @CurrentActor() actor: Actor,
    @Param('approvalRequestId') id: string,
    @Body() { bypassReason }: MergeDto,
  ) {
    return { approval: presentRequest(await this.requests.merge(actor, id, bypassReason ?? null)) };
  }
}
