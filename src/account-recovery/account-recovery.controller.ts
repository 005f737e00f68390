import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiProperty, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { bearerOf } from '../auth/access-token.strategy.js';
import { Public } from '../auth/public.decorator.js';
import { Answers } from '../http/answers.decorator.js';
import { Email } from '../http/body/email.field.js';
import { Text } from '../http/body/fields.js';
import { Password } from '../http/body/password.field.js';
import { RateLimited } from '../http/limits/rate-limit.guard.js';
import { Work } from '../http/limits/admission.js';
import { requestContext } from '../http/request-context.js';
import { AccountRecovery } from './account-recovery.service.js';

class SendRecoveryLinkDto {
  @Email()
  email: string;
}

class OpenRecoveryLinkDto extends SendRecoveryLinkDto {
  @Text({ min: 1, max: 128, description: 'The code of the link' })
  code: string;
}

class ResetPasswordDto {
  @Password({ isNew: true })
  password: string;
}

class RecoveredUserView {
  @ApiProperty({ example: 'ann@example.org' })
  email: string;
}

@ApiTags('Own account')
@Controller('v1/account-recovery')
@RateLimited('login')
export class AccountRecoveryController {
  constructor(private readonly recovery: AccountRecovery) {}

  @Post('send-email')
  @Public()
  @Answers('Sends a link by which a new password can be set', { message: String })
  async send(@Body() { email }: SendRecoveryLinkDto, @Req() req: Request) {
    await this.recovery.sendLink(email, requestContext(req));
    return { message: 'If there is such an account, a link is on its way to it.' };
  }

  @Post('verify-email')
  @Public()
  @Header('Cache-Control', 'no-store')
  @Answers('Takes the code of a link for a token that sets a password', {
    user: RecoveredUserView,
    token: String,
  })
  async open(@Body() { email, code }: OpenRecoveryLinkDto) {
    return { user: { email }, token: await this.recovery.openLink(email, code) };
  }

  @Post('reset')
  @Public()
  @Work('none')
  @Answers('Sets the password, with the token of a link as bearer; all sessions end', {
    message: String,
  })
  async reset(@Req() req: Request, @Body() { password }: ResetPasswordDto) {
    await this.recovery.reset(bearerOf(req), password, requestContext(req));
    return { message: 'The password is set. Sign in.' };
  }
}
