import { Body, Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentClaims, CurrentPerson, ForPeople } from '../accounts/person.guard.js';
import type { PersonClaims } from '../accounts/person-tokens.js';
import type { Person } from '../accounts/person.js';
import { badRequest } from '../errors/api-error.js';
import { Answers } from '../http/answers.decorator.js';
import { ChangesNothing } from '../http/changes-nothing.decorator.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { SecondStep } from './second-step.service.js';
import { SessionCookies } from './session-cookies.js';
import { RecoveryCodeDto, VerifyMfaDto } from './sign-in.dto.js';
import type { SignedIn } from './sign-in.service.js';

class VerifiedView {
  @ApiProperty({ description: 'Whether the factor is on' })
  isVerified: boolean;
}

@ApiTags('Sign-in')
@Controller('v2/auth/mfa')
@RateLimited('login')
export class SecondStepController {
  constructor(
    private readonly step: SecondStep,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('send')
  @ForPeople('second step')
  @ChangesNothing()
  @Answers('Would send a code by mail, a factor that is not offered', { message: String })
  send(): never {
    throw badRequest('not-offered', 'Codes by mail are not offered: use an authenticator app.');
  }

  @Get('check/totp')
  @ForPeople('second step')
  @Answers('Says whether the account has an authenticator app', VerifiedView)
  async check(@CurrentPerson() person: Person): Promise<VerifiedView> {
    return { isVerified: await this.step.isRegistered(person) };
  }

  @Post('verify')
  @ForPeople('second step')
  @Header('Cache-Control', 'no-store')
  @Answers('Takes a code of the authenticator app, or a recovery code', { token: String })
  async verify(
    @CurrentPerson() person: Person,
    @CurrentClaims() claims: PersonClaims,
    @Body() { mfaToken }: VerifyMfaDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    return this.answer(req, res, await this.step.verify(person, claims, mfaToken));
  }

  @Post('verify/recovery-code')
  @ForPeople('second step')
  @Header('Cache-Control', 'no-store')
  @Answers('Takes a recovery code', { token: String })
  async recover(
    @CurrentPerson() person: Person,
    @CurrentClaims() claims: PersonClaims,
    @Body() { recoveryCode }: RecoveryCodeDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    return this.answer(req, res, await this.step.verify(person, claims, recoveryCode));
  }

  private answer(req: Request, res: Response, { token, session }: SignedIn) {
    this.cookies.give(req, res, session);
    return { token };
  }
}
