import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessToken } from '../database/entities/access-token.entity.js';
import { ClientSecret } from '../database/entities/client-secret.entity.js';
import { Identity } from '../database/entities/identity.entity.js';
import { Organization } from '../database/entities/organization.entity.js';
import { ProjectMembership } from '../database/entities/project-membership.entity.js';
import { TokenAuth } from '../database/entities/token-auth.entity.js';
import { UniversalAuth } from '../database/entities/universal-auth.entity.js';
import { MembershipsModule } from '../memberships/memberships.module.js';
import { Bootstrap } from './bootstrap.js';
import { ConsoleCodes } from './console-codes/console-codes.js';
import { IdentitiesController } from './identities.controller.js';
import { IdentitiesRepository } from './identities.repository.js';
import { IdentitiesService } from './identities.service.js';
import { IdentityAuthorizer } from './identity-authorizer.js';
import { IdentityChangesService } from './identity-changes.service.js';
import { IdentityRemovalService } from './identity-removal.service.js';
import { StoredTokensService } from './token-auth/stored-tokens.service.js';
import { StoredTokensController, TokenAuthController } from './token-auth/token-auth.controller.js';
import { TokenAuthRepository } from './token-auth/token-auth.repository.js';
import { TokenAuthService } from './token-auth/token-auth.service.js';
import { TokenPurge } from './token-purge.js';
import { TokenIssuer } from './tokens/token-issuer.js';
import { TokensController } from './tokens/tokens.controller.js';
import { TokensRepository } from './tokens/tokens.repository.js';
import { TokensService } from './tokens/tokens.service.js';
import { ClientSecretsService } from './universal-auth/client-secrets.service.js';
import { Lockout } from './universal-auth/lockout.js';
import { LoginsRepository } from './universal-auth/logins.repository.js';
import { Logins } from './universal-auth/logins.service.js';
import {
  ClientSecretsController,
  UniversalAuthController,
  UniversalAuthLoginController,
} from './universal-auth/universal-auth.controller.js';
import { UniversalAuthRepository } from './universal-auth/universal-auth.repository.js';
import { UniversalAuthService } from './universal-auth/universal-auth.service.js';

const ENTITIES = [Identity, Organization, ProjectMembership];
const CREDENTIALS = [UniversalAuth, ClientSecret, TokenAuth, AccessToken];

@Module({
  imports: [TypeOrmModule.forFeature([...ENTITIES, ...CREDENTIALS]), MembershipsModule],
  controllers: [
    IdentitiesController,
    UniversalAuthController,
    ClientSecretsController,
    UniversalAuthLoginController,
    TokenAuthController,
    StoredTokensController,
    TokensController,
  ],
  providers: [
    IdentitiesService,
    IdentityChangesService,
    IdentityRemovalService,
    IdentitiesRepository,
    IdentityAuthorizer,
    UniversalAuthService,
    UniversalAuthRepository,
    ClientSecretsService,
    Logins,
    LoginsRepository,
    Lockout,
    TokenAuthService,
    TokenAuthRepository,
    StoredTokensService,
    TokenIssuer,
    TokensService,
    TokensRepository,
    TokenPurge,
    Bootstrap,
    ConsoleCodes,
  ],
  exports: [Bootstrap, ConsoleCodes, IdentityAuthorizer, Logins, Lockout, TokenIssuer],
})
export class IdentitiesModule {}
