import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../auth/public.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import { requestContext } from '../../http/request-context.js';
import { IssuedTokenView } from '../tokens/issued-token.view.js';
import { Logins } from './logins.service.js';
import { UniversalAuthLoginDto } from './universal-auth.dto.js';

@ApiTags('Universal auth')
@Controller('v1/auth/universal-auth')
export class UniversalAuthLoginController {
  constructor(private readonly logins: Logins) {}

  @Post('login')
  @Public()
  @RateLimited('login')
  @Header('Cache-Control', 'no-store')
  @Answers('Logs in with client id and client secret', IssuedTokenView)
  login(@Body() dto: UniversalAuthLoginDto, @Req() req: Request) {
    return this.logins.login(dto, requestContext(req));
  }
}
