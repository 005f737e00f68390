import { Module } from '@nestjs/common';
import { IdentitiesModule } from '../identities/identities.module.js';
import { ContinuationController } from './continuation.controller.js';
import { Continuation } from './continuation.service.js';
import { FreshProofs } from './fresh-proofs.service.js';
import { IdentitySessionsController } from './machines/identity-sessions.controller.js';
import { SessionsOfIdentities } from './machines/identity-sessions.service.js';
import { IdentitySessions } from './machines/identity-sessions.js';
import { IdentitySignInController } from './machines/identity-sign-in.controller.js';
import { IdentitySignIn } from './machines/identity-sign-in.service.js';
import { PasswordLoginsRepository } from './password-logins.repository.js';
import { PasswordProofs } from './password-proofs.js';
import { SecondStepController } from './second-step.controller.js';
import { SecondStep } from './second-step.service.js';
import { SessionCookies } from './session-cookies.js';
import { PersonsOrganizationsController, SignInController } from './sign-in.controller.js';
import { SignIn } from './sign-in.service.js';

@Module({
  imports: [IdentitiesModule],
  controllers: [
    SignInController,
    PersonsOrganizationsController,
    SecondStepController,
    ContinuationController,
    IdentitySignInController,
    IdentitySessionsController,
  ],
  providers: [
    ...[
      Continuation,
      FreshProofs,
      PasswordLoginsRepository,
      PasswordProofs,
      SecondStep,
      SessionCookies,
      SignIn,
    ],
    ...[IdentitySessions, IdentitySignIn, SessionsOfIdentities],
  ],
  exports: [PasswordProofs, SessionCookies, SignIn],
})
export class SignInModule {}
