import {
  Body,
  Controller,
  Delete,
  Get,
  Header,
  Param,
  Patch,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { AlsoByProvider, CurrentPerson, ForPeople } from '../accounts/person.guard.js';
import type { Person } from '../accounts/person.js';
import { badRequest } from '../errors/api-error.js';
import { Answers } from '../http/answers.decorator.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { SessionCookies } from '../sign-in/session-cookies.js';
import {
  PersonsOrganizationView,
  presentPersonsOrganization,
} from '../sign-in/sign-in.presenter.js';
import { AccountProtection } from './account-protection.service.js';
import { EmailChange } from './email-change.service.js';
import {
  ChangePasswordDto,
  ConfirmEmailDto,
  MfaSwitchDto,
  NamesDto,
  NewEmailDto,
} from './own-account.dto.js';
import {
  OwnAccountView,
  OwnSessionView,
  presentOwnAccount,
  presentOwnSession,
} from './own-account.presenter.js';
import { OwnAccount } from './own-account.service.js';

@ApiTags('Own account')
@Controller('v2/users/me')
@RateLimited('login')
export class OwnAccountController {
  constructor(
    private readonly account: OwnAccount,
    private readonly protection: AccountProtection,
    private readonly emailChange: EmailChange,
    private readonly accounts: AccountsRepository,
    private readonly cookies: SessionCookies,
  ) {}

  @Get()
  @ForPeople()
  @AlsoByProvider()
  @Answers('Returns the own account', { user: OwnAccountView })
  async get(@CurrentPerson() person: Person) {
    return { user: presentOwnAccount(await this.account.get(person)) };
  }

  @Patch('name')
  @ForPeople()
  @Answers('Changes the own names', { user: OwnAccountView })
  async rename(@CurrentPerson() person: Person, @Body() { firstName, lastName = '' }: NamesDto) {
    return { user: presentOwnAccount(await this.account.rename(person, firstName, lastName)) };
  }

  @Patch('mfa')
  @ForPeople()
  @Answers('Turns the own second factor off', { user: OwnAccountView })
  async switchMfa(
    @CurrentPerson() person: Person,
    @Body() { isMfaEnabled }: MfaSwitchDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    if (isMfaEnabled) {
      throw badRequest(
        'no-second-factor',
        'Register an authenticator app: POST /api/v1/user/me/totp/register.',
      );
    }
    const { session } = await this.protection.removeTotp(person);
    this.cookies.give(req, res, session);
    return { user: presentOwnAccount(await this.account.get(person)) };
  }

  @Post('password')
  @ForPeople()
  @Header('Cache-Control', 'no-store')
  @Answers('Changes the own password; all other sessions end', { token: String })
  async changePassword(
    @CurrentPerson() person: Person,
    @Body() { currentPassword, newPassword }: ChangePasswordDto,
    @Req() req: Request,
    @Res({ passthrough: true }) res: Response,
  ) {
    const changed = await this.protection.changePassword(person, currentPassword, newPassword);
    this.cookies.give(req, res, changed.session);
    return { token: changed.token };
  }

  @Post('email-change/otp')
  @ForPeople()
  @Answers('Sends a code to a new e-mail address', { message: String })
  async sendCode(@CurrentPerson() person: Person, @Body() { newEmail }: NewEmailDto) {
    await this.emailChange.sendCode(person, newEmail);
    return { message: 'If the address can be used, a code is on its way to it.' };
  }

  @Patch('email')
  @ForPeople()
  @Answers('Makes the new e-mail address that of the account; all sessions end', {
    user: OwnAccountView,
  })
  async changeEmail(@CurrentPerson() person: Person, @Body() { newEmail, otp }: ConfirmEmailDto) {
    return { user: presentOwnAccount(await this.emailChange.confirm(person, newEmail, otp)) };
  }

  @Get('organizations')
  @ForPeople()
  @Answers('Lists the own organizations', { organizations: [PersonsOrganizationView] })
  async organizations(@CurrentPerson() { userId }: Person) {
    const organizations = await this.accounts.organizations(userId);
    return { organizations: organizations.map(presentPersonsOrganization) };
  }

  @Get('sessions')
  @ForPeople()
  @Answers('Lists the own sessions', { sessions: [OwnSessionView] })
  async sessions(@CurrentPerson() person: Person) {
    const sessions = await this.account.listSessions(person);
    return { sessions: sessions.map((each) => presentOwnSession(each, person.sessionId)) };
  }

  @Delete('sessions')
  @ForPeople()
  @Answers('Ends all own sessions', { message: String })
  async endSessions(@CurrentPerson() person: Person) {
    await this.account.endSessions(person);
    return { message: 'All sessions have ended' };
  }

  @Delete('sessions/:sessionId')
  @ForPeople()
  @Answers('Ends one of the own sessions', { message: String })
  async endSession(@CurrentPerson() person: Person, @Param('sessionId') sessionId: string) {
    await this.account.endSession(person, sessionId);
    return { message: 'The session has ended' };
  }
}
