import { Module } from '@nestjs/common';
import { OrgMembersModule } from '../org-members/org-members.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AccountRemoval } from './account-removal.service.js';
import { AccountProtection } from './account-protection.service.js';
import { AuthMethods } from './auth-methods.service.js';
import { EmailChange } from './email-change.service.js';
import { OwnAccountController } from './own-account.controller.js';
import { OwnAccount } from './own-account.service.js';
import { OwnSessionsRepository } from './own-sessions.repository.js';
import { OwnSignInController } from './own-sign-in.controller.js';
import { TotpController } from './totp.controller.js';

@Module({
  imports: [OrgMembersModule, SignInModule],
  controllers: [OwnAccountController, OwnSignInController, TotpController],
  providers: [
    AccountProtection,
    AccountRemoval,
    AuthMethods,
    EmailChange,
    OwnAccount,
    OwnSessionsRepository,
  ],
})
export class OwnAccountModule {}
