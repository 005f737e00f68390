import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../auth/actor.js';
import { CurrentActor } from '../auth/current-actor.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { CallbackAddress } from './callback-address.js';
import { CreateOidcDto, OidcQuery, UpdateOidcDto } from './oidc-configurations.dto.js';
import {
  OidcConfigurationView,
  presentOidcConfiguration,
} from './oidc-configurations.presenter.js';
import type { OidcConfigurationRow } from './oidc-configurations.repository.js';
import { OidcConfigurations } from './oidc-configurations.service.js';

@ApiTags('Single sign-on')
@Controller('v1/sso/oidc/config')
export class OidcConfigurationsController {
  constructor(
    private readonly configurations: OidcConfigurations,
    private readonly callback: CallbackAddress,
  ) {}

  @Get()
  @Answers('Returns the provider of the organization', OidcConfigurationView)
  async get(@CurrentActor() actor: Actor, @Query() { organizationId }: OidcQuery) {
    return this.present(await this.configurations.get(actor, organizationId));
  }

  @Post()
  @Answers('Sets up the provider of the organization', OidcConfigurationView)
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateOidcDto) {
    return this.present(await this.configurations.create(actor, dto));
  }

  @Patch()
  @Answers('Changes the provider of the organization', OidcConfigurationView)
  async update(@CurrentActor() actor: Actor, @Body() dto: UpdateOidcDto) {
    return this.present(await this.configurations.update(actor, dto));
  }

  private present(row: OidcConfigurationRow): OidcConfigurationView {
    return presentOidcConfiguration(row, this.callback.of(row));
  }
}
