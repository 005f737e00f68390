import { Controller, Get, Header, Param, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { ListMemberIdentitiesQuery, ListMembershipsQuery } from './memberships.dto.js';
import { IdentityMembershipView, presentMembership } from './memberships.presenter.js';
import type { MembershipPage } from './memberships.repository.js';
import { MembershipsService } from './memberships.service.js';
import { slicedJson } from './sliced-json.js';

const PAGE = { identityMemberships: [IdentityMembershipView], totalCount: Number } as const;
const JSON_TYPE = 'application/json; charset=utf-8';

/** The body as text: a page may hold twenty thousand memberships. */
const presentPage = async ({ memberships, totalCount }: MembershipPage): Promise<string> =>
  `{"identityMemberships":${await slicedJson(memberships, presentMembership)},"totalCount":${totalCount}}`;

@ApiTags('Identity memberships')
@Controller([
  'v1/projects/:projectId/identity-memberships',
  'v1/workspace/:projectId/identity-memberships',
  'v2/workspace/:projectId/identity-memberships',
])
export class MembershipListController {
  constructor(private readonly memberships: MembershipsService) {}

  @Get()
  @Header('Content-Type', JSON_TYPE)
  @Answers('Lists the identity memberships of a project by name', PAGE)
  async list(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Query() query: ListMembershipsQuery,
  ) {
    return presentPage(await this.memberships.list(actor, projectId, query));
  }
}

@ApiTags('Identity memberships')
@Controller('v1/projects/:projectId/memberships/identities')
export class MemberIdentitiesController {
  constructor(private readonly memberships: MembershipsService) {}

  @Get()
  @Header('Content-Type', JSON_TYPE)
  @Answers('Lists the identity memberships of a project by name', PAGE)
  async list(
    @CurrentActor() actor: Actor,
    @Param('projectId') projectId: string,
    @Query() { identityName, ...query }: ListMemberIdentitiesQuery,
  ) {
    const wanted = { ...query, ...(identityName === undefined ? {} : { search: identityName }) };
    return presentPage(await this.memberships.list(actor, projectId, wanted));
  }
}
