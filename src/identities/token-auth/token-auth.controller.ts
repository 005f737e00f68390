import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { TokenAuthDto } from './token-auth.dto.js';
import { presentTokenAuth, TokenAuthView } from './token-auth.presenter.js';
import { TokenAuthService } from './token-auth.service.js';

@ApiTags('Token auth')
@Controller('v1/auth/token-auth/identities/:identityId')
export class TokenAuthController {
  constructor(private readonly auths: TokenAuthService) {}

  @Post()
  @Answers('Attaches token auth to an identity', { identityTokenAuth: TokenAuthView })
  async attach(
    @CurrentActor() actor: Actor,
    @Param('identityId') id: string,
    @Body() dto: TokenAuthDto,
  ) {
    return { identityTokenAuth: presentTokenAuth(await this.auths.attach(actor, id, dto)) };
  }

  @Get()
  @Answers('Returns the token auth of an identity', { identityTokenAuth: TokenAuthView })
  async get(@CurrentActor() actor: Actor, @Param('identityId') id: string) {
    return { identityTokenAuth: presentTokenAuth(await this.auths.get(actor, id)) };
  }

  @Patch()
  @Answers('Changes the token auth of an identity', { identityTokenAuth: TokenAuthView })
  async update(
    @CurrentActor() actor: Actor,
    @Param('identityId') id: string,
    @Body() dto: TokenAuthDto,
  ) {
    return { identityTokenAuth: presentTokenAuth(await this.auths.update(actor, id, dto)) };
  }

  @Delete()
  @Answers('Removes token auth with its tokens', { identityTokenAuth: TokenAuthView })
  async detach(@CurrentActor() actor: Actor, @Param('identityId') id: string) {
    return { identityTokenAuth: presentTokenAuth(await this.auths.detach(actor, id)) };
  }
}
