import { Body, Controller, Header, Post, Req, Res } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/public.decorator.js';
import { Answers } from '../../http/answers.decorator.js';
import { Text } from '../../http/body/fields.js';
import { RateLimited } from '../../http/limits/rate-limit.guard.js';
import { requestContext } from '../../http/request-context.js';
import { UniversalAuthLoginDto } from '../../identities/universal-auth/universal-auth.dto.js';
import { Continuation } from '../continuation.service.js';
import { SessionCookies } from '../session-cookies.js';
import { IdentitySessions } from './identity-sessions.js';
import type { IdentitySession } from './identity-sessions.sql.js';
import { IdentitySignIn } from './identity-sign-in.service.js';

export class ConsoleCodeDto {
  @Text({
    min: 1,
    max: 64,
    example: '7K2M-XQ4D-9FTB',
    description: 'Capital and small letters, hyphens and spaces make no difference',
  })
  code: string;
}

export class ConsoleSessionView {
  @ApiProperty({
    description: 'An access token of at most 15 minutes; `POST /api/v1/auth/token` gives the next',
  })
  token: string;
  @ApiProperty({ format: 'uuid' })
  sessionId: string;
  @ApiProperty({ format: 'uuid' })
  identityId: string;
  @ApiProperty({ example: 'Instance admin', description: 'The name of the identity' })
  identityName: string;
  @ApiProperty({ format: 'uuid' })
  organizationId: string;
  @ApiProperty({
    format: 'date-time',
    description: 'When the session ends in any case: after 12 hours, or with the client secret',
  })
  expiresAt: string;
}

/** The ways into the console that need no account. */
@ApiTags('Sign-in')
@Controller('v1/auth/console')
@RateLimited('login')
@Public()
export class IdentitySignInController {
  constructor(
    private readonly signIn: IdentitySignIn,
    private readonly sessions: IdentitySessions,
    private readonly continuation: Continuation,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('login')
  @Header('Cache-Control', 'no-store')
  @Answers(
    'Opens the console as a machine identity, by client id and client secret',
    ConsoleSessionView,
  )
  login(
    @Body() dto: UniversalAuthLoginDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    return this.enter(req, res, () => this.signIn.byClientSecret(dto, requestContext(req)));
  }

  @Post('code')
  @Header('Cache-Control', 'no-store')
  @Answers(
    'Opens the console as a machine identity, by a code that is good once',
    ConsoleSessionView,
  )
  code(
    @Body() { code }: ConsoleCodeDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    return this.enter(req, res, () => this.signIn.byCode(code, requestContext(req)));
  }

  private async enter(
    req: Request,
    res: Response,
    sign: () => Promise<IdentitySession>,
  ): Promise<ConsoleSessionView> {
    this.cookies.requireOwnPage(req);
    const session = await sign();
    const former = this.cookies.tokenOf(req);
    if (former !== null) await this.continuation.endByRefreshToken(former, requestContext(req));
    this.cookies.give(req, res, session);
    const { sessionId, identityId, identityName, orgId } = session;
    return {
      token: this.sessions.tokenOf(session),
      ...{ sessionId, identityId, identityName, organizationId: orgId },
      expiresAt: session.expiresAt.toISOString(),
    };
  }
}
