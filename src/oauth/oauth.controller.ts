import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../auth/public.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { FormBody } from '../http/body/body.guard.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { requestContext } from '../http/request-context.js';
import { TokenRequestDto, TokenResponseView } from './oauth.dto.js';
import { OAuthService } from './oauth.service.js';

@ApiTags('OAuth 2.0')
@Controller('v1/oauth')
export class OAuthController {
  constructor(private readonly oauth: OAuthService) {}

  @Post('token')
  @Public()
  @FormBody()
  @RateLimited('login')
  @Header('Cache-Control', 'no-store')
  @Header('Pragma', 'no-cache')
  @Answers('Grants an access token for client credentials', TokenResponseView)
  async token(@Body() dto: TokenRequestDto, @Req() req: Request) {
    const { authorization } = req.headers;
    const issued = await this.oauth.grant(dto, authorization, requestContext(req));
    const { accessToken, tokenType, expiresIn } = issued;
    return { access_token: accessToken, token_type: tokenType, expires_in: expiresIn };
  }
}
