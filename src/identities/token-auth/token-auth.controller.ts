import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../auth/actor.js';
import { CurrentActor } from '../../auth/current-actor.decorator.js';
import {
  MADE_SERVICE_TOKENS,
  MAY_NAME_SERVICE_TOKENS,
  madeTokensIn,
} from '../../credentials/made-service-tokens.js';
import { Answers } from '../../http/answers.decorator.js';
import { StoredTokensService } from './stored-tokens.service.js';
import {
  CreateTokenDto,
  ListTokensQuery,
  TokenAuthDto,
  UpdateTokenAuthDto,
  UpdateTokenDto,
} from './token-auth.dto.js';
import {
  CreatedTokenView,
  presentToken,
  presentTokenAuth,
  TokenAuthView,
  TokenView,
} from './token-auth.presenter.js';
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
    @Body() dto: UpdateTokenAuthDto,
  ) {
    return { identityTokenAuth: presentTokenAuth(await this.auths.update(actor, id, dto)) };
  }

  @Delete()
  @Answers(
    'Removes token auth with its tokens',
    { identityTokenAuth: TokenAuthView, ...MADE_SERVICE_TOKENS },
    MAY_NAME_SERVICE_TOKENS,
  )
  async detach(@CurrentActor() actor: Actor, @Param('identityId') id: string) {
    const detached = await this.auths.detach(actor, id);
    return { identityTokenAuth: presentTokenAuth(detached), ...madeTokensIn(detached) };
  }
}

@ApiTags('Token auth')
@Controller('v1/auth/token-auth')
export class StoredTokensController {
  constructor(private readonly tokens: StoredTokensService) {}

  @Post('identities/:identityId/tokens')
  @Header('Cache-Control', 'no-store')
  @Answers('Makes an access token, which is shown this once', CreatedTokenView)
  async create(
    @CurrentActor() actor: Actor,
    @Param('identityId') identityId: string,
    @Body() dto: CreateTokenDto,
  ) {
    const { issued, stored } = await this.tokens.create(actor, identityId, dto);
    return { ...issued, tokenData: presentToken(stored) };
  }

  @Get('identities/:identityId/tokens')
  @Answers('Lists the tokens of an identity', { tokens: [TokenView], totalCount: Number })
  async list(
    @CurrentActor() actor: Actor,
    @Param('identityId') identityId: string,
    @Query() { offset = 0, limit = 20 }: ListTokensQuery,
  ) {
    const { tokens, totalCount } = await this.tokens.list(actor, identityId, { offset, limit });
    return { tokens: tokens.map(presentToken), totalCount };
  }

  @Get('tokens/:tokenId')
  @Answers('Returns what is kept of a token', { token: TokenView })
  async get(@CurrentActor() actor: Actor, @Param('tokenId') id: string) {
    return { token: presentToken(await this.tokens.get(actor, id)) };
  }

  @Patch('tokens/:tokenId')
  @Answers('Names a token', { token: TokenView })
  async rename(
    @CurrentActor() actor: Actor,
    @Param('tokenId') id: string,
    @Body() { name }: UpdateTokenDto,
  ) {
    return { token: presentToken(await this.tokens.rename(actor, id, name)) };
  }

  @Post('tokens/:tokenId/revoke')
  @Answers(
    'Revokes a token',
    { message: String, token: TokenView, ...MADE_SERVICE_TOKENS },
    MAY_NAME_SERVICE_TOKENS,
  )
  async revoke(@CurrentActor() actor: Actor, @Param('tokenId') id: string) {
    const revoked = await this.tokens.revoke(actor, id);
    const token = presentToken(revoked);
    return { message: 'The access token is revoked.', token, ...madeTokensIn(revoked) };
  }
}
