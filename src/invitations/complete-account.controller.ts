import { Body, Controller, Header, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { bearerOf } from '../auth/access-token.strategy.js';
import { Public } from '../auth/public.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { Work } from '../http/limits/admission.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { requestContext } from '../http/request-context.js';
import { SessionCookies } from '../sign-in/session-cookies.js';
import { SignIn } from '../sign-in/sign-in.service.js';
import { Acceptance } from './acceptance.service.js';
import { CompleteAccountDto } from './invitations.dto.js';
import { InvitedUserView } from './invitations.presenter.js';

@ApiTags('Invitations')
@Controller('v3/signup')
@RateLimited('login')
export class CompleteAccountController {
  constructor(
    private readonly acceptance: Acceptance,
    private readonly signIn: SignIn,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('complete-account')
  @Public()
  @Work('none')
  @Header('Cache-Control', 'no-store')
  @Answers(
    'Sets names and password of an account, with the token of an invitation as bearer, and signs it in',
    { message: String, user: InvitedUserView, token: String },
  )
  async complete(
    @Body() { email, firstName, lastName = '', password }: CompleteAccountDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    const token = bearerOf(req);
    const kind = this.cookies.kindOf(req);
    if (kind === 'console') this.cookies.requireOwnPage(req);
    const account = { email, firstName, lastName, password };
    const session = await this.acceptance.complete(token, account, kind, requestContext(req));
    this.cookies.give(req, res, session);
    const signedIn = this.signIn.signed(session);
    return { message: 'Welcome. Choose the organization.', user: { email }, token: signedIn.token };
  }
}
