import { Body, Controller, Get, Header, Post, Query, Req, UseGuards } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Public } from '../auth/public.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { BodyLimit } from '../http/body/body.guard.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { requestContext } from '../http/request-context.js';
import {
  BootstrapDto,
  CreateOrganizationDto,
  ListOrganizationsQuery,
} from './organizations.dto.js';
import {
  BootstrapIdentityView,
  BootstrapOrganizationView,
  BootstrapUserView,
  OrganizationView,
  presentBootstrapIdentity,
  presentBootstrapUser,
  presentOrganization,
} from './organizations.presenter.js';
import { OrganizationsService } from './organizations.service.js';
import { SetupGuard } from './setup.guard.js';

const BOOTSTRAPPED =
  'The instance is set up. Send the token of identity.credentials as Authorization: Bearer, for example to ' +
  'POST /api/v1/projects. Email and password sign in at /login, or with POST /api/v3/auth/login.';

@ApiTags('Instance')
@Controller('v1/admin')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  @Post('bootstrap')
  @Public()
  @BodyLimit(64 * 1024)
  @RateLimited('login')
  @UseGuards(SetupGuard)
  @ApiHeader({
    name: 'X-Setup-Token',
    required: false,
    description:
      'The setup token that the server printed at its first start, or SETUP_TOKEN. Not needed from SETUP_NETWORKS',
    example: 'setup-token-of-the-operator',
  })
  @Header('Cache-Control', 'no-store')
  @Answers('Sets up an empty instance, once', {
    message: String,
    user: BootstrapUserView,
    organization: BootstrapOrganizationView,
    identity: BootstrapIdentityView,
  })
  async bootstrap(@Body() dto: BootstrapDto, @Req() req: Request) {
    const created = await this.organizations.bootstrap(dto, requestContext(req));
    return {
      message: BOOTSTRAPPED,
      user: presentBootstrapUser(created.user),
      organization: created.organization,
      identity: presentBootstrapIdentity(created.identity, created.token),
    };
  }

  @Post('organizations')
  @Header('Cache-Control', 'no-store')
  @Answers('Creates an organization with an admin identity', {
    organization: BootstrapOrganizationView,
    identity: BootstrapIdentityView,
  })
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateOrganizationDto) {
    const { organization, identity, token } = await this.organizations.create(actor, dto);
    return { organization, identity: presentBootstrapIdentity(identity, token) };
  }

  @Get('organizations')
  @Answers('Lists the organizations of the instance', {
    organizations: [OrganizationView],
    totalCount: Number,
  })
  async list(
    @CurrentActor() actor: Actor,
    @Query() { offset = 0, limit = 50 }: ListOrganizationsQuery,
  ) {
    const { organizations, totalCount } = await this.organizations.list(actor, offset, limit);
    return { organizations: organizations.map(presentOrganization), totalCount };
  }
}
