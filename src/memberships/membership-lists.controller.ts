import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { ServerKeys } from '../auth/server-keys.js';
import { Answers } from '../http/answers.decorator.js';
import { ListMemberIdentitiesQuery, ListMembershipsQuery } from './memberships.dto.js';
import { IdentityMembershipView, presentMembership } from './memberships.presenter.js';
import type { MembershipPage } from './memberships.repository.js';
import { MembershipsService } from './memberships.service.js';
import { longListJson } from './sliced-json.js';

const PAGE = { identityMemberships: [IdentityMembershipView], totalCount: Number } as const;

/** A page may hold twenty thousand memberships: no step of its way out takes them all at once. */
async function send(res: Response, keys: ServerKeys, page: MembershipPage): Promise<void> {
  const list = ['identityMemberships', page.slices] as const;
  const { body, sha256 } = await longListJson(list, presentMembership, page.totalCount);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('ETag', keys.etagOf(sha256));
  res.send(body);
}

@ApiTags('Identity memberships')
@Controller([
  'v1/projects/:projectId/identity-memberships',
  'v1/workspace/:projectId/identity-memberships',
  'v2/workspace/:projectId/identity-memberships',
])
export class MembershipListController {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly keys: ServerKeys,
  ) {}

  @Get()
  @Answers('Lists the identity memberships of a project by name', PAGE)
  async list(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Query() query: ListMembershipsQuery,
    @Res() res: Response,
  ): Promise<void> {
    await send(res, this.keys, await this.memberships.list(actor, projectId, query));
  }
}

@ApiTags('Identity memberships')
@Controller('v1/projects/:projectId/memberships/identities')
export class MemberIdentitiesController {
  constructor(
    private readonly memberships: MembershipsService,
    private readonly keys: ServerKeys,
  ) {}

  @Get()
  @Answers('Lists the identity memberships of a project by name', PAGE)
  async list(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Query() query: ListMemberIdentitiesQuery,
    @Res() res: Response,
  ): Promise<void> {
    await send(res, this.keys, await this.memberships.list(actor, projectId, query.toFilter()));
  }
}
