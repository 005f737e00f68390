import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { UniversalAuthDto } from './universal-auth.dto.js';
import { presentUniversalAuth, UniversalAuthView } from './universal-auth.presenter.js';
import { UniversalAuthService } from './universal-auth.service.js';

@ApiTags('Universal auth')
@Controller('v1/auth/universal-auth/identities/:identityId')
export class UniversalAuthController {
  constructor(private readonly auths: UniversalAuthService) {}

  @Post()
  @Answers('Attaches universal auth to an identity', { identityUniversalAuth: UniversalAuthView })
  async attach(
    @CurrentActor() actor: Actor,
    @Param('identityId') id: string,
    @Body() dto: UniversalAuthDto,
  ) {
    return { identityUniversalAuth: presentUniversalAuth(await this.auths.attach(actor, id, dto)) };
  }

  @Get()
  @Answers('Returns the universal auth of an identity', {
    identityUniversalAuth: UniversalAuthView,
  })
  async get(@CurrentActor() actor: Actor, @Param('identityId') id: string) {
    return { identityUniversalAuth: presentUniversalAuth(await this.auths.get(actor, id)) };
  }

  @Patch()
  @Answers('Changes the universal auth of an identity', {
    identityUniversalAuth: UniversalAuthView,
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('identityId') id: string,
    @Body() dto: UniversalAuthDto,
  ) {
    return { identityUniversalAuth: presentUniversalAuth(await this.auths.update(actor, id, dto)) };
  }

  @Post('clear-lockouts')
  @Answers('Ends the locks that failed logins put on an identity, and forgets those logins', {
    deleted: Number,
  })
  async clearLockouts(@CurrentActor() actor: Actor, @Param('identityId') id: string) {
    return { deleted: await this.auths.clearLockouts(actor, id) };
  }

  @Delete()
  @Answers('Removes universal auth with its client secrets and tokens', {
    identityUniversalAuth: UniversalAuthView,
  })
  async detach(@CurrentActor() actor: Actor, @Param('identityId') id: string) {
    return { identityUniversalAuth: presentUniversalAuth(await this.auths.detach(actor, id)) };
  }
}
