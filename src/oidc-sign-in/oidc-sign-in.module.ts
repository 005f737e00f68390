import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OidcConfiguration } from '../database/entities/oidc-configuration.entity.js';
import { EmailDomainsModule } from '../email-domains/email-domains.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { CallbackAddress } from './callback-address.js';
import { LoginStates } from './login-states.js';
import { OidcConfigurationsController } from './oidc-configurations.controller.js';
import { OidcConfigurationsRepository } from './oidc-configurations.repository.js';
import { OidcConfigurations } from './oidc-configurations.service.js';
import { OidcLoginsController } from './oidc-logins.controller.js';
import { OidcLogins } from './oidc-logins.service.js';
import { OidcSeals } from './oidc-seals.js';
import { ProviderAccounts } from './provider-accounts.js';
import { ProviderClients } from './provider-clients.js';
import { ProviderLinksController } from './provider-links.controller.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([OidcConfiguration]),
    EmailDomainsModule,
    InvitationsModule,
    SignInModule,
  ],
  controllers: [OidcConfigurationsController, OidcLoginsController, ProviderLinksController],
  providers: [
    ...[CallbackAddress, LoginStates, OidcConfigurations, OidcConfigurationsRepository],
    ...[OidcLogins, OidcSeals, ProviderAccounts, ProviderClients],
  ],
})
export class OidcSignInModule {}
