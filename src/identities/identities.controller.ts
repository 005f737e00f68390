import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import {
  MADE_SERVICE_TOKENS,
  MAY_NAME_SERVICE_TOKENS,
  madeTokensIn,
} from '../credentials/made-service-tokens.js';
import { Answers } from '../http/answers.decorator.js';
import {
  CreateIdentityDto,
  DeleteIdentityQuery,
  ListIdentitiesQuery,
  UpdateIdentityDto,
} from './identities.dto.js';
import {
  IdentityDetailsView,
  IdentityView,
  OrgIdentityView,
  presentIdentity,
  presentOrgIdentities,
} from './identities.presenter.js';
import { IdentitiesService } from './identities.service.js';
import { IdentityChangesService } from './identity-changes.service.js';
import { IdentityRemovalService } from './identity-removal.service.js';
import { IdentityMembershipView, presentMembership } from '../memberships/memberships.presenter.js';
import { Lockout } from './universal-auth/lockout.js';

@ApiTags('Machine identities')
@Controller('v1/identities')
export class IdentitiesController {
  constructor(
    private readonly identities: IdentitiesService,
    private readonly changes: IdentityChangesService,
    private readonly removals: IdentityRemovalService,
    private readonly lockout: Lockout,
  ) {}

  @Post()
  @Answers('Creates a machine identity', { identity: IdentityView })
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateIdentityDto) {
    return { identity: presentIdentity(await this.changes.create(actor, dto)) };
  }

  @Get()
  @Answers('Lists the identities of the organization by name', {
    identities: [OrgIdentityView],
    totalCount: Number,
  })
  async list(@CurrentActor() actor: Actor, @Query() query: ListIdentitiesQuery) {
    const page = { offset: query.offset ?? 0, limit: query.limit ?? 50 };
    const { identities, totalCount } = await this.identities.list(actor, query.orgId, page);
    const locked = await this.lockout.listLocked(identities.map(({ clientId }) => clientId));
    return { identities: presentOrgIdentities(identities, locked), totalCount };
  }

  @Get('details')
  @Answers('Returns the organization of the calling identity', {
    identityDetails: IdentityDetailsView,
  })
  async details(@CurrentActor() actor: Actor) {
    return { identityDetails: { organization: await this.identities.getOwnOrganization(actor) } };
  }

  @Get(':identityId')
  @Answers('Returns an identity as a member of the organization', { identity: OrgIdentityView })
  async get(@CurrentActor() actor: Actor, @Param('identityId') id: string) {
    const identity = await this.identities.get(actor, id);
    const locked = await this.lockout.listLocked([identity.clientId]);
    return { identity: presentOrgIdentities([identity], locked)[0] };
  }

  @Patch(':identityId')
  @Answers('Changes an identity', { identity: IdentityView })
  async update(
    @CurrentActor() actor: Actor,
    @Param('identityId') id: string,
    @Body() dto: UpdateIdentityDto,
  ) {
    return { identity: presentIdentity(await this.changes.update(actor, id, dto)) };
  }

  @Delete(':identityId')
  @Answers(
    'Deletes an identity with its credentials, tokens and memberships',
    { identity: IdentityView, ...MADE_SERVICE_TOKENS },
    MAY_NAME_SERVICE_TOKENS,
  )
  async remove(
    @CurrentActor() actor: Actor,
    @Param('identityId') id: string,
    @Query() { takeOverProjects = false }: DeleteIdentityQuery,
  ) {
    const removed = await this.removals.remove(actor, id, takeOverProjects);
    return { identity: presentIdentity(removed), ...madeTokensIn(removed) };
  }

  @Get(':identityId/identity-memberships')
  @Answers('Lists the projects of which the identity is a member', {
    identityMemberships: [IdentityMembershipView],
  })
  async listProjects(@CurrentActor() actor: Actor, @Param('identityId') id: string) {
    const memberships = await this.identities.listMemberships(actor, id);
    return { identityMemberships: memberships.map(presentMembership) };
  }
}
