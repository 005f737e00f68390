import { Body, Controller, Delete, Put, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentPerson, ForPeople } from '../accounts/person.guard.js';
import type { Person } from '../accounts/person.js';
import { Answers } from '../http/answers.decorator.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { SessionCookies } from '../sign-in/session-cookies.js';
import { AccountRemoval } from './account-removal.service.js';
import { AuthMethods } from './auth-methods.service.js';
import { AuthMethodsDto } from './own-account.dto.js';
import { OwnAccountView, presentOwnAccount } from './own-account.presenter.js';

/** What people give up themselves: ways of signing in, and the account. */
@ApiTags('Own account')
@Controller('v2/users/me')
@RateLimited('login')
export class OwnSignInController {
  constructor(
    private readonly removal: AccountRemoval,
    private readonly methods: AuthMethods,
    private readonly cookies: SessionCookies,
  ) {}

  @Put('auth-methods')
  @ForPeople()
  @Answers('Keeps some of the own ways of signing in; all other sessions end with the rest', {
    user: OwnAccountView,
  })
  async keepMethods(@CurrentPerson() person: Person, @Body() { authMethods }: AuthMethodsDto) {
    return { user: presentOwnAccount(await this.methods.keep(person, authMethods)) };
  }

  @Delete()
  @ForPeople()
  @Answers('Deletes the own account, with its places in all organizations', {
    user: OwnAccountView,
  })
  async remove(@CurrentPerson() person: Person, @Res({ passthrough: true }) res: Response) {
    const user = presentOwnAccount(await this.removal.remove(person));
    this.cookies.takeAway(res);
    return { user };
  }
}
