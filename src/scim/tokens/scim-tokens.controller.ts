import { Body, Controller, Delete, Get, Header, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { CreateScimTokenDto, ListScimEventsQuery, ListScimTokensQuery } from './scim-tokens.dto.js';
import {
  presentScimEvent,
  presentScimToken,
  ScimEventView,
  ScimTokenView,
} from './scim-tokens.presenter.js';
import { ScimTokensService } from './scim-tokens.service.js';

const WEEK = 7 * 24 * 3_600_000;

/** Provisioning as people and machine identities manage it: with their own tokens, not with those of SCIM. */
@ApiTags('SCIM tokens')
@Controller('v1/scim')
export class ScimTokensController {
  constructor(private readonly tokens: ScimTokensService) {}

  @Post('scim-tokens')
  @Header('Cache-Control', 'no-store')
  @Answers('Makes a SCIM token, which is shown this once', {
    scimToken: String,
    scimTokenData: ScimTokenView,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Body() { organizationId, description = '', ttlDays = 365 }: CreateScimTokenDto,
  ) {
    const draft = { organizationId, description, ttlDays };
    const { token, stored } = await this.tokens.create(actor, draft);
    return { scimToken: token, scimTokenData: presentScimToken(stored) };
  }

  @Get('scim-tokens')
  @Answers('Lists the SCIM tokens of the organization', { scimTokens: [ScimTokenView] })
  async list(@CurrentActor() actor: Actor, @Query() { organizationId }: ListScimTokensQuery) {
    const tokens = await this.tokens.list(actor, organizationId);
    return { scimTokens: tokens.map(presentScimToken) };
  }

  @Delete('scim-tokens/:scimTokenId')
  @Answers('Deletes a SCIM token', { scimToken: ScimTokenView })
  async remove(@CurrentActor() actor: Actor, @Param('scimTokenId') id: string) {
    return { scimToken: presentScimToken(await this.tokens.remove(actor, id)) };
  }

  @Get('scim-events')
  @Answers('Lists what providers changed, the newest first', { scimEvents: [ScimEventView] })
  async listEvents(
    @CurrentActor() actor: Actor,
    @Query() { fromDate, limit = 30, offset = 0 }: ListScimEventsQuery,
  ) {
    const from = fromDate === undefined ? new Date(Date.now() - WEEK) : new Date(fromDate);
    const events = await this.tokens.listEvents(actor, { from, limit, offset });
    return { scimEvents: events.map(presentScimEvent) };
  }
}
