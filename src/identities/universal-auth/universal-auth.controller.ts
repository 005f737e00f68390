import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Public } from '../../auth/public.decorator.js';
import {
  MADE_SERVICE_TOKENS,
  MAY_NAME_SERVICE_TOKENS,
  madeTokensIn,
} from '../../credentials/made-service-tokens.js';
import { Answers } from '../../http/answers.decorator.js';
import { FormBody } from '../../http/body/body.guard.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import { requestContext } from '../../http/request-context.js';
import { IssuedTokenView } from '../tokens/token-issuer.js';
import { ClientSecretsService } from './client-secrets.service.js';
import { Logins } from './logins.service.js';
import {
  CreateClientSecretDto,
  UniversalAuthDto,
  UpdateUniversalAuthDto,
  UniversalAuthLoginDto,
} from './universal-auth.dto.js';
import {
  ClientSecretView,
  presentClientSecret,
  presentUniversalAuth,
  UniversalAuthView,
} from './universal-auth.presenter.js';
import { UniversalAuthService } from './universal-auth.service.js';

@ApiTags('Universal auth')
@Controller('v1/auth/universal-auth')
export class UniversalAuthLoginController {
  constructor(private readonly logins: Logins) {}

  @Post('login')
  @Public()
  @FormBody()
  @RateLimited('login')
  @Header('Cache-Control', 'no-store')
  @Answers('Logs in with client id and client secret', IssuedTokenView)
  login(@Body() dto: UniversalAuthLoginDto, @Req() req: Request) {
    return this.logins.login(dto, requestContext(req));
  }
}

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
    @Body() dto: UpdateUniversalAuthDto,
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
  @Answers(
    'Removes universal auth with its client secrets and tokens',
    { identityUniversalAuth: UniversalAuthView, ...MADE_SERVICE_TOKENS },
    MAY_NAME_SERVICE_TOKENS,
  )
  async detach(@CurrentActor() actor: Actor, @Param('identityId') id: string) {
    const detached = await this.auths.detach(actor, id);
    return { identityUniversalAuth: presentUniversalAuth(detached), ...madeTokensIn(detached) };
  }
}

@ApiTags('Universal auth')
@Controller('v1/auth/universal-auth/identities/:identityId/client-secrets')
export class ClientSecretsController {
  constructor(private readonly secrets: ClientSecretsService) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @Answers('Makes a client secret, which is shown this once', {
    clientSecret: String,
    clientSecretData: ClientSecretView,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Param('identityId') identityId: string,
    @Body() dto: CreateClientSecretDto,
  ) {
    const { clientSecret, stored } = await this.secrets.create(actor, identityId, dto);
    return { clientSecret, clientSecretData: presentClientSecret(stored) };
  }

  @Get()
  @Answers('Lists the client secrets that are not revoked', {
    clientSecretData: [ClientSecretView],
  })
  async list(@CurrentActor() actor: Actor, @Param('identityId') identityId: string) {
    const secrets = await this.secrets.list(actor, identityId);
    return { clientSecretData: secrets.map(presentClientSecret) };
  }

  @Get(':clientSecretId')
  @Answers('Returns what is known of a client secret', { clientSecretData: ClientSecretView })
  async get(
    @CurrentActor() actor: Actor,
    @Param('identityId') identityId: string,
    @Param('clientSecretId') id: string,
  ) {
    return { clientSecretData: presentClientSecret(await this.secrets.get(actor, identityId, id)) };
  }

  @Post(':clientSecretId/revoke')
  @Answers(
    'Revokes a client secret and the tokens that came of it',
    { clientSecretData: ClientSecretView, ...MADE_SERVICE_TOKENS },
    MAY_NAME_SERVICE_TOKENS,
  )
  async revoke(
    @CurrentActor() actor: Actor,
    @Param('identityId') identityId: string,
    @Param('clientSecretId') id: string,
  ) {
    const revoked = await this.secrets.revoke(actor, identityId, id);
    return { clientSecretData: presentClientSecret(revoked), ...madeTokensIn(revoked) };
  }
}
