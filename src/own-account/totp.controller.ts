import { Body, Controller, Delete, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentPerson, ForPeople } from '../accounts/person.guard.js';
import type { Person } from '../accounts/person.js';
import { Answers } from '../http/answers.decorator.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { SessionCookies } from '../sign-in/session-cookies.js';
import { AccountProtection } from './account-protection.service.js';
import { TotpDto } from './own-account.dto.js';

class TotpStateView {
  @ApiProperty({ description: 'Whether it is on' })
  isVerified: boolean;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'How many recovery codes are left' })
  recoveryCodes: number;
}

@ApiTags('Own account')
@Controller('v1/user/me/totp')
@RateLimited('login')
export class TotpController {
  constructor(
    private readonly protection: AccountProtection,
    private readonly cookies: SessionCookies,
  ) {}

  @Post('register')
  @ForPeople('enrolling')
  @Header('Cache-Control', 'no-store')
  @Answers('Begins to set up an authenticator app; its secret is shown this once', {
    otpUrl: String,
  })
  async register(@CurrentPerson() person: Person) {
    return { otpUrl: await this.protection.registerTotp(person) };
  }

  @Post('verify')
  @ForPeople('enrolling')
  @Header('Cache-Control', 'no-store')
  @Answers(
    'Turns the authenticator app on with its first code; recovery codes are shown this once',
    {
      recoveryCodes: [String],
      token: String,
    },
  )
  async confirm(
    @CurrentPerson() person: Person,
    @Body() { totp }: TotpDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    const { recoveryCodes, ...signed } = await this.protection.confirmTotp(person, totp);
    this.cookies.give(req, res, signed.session);
    return { recoveryCodes, token: signed.token };
  }

  @Get()
  @ForPeople()
  @Answers('Says whether there is an authenticator app; never its secret', TotpStateView)
  async state(@CurrentPerson() person: Person): Promise<TotpStateView> {
    const { isOn, recoveryCodes } = await this.protection.stateOfTotp(person);
    return { isVerified: isOn, recoveryCodes };
  }

  @Delete()
  @ForPeople()
  @Answers('Turns the authenticator app off; all other sessions end', { token: String })
  async remove(
    @CurrentPerson() person: Person,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    const { token, session } = await this.protection.removeTotp(person);
    this.cookies.give(req, res, session);
    return { token };
  }
}
