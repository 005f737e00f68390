import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import {
  AccessRequestView,
  AccessReviewView,
  ListedAccessRequestView,
  presentAccessRequest,
  presentAccessVote,
  presentListedAccess,
  ShownAccessRequestView,
} from './access.presenter.js';
import { presentCallerRelation } from '../people-views.js';
import { ProjectSlugQuery } from './access-policies.dto.js';
import {
  AmendAccessDto,
  AskAccessDto,
  ListAccessRequestsQuery,
  ReviewAccessDto,
} from './access-requests.dto.js';
import { AccessRequestsService } from './access-requests.service.js';
import { AccessReviewsService } from './access-reviews.service.js';

class AccessCountsView {
  @ApiProperty({ type: 'integer', example: 2, description: 'How many wait' })
  pendingCount: number;
  @ApiProperty({ type: 'integer', example: 5, description: 'How many have ended or were approved' })
  finalizedCount: number;
}

@ApiTags('Access requests')
@Controller('v1/access-approvals/requests')
export class AccessRequestsController {
  constructor(
    private readonly requests: AccessRequestsService,
    private readonly reviews: AccessReviewsService,
  ) {}

  @Post()
  @Answers('Asks for a privilege that a policy lets people consent to', {
    approval: AccessRequestView,
  })
  async ask(
    @CurrentActor() actor: Actor,
    @Query() query: ProjectSlugQuery,
    @Body() dto: AskAccessDto,
  ) {
    const made = await this.requests.ask(actor, query.projectSlug, () => dto.toAsked());
    return { approval: presentAccessRequest(made) };
  }

  @Get()
  @Answers('Lists requests for access, the newest first', { requests: [ListedAccessRequestView] })
  async list(@CurrentActor() actor: Actor, @Query() query: ListAccessRequestsQuery) {
    const { authorUserId = null, envSlug, status, toReview, limit, offset } = query;
    const isPending = status === undefined ? null : status === 'pending';
    const place = { userId: authorUserId, environment: envSlug || null };
    const filter = { ...place, isPending, toReview, limit, offset };
    const found = await this.requests.list(actor, query.projectSlug, filter);
    return { requests: found.map(presentListedAccess) };
  }

  @Get('count')
  @Answers('Counts the requests for access that the caller may see', AccessCountsView)
  count(@CurrentActor() actor: Actor, @Query() query: ProjectSlugQuery) {
    return this.requests.count(actor, query.projectSlug);
  }

  @Get(':accessRequestId')
  @Answers('Returns a request for access, with what the caller may do with it', {
    request: ShownAccessRequestView,
  })
  async get(@CurrentActor() actor: Actor, @Param('accessRequestId') id: string) {
    const { callerRelation, ...shown } = await this.requests.get(actor, id);
    return {
      request: {
        ...presentListedAccess(shown),
        callerRelation: presentCallerRelation(callerRelation),
      },
    };
  }

  @Patch(':accessRequestId')
  @Answers('Shortens the time for which access is asked for, while nobody has voted', {
    approval: AccessRequestView,
  })
  async amend(
    @CurrentActor() actor: Actor,
    @Param('accessRequestId') id: string,
    @Body() dto: AmendAccessDto,
  ) {
    return { approval: presentAccessRequest(await this.requests.amend(actor, id, dto)) };
  }

  @Post(':accessRequestId/review')
  @Answers('Votes on a request for access; the last approval that is needed gives it', {
    review: AccessReviewView,
  })
  async review(
    @CurrentActor() actor: Actor,
    @Param('accessRequestId') id: string,
    @Body() { status, bypassReason, updatedAt }: ReviewAccessDto,
  ) {
    const vote = await this.reviews.review(actor, id, {
      status,
      bypassReason: bypassReason ?? null,
      seenAt: updatedAt === undefined ? null : new Date(updatedAt),
    });
    return { review: presentAccessVote(vote) };
  }

  @Post(':accessRequestId/revoke')
  @Answers('Takes access back that was given by request, or withdraws the request', {
    request: AccessRequestView,
  })
  async revoke(@CurrentActor() actor: Actor, @Param('accessRequestId') id: string) {
    return { request: presentAccessRequest(await this.reviews.revoke(actor, id)) };
  }
}
