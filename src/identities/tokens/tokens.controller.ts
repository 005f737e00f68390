import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../auth/public.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { Text } from '../../http/body/fields.js';
import { requestContext } from '../../http/request-context.js';
import { IssuedTokenView } from './token-issuer.js';
import { TokensService } from './tokens.service.js';

export class AccessTokenDto {
  @Text({ min: 1, max: 16_000 })
  accessToken: string;
}

/** Public, since the token is in the body: an Authorization header, if there is one, says nothing here. */
@ApiTags('Access tokens')
@Public()
@Controller('v1/auth/token')
export class TokensController {
  constructor(private readonly tokens: TokensService) {}

  @Post('renew')
  @Header('Cache-Control', 'no-store')
  @Answers('Renews an access token', IssuedTokenView)
  renew(@Body() { accessToken }: AccessTokenDto, @Req() req: Request) {
    return this.tokens.renew(accessToken, requestContext(req));
  }

  @Post('revoke')
  @Answers('Revokes an access token', { message: String })
  async revoke(@Body() { accessToken }: AccessTokenDto, @Req() req: Request) {
    await this.tokens.revoke(accessToken, requestContext(req));
    return { message: 'The access token is revoked.' };
  }
}
