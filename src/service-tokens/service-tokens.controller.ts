import { Body, Controller, Delete, Get, Header, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor, ServiceTokenActor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { CurrentServiceToken, TakesServiceToken } from '../auth/service-token.decorators.js';
import { Answers } from '../http/answers.decorator.js';
import { Deprecated } from '../http/deprecated.decorator.js';
import { CreateServiceTokenDto, LONGEST_LIFE } from './service-tokens.dto.js';
import { presentServiceToken, ServiceTokenView } from './service-tokens.presenter.js';
import { ServiceTokensService } from './service-tokens.service.js';

/** What to set up in place of a token that has to be stored. */
const SUCCESSOR = '/api/v1/auth/oidc-auth/login';

@ApiTags('Service tokens')
@Controller()
export class ServiceTokensController {
  constructor(private readonly tokens: ServiceTokensService) {}

  @Post('v2/service-token')
  @Header('Cache-Control', 'no-store')
  @Deprecated(SUCCESSOR)
  @Answers(
    'Makes a service token, which is shown this once',
    {
      serviceToken: String,
      serviceTokenData: ServiceTokenView,
    },
    { deprecated: true },
  )
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateServiceTokenDto) {
    const { workspaceId: projectId, name, scopes, permissions } = dto;
    const life = dto.expiresIn || LONGEST_LIFE;
    const draft = { projectId, name, scopes, permissions, life };
    const { token, stored } = await this.tokens.create(actor, draft);
    return { serviceToken: token, serviceTokenData: presentServiceToken(stored) };
  }

  @Get('v2/service-token')
  @TakesServiceToken('only')
  @Deprecated(SUCCESSOR)
  @Answers('Returns the service token of the request', ServiceTokenView, { deprecated: true })
  async getOwn(@CurrentServiceToken() actor: ServiceTokenActor) {
    return presentServiceToken(await this.tokens.getOwn(actor));
  }

  @Get('v1/workspace/:projectId/service-token-data')
  @Deprecated(SUCCESSOR)
  @Answers(
    'Lists the service tokens of a project',
    { serviceTokenData: [ServiceTokenView] },
    { deprecated: true },
  )
  async list(@CurrentActor() actor: Actor, @Param('projectId') projectId: string) {
    const tokens = await this.tokens.list(actor, projectId);
    return { serviceTokenData: tokens.map(presentServiceToken) };
  }

  @Delete('v2/service-token/:serviceTokenId')
  @Deprecated(SUCCESSOR)
  @Answers('Deletes a service token', { serviceTokenData: ServiceTokenView }, { deprecated: true })
  async remove(@CurrentActor() actor: Actor, @Param('serviceTokenId') id: string) {
    return { serviceTokenData: presentServiceToken(await this.tokens.remove(actor, id)) };
  }
}
