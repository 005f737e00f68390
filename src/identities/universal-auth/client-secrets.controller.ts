import { Body, Controller, Get, Header, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { ClientSecretsService } from './client-secrets.service.js';
import { CreateClientSecretDto } from './universal-auth.dto.js';
import { ClientSecretView, presentClientSecret } from './universal-auth.presenter.js';

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
  @Answers('Revokes a client secret and the tokens that came of it', {
    clientSecretData: ClientSecretView,
  })
  async revoke(
    @CurrentActor() actor: Actor,
    @Param('identityId') identityId: string,
    @Param('clientSecretId') id: string,
  ) {
    const revoked = await this.secrets.revoke(actor, identityId, id);
    return { clientSecretData: presentClientSecret(revoked) };
  }
}
